"""Task 2 by the leaderboard's rules: scored by hand, then against the official numbers."""

from __future__ import annotations

import json

import pytest

from pipeline.datasets.propara import ActionRow, read_actions
from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.evaluation.task2 import QUESTIONS, Score, places_agree, score, score_grids
from pipeline.evaluation.task2_answers import Conversion, Move, answer, by_document


def track(entity: str, *places: str, document: str = "1") -> list[ActionRow]:
    """Rows of one entity that goes through ``places``, the first before step 1."""
    rows = []
    for step, (before, after) in enumerate(zip(places, places[1:], strict=False), start=1):
        if before == after:
            action = "NONE"
        elif before == "-":
            action = "CREATE"
        else:
            action = "DESTROY" if after == "-" else "MOVE"
        rows.append(ActionRow(document, step, entity, action, before, after))
    return rows


def actions(entity: str, *names: str) -> list[ActionRow]:
    """Rows of one entity whose actions are given and whose place is never known."""
    return [ActionRow("1", step, entity, name, "?", "?") for step, name in enumerate(names, 1)]


def answers(*tracks: list[ActionRow]):
    return answer(by_document(row for rows in tracks for row in rows)["1"])


def moves(gold: list[ActionRow], predicted: list[ActionRow]) -> Score:
    return score(gold, predicted).moves


SUGAR = track("water; dew", "root", "leaf", "-", "-") + track("sugar", "-", "-", "leaf", "leaf")


def test_gold_scores_one_against_itself():
    scores = score(SUGAR, SUGAR)

    assert [getattr(scores, name) for name in QUESTIONS] == [Score(1.0, 1.0)] * 4
    assert scores.f1 == 1.0


def test_the_four_answers_are_read_from_the_rows():
    predicted = answers(SUGAR)

    assert predicted.inputs == ("water OR dew",)
    assert predicted.outputs == ("sugar",)
    assert predicted.conversions == (Conversion("water OR dew", "sugar", "leaf", 2),)
    assert predicted.moves == (Move("water OR dew", "root", "leaf", 1),)


def test_nothing_predicted_has_precision_one_and_recall_zero():
    nothing = track("water; dew", "", "", "", "") + track("sugar", "", "", "", "")

    scores = score(SUGAR, nothing)

    assert [getattr(scores, name) for name in QUESTIONS] == [Score(1.0, 0.0)] * 4
    assert scores.f1 == 0.0


def test_something_predicted_where_gold_has_nothing_has_precision_zero_and_recall_one():
    nothing = track("water; dew", "?", "?", "?", "?") + track("sugar", "?", "?", "?", "?")

    scores = score(nothing, SUGAR)

    assert [getattr(scores, name) for name in QUESTIONS] == [Score(0.0, 1.0)] * 4


def test_nothing_predicted_where_gold_has_nothing_is_right():
    nothing = track("water", "?", "?")

    assert score(nothing, nothing).f1 == 1.0


def test_a_document_of_mixed_quality_scores_as_computed_by_hand():
    predicted = track("water; dew", "soil", "leaf", "leaf", "-") + track(
        "sugar", "-", "-", "cell", "-"
    )

    scores = score(SUGAR, predicted)

    # input: water, right (destroyed, if late) and sugar, wrong (created before): 1 of 1
    assert scores.inputs == Score(1.0, 1.0)
    # outputs: nothing predicted (sugar is destroyed after its creation)
    assert scores.outputs == Score(1.0, 0.0)
    # conversions: none at one step; water gone at 3 is one after sugar came at 2, but 3 is the last
    assert scores.conversions == Score(1.0, 0.0)
    # moves: names and destination agree, the origin does not: (1 + 0 + 1) / 3
    assert scores.moves == Score(0.667, 0.667)
    # means of the rounded four, F1 of the means
    assert scores.overall == Score((1.0 + 1.0 + 1.0 + 0.667) / 4, (1.0 + 0.0 + 0.0 + 0.667) / 4)
    assert scores.as_json()["overall"] == {"precision": 0.917, "recall": 0.417, "f1": 0.573}


