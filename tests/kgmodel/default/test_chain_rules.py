"""What the chain leaves alone, and what several documents in one chain share."""

from __future__ import annotations

import math
from dataclasses import asdict, replace

import numpy as np
import pytest

from kgmodel.default.chain import best_tracks, joined, logsumexp, marginals
from tests.kgmodel.default.test_chain import random_scores


@pytest.mark.parametrize("work", [best_tracks, marginals])
def test_scores_stay_as_they_were(work):
    for seed in range(10):
        scores = random_scores(seed, n_steps=2, n_candidates=3)
        before = {name: value.copy() for name, value in asdict(scores).items()}

        work(scores)

        for name, value in before.items():
            assert np.array_equal(getattr(scores, name), value), name


def test_a_document_joined_with_none_stays_as_it_was():
    scores = random_scores(1, n_steps=2, n_candidates=3)

    alone = joined([scores])

    for name, value in asdict(scores).items():
        assert np.array_equal(getattr(alone, name), value), name


def test_joined_documents_have_the_transitions_of_the_first():
    first = random_scores(1, n_steps=2, n_candidates=3)
    second = replace(first, start=first.start + 1, transitions=first.transitions + 1)

    both = joined([first, second])

    assert np.array_equal(both.start, first.start)
    assert np.array_equal(both.transitions, first.transitions)
    assert both.places.shape == (4, 3, 3) and both.tags.shape == (4, 2, 6)


@pytest.mark.parametrize(("axis", "expected"), [(0, [1000.0, 2.0]), (1, [1000.0, 1000.0])])
def test_the_log_of_a_sum_of_large_exponentials_is_finite(axis, expected):
    scores = np.array([[1000.0, 2.0], [1000.0, 2.0]])
    doubled = [value + (math.log(2) if axis == 0 else 0.0) for value in expected]

    np.testing.assert_allclose(logsumexp(scores, axis=axis), doubled)
