"""Rates of task 1 by their formulas, what its files may hold, and which entity answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.datasets.propara import ActionRow
from pipeline.errors import BadInput
from pipeline.evaluation.only_annotator import score_only_annotator
from pipeline.evaluation.task1 import QUESTIONS, Counts, Task1Scores, same_place, score
from pipeline.evaluation.task1_files import (
    AnnotatedChange,
    PlaceRow,
    Task1Gold,
    as_task1,
    load_task1_gold,
    read_places,
)


@pytest.mark.parametrize(
    ("counts", "total", "accuracy", "precision", "recall"),
    [
        (Counts(1, 2, 3, 4), 10, 40.0, 100 / 3, 20.0),
        (Counts(2, 2, 0, 2), 6, 100 / 3, 50.0, 50.0),
        (Counts(5, 0, 0, 0), 5, 100.0, 100.0, 100.0),
        (Counts(0, 1, 0, 0), 1, 0.0, 0.0, 0.0),
        (Counts(0, 0, 0, 1), 1, 0.0, 0.0, 0.0),
        (Counts(0, 0, 2, 0), 2, 100.0, 0.0, 0.0),
        (Counts(), 0, 0.0, 0.0, 0.0),
    ],
)
def test_rates_are_percentages_and_0_of_nothing(counts, total, accuracy, precision, recall):
    both = precision + recall
    f1 = 2 * precision * recall / both if both else 0.0

    assert counts.total == total
    assert counts.accuracy == pytest.approx(accuracy)
    assert (counts.precision, counts.recall) == pytest.approx((precision, recall))
    assert counts.f1 == pytest.approx(f1)


def scores_with(**counts: Counts) -> Task1Scores:
    return Task1Scores(dict.fromkeys(QUESTIONS, Counts()) | counts)


def test_a_question_counts_by_accuracy_but_when_something_moved_by_f1():
    counts = Counts(1, 2, 3, 4)
    scores = scores_with(moved_when=counts, created_when=counts)

    assert scores.question("created_when") == pytest.approx(40.0)
    assert scores.question("moved_when") == pytest.approx(2 * (100 / 3) * 20 / (100 / 3 + 20))


@pytest.mark.parametrize(
    ("questions", "category", "weight"),
    [
        (("created", "destroyed", "moved"), "cat1", 750),
        (("created_when", "destroyed_when", "moved_when"), "cat2", 601),
        (("created_where", "destroyed_where", "moved_from", "moved_to"), "cat3", 823),
    ],
)
def test_a_category_is_the_mean_of_its_questions_and_weighs_as_officially(
    questions, category, weight
):
    right = Counts(tp=1)
    scores = scores_with(**dict.fromkeys(questions, right))

    assert scores.category(category) == pytest.approx(100.0)
    assert scores.macro == pytest.approx(100 / 3)
    assert scores.micro == pytest.approx(100 * weight / (750 + 601 + 823), abs=1e-6)
    for question in questions:
        alone = scores_with(**{question: right}).category(category)
        assert alone == pytest.approx(100 / len(questions))


def test_questions_are_printed_with_two_digits():
    printed = scores_with(created=Counts(1, 2, 2, 5), moved_when=Counts(1, 2, 2, 5))

    rates = {"precision": 33.33, "recall": 16.67, "f1": 22.22}
    questions = printed.questions_as_json()
    assert questions["created"] == rates | {"score": 30.0}
    assert questions["moved_when"] == rates | {"score": 22.22}
    assert list(questions) == list(QUESTIONS)


def test_a_score_is_printed_with_two_digits():
    assert scores_with(created=Counts(1, 2, 3, 5)).questions_as_json()["created"]["score"] == 36.36


@pytest.mark.parametrize(
    ("predicted", "gold", "same"),
    [
        ("leaves", "leaving", True),
        ("the Cells", "in THE cell wall", True),
        ('the "cell"', "the cell", True),
        ('"', "cell", False),
        ("ce ll", "cell", False),
    ],
)
def test_places_are_compared_by_stems_without_case_and_quotes(predicted, gold, same):
    assert same_place(predicted, gold) is same


def gold_of(*changes: AnnotatedChange) -> Task1Gold:
    return Task1Gold({}, {"5": [changes]})


def test_a_place_that_gold_does_not_know_hides_no_later_one():
    gold = gold_of(
        AnnotatedChange(1, "sap", "create", "null", "unk"),
        AnnotatedChange(2, "sap", "create", "null", "leaf"),
    )
    predicted = [
        PlaceRow("5", 1, "sap", "null", "leaf"),
        PlaceRow("5", 2, "sap", "leaf", "leaf"),
    ]

    assert score(gold, predicted).questions["created_where"] == Counts(tp=1)


def test_the_order_of_rows_does_not_matter():
    gold = gold_of(
        AnnotatedChange(2, "sap", "create", "null", "leaf"),
        AnnotatedChange(3, "sap", "move", "leaf", "root"),
    )
    tracks = [("null", "null"), ("null", "leaf"), ("leaf", "root")]
    rows = [PlaceRow("5", step, "sap", *pair) for step, pair in enumerate(tracks, start=1)]

    scores = score(gold, rows[::-1])

    assert scores.questions == score(gold, rows).questions
    assert scores.questions["created_when"] == Counts(tp=1)


def test_the_first_participant_by_name_that_has_no_rows_is_named():
    names = ["wax", "soil", "leaf", "ash", "oak", "tin", "rain"]
    gold = gold_of(*(AnnotatedChange(1, name, "move", "a", "b") for name in names))

    with pytest.raises(BadInput, match="no rows for 'ash'"):
        score(gold, [])


def test_an_unknown_place_of_an_annotated_grid_is_no_question():
    rows = [
        ActionRow("5", 1, "sap", "MOVE", "?", "leaf"),
        ActionRow("5", 1, "oil", "NONE", "?", "?"),
    ]

    questions = score_only_annotator(rows, rows)["questions"]

    assert questions["moved_from"]["precision"] == 0.0  # there is no question
    assert questions["moved_to"]["precision"] == 100.0


def test_an_entity_without_predicted_rows_never_exists():
    gold = [ActionRow("5", 1, "sap", "NONE", "?", "?"), ActionRow("5", 1, "oil", "MOVE", "a", "b")]

    questions = score_only_annotator(gold, [])["questions"]

    assert [questions[name]["score"] for name in ("created", "destroyed")] == [100.0, 100.0]
    assert (questions["moved"]["score"], questions["moved_when"]["recall"]) == (50.0, 0.0)


def row_of(entity: str, after: str) -> ActionRow:
    return ActionRow("7", 1, entity, "CREATE", "-", after)


@pytest.mark.parametrize(
    ("entities", "participant", "chosen"),
    [
        (["water", "zest in salt water"], "water", "water"),
        (["ice water", "zinc"], "water", "ice water"),
        (["big cold lake", "cold zoo lake pier"], "cold lake", "big cold lake"),
        (["ice; cold water", "zoo water pool"], "cold water", "ice; cold water"),
        (["waters", "zinc"], "water", "waters"),
    ],
)
def test_a_participant_takes_the_entity_with_the_largest_share_of_common_words(
    entities, participant, chosen
):
    for order in (entities, entities[::-1]):
        rows = [row_of(entity, after=entity) for entity in order]
        assert [row.after for row in as_task1(rows, {"7": [participant]})] == [chosen]


def test_spaces_at_the_end_of_a_line_are_no_part_of_a_place(tmp_path):
    path = tmp_path / "predictions.tsv"
    path.write_text("7\t1\twater\tnull\tleaf \t \n")

    assert read_places(path) == [PlaceRow("7", 1, "water", "null", "leaf")]


@pytest.mark.parametrize(
    ("name", "matched"),
    [
        ("xxwater", True),
        ("xxxwater", False),
        ("ter", True),
        ("er", False),
        ("wxtxr", True),
        ("wxxxr", False),
        ("waer", True),
        ("wa-t-er", True),
        ("wa-t-e-r", False),
        ("xwate", True),
    ],
)
def test_a_participant_is_recognised_within_two_edits_wherever_they_are(
    tmp_path: Path, name, matched
):
    (tmp_path / "para_id.test.txt").write_text("7\n")
    (tmp_path / "gold_labels.test.tsv").write_text("7\t1\twater\tx\n7\t1\tsalt\tx\n")
    row = "\t".join(["7", "1", "x", f"{name}; salt", "move", "a", "b", *["x"] * 4])
    (tmp_path / "all-moves.full-grid.tsv").write_text(f"header\n{row}\n\n")

    (answers,) = load_task1_gold(tmp_path).annotators["7"]

    expected = ["water", "salt"] if matched else ["salt"]
    assert [change.participant for change in answers] == expected