def test_each_question_is_averaged_over_documents_and_rounded_before_the_four_are_averaged():
    gold = [row for document in "123" for row in track("a", "x", "y", document=document)]
    predicted = track("a", "x", "y", document="1")
    for document in "23":
        predicted += track("a", "x", "x", document=document)

    scores = score(gold, predicted)

    assert scores.moves.recall == 0.333
    assert scores.overall.recall == (1.0 + 1.0 + 1.0 + 0.333) / 4
    assert scores.by_document["2"]["moves"] == Score(1.0, 0.0)


def test_of_duplicate_rows_the_last_wins():
    duplicated = [*track("a", "x", "z"), *track("a", "x", "y")]

    assert score(track("a", "x", "y"), duplicated).f1 == 1.0


def test_a_missing_row_means_no_action_and_an_unknown_place():
    gold = track("a", "?", "?", "?", "x")
    without_the_second = [row for row in track("a", "?", "?", "y", "x") if row.step != 2]

    assert answers(without_the_second).moves == answers(gold).moves


def test_only_step_one_says_where_something_was_before():
    rows = [ActionRow("1", 1, "a", "NONE", "x", "x"), ActionRow("1", 2, "a", "MOVE", "z", "y")]

    assert answers(rows).moves == (Move("a", "x", "y", 2),)


def test_actions_and_places_may_disagree():
    silent = [ActionRow("1", 1, "a", "NONE", "x", "x"), ActionRow("1", 2, "a", "NONE", "y", "y")]

    predicted = answers(silent)

    assert predicted.moves == (Move("a", "x", "y", 2),)  # two places in a row are a move


@pytest.mark.parametrize(
    ("sequence", "is_input", "is_output"),
    [
        ("DESTROY", True, False),
        ("CREATE", False, True),
        ("MOVE DESTROY", True, False),
        ("CREATE DESTROY", False, False),
        ("DESTROY CREATE", False, False),
        ("DESTROY MOVE", False, False),
        ("DESTROY DESTROY", True, False),
        ("MOVE CREATE", False, False),
        ("CREATE MOVE CREATE", False, True),
        ("NONE CREATE NONE", False, True),
    ],
)
def test_inputs_are_destroyed_and_outputs_created_by_their_actions_alone(
    sequence, is_input, is_output
):
    predicted = answers(actions("a", *sequence.split()))

    assert (bool(predicted.inputs), bool(predicted.outputs)) == (is_input, is_output)


def test_what_is_created_a_step_after_something_is_destroyed_is_converted_but_not_at_the_end():
    early = answers(track("a", "x", "-", "-", "-"), track("b", "-", "-", "y", "y"))
    late = answers(track("a", "x", "x", "-", "-"), track("b", "-", "-", "-", "y"))

    assert early.conversions == (Conversion("a", "b", "x AND y", 1),)
    assert late.conversions == ()


def test_what_is_destroyed_a_step_after_something_is_created_is_converted_too():
    predicted = answers(track("a", "x", "x", "-", "-"), track("b", "-", "y", "y", "y"))

    assert predicted.conversions == (Conversion("a", "b", "x AND y", 1),)


def test_looking_ahead_stops_where_the_next_step_has_its_own_conversion():
    predicted = answers(
        track("a", "x", "-", "-", "-", "-"),
        track("b", "x", "x", "-", "-", "-"),
        track("c", "-", "-", "y", "y", "y"),
    )

    assert predicted.conversions == (Conversion("b", "c", "x AND y", 2),)


