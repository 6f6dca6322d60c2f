"""Task 1: counted by hand for two annotators who disagree, then against the official scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.datasets.propara import ActionRow, action_rows, load_split, read_actions
from pipeline.errors import BadInput
from pipeline.evaluation.task1 import QUESTIONS, Counts, score
from pipeline.evaluation.task1_files import (
    PlaceRow,
    Task1Gold,
    as_task1,
    load_task1_gold,
    read_places,
)

HEADER = "PID\tSID\tStep\tParticipant\tType\tFrom\tTo\tPa\tFr\tTo\tSource"


def grid_row(step: object, participant: str, change: str, before: str, after: str) -> str:
    return f"5\t{step}\ttext\t{participant}\t{change}\t{before}\t{after}\ty\ty\ty\tfull grid"


@pytest.fixture
def gold_of(tmp_path: Path):
    def load(*lines: str, participants: tuple[str, ...] = ("leaf", "sugar", "soil")) -> Task1Gold:
        (tmp_path / "para_id.test.txt").write_text("5\n")
        (tmp_path / "gold_labels.test.tsv").write_text(
            "".join(f"5\t1\t{name}\tbefore\tunk\t1.0\n" for name in participants)
        )
        (tmp_path / "all-moves.full-grid.tsv").write_text("\n".join([HEADER, *lines]) + "\n")
        return load_task1_gold(tmp_path)

    return load


def places(participant: str, *names: str) -> list[PlaceRow]:
    """Rows of one participant that goes through ``names``, the first before step 1."""
    pairs = zip(names, names[1:], strict=False)
    return [PlaceRow("5", step, participant, *pair) for step, pair in enumerate(pairs, start=1)]


TWO_ANNOTATORS = (
    grid_row(1, "sugar", "create", "-", "green leaf"),
    grid_row(2, "leaf", "move", "?", "soil"),
    "",
    grid_row(2, "sugar", "create", "-", "?"),
    grid_row(3, "sugar", "destroy", "root", "-"),
    "",
)


def test_counts_add_up():
    assert Counts(1, 2, 3, 4) + Counts(50, 60, 70, 80) == Counts(51, 62, 73, 84)


def test_each_annotator_is_counted_on_its_own(gold_of):
    gold = gold_of(*TWO_ANNOTATORS)
    predicted = places("sugar", "null", "leaf", "leaf", "null") + places(
        "leaf", "tree", "tree", "the soil", "soil"
    )

    scores = score(gold, predicted)

    assert scores.questions == {
        "created": Counts(tp=2, tn=2),  # sugar is, leaf is not, for either
        "created_when": Counts(tp=1, fp=1),  # at 1, they say 1 and 2
        "created_where": Counts(tp=1),  # "leaf" is within "green leaf"; "?" is not asked
        "destroyed": Counts(tp=1, fp=1, tn=2),
        "destroyed_when": Counts(tp=1),
        "destroyed_where": Counts(fp=1),  # leaf, not root
        "moved": Counts(tp=1, fp=1, tn=2),
        "moved_when": Counts(tp=1, fp=1, tn=1),  # at 2, and at 3: "the soil" is not "soil"
        "moved_from": Counts(),  # not known
        "moved_to": Counts(fp=1),  # "the soil" has more words than gold
    }
    assert scores.category("cat1") == pytest.approx(100 * (4 / 4 + 3 / 4 + 3 / 4) / 3)
    assert scores.category("cat2") == pytest.approx(100 * (1 / 2 + 1 + 2 / 3) / 3)
    assert scores.category("cat3") == pytest.approx(100 * (1 + 0 + 0 + 0) / 4)
    assert scores.as_json() == {
        "cat1": 83.33,
        "cat2": 72.22,
        "cat3": 25.0,
        "macro": 60.19,
        "micro": 58.18,
    }


def test_nothing_predicted_misses_what_happened(gold_of):
    gold = gold_of(*TWO_ANNOTATORS)
    predicted = places("sugar", *["unk"] * 4) + places("leaf", *["unk"] * 4)

    scores = score(gold, predicted)

    assert scores.questions["created"] == Counts(fn=2, tn=2)
    assert scores.questions["created_when"] == Counts(fn=2)
    assert scores.questions["moved_to"] == Counts(fn=1)
    assert scores.question("moved_when") == 0.0


@pytest.mark.parametrize(
    ("track", "created", "destroyed", "moved"),
    [
        (("null", "null", "x", "x"), 2, None, set()),
        (("x", "null", "x", "x"), None, None, set()),  # created again: not seen
        (("x", "x", "null", "null"), None, 2, set()),
        (("x", "null", "x", "null"), None, 3, set()),  # the last destruction counts
        (("null", "x", "null", "x"), 1, None, set()),
        (("unk", "x", "y", "y"), None, None, {1, 2}),
    ],
)
def test_when_something_happens_follows_from_the_places(gold_of, track, created, destroyed, moved):
    all_changes = [
        grid_row(step, "sugar", change, "a", "b")
        for change in ("create", "destroy", "move")
        for step in (1, 2, 3)
    ]
    scores = score(gold_of(*all_changes, ""), places("sugar", *track))

    def found(step):
        return Counts(tp=1, fp=2) if step else Counts(fn=3)

    assert scores.questions["created_when"] == found(created)
    assert scores.questions["destroyed_when"] == found(destroyed)
    assert scores.questions["moved_when"] == Counts(tp=len(moved), fn=3 - len(moved))


@pytest.mark.parametrize(
    ("predicted", "gold", "right"),
    [
        ("leaf", "leaf", True),
        ("Leaves", "the leaf", False),  # leav, leaf
        ("cells", "plant cell", True),
        ("plant cell", "cell", False),
        ("plant leaf", "plant green leaf", False),
        ('"cell"', "cell wall", True),
        ("a cell", "cell", False),
        ("ell", "cell", False),
    ],
)
def test_a_place_is_right_if_its_stemmed_words_stand_in_a_row_in_gold(
    gold_of, predicted, gold, right
):
    scores = score(
        gold_of(grid_row(1, "sugar", "create", "-", gold), ""), places("sugar", "null", predicted)
    )

    assert scores.questions["created_where"] == (Counts(tp=1) if right else Counts(fp=1))


def test_places_are_asked_at_golds_step_even_if_nothing_is_predicted_there(gold_of):
    gold = gold_of(grid_row(2, "sugar", "move", "root", "leaf"), "")

    scores = score(gold, places("sugar", "root", "root", "root", "leaf"))

    assert scores.questions["moved_from"] == Counts(tp=1)
    assert scores.questions["moved_to"] == Counts(fp=1)


def test_grouped_participants_and_places_are_asked_one_by_one(gold_of):
    gold = gold_of(grid_row(1, "Leaf; sugar", "move", "root", "soil; bed"), "")

    changes = gold.annotators["5"][0]

    assert [(change.participant, change.after) for change in changes] == [
        ("leaf", "soil"),
        ("leaf", "bed"),
        ("sugar", "soil"),
        ("sugar", "bed"),
    ]


@pytest.mark.parametrize(
    ("participant", "known", "matched"),
    [
        ("leafs", ("leaf", "leak"), ["leaf", "leak"]),  # edit distances 1 and 2
        ("leaves", ("leaf",), []),  # distance 3
        ("alternating current", ("alternate current",), ["alternate current"]),
        ("fixed nitrogen", ("nitrogen",), ["nitrogen"]),
        ("living things", ("live thing",), ["live thing"]),
        ("red giant star", ("star",), ["star"]),
        ("refrigerent liquid", ("liquid",), ["liquid"]),
        ("remains of living things", ("remains of live thing",), ["remains of live thing"]),
        ("retina's rods and cones", ("retina 's rod and cone",), ["retina 's rod and cone"]),
        ("leafs; alternating current", ("leaf", "alternate current"), ["leaf"]),  # flag stays
    ],
)
def test_participants_are_matched_by_edit_distance_and_a_fixed_list(
    gold_of, participant, known, matched
):
    gold = gold_of(grid_row(1, participant, "move", "a", "b"), "", participants=known)

    assert [change.participant for change in gold.annotators["5"][0]] == matched


def test_the_gold_skips_unnumbered_steps_and_an_unfinished_last_block(gold_of):
    gold = gold_of(
        grid_row(1, "sugar", "move", "a", "b"),
        grid_row("?", "leaf", "move", "a", "b"),
        "",
        grid_row(2, "sugar", "move", "a", "b"),
    )

    [changes] = gold.annotators["5"]
    assert [change.participant for change in changes] == ["sugar"]


def test_the_gold_is_refused_where_a_row_has_another_number_of_columns(gold_of):
    with pytest.raises(BadInput, match="line 2: 3 columns, expected 11"):
        gold_of("5\t1\ttext", "")


def test_a_missing_participant_or_step_is_refused_and_further_ones_are_ignored(gold_of):
    gold = gold_of(grid_row(2, "sugar", "create", "-", "leaf"), "")
    complete = places("sugar", "null", "null", "leaf")

    with pytest.raises(BadInput, match="paragraph 5 has no rows for 'sugar'; add one a step"):
        score(gold, places("leaf", "null", "leaf"))
    with pytest.raises(BadInput, match="'sugar' of paragraph 5 has no row for step 2"):
        score(gold, complete[:1])
    assert score(gold, complete + places("moon", "sky", "sky")).questions["created"] == Counts(tp=1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "line 2: 0 columns, expected 5"),
        ("5\t1\tsugar\tnull", "line 2: 4 columns, expected 5 separated by tabs: id, step"),
        ("5\t0\tsugar\tnull\tleaf", "line 2: the step is 0; steps count from 1"),
        ("five\t1\tsugar\tnull\tleaf", "line 2: the paragraph id 'five' is not a whole number"),
        ("5\tone\tsugar\tnull\tleaf", "line 2: the step 'one' is not a whole number"),
    ],
)
def test_a_malformed_row_is_refused_with_its_line(tmp_path, line, message):
    path = tmp_path / "predictions.tsv"
    path.write_text(f"5\t1\tsugar\tnull\tleaf\textra\n{line}\n")

    with pytest.raises(BadInput, match=message):
        read_places(path)


def test_an_empty_file_is_refused(tmp_path):
    (tmp_path / "predictions.tsv").write_text("")

    with pytest.raises(BadInput, match="is empty"):
        read_places(tmp_path / "predictions.tsv")


def test_entities_give_their_rows_to_the_participants_most_like_them():
    rows = [
        ActionRow("5", 1, "living things ; remains of living things", "NONE", "?", "?"),
        ActionRow("5", 1, "lifted vapor", "DESTROY", "sky", "-"),
        ActionRow("6", 1, "vapor", "NONE", "-", "-"),
    ]
    participants = {"5": ["live thing", "remains of live thing", "lift vapor"], "7": ["moon"]}

    assert as_task1(rows, participants) == [
        PlaceRow("5", 1, "live thing", "unk", "unk"),
        PlaceRow("5", 1, "remains of live thing", "unk", "unk"),
        PlaceRow("5", 1, "lift vapor", "sky", "null"),
    ]


def assert_official(scores, official):
    assert scores.as_json() == {
        "cat1": official["Cat-1"],
        "cat2": official["Cat-2"],
        "cat3": official["Cat-3"],
        "macro": official["macro-avg"],
        "micro": official["micro-avg"],
    }
    for number, question in enumerate(QUESTIONS, start=1):
        counts = scores.questions[question]
        assert official["questions"][f"Q{number}"] == {
            "total": counts.total,
            "tp": counts.tp,
            "fp": counts.fp,
            "tn": counts.tn,
            "fn": counts.fn,
            "accuracy": round(scores.question(question), 2),
            "precision": round(counts.precision, 2),
            "recall": round(counts.recall, 2),
            "f1": round(counts.f1, 2),
        }


@pytest.mark.propara
@pytest.mark.parametrize(
    "name",
    [
        "prolocal.run1.test",
        "prolocal.run2.test",
        "proglobal.untuned.test",
        "prostruct.test.from_task2",
        "proglobal.leaderboard.test.from_task2",
        "task2_gold_answers.test.from_task2",
    ],
)
def test_published_predictions_score_as_officially_to_the_last_digit(propara, name):
    official = json.loads((propara / "task1" / "scores.json").read_text())[name]
    gold = load_task1_gold(propara / "task1")

    scores = score(gold, read_places(propara / "task1" / "predictions" / f"{name}.tsv"))

    assert_official(scores, official)


@pytest.mark.propara
@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("task2_gold_answers", "test/answers.tsv"),
        ("prostruct", "predictions/prostruct.test.tsv"),
        ("proglobal.leaderboard", "predictions/proglobal.leaderboard.test.tsv"),
    ],
)
def test_task_2_files_score_in_task_1_as_their_official_conversion_does(propara, name, path):
    official = json.loads((propara / "task1" / "scores.json").read_text())
    gold = load_task1_gold(propara / "task1")

    scores = score(gold, as_task1(read_actions(propara / "task2" / path), gold.participants))

    assert_official(scores, official[f"{name}.test.from_task2"])


@pytest.mark.propara
def test_the_order_of_entities_does_not_change_the_mapping(propara):
    official = json.loads((propara / "task1" / "scores.json").read_text())
    gold = load_task1_gold(propara / "task1")
    rows = [row for pair in load_split(propara, "test") for row in action_rows(*pair)]

    assert_official(
        score(gold, as_task1(reversed(rows), gold.participants)),
        official["task2_gold_answers.test.from_task2"],
    )
