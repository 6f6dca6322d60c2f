"""The chain's best track and marginals against enumeration of every track."""

from itertools import product

import numpy as np
import pytest

from kgmodel.default.chain import ChainScores, best_tracks, marginals
from kgmodel.default.features import TAGS

CHOOSES = {"moves", "created"}


def all_tracks(n_steps, n_candidates):
    """Every possible (tags, places), by the rules of the domain, not by the decoder's."""
    for places in product(range(-1, n_candidates), repeat=n_steps + 1):
        tags, existed = [], places[0] >= 0
        for before, after in zip(places[:-1], places[1:], strict=True):
            if before == after:
                tags.append("stays" if after >= 0 else "gone" if existed else "not yet")
            elif before < 0:
                tags.append("created")
            else:
                tags.append("destroyed" if after < 0 else "moves")
            existed = existed or after >= 0
        yield tuple(TAGS.index(tag) for tag in tags), places


def score_of(tags, places, scores, entity):
    total = scores.start[tags[0]]
    total += sum(scores.transitions[a, b] for a, b in zip(tags[:-1], tags[1:], strict=True))
    total += sum(scores.tags[entity, step, tag] for step, tag in enumerate(tags))
    if places[0] >= 0:
        total += scores.places[entity, 0, places[0]]
    for step, tag in enumerate(tags):
        if TAGS[tag] in CHOOSES:
            total += scores.places[entity, step + 1, places[step + 1]]
    return total


def random_scores(seed, *, n_steps, n_candidates):
    random = np.random.default_rng(seed)
    places = random.normal(size=(2, n_steps + 1, n_candidates)) * 2
    places -= np.log(np.exp(places).sum(-1, keepdims=True))
    return ChainScores(
        random.normal(size=(2, n_steps, len(TAGS))) * 2,
        random.normal(size=len(TAGS)),
        random.normal(size=(len(TAGS), len(TAGS))),
        places,
    )


@pytest.mark.parametrize(("n_steps", "n_candidates"), [(1, 1), (1, 3), (2, 1), (3, 3), (4, 2)])
def test_the_best_track_is_the_best_of_all_tracks(n_steps, n_candidates):
    for seed in range(20):
        scores = random_scores(seed, n_steps=n_steps, n_candidates=n_candidates)

        tracks = best_tracks(scores)

        for entity in range(2):
            best = max(
                all_tracks(n_steps, n_candidates),
                key=lambda track: score_of(*track, scores, entity),
            )
            assert tuple(tracks.tags[entity]) == best[0]
            assert tuple(tracks.places[entity]) == best[1]


@pytest.mark.parametrize(("n_steps", "n_candidates"), [(1, 1), (1, 3), (2, 1), (3, 3), (4, 2)])
def test_marginals_are_sums_over_all_tracks(n_steps, n_candidates):
    scores = random_scores(7, n_steps=n_steps, n_candidates=n_candidates)

    computed = marginals(scores)

    for entity in range(2):
        tags = np.zeros((n_steps, len(TAGS)))
        places = np.zeros((n_steps + 1, n_candidates))
        for track in all_tracks(n_steps, n_candidates):
            weight = np.exp(score_of(*track, scores, entity))
            for step, tag in enumerate(track[0]):
                tags[step, tag] += weight
            for state, place in enumerate(track[1]):
                if place >= 0:
                    places[state, place] += weight
        total = tags[0].sum()
        np.testing.assert_allclose(computed.tags[entity], tags / total, atol=1e-9)
        np.testing.assert_allclose(computed.places[entity], places / total, atol=1e-9)


def test_a_candidate_that_another_outweighs_keeps_its_digits():
    scores = random_scores(3, n_steps=1, n_candidates=2)
    scores.tags[:, 0, TAGS.index("moves")] += 500
    scores.places[:, 0] = 0, -60  # from the second alone can the first be reached
    scores.places[:, 1] = 0, -200

    computed = marginals(scores)

    np.testing.assert_allclose(computed.places[:, 0, 1], 1.0)
    np.testing.assert_allclose(computed.places[:, 1, 0], 1.0)
