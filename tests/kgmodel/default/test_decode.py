"""Decoding of a document's scores, against enumeration of every track."""

import numpy as np
import pytest

from kgmodel.default.chain import ChainScores, best_tracks, joined, marginals
from kgmodel.default.decode import (
    AS_TRAINED,
    DecodeSettings,
    Temperatures,
    apply_temperatures,
    best_grid,
)
from kgmodel.default.features import TAGS
from tests.kgmodel.default.test_chain import all_tracks, random_scores, score_of


def test_a_forbidden_transition_is_never_taken():
    scores = random_scores(3, n_steps=3, n_candidates=2)
    scores.tags[:, :, TAGS.index("destroyed")] += 50
    scores.transitions[TAGS.index("stays"), TAGS.index("destroyed")] = -1e4
    scores.transitions[TAGS.index("created"), TAGS.index("destroyed")] = -1e4
    scores.transitions[TAGS.index("moves"), TAGS.index("destroyed")] = -1e4
    scores.start[TAGS.index("destroyed")] = -1e4

    assert TAGS.index("destroyed") not in best_tracks(scores).tags
    assert TAGS.index("destroyed") not in best_grid(scores).tags


def test_tempered_marginals_are_sums_over_tracks_of_tempered_scores():
    scores = random_scores(5, n_steps=3, n_candidates=2)

    computed = marginals(apply_temperatures(scores, Temperatures(tags=2.0, places=0.5)))

    places = np.exp(scores.places / 0.5)
    places = np.log(places / places.sum(-1, keepdims=True))
    by_hand = ChainScores(scores.tags / 2, scores.start / 2, scores.transitions / 2, places)
    for entity in range(2):
        created, total = 0.0, 0.0
        for tags, where in all_tracks(3, 2):
            weight = np.exp(score_of(tags, where, by_hand, entity))
            created += weight * (TAGS[tags[1]] == "created")
            total += weight
        assert computed.tags[entity, 1, TAGS.index("created")] == pytest.approx(created / total)


def test_a_higher_temperature_is_less_sure_and_one_changes_nothing():
    scores = random_scores(5, n_steps=3, n_candidates=3)

    warm, as_it_is = (
        marginals(apply_temperatures(scores, Temperatures(3.0, 3.0))),
        marginals(scores),
    )

    assert warm.tags.max(-1).mean() < as_it_is.tags.max(-1).mean()
    unchanged = marginals(apply_temperatures(scores, AS_TRAINED))
    np.testing.assert_allclose(unchanged.places, as_it_is.places, atol=1e-12)


@pytest.mark.parametrize("wrong", [0.0, -1.0, float("inf"), float("nan")])
def test_a_temperature_that_is_not_above_zero_is_refused(wrong):
    with pytest.raises(ValueError, match="above 0"):
        Temperatures(places=wrong)


@pytest.mark.parametrize("weight", [0.0, -1.0, float("inf"), float("nan")])
def test_a_weight_of_changes_that_is_not_above_zero_is_refused(weight):
    with pytest.raises(ValueError, match="change_weight"):
        DecodeSettings(change_weight=weight)


@pytest.mark.parametrize("weight", [1.0, 2.0, 5.0])
@pytest.mark.parametrize(("n_steps", "n_candidates"), [(1, 1), (1, 3), (2, 1), (3, 3), (4, 2)])
def test_tags_are_those_with_the_largest_sum_of_weighted_marginals(n_steps, n_candidates, weight):
    changes = [TAGS.index(tag) for tag in ("moves", "created", "destroyed")]
    for seed in range(20):
        scores = random_scores(seed, n_steps=n_steps, n_candidates=n_candidates)
        certain = marginals(scores).tags.copy()
        certain[:, :, changes] *= weight

        grid = best_grid(scores, unstated_cost=1.5, change_weight=weight)

        for entity in range(2):
            tracks = list(all_tracks(n_steps, n_candidates))
            expected = [certain[entity, range(n_steps), tags].sum() for tags, _ in tracks]
            assert tuple(grid.tags[entity]) == tracks[int(np.argmax(expected))][0]


