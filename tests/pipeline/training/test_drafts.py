"""A model's reading as a grid to correct."""

import json

import pytest

from pipeline.datasets.propara import load_grids
from pipeline.datasets.validation import step_differences
from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.training.drafts import documents_of, drafts, grid_line
from tests.support.fake_reader import FakeReader


def test_a_draft_is_read_back_as_the_grid_and_steps_it_was_made_of(tmp_path):
    (tmp_path / "tea.txt").write_text("Tea\n\n1. Boil the water.\n2. Pour it over the leaves.\n")
    (tmp_path / "ice.txt").write_text("Fill the tray. Put it in the freezer.")
    lines = list(drafts([str(tmp_path)], reader=FakeReader()))
    (tmp_path / "draft.json").write_text("\n".join(lines) + "\n")

    drafted = load_grids(tmp_path / "draft.json")

    texts = {document.id: document for document in documents_of([str(tmp_path)])}
    assert {document.id for document, _ in drafted} == set(texts) == {"tea.txt", "ice.txt"}
    assert not [document for document, _ in drafted if step_differences(document, texts)]
    assert json.loads(lines[0])["states"] == [["-", "?", "?"]]


def test_a_text_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "empty.txt").write_text("")

    with pytest.raises(BadInput, match="empty.txt"):
        list(drafts([str(tmp_path)], reader=FakeReader()))


def test_other_names_of_an_entity_that_was_found_are_in_the_draft():
    steps = (Step(1, "The rain cloud grows.", 0), Step(2, "The cloud bursts.", 22))
    cloud = Entity("rain cloud", ("rain cloud", "cloud"))
    document = Document("d", "d", "The rain cloud grows. The cloud bursts.", steps, "d")
    grid = Grid.from_texts((cloud,), [["-", "sky", "-"]])

    [participant] = json.loads(grid_line(document, grid))["participants"]

    assert participant == "rain cloud ; cloud"
    assert Entity.parse(participant).aliases == cloud.aliases
