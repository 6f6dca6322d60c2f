"""Calibration, against figures worked out by hand."""

import math

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid, Track
from pipeline.evaluation.calibration import (
    Bin,
    JudgedAnswer,
    calibration_error,
    coverage,
    error_by_chance,
    judged_cells,
    judged_changes,
    judged_changes_with_places,
    judged_locations,
    log_loss,
    reliability,
)

ANSWERS = [
    JudgedAnswer(0.2, False),
    JudgedAnswer(0.9, True),
    JudgedAnswer(0.8, False),
    JudgedAnswer(0.4, True),
]


def grid(*states: str, probabilities: tuple[float, ...] = (), changes: tuple[float, ...] = ()):
    made = Grid.from_texts([Entity.parse("water")], [states])
    (track,) = made.tracks
    track = Track(
        track.entity,
        track.locations,
        probabilities=probabilities,
        change_probabilities=changes,
    )
    return Grid(made.n_steps, (track,))


def test_bins_have_equal_counts_in_order_of_probability():
    assert reliability(ANSWERS, bins=2) == [
        Bin(2, pytest.approx(0.3), 0.5),
        Bin(2, pytest.approx(0.85), 0.5),
    ]
    assert [part.n for part in reliability(ANSWERS * 3, bins=5)] == [2, 3, 2, 3, 2]


def test_the_error_is_the_mean_distance_of_the_bins():
    assert calibration_error(ANSWERS, bins=2) == pytest.approx((0.2 + 0.35) / 2)


def test_fewer_answers_than_bins_are_a_bin_each():
    assert calibration_error(ANSWERS, bins=10) == pytest.approx((0.2 + 0.6 + 0.8 + 0.1) / 4)


def test_by_chance_certain_answers_have_no_error():
    assert error_by_chance([JudgedAnswer(1.0, True), JudgedAnswer(0.0, True)]) == 0.0


def test_by_chance_the_error_is_that_of_coins():
    """Ten coins of a half in ten bins: each is half off."""
    assert error_by_chance([JudgedAnswer(0.5, True)] * 10) == 0.5


def test_answers_that_are_right_or_wrong_together_show_a_larger_error_by_chance():
    first, again = JudgedAnswer(0.5, True), JudgedAnswer(0.5, True, repeated=True)
    answers = [first, again, again, again] * 25

    alone, together = error_by_chance(answers, together=False), error_by_chance(answers)

    # Of bins of 10 and of 2.5 independent coins: the mean distance from a half
    assert alone == pytest.approx(0.123, abs=0.01)
    assert together > 1.7 * alone


def test_log_loss_punishes_what_was_sure_and_wrong_but_never_infinitely():
    assert log_loss([JudgedAnswer(0.25, True), JudgedAnswer(0.25, False)]) == pytest.approx(
        -(math.log(0.25) + math.log(0.75)) / 2
    )
    assert log_loss([JudgedAnswer(1.0, False)]) < 20


def test_a_higher_threshold_covers_less():
    assert coverage(ANSWERS, [0.0, 0.5, 0.95]) == [
        (0.0, 1.0, 0.5),
        (0.5, 0.5, 0.5),
        (0.95, 0.0, None),
    ]


def test_only_predicted_changes_are_judged_by_their_kind_and_step():
    gold = grid("soil", "root", "root", "-")
    predicted = grid("soil", "leaf", "-", "-", changes=(0.9, 0.8, 0.7))

    assert judged_changes(gold, predicted) == [JudgedAnswer(0.9, True), JudgedAnswer(0.8, False)]


def test_only_states_predicted_to_exist_are_judged_as_task_2_compares_places():
    gold = grid("?", "soil OR ground", "?", "-")
    predicted = grid("-", "the ground", "?", "air", probabilities=(0.1, 0.2, 0.3, 0.4))

    assert judged_locations(gold, predicted) == [
        JudgedAnswer(0.2, True),
        JudgedAnswer(0.3, True),
        JudgedAnswer(0.4, False),
    ]


def test_the_place_of_a_thing_that_has_not_moved_is_a_repeated_answer():
    gold = grid("?", "soil", "soil", "-", "soil")
    predicted = grid("soil", "soil", "air", "-", "air")

    assert [answer.repeated for answer in judged_locations(gold, predicted)] == [
        False,
        True,
        False,
        False,
    ]


def test_unstated_is_not_a_place_called_question_mark():
    gold = grid("air", "?")
    predicted = grid("?", "air")

    assert [answer.right for answer in judged_locations(gold, predicted)] == [False, False]


def test_every_cell_is_judged_not_existing_too():
    gold = grid("?", "-", "-")
    predicted = grid("-", "-", "air", probabilities=(0.1, 0.2, 0.3))

    assert judged_cells(gold, predicted) == [
        JudgedAnswer(0.1, False),
        JudgedAnswer(0.2, True),
        JudgedAnswer(0.3, False),
    ]


def test_with_its_place_a_change_is_right_at_the_place_to_which_it_leads_or_which_it_ends():
    gold = grid("soil", "root", "leaf", "-")
    predicted = grid(
        "air", "root", "air", "-", probabilities=(0.9, 0.5, 0.8, 0.9), changes=(0.7, 0.6, 0.4)
    )
    text = "Take it up. Move it. Use it."
    steps = tuple(Step(number, "Move it.", 0) for number in (1, 2, 3))
    graph = TemporalGraph.from_grid(Document("plant", "Plant", text, steps, "plant"), predicted)

    assert judged_changes_with_places(gold, graph) == [
        JudgedAnswer(0.5, True),
        JudgedAnswer(0.6, False),  # to the air, not to the leaf
        JudgedAnswer(0.4, False),  # in the air
    ]
