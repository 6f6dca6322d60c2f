"""A model's reading as a grid to correct."""

import json

import pytest

from pipeline.doubts import other_steps
from pipeline.drafts import documents_of, drafts
from pipeline.errors import BadInput
from pipeline.propara import load_grids
from tests.fake_reader import FakeReader


def test_a_draft_is_read_back_as_the_grid_and_steps_it_was_made_of(tmp_path):
    (tmp_path / "tea.txt").write_text("Tea\n\n1. Boil the water.\n2. Pour it over the leaves.\n")
    (tmp_path / "ice.txt").write_text("Fill the tray. Put it in the freezer.")
    lines = list(drafts([str(tmp_path)], reader=FakeReader()))
    (tmp_path / "draft.json").write_text("\n".join(lines) + "\n")

    read = load_grids(tmp_path / "draft.json")

    texts = {one.id: one for one in documents_of([str(tmp_path)])}
    assert {document.id for document, _ in read} == set(texts) == {"tea.txt", "ice.txt"}
    assert not [one for one, _ in read if other_steps(one, texts)]
    assert json.loads(lines[0])["states"] == [["-", "?", "?"]]


def test_a_text_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "empty.txt").write_text("")

    with pytest.raises(BadInput, match="empty.txt"):
        list(drafts([str(tmp_path)], reader=FakeReader()))
