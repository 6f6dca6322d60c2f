"""Judged answers at their bounds: first states, what is destroyed, thresholds, bins by default."""

from __future__ import annotations

from random import Random

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.evaluation.calibration import (
    JudgedAnswer,
    calibration_error,
    coverage,
    error_by_chance,
    judged_changes_with_places,
    judged_locations,
    log_loss,
    reliability,
)
from pipeline.evaluation.thresholds import StatedShare, cross_validated_share, fit_threshold
from tests.pipeline.evaluation.test_calibration import ANSWERS


def grid(states: str) -> Grid:
    return Grid.from_texts([Entity.parse("water")], [states.split()])


def test_an_answer_repeats_none_by_default_and_equals_one_that_does():
    assert JudgedAnswer(0.5, True).repeated is False
    assert JudgedAnswer(0.5, True) == JudgedAnswer(0.5, True, repeated=True)
    assert JudgedAnswer(0.5, True) != JudgedAnswer(0.5, False)


def test_the_first_state_repeats_nothing_even_if_the_last_is_equal():
    predicted = grid("soil air soil")

    repeated = [answer.repeated for answer in judged_locations(predicted, predicted)]

    assert repeated == [False, False, False]


@pytest.mark.parametrize(
    ("gold", "predicted", "right"),
    [
        ("soil root -", "soil root -", [True, True]),
        ("soil leaf -", "soil root -", [False, False]),  # ends elsewhere
        ("soil - -", "soil soil -", [False]),  # ends earlier
        ("root leaf root -", "soil soil leaf -", [False, False]),
        ("soil root root", "soil root -", [True, False]),  # does not end
        ("- root", "soil root", [False]),  # its place is right, its kind is not
        ("soil root", "- root", [False]),
        ("- ?", "- ?", [True]),
        ("- ?", "- root", [False]),
    ],
)
def test_a_change_is_right_with_its_kind_and_its_place(gold, predicted, right):
    truth, read = grid(gold), grid(predicted)
    steps = tuple(Step(number, "Go.", 4 * number - 4) for number in range(1, read.n_steps + 1))
    document = Document("1", "Go", " ".join(["Go."] * read.n_steps), steps, "go.txt")

    judged = judged_changes_with_places(truth, TemporalGraph.from_grid(document, read))

    assert [answer.right for answer in judged] == right


def test_there_are_ten_bins_by_default():
    answers = [JudgedAnswer(number / 20, True) for number in range(20)]

    assert [part.n for part in reliability(answers)] == [2] * 10
    assert calibration_error(answers) == calibration_error(answers, bins=10)


@pytest.mark.parametrize("bins", [1, 2, 3])
def test_the_error_weighs_each_bin_by_its_answers(bins):
    ordered = sorted(ANSWERS + ANSWERS[:1], key=lambda answer: answer.probability)
    bounds = [round(5 * order / bins) for order in range(bins + 1)]
    expected = 0.0
    for number in range(bins):
        part = ordered[bounds[number] : bounds[number + 1]]
        distance = sum(answer.probability - answer.right for answer in part)
        expected += abs(distance) / 5

    assert calibration_error(ordered[::-1], bins=bins) == pytest.approx(expected)


def test_chance_is_drawn_two_hundred_times_from_a_fixed_seed_by_default():
    answers = [JudgedAnswer(number / 30, True) for number in range(30)]

    assert error_by_chance(answers) == error_by_chance(answers, draws=200, seed=0, together=True)
    assert error_by_chance(answers) != error_by_chance(answers, seed=1)


def test_the_error_by_chance_is_the_mean_of_its_draws():
    answers = [JudgedAnswer(0.3, True), JudgedAnswer(0.3, True, repeated=True), ANSWERS[1]]
    number = Random(5).random
    errors = []
    for _ in range(3):
        first, second = number(), number()
        drawn = [JudgedAnswer(0.3, first < 0.3)] * 2 + [JudgedAnswer(0.9, second < 0.9)]
        errors.append(calibration_error(drawn))

    assert error_by_chance(answers, draws=3, seed=5) == pytest.approx(sum(errors) / 3)


def test_log_loss_is_finite_for_what_was_impossible_and_happened():
    assert log_loss([JudgedAnswer(0.0, True)]) == pytest.approx(13.8155, abs=1e-3)
    assert log_loss([JudgedAnswer(1.0, False)]) == pytest.approx(13.8155, abs=1e-3)
    assert log_loss([JudgedAnswer(1.0, True)]) == pytest.approx(0.0, abs=1e-5)


def test_an_answer_with_the_probability_of_the_threshold_is_sure():
    assert coverage(ANSWERS, [0.4, 0.9]) == [(0.4, 0.75, pytest.approx(2 / 3)), (0.9, 0.25, 1.0)]


def test_nothing_is_right_where_nothing_is_stated():
    wrong, right = [JudgedAnswer(0.9, False)], [JudgedAnswer(0.9, True)] * 2

    assert cross_validated_share([right, wrong], precision=0.9) == StatedShare(3, 1, 0)


def test_a_threshold_states_all_that_has_a_higher_one_and_exactly_enough_of_it_right():
    answers = [JudgedAnswer(0.995, True), JudgedAnswer(0.3, False), JudgedAnswer(0.3, True)]

    assert fit_threshold(answers, precision=2 / 3) == 0.0
    assert fit_threshold(answers, precision=0.7) == 0.31