def test_tags_never_follow_each_other_where_it_is_forbidden():
    n_steps, n_candidates, weight, never = 3, 2, 5.0, -1e4
    changes = [TAGS.index(tag) for tag in ("moves", "created", "destroyed")]
    for seed in range(40):
        scores = random_scores(seed, n_steps=n_steps, n_candidates=n_candidates)
        scores.tags[:] *= 0.3  # so that what is forbidden is likely but for that
        random = np.random.default_rng(seed)
        scores.transitions[random.random(scores.transitions.shape) < 0.4] = never
        scores.start[random.random(scores.start.shape) < 0.4] = never
        certain = marginals(scores).tags.copy()
        certain[:, :, changes] *= weight

        grid = best_grid(scores, change_weight=weight)

        for entity in range(2):
            allowed = [
                tags
                for tags, places in all_tracks(n_steps, n_candidates)
                if score_of(tags, places, scores, entity) > never / 2
            ]
            sums = [certain[entity, range(n_steps), tags].sum() for tags in allowed]
            assert not allowed or tuple(grid.tags[entity]) == allowed[int(np.argmax(sums))]


def test_places_are_the_best_of_a_track_with_these_tags():
    n_steps, n_candidates = 3, 3
    for seed in range(20):
        scores = random_scores(seed, n_steps=n_steps, n_candidates=n_candidates)
        costly = with_a_cost(scores, 1.5)

        grid = best_grid(scores, unstated_cost=1.5)

        for entity in range(2):
            tags = tuple(grid.tags[entity])
            same = [track for track in all_tracks(n_steps, n_candidates) if track[0] == tags]
            _, places = max(same, key=lambda track: score_of(*track, costly, entity))
            assert tuple(grid.places[entity]) == places


def test_a_move_is_decoded_although_its_destination_is_open():
    scores = random_scores(1, n_steps=1, n_candidates=8)
    scores.tags[:], scores.start[:] = 0.0, 0.0
    scores.tags[:, :, :] = -50.0
    scores.tags[:, 0, TAGS.index("moves")] = 1.0
    scores.tags[:, 0, TAGS.index("stays")] = 0.0
    scores.places[:, 1] = np.log(1 / 8)

    assert best_tracks(scores).tags[:, 0].tolist() == [TAGS.index("stays")] * 2
    assert best_grid(scores).tags[:, 0].tolist() == [TAGS.index("moves")] * 2


def test_documents_decoded_together_are_decoded_as_alone():
    alone = [random_scores(seed, n_steps=4, n_candidates=seed) for seed in (1, 2, 5)]
    start, transitions = alone[0].start, alone[0].transitions
    alone = [ChainScores(each.tags, start, transitions, each.places) for each in alone]

    together = joined(alone)

    grid, certain = best_grid(together, unstated_cost=1.5, change_weight=2.0), marginals(together)
    for number, scores in enumerate(alone):
        rows, n_candidates = slice(2 * number, 2 * number + 2), scores.places.shape[2]
        own = best_grid(scores, unstated_cost=1.5, change_weight=2.0)
        assert np.array_equal(grid.tags[rows], own.tags)
        assert np.array_equal(grid.places[rows], own.places)
        places = certain.places[rows]
        assert np.allclose(places[:, :, :n_candidates], marginals(scores).places, atol=1e-12)
        assert not places[:, :, n_candidates:].any()


def test_an_unstated_place_yields_to_one_that_is_little_less_likely():
    scores = random_scores(1, n_steps=1, n_candidates=2)
    scores.tags[:] = 0.0
    scores.tags[:, 0, TAGS.index("created")] = 50
    scores.places[:, 1] = np.log([0.6, 0.4])

    def places(cost):
        return best_grid(scores, unstated_cost=cost).places[:, 1].tolist()

    assert places(0.0) == places(0.3) == [0, 0]
    assert places(0.5) == [1, 1]
    assert scores.places[0, 1, 0] == np.log(0.6)


def with_a_cost(scores, cost):
    places = scores.places.copy()
    places[:, :, 0] -= cost
    return ChainScores(scores.tags, scores.start, scores.transitions, places)


def test_a_move_that_is_in_one_of_two_steps_is_not_decoded_in_both():
    scores = random_scores(1, n_steps=2, n_candidates=3)
    scores.start[:], scores.transitions[:] = 0.0, 0.0
    scores.tags[:] = -50.0
    moves, stays = TAGS.index("moves"), TAGS.index("stays")
    scores.tags[:, :, [moves, stays]] = 0.0
    scores.transitions[stays, stays] = -50.0  # one of the steps has the move, to the kettle
    somewhere, kettle = 0, 1
    scores.places[:] = np.log(1e-6)
    scores.places[:, 0, somewhere] = scores.places[:, 1:, kettle] = np.log(1 - 2e-6)

    places = best_grid(scores, change_weight=2.0).places

    assert places[0, 0] == somewhere and places[0, 2] == kettle
    assert marginals(scores).places[0, range(3), places[0]].min() > 0.3
