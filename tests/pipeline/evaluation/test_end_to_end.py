"""Scores of what was read about entities that were found, by hand."""

from __future__ import annotations

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import Grid
from pipeline.evaluation.end_to_end import evaluate_found, score_found
from pipeline.evaluation.evaluate import evaluate_grids
from pipeline.evaluation.task2 import Score, score_grids

DOCUMENT = Document("1", "1", "Melt it. Pour it.", (Step(1, "Melt it.", 0),) * 2, "d.txt")
WAX = ["pan", "-", "-"]  # an input
CANDLE = ["-", "-", "mould"]  # an output


def grid(**states: list[str]) -> Grid:
    return Grid.from_texts([Entity.parse(name) for name in states], list(states.values()))


GOLD = [(DOCUMENT, Grid.from_texts(Entity.parse_all(["wax; paraffin", "candle"]), [WAX, CANDLE]))]


def test_a_found_entity_answers_for_the_one_it_names_in_any_inflection():
    scores = score_found(GOLD, [grid(paraffin=WAX, candles=CANDLE)])

    assert scores.inputs == scores.outputs == Score(1.0, 1.0)
    assert scores.f1 == 1.0


def test_an_entity_that_was_not_found_costs_recall_alone():
    scores = score_found(GOLD, [grid(wax=WAX)])

    assert scores.inputs == Score(1.0, 1.0)
    assert scores.outputs == Score(1.0, 0.0)


def test_an_entity_that_is_none_of_golds_costs_precision_alone():
    scores = score_found(GOLD, [grid(wax=WAX, candle=CANDLE, wick=WAX)])

    assert scores.inputs == Score(0.5, 1.0)
    assert scores.outputs == Score(1.0, 1.0)


def test_a_second_name_for_an_entity_is_as_wrong_as_any_other():
    scores = score_found(GOLD, [grid(wax=WAX, paraffin=WAX, candle=CANDLE)])

    assert scores.inputs == Score(0.5, 1.0)


def test_a_document_in_which_nothing_was_found_has_no_answers():
    scores = score_found(GOLD, [Grid(2, ())])

    assert scores.outputs == Score(1.0, 0.0)


def test_with_golds_own_entities_the_scores_are_the_official_ones():
    places = [["pan", "pan", "-"], ["-", "pan", "mould"]]
    read = Grid.from_texts([track.entity for track in GOLD[0][1].tracks], places)

    assert score_found(GOLD, [read]).as_json() == score_grids(GOLD, [read]).as_json()


def test_found_entities_that_are_golds_score_as_given_ones_in_every_part():
    scores = evaluate_found(GOLD, [grid(wax=WAX, candle=CANDLE)])
    with_gold = evaluate_grids(GOLD, [GOLD[0][1]])

    assert scores["entities"] == {
        way: {"precision": 1.0, "recall": 1.0, "f1": 1.0} for way in ("exact", "head")
    }
    assert with_gold["entities"] is None
    assert {key: scores[key] for key in ("task1", "task2")} == {
        key: with_gold[key] for key in ("task1", "task2")
    }


def test_task_1_counts_an_entity_that_was_not_found_as_one_that_nothing_happens_to():
    missed = evaluate_found(GOLD, [grid(wax=WAX, wick=CANDLE)])
    unchanged = grid(wax=WAX, candle=["-", "-", "-"])

    assert missed["task1"]["questions"]["created"]["recall"] == 0.0
    assert missed["task1"]["questions"]["destroyed"]["recall"] == 100.0
    assert missed["task1"] == evaluate_found(GOLD, [unchanged])["task1"]


def test_found_entities_are_scored_by_name_and_by_head_word():
    entities = evaluate_found(GOLD, [grid(wax=WAX, white_candle=CANDLE, wick=WAX)])["entities"]

    assert entities["exact"] == {"precision": 0.333, "recall": 0.5, "f1": 0.4}


def test_names_that_only_gold_uses_break_no_common_sense():
    scores = evaluate_found(GOLD, [grid(wick=["?", "?", "pan"])])

    assert scores["violations"]["predictions"] == 1
    assert (
        scores["violations"]
        == evaluate_grids([(DOCUMENT, grid(wick=WAX))], [grid(wick=["?", "?", "pan"])])[
            "violations"
        ]
    )