@pytest.mark.parametrize(
    ("gold", "predicted", "agreement"),
    [
        ("the big rocks", "big rock", 1.0),
        ("A Big Rock", "another big rocks", 1.0),
        ("rocks big", "rock big", 0.0),
        ("leaves", "leaf", 0.0),
        ("root soil", "soil", 0.0),
        ("the a rock", "rock", 0.0),
        ("?", "?", 1.0),
        ("?", "soil", 0.0),
        ("sea OR ocean", "oceans", 1.0),
        ("sea or ocean", "ocean", 0.0),
        ("soil AND root", "root", 0.5),
        ("soil and root", "root", 0.0),
        ("soil;root", "root", 0.0),
        ("root AND roots", "root", 2.0),
        ("root AND roots", "roots AND root", 1.0),
    ],
)
def test_places_agree_by_terms_less_one_article_stemmed_as_one_word(gold, predicted, agreement):
    scores = moves(track("a", gold, "here"), track("a", predicted, "here"))

    assert scores.precision == round((1.0 + agreement + 1.0) / 3, 3)


def test_a_pair_that_duplicate_terms_push_below_zero_counts_as_no_match():
    gold, predicted = "root AND rooting", "root AND roots AND rooted"

    # overlap 6 of 2 + 3 - 6: the place counts -6
    assert moves(track("a", gold, "here"), track("a", predicted, "here")) == Score(0.0, 0.0)


@pytest.mark.parametrize(("other", "precision"), [("dew", 1.0), ("Dew", 0.0), ("dews", 0.0)])
def test_names_agree_by_any_common_synonym_as_written(other, precision):
    gold = track("water ;dew", "x", "-") + track(other, "x", "x")
    predicted = track("water ;dew", "x", "x") + track(other, "x", "-")

    assert score(gold, predicted).inputs.precision == precision


def test_several_destroyed_for_several_created_share_the_score_of_each_term():
    gold = track("a", "x", "-") + track("b", "x", "-") + track("c", "-", "x")
    predicted = track("a", "x", "-") + track("b", "x", "x") + track("c", "-", "x")

    # destroyed: {a} of {a, b} is 1 / 2; created and place are right: (1/2 + 1 + 1) / 3
    assert score(gold, predicted).conversions == Score(0.833, 0.833)


def test_recall_of_equally_long_lists_is_a_copy_of_precision():
    gold = track("a", "x", "y", "y") + track("b", "x", "x", "y")
    predicted = track("a", "x", "y", "y") + track("b", "x", "z", "z")

    # a is right: 1; b has only the origin in common with a's answer: 1 / 3. Of gold's two only a
    # is found, so an honest recall were 1 / 2
    assert moves(gold, predicted) == Score(round(4 / 3 / 2, 3), round(4 / 3 / 2, 3))


def test_recall_of_lists_of_other_length_gives_each_gold_answer_its_best():
    gold = track("a", "x", "y", "y") + track("b", "x", "x", "y")
    predicted = track("a", "x", "y", "y") + track("b", "x", "x", "x")

    assert moves(gold, predicted) == Score(1.0, 0.5)


def test_steps_counted_from_zero_overwrite_the_state_before_as_they_do_officially():
    rows = [
        ActionRow("1", 0, "a", "CREATE", "-", "x"),
        ActionRow("1", 1, "a", "MOVE", "x", "y"),
        ActionRow("1", 2, "a", "NONE", "y", "y"),
    ]

    tracks = by_document(rows)["1"]["a"]

    assert tracks.locations == ["x", "y", "y"]
    assert tracks.actions == ["MOVE", "NONE"]


def test_only_steps_from_zero_are_refused():
    with pytest.raises(BadInput, match="'a' of paragraph 1 has a row for step 0"):
        score(SUGAR, [ActionRow("1", 0, "a", "NONE", "x", "x")])


@pytest.mark.parametrize(
    ("predicted", "message"),
    [
        (track("water; dew", "x", "x", document="2"), "paragraph 1 has no prediction; add a row"),
        (track("water; dew", "x", "x"), "paragraph 1 has no rows for 'sugar'; add them"),
        (SUGAR + track("Sugar", "x", "x"), "rows for 'Sugar', which gold does not track"),
        (track("dew; water", "x", "x") + track("sugar", "x", "x"), "no rows for 'water; dew'"),
    ],
)
def test_predictions_must_name_exactly_what_gold_tracks(predicted, message):
    with pytest.raises(BadInput, match=message):
        score(SUGAR, predicted)


