"""Task 1's files: annotators' answers, participants' names, and task 2's entities as these."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.datasets.propara import ActionRow
from pipeline.errors import BadInput
from pipeline.evaluation.task1_files import (
    AnnotatedChange,
    PlaceRow,
    as_task1,
    load_task1_gold,
    read_places,
)


def gold_row(document: str, step: str, participant: str, kind: str, before: str, after: str) -> str:
    return "\t".join([document, step, "x", participant, kind, before, after, *["x"] * 4])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Document 7 with two annotators, and document 8, which is not in test."""
    (tmp_path / "para_id.test.txt").write_text("007\n\n")
    labels = [("7", "water"), ("7", "live thing"), ("7", "water"), ("8", "salt")]
    (tmp_path / "gold_labels.test.tsv").write_text(
        "".join(f"{document}\t1\t{name}\tx\n" for document, name in labels)
    )
    rows = [
        "header",
        gold_row("7", "1", "Water", "move", "-", "leaf; root"),
        gold_row("7", "?", "water", "move", "a", "b"),
        "",
        gold_row("7", "2", "waters; living things", "create", "?", "sea"),
        "",
        gold_row("8", "1", "salt", "move", "a", "b"),
        "",
    ]
    (tmp_path / "all-moves.full-grid.tsv").write_text("\n".join(rows) + "\n")
    return tmp_path


def test_gold_has_the_participants_and_the_answers_of_each_annotator(folder):
    gold = load_task1_gold(folder)

    assert gold.participants == {"7": ["water", "live thing"], "8": ["salt"]}
    assert gold.annotators == {
        "7": [
            [
                AnnotatedChange(1, "water", "move", "null", "leaf"),
                AnnotatedChange(1, "water", "move", "null", "root"),
            ],
            [AnnotatedChange(2, "water", "create", "unk", "sea")],
        ]
    }


def test_a_line_of_spaces_and_tabs_ends_an_annotators_answers_too(folder):
    path = folder / "all-moves.full-grid.tsv"
    rows = [gold_row("7", "1", "water", "move", "a", place) for place in "bc"]
    path.write_text("\n".join(["header", rows[0], " \t\t", rows[1] + " ", "", ""]))

    answers = load_task1_gold(folder).annotators["7"]

    assert [[change.after for change in annotator] for annotator in answers] == [["b"], ["c"]]


def with_participant(folder: Path, name: str) -> list[str]:
    path = folder / "all-moves.full-grid.tsv"
    path.write_text("\n".join(["header", gold_row("7", "1", name, "move", "a", "b"), "", ""]))
    return [change.participant for change in load_task1_gold(folder).annotators["7"][0]]


@pytest.mark.parametrize(
    ("name", "participants"),
    [
        ("water", ["water"]),
        ("WATER ", ["water"]),
        ("watxx", ["water"]),  # two letters differ
        ("waxxx", []),
        ("wate", ["water"]),
        ("wat", ["water"]),
        ("waterxx", ["water"]),
        ("waterxxx", []),
        ("living things", ["live thing"]),  # by the scorer's own list
        ("living things; watr", ["live thing", "water"]),
        ("watr; living things", ["water"]),  # a flag of the scorer is not reset
        ("salt", []),
    ],
)
def test_a_name_of_gold_is_found_as_the_official_scorer_finds_it(folder, name, participants):
    if participants:
        assert with_participant(folder, name) == participants
    else:
        assert with_participant(folder, f"{name}; live thing") == ["live thing"]


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("all-moves.full-grid.tsv", "header\n7\t1\twater\n", "line 2: 3 columns, expected 11"),
        ("gold_labels.test.tsv", "7\t1\twater\n", "line 1: 3 columns, expected at least 4"),
        ("gold_labels.test.tsv", "x\t1\twater\ty\n", "line 1: the paragraph id"),
    ],
)
def test_a_file_of_another_form_is_refused_with_the_line(folder, file, content, message):
    (folder / file).write_text(content)

    with pytest.raises(BadInput, match=message):
        load_task1_gold(folder)


def places(tmp_path: Path, text: str) -> list[PlaceRow]:
    path = tmp_path / "predictions.tsv"
    path.write_text(text)
    return read_places(path)


def test_predictions_are_read_with_their_first_five_columns(tmp_path):
    assert places(tmp_path, "007\t2\twater\tnull\tleaf\tmore\n") == [
        PlaceRow("7", 2, "water", "null", "leaf")
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty; expected a row a participant and step"),
        ("7\t1\twater\tnull\n", "line 1: 4 columns, expected 5 separated by tabs"),
        ("7\t1\tw\ta\tb\n\n", "line 2: 0 columns"),
        ("7\t0\twater\tnull\tleaf\n", "line 1: the step is 0; steps count from 1"),
        ("7\tone\twater\tnull\tleaf\n", "line 1: the step"),
    ],
)
def test_predictions_of_another_form_are_refused_with_the_line_and_the_fix(tmp_path, text, message):
    with pytest.raises(BadInput, match=message):
        places(tmp_path, text)


def action(entity: str, document: str = "7", before: str = "-", after: str = "sea") -> ActionRow:
    return ActionRow(document, 1, entity, "CREATE", before, after)


def test_each_participant_gets_the_entity_that_shares_most_words_with_it():
    rows = [action("living things ; remains"), action("clean water", after="?"), action("salt")]

    renamed = as_task1(rows, {"7": ["water", "live thing", "thing"], "8": ["water"]})

    assert renamed == [
        PlaceRow("7", 1, "water", "null", "unk"),
        PlaceRow("7", 1, "live thing", "null", "sea"),
        PlaceRow("7", 1, "thing", "null", "sea"),
    ]


def test_of_entities_that_are_equally_like_a_participant_the_last_by_name_is_taken():
    rows = [action("cold water", after="a"), action("warm water", after="b"), action("...")]

    for order in (rows, rows[::-1]):
        assert [row.after for row in as_task1(order, {"7": ["water"]})] == ["b"]
    assert [row.after for row in as_task1(rows, {"7": ["water cold"]})] == ["a"]
    assert [row.after for row in as_task1(rows, {"7": ["gold"]})] == ["b"]
