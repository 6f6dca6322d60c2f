"""ProPara's files: what is read, what is refused and how, what is written."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from pipeline.datasets.propara import (
    SPLITS,
    ActionRow,
    action_rows,
    load_grids,
    load_split,
    read_actions,
    write_actions,
)
from pipeline.domain.document import Entity
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Location
from pipeline.errors import BadInput
from pipeline.evaluation.task2_answers import by_document

BREAD = {
    "para_id": "7",
    "sentence_texts": ["Mix flour and water.", "Bake the dough."],
    "participants": ["flour; meal", "dough"],
    "states": [["?", "-", "-"], ["-", "bowl", "oven"]],
}


@pytest.fixture
def grids_file(tmp_path):
    def write(*records: object) -> Path:
        path = tmp_path / "grids.json"
        path.write_text("\n".join(json.dumps(record) for record in records) + "\n")
        return path

    return write


@pytest.fixture
def actions_file(tmp_path):
    def write(text: str) -> Path:
        path = tmp_path / "actions.tsv"
        path.write_text(text)
        return path

    return write


def test_a_grid_is_read_as_a_document_with_its_steps_and_names(grids_file):
    [(document, grid)] = load_grids(grids_file(BREAD))

    assert document.id == "7"
    assert document.text == "Mix flour and water. Bake the dough."
    assert [document.text[step.char_start :] for step in document.steps] == [
        "Mix flour and water. Bake the dough.",
        "Bake the dough.",
    ]
    assert document.entities == (
        Entity("flour; meal", ("flour", "meal")),
        Entity("dough", ("dough",)),
    )
    assert grid.tracks[0].locations == (SOMEWHERE, NOWHERE, NOWHERE)
    assert grid.tracks[1].locations == (NOWHERE, Location("bowl"), Location("oven"))


def test_the_last_row_of_a_repeated_participant_counts_with_a_warning(grids_file, caplog):
    twice = BREAD | {"participants": ["dough", "dough"]}

    with caplog.at_level(logging.WARNING):
        [(_, grid)] = load_grids(grids_file(twice))

    assert [track.locations[1] for track in grid.tracks] == [Location("bowl")]
    assert "'dough' is given twice" in caplog.text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"para_id": None}, "line 1: para_id is missing"),
        ({"sentence_texts": []}, "line 1: sentence_texts must be a list of at least one text"),
        ({"sentence_texts": ["Mix.", " "]}, "line 1: the text of step 2 is empty"),
        ({"participants": "flour"}, "line 1: participants must be a list"),
        ({"states": [["?", "-", "-"]]}, "line 1: states must be a list of 2 rows"),
        (
            {"states": [["?", "-"], ["-", "bowl", "oven"]]},
            "line 1: 'flour; meal' has 2 states, expected 3",
        ),
        ({"states": [["?", "-", None], ["-", "bowl", "oven"]]}, "must be a list of texts"),
        ({"participants": ["; ", "dough"]}, "line 1: the entity '; ' holds no name"),
    ],
)
def test_a_grid_that_does_not_fit_is_refused_with_its_line_and_field(grids_file, change, message):
    path = grids_file(BREAD | change)

    with pytest.raises(BadInput, match=message):
        load_grids(path)


def test_two_grids_with_one_id_are_refused(grids_file):
    path = grids_file(BREAD, BREAD)

    with pytest.raises(BadInput, match="line 2: the id '7' is that of line 1 too"):
        load_grids(path)


@pytest.mark.parametrize("text", ["", "\n\n", "{not json}\n", "[]\n", "{\n}", "[" * 100_000])
def test_a_file_without_grids_is_refused(tmp_path, text):
    path = tmp_path / "grids.json"
    path.write_text(text)

    with pytest.raises(BadInput, match=r"grids\.json"):
        load_grids(path)


def test_a_missing_file_an_unknown_split_and_binary_files_are_refused(tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")

    with pytest.raises(BadInput, match="cannot be read"):
        load_grids(tmp_path / "absent")
    with pytest.raises(BadInput, match="is not UTF-8"):
        read_actions(tmp_path / "binary")
    with pytest.raises(BadInput, match="no split 'validation'; choose one of train, dev, test"):
        load_split(tmp_path, "validation")
    with pytest.raises(BadInput, match="point --data at the folder that holds grids/"):
        load_split(tmp_path, "dev")


def test_rows_of_a_grid_name_the_change_and_the_places_around_it(grids_file):
    [(document, grid)] = load_grids(grids_file(BREAD))

    assert action_rows(document, grid) == [
        ActionRow("7", 1, "flour; meal", "DESTROY", "?", "-"),
        ActionRow("7", 2, "flour; meal", "NONE", "-", "-"),
        ActionRow("7", 1, "dough", "CREATE", "-", "bowl"),
        ActionRow("7", 2, "dough", "MOVE", "bowl", "oven"),
    ]


def test_what_is_written_is_read_again(grids_file, tmp_path):
    [(document, grid)] = load_grids(grids_file(BREAD))
    rows = action_rows(document, grid)

    write_actions(tmp_path / "out.tsv", rows)

    assert read_actions(tmp_path / "out.tsv") == rows


def test_a_tab_or_line_end_in_a_place_cannot_break_the_file(tmp_path):
    write_actions(tmp_path / "out.tsv", [ActionRow("7", 1, "dough", "NONE", "a\tb\n", "a\tb\n")])

    assert read_actions(tmp_path / "out.tsv") == [
        ActionRow("7", 1, "dough", "NONE", "a b ", "a b ")
    ]


def test_windows_line_ends_and_further_columns_are_read(actions_file):
    path = actions_file("7\t1\tdough\tNONE\t?\t?\tmore\tcolumns\r\n")

    assert read_actions(path) == [ActionRow("7", 1, "dough", "NONE", "?", "?")]


def test_a_byte_order_mark_is_not_part_of_the_first_id(grids_file, actions_file):
    grids, actions = grids_file(BREAD), actions_file("7\t1\tdough\tNONE\t?\t?\n")
    for path in (grids, actions):
        path.write_text("\ufeff" + path.read_text())

    assert load_grids(grids)[0][0].id == "7"
    assert read_actions(actions)[0].document == "7"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "line 2: the line is blank; remove it"),
        ("7\t2\tdough\tNONE\t?", "line 2: 5 columns, expected 6 separated by tabs"),
        ("seven\t2\tdough\tNONE\t?\t?", "line 2: the paragraph id 'seven' is not a whole number"),
        ("7\ttwo\tdough\tNONE\t?\t?", "line 2: the step 'two' is not a whole number"),
        ("7\t-1\tdough\tNONE\t?\t?", "line 2: the step is -1; steps count from 1"),
        ("7\t999999999\tdough\tNONE\t?\t?", "line 2: the step is 999999999; steps count from 1"),
        ("7\t2\tdough\tVIBRATE\t?\t?", "line 2: the action 'VIBRATE' is unknown; use one of NONE"),
        ("7\t2\tdough\tNONE\tbowl\toven", "line 2: NONE goes from 'bowl' to 'oven'"),
        ("7\t2\tdough\tCREATE\t?\toven", r"line 2: CREATE comes from '\?'"),
        ("7\t2\tdough\tCREATE\t-\t-", "line 2: CREATE goes to '-'; give the place"),
        ("7\t2\tdough\tCREATE\t-\t", "line 2: CREATE goes to ''"),
        ("7\t2\tdough\tDESTROY\toven\t?", r"line 2: DESTROY goes to '\?'"),
        ("7\t2\tdough\tDESTROY\t-\t-", "line 2: DESTROY comes from '-'"),
        ("7\t2\tdough\tMOVE\t-\toven", "line 2: MOVE comes from '-'"),
        ("7\t2\tdough\tMOVE\toven\t", "line 2: MOVE goes to ''"),
    ],
)
def test_a_malformed_row_is_refused_with_its_line_the_fault_and_the_fix(
    actions_file, line, message
):
    path = actions_file(f"7\t1\tdough\tNONE\t?\t?\n{line}\n")

    with pytest.raises(BadInput, match=message) as refusal:
        read_actions(path)

    assert refusal.value.exit_code == 2
    assert "\n" not in str(refusal.value)


def test_an_empty_action_file_is_refused(actions_file):
    with pytest.raises(BadInput, match="is empty"):
        read_actions(actions_file(""))


@pytest.mark.propara
@pytest.mark.parametrize(("split", "n_documents"), list(zip(SPLITS, [391, 43, 54], strict=True)))
def test_the_grids_are_the_official_answers_cell_for_cell(propara, split, n_documents):
    loaded = load_split(propara, split)
    official = by_document(read_actions(propara / "task2" / split / "answers.tsv"))

    ours = by_document(row for document, grid in loaded for row in action_rows(document, grid))

    assert len(ours) == n_documents
    differing = {
        (document, name)
        for document, tracks in ours.items()
        for name, track in tracks.items()
        if track != official[document][name]
    }
    # given twice in the grids: the official file mixes the two rows step by step
    twice = {("263", "bales"), ("893", "glucose"), ("901", "sound"), ("1151", "new element")}
    assert differing == (twice if split == "train" else set())


@pytest.mark.parametrize(
    ("title", "stated"), [("Bread", "Bread"), (" ", "ProPara 7"), (None, "ProPara 7")]
)
def test_a_grid_may_have_a_title(grids_file, title, stated):
    [(document, _)] = load_grids(grids_file(BREAD | {"title": title}))

    assert document.title == stated
