"""Rounding of probabilities: fewer digits, and what is printed of them stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.domain.confidence import UNSURE_BELOW, is_unsure
from pipeline.domain.grid import Grid
from pipeline.domain.rounding import DIGITS, rounded_grid, rounded_probability
from tests.support.graphs import tracks

probabilities = st.floats(0.0, 1.0)


@given(probabilities)
def test_a_rounded_probability_has_at_most_four_digits_and_is_near(probability):
    rounded = rounded_probability(probability)

    assert round(rounded, DIGITS) == rounded
    assert abs(rounded - probability) <= 1.0001 * 10**-DIGITS
    assert 0.0 <= rounded <= 1.0
    assert rounded_probability(rounded) == rounded


@given(probabilities)
def test_the_two_digits_that_are_printed_and_what_is_unsure_stay(probability):
    rounded = rounded_probability(probability)

    assert f"{rounded:.2f}" == f"{probability:.2f}"
    assert is_unsure(rounded, below=UNSURE_BELOW) == is_unsure(probability, below=UNSURE_BELOW)


@pytest.mark.parametrize(
    ("probability", "rounded"),
    [(0.53498, 0.5349), (0.53502, 0.5351), (0.535, 0.535), (0.52504, 0.5251), (0.0, 0.0)],
)
def test_nothing_becomes_half_a_percent_that_is_not(probability, rounded):
    assert rounded_probability(probability) == rounded


def test_the_noise_of_a_batch_does_not_show():
    assert rounded_probability(0.57123456) == rounded_probability(0.57123476)


@given(tracks("water", 3))
def test_a_rounded_grid_has_the_same_places_changes_and_evidence(track):
    [rounded] = rounded_grid(Grid(3, (track,))).tracks

    assert rounded.locations == track.locations
    assert (rounded.evidence, rounded.change_evidence) == (track.evidence, track.change_evidence)
    assert rounded.probabilities == tuple(map(rounded_probability, track.probabilities))
    assert rounded.exists == tuple(map(rounded_probability, track.exists))
    assert rounded.change_probabilities == tuple(
        map(rounded_probability, track.change_probabilities)
    )