def test_documents_that_gold_does_not_hold_are_ignored():
    assert score(SUGAR, SUGAR + track("a", "x", "y", document="2")).f1 == 1.0


def test_no_gold_at_all_is_refused():
    with pytest.raises(BadInput, match="no gold document"):
        score([], SUGAR)


def test_grids_score_as_their_rows_do():
    entities = (Entity("water; dew", ("water", "dew")), Entity("sugar", ("sugar",)))
    steps = tuple(Step(number, "Grow.", 6 * (number - 1)) for number in (1, 2, 3))
    document = Document("1", "leaf", "Grow. Grow. Grow.", steps, "leaf.txt", entities)
    gold = Grid.from_texts(entities, [["root", "leaf", "-", "-"], ["-", "-", "leaf", "leaf"]])
    predicted = Grid.from_texts(entities, [["soil", "leaf", "leaf", "-"], ["-", "-", "cell", "-"]])

    scores = score_grids([(document, gold)], [predicted])

    assert scores.as_json()["overall"] == {"precision": 0.917, "recall": 0.417, "f1": 0.573}


PREDICTIONS = [
    "prostruct.test",
    "proglobal.leaderboard.test",
    "proglobal.untuned.test",
    "prolocal.run1.test",
    "prolocal.run2.test",
]


def assert_official(scores, official):
    assert scores.as_json() == {name: official[name] for name in (*QUESTIONS, "overall")}
    unrounded = official["overall_unrounded"]
    assert scores.overall.precision == unrounded["precision"]
    assert scores.overall.recall == unrounded["recall"]
    assert scores.f1 == unrounded["f1"]
    assert len(scores.by_document) == official["n_processes"]
    for document, questions in official.get("per_process_PR", {}).items():
        for question, (precision, recall) in questions.items():
            assert scores.by_document[document][question] == Score(precision, recall)


@pytest.mark.propara
@pytest.mark.parametrize("name", PREDICTIONS)
def test_published_predictions_score_as_officially_to_the_last_digit(propara, name):
    official = json.loads((propara / "task2" / "scores.json").read_text())[name]

    scores = score(
        read_actions(propara / "task2" / "test" / "answers.tsv"),
        read_actions(propara / "task2" / "predictions" / f"{name}.tsv"),
    )

    assert_official(scores, official)


@pytest.mark.propara
@pytest.mark.parametrize("number", range(8))
def test_the_official_fixtures_score_or_are_refused_as_officially(propara, number):
    folder = propara / "task2_fixtures"
    official = json.loads((folder / "expected.json").read_text())[f"testfiles-{number}"]
    gold = folder / f"testfiles-{number}" / "answers.tsv"
    predicted = gold if number == 0 else gold.with_name("predictions.tsv")
    official = official.get("self_check", official)

    if official["exit_code"]:
        with pytest.raises(BadInput) as refusal:
            score(read_actions(gold), read_actions(predicted))
        assert refusal.value.exit_code == official["exit_code"]
    else:
        assert_official(score(read_actions(gold), read_actions(predicted)), official)


@pytest.mark.propara
@pytest.mark.parametrize("split", ["train", "dev", "test"])
@pytest.mark.parametrize("kind", ["dummy", "self"])
def test_gold_and_the_empty_template_score_as_officially(propara, split, kind):
    expected = json.loads((propara / "task2_fixtures" / "expected.json").read_text())
    gold = propara / "task2" / split / "answers.tsv"
    predicted = gold if kind == "self" else gold.with_name("dummy-predictions.tsv")

    scores = score(read_actions(gold), read_actions(predicted))

    assert_official(scores, expected[f"{kind}-{split}"])


def test_equal_places_agree_wholly_even_if_they_name_one_place_twice():
    assert places_agree("soil OR soil OR clay", "soil OR soil OR clay") == 1.0
