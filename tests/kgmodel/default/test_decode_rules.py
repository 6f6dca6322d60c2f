"""Settings of decoding, and when a grid's track is replaced by the best one."""

from __future__ import annotations

import numpy as np
import pytest

from kgmodel.default.chain import ChainScores, marginals
from kgmodel.default.decode import (
    DecodeSettings,
    Temperatures,
    apply_temperatures,
    best_grid,
    posterior_decode,
)
from kgmodel.default.features import TAGS
from tests.kgmodel.default.test_chain import random_scores

STAYS, MOVES = TAGS.index("stays"), TAGS.index("moves")
NEVER = -50.0


@pytest.mark.parametrize("cost", [float("inf"), float("-inf"), float("nan")])
def test_a_cost_of_unstated_places_that_is_not_finite_is_refused(cost):
    with pytest.raises(ValueError, match="unstated_cost"):
        DecodeSettings(unstated_cost=cost)


@pytest.mark.parametrize("cost", [-1.0, 0.0, 3.0])
def test_any_finite_cost_of_unstated_places_is_accepted(cost):
    assert DecodeSettings(unstated_cost=cost).unstated_cost == cost


@pytest.mark.parametrize("temperatures", [{"tags": 0.0}, {"tags": 2.0, "places": -1.0}])
def test_each_temperature_must_be_above_zero(temperatures):
    with pytest.raises(ValueError, match="above 0"):
        Temperatures(**temperatures)


@pytest.mark.parametrize(
    ("config", "settings"),
    [
        # what checkpoints were decoded with before they named it
        ({}, DecodeSettings(Temperatures(1.0, 1.0), unstated_cost=2.0, change_weight=1.0)),
        (
            {"temperatures": {"tags": 2.0}, "architecture": "default"},
            DecodeSettings(Temperatures(2.0, 1.0), unstated_cost=2.0, change_weight=1.0),
        ),
        (
            {"temperatures": {"places": 0.5}, "decoding": {"unstated_cost": 0.5}},
            DecodeSettings(Temperatures(1.0, 0.5), unstated_cost=0.5, change_weight=1.0),
        ),
        (
            {"decoding": {"change_weight": 3.0}},
            DecodeSettings(Temperatures(1.0, 1.0), unstated_cost=2.0, change_weight=3.0),
        ),
    ],
)
def test_settings_are_read_from_a_config_and_what_is_missing_has_its_default(config, settings):
    assert DecodeSettings.from_config(config) == settings


@pytest.mark.parametrize("section", ["temperatures", "decoding"])
def test_a_setting_that_there_is_not_is_refused(section):
    with pytest.raises(TypeError):
        DecodeSettings.from_config({section: {"colour": 1.0}})


def chain_of(n_entities: int, places: np.ndarray) -> ChainScores:
    """Scores of entities that stay or move, each as likely; places (entity, state, candidate)."""
    tags = np.full((n_entities, places.shape[1] - 1, len(TAGS)), NEVER)
    tags[:, :, [STAYS, MOVES]] = 0.0
    n_tags = len(TAGS)
    return ChainScores(tags, np.zeros(n_tags), np.zeros((n_tags, n_tags)), np.log(places))


@pytest.fixture
def unsure():
    """An entity that moves to the second place with a probability of 0.4, or stays."""
    places = np.array([[[1.0, 1e-9], [1e-9, 1.0]]])
    scores = chain_of(1, places)
    scores.tags[0, 0, [STAYS, MOVES]] = np.log([0.6, 0.4])
    return scores


@pytest.mark.parametrize(("options", "tag"), [({}, STAYS), ({"change_weight": 2.0}, MOVES)])
def test_a_change_counts_as_much_as_no_change_unless_it_has_another_weight(unsure, options, tag):
    assert best_grid(unsure, **options).tags.tolist() == [[tag]]
    assert posterior_decode(unsure, marginals(unsure), **options).tolist() == [[tag]]


def test_probabilities_and_scores_stay_as_they_were():
    scores = random_scores(1, n_steps=3, n_candidates=3)
    certain = marginals(scores)
    tags, places = certain.tags.copy(), scores.places.copy()

    posterior_decode(scores, certain, change_weight=2.0)
    best_grid(scores, unstated_cost=1.0, change_weight=2.0)

    assert np.array_equal(certain.tags, tags)
    assert np.array_equal(scores.places, places)


@pytest.mark.parametrize("between", [0, 2])
def test_a_track_through_a_place_below_a_hundredth_yields_to_one_with_fewer_changes(between):
    """One move to the kettle, in either step; two moves pass a place that is hardly likely."""
    somewhere, kettle = 2 - between, 1
    places = np.full((2, 3, 3), 1e-9)
    places[:, 0, somewhere] = places[:, 1:, kettle] = 1.0
    places[:, 1, between] = 0.01523, 0.00503  # the others are as likely as 1
    scores = chain_of(2, places)
    scores.transitions[STAYS, STAYS] = NEVER

    grid = best_grid(scores, change_weight=2.0)

    assert marginals(scores).places[:, 1, between] == pytest.approx([0.015, 0.005], abs=1e-4)
    assert grid.tags[0].tolist() == [MOVES, MOVES]
    assert grid.places[0].tolist() == [somewhere, between, kettle]
    assert sorted(grid.tags[1].tolist()) == [STAYS, MOVES]
    assert between not in grid.places[1]


def test_a_track_to_an_open_place_yields_to_none_with_as_many_changes():
    """A move in the first step to any of 100 places, or, less likely, in the second to another."""
    places = np.full((1, 3, 102), 1e-9)
    places[0, 0, 0] = places[0, 2, 1] = 1.0
    places[0, 1, 2:] = 0.01
    scores = chain_of(1, places)
    scores.transitions[[STAYS, MOVES], [STAYS, MOVES]] = NEVER
    scores.transitions[[MOVES, STAYS], [STAYS, MOVES]] = np.log([0.6, 0.4])

    grid = best_grid(scores)

    assert grid.tags.tolist() == [[MOVES, STAYS]]
    assert grid.places[0, 0] == 0 and grid.places[0, 1] == grid.places[0, 2] >= 2


def test_temperatures_divide_all_scores_and_places_sum_to_one_again():
    scores = random_scores(2, n_steps=2, n_candidates=3)

    warm = apply_temperatures(scores, Temperatures(tags=4.0, places=2.0))

    np.testing.assert_allclose(warm.tags * 4, scores.tags)
    np.testing.assert_allclose(warm.start * 4, scores.start)
    np.testing.assert_allclose(warm.transitions * 4, scores.transitions)
    roots = np.sqrt(np.exp(scores.places))
    np.testing.assert_allclose(np.exp(warm.places), roots / roots.sum(-1, keepdims=True))
