"""The network that scores candidates from their features."""

from __future__ import annotations

import pytest
import torch

from kgmodel.candidate_scorer import LARGEST, CandidateScorer


@pytest.fixture
def scorer() -> CandidateScorer:
    torch.manual_seed(0)
    return CandidateScorer(3, hidden=4, networks=2)


def test_scores_equal_the_equation_computed_one_candidate_at_a_time(scorer):
    rows = torch.randn(5, 3) * 3
    scorer.standardise(rows)

    scores = scorer.eval()(rows)

    for number, network in enumerate(scorer.networks):
        inner, outer = network[1], network[4]
        for place, row in enumerate(rows):
            usual = ((row - rows.mean(0)) / rows.std(0)).clamp(-LARGEST, LARGEST)
            hidden = torch.relu(inner.weight @ usual + inner.bias)
            expected = (outer.weight @ hidden + outer.bias)[0]
            torch.testing.assert_close(scores[number, place], expected)


def test_probabilities_are_the_mean_of_the_networks_and_have_no_dropout(scorer):
    rows = torch.randn(5, 3)

    first = scorer.train().probabilities(rows)
    second = scorer.train().probabilities(rows)

    torch.testing.assert_close(first, second)
    torch.testing.assert_close(first, torch.sigmoid(scorer.eval()(rows)).mean(0))


def test_in_training_dropout_changes_the_scores(scorer):
    rows = torch.randn(50, 3)

    assert not torch.equal(scorer.train()(rows), scorer.train()(rows))


def test_a_third_of_the_dropout_is_that_of_the_features():
    scorer = CandidateScorer(3, networks=1, dropout=0.6)

    assert [part.p for part in scorer.networks[0] if hasattr(part, "p")] == [
        pytest.approx(0.2),
        0.6,
    ]


def test_a_feature_that_never_differs_gives_finite_scores(scorer):
    rows = torch.ones(4, 3)
    scorer.standardise(rows)

    assert torch.isfinite(scorer(rows)).all()


def test_candidates_are_scored_for_themselves(scorer):
    rows = torch.randn(6, 3)

    torch.testing.assert_close(scorer.probabilities(rows)[2:3], scorer.probabilities(rows[2:3]))
