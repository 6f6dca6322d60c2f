"""The chain of tags for short tracks, and which transitions it allows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
import torch

from kgmodel.default.crf import TagChain, TagMarginals

N_TAGS = 4


@pytest.fixture
def chain():
    torch.manual_seed(0)
    chain = TagChain(N_TAGS)
    torch.nn.init.normal_(chain.scores)
    torch.nn.init.normal_(chain.start_scores)
    return chain


def log_probability(chain: TagChain, scores: torch.Tensor, track: Sequence[int]) -> torch.Tensor:
    """Of one track among all of its length, by their sums."""

    def total(tags):
        stated = sum(scores[step, tag] for step, tag in enumerate(tags))
        passed = sum(chain.scores[a, b] for a, b in zip(tags, tags[1:], strict=False))
        return chain.start_scores[tags[0]] + stated + passed

    every = torch.stack([total(tags) for tags in product(range(N_TAGS), repeat=len(track))])
    return total(track) - every.logsumexp(0)


@pytest.mark.parametrize("track", [(2,), (0,), (1, 3), (3, 3), (0, 2, 1)])
def test_the_loss_of_a_track_is_its_log_probability_among_all_of_its_length(chain, track):
    scores = torch.randn(1, len(track), N_TAGS)

    loss = chain.negative_log_likelihood(
        scores, torch.tensor([track]), torch.ones(1, len(track), dtype=torch.bool)
    )

    torch.testing.assert_close(loss[0], -log_probability(chain, scores[0], track))


def test_a_track_of_one_step_has_its_tags_probabilities_and_no_transitions(chain):
    scores, present = torch.randn(2, 1, N_TAGS), torch.ones(2, 1, dtype=torch.bool)

    marginals = chain.marginals(scores, present)

    torch.testing.assert_close(
        marginals.tags[:, 0], (chain.start_scores.detach() + scores[:, 0]).softmax(-1)
    )
    assert marginals.transitions.shape == (2, 0, N_TAGS, N_TAGS)
    assert not marginals.transitions.requires_grad


@pytest.mark.parametrize("n_steps", [1, 2, 5])
def test_marginals_are_of_every_step_and_leave_no_gradient_behind(chain, n_steps):
    scores, present = torch.randn(3, n_steps, N_TAGS), torch.ones(3, n_steps, dtype=torch.bool)

    marginals = chain.marginals(scores, present)

    assert marginals.tags.shape == (3, n_steps, N_TAGS)
    assert marginals.transitions.shape == (3, n_steps - 1, N_TAGS, N_TAGS)
    assert not scores.requires_grad and chain.scores.grad is None
    torch.testing.assert_close(marginals.transitions.sum(-1), marginals.tags[:, :-1])


def test_a_teacher_of_one_step_weighs_the_losses_of_its_tags(chain):
    scores, present = torch.randn(1, 1, N_TAGS), torch.ones(1, 1, dtype=torch.bool)
    shares = torch.tensor([0.1, 0.2, 0.3, 0.4])
    soft = TagMarginals(shares[None, None], torch.zeros(1, 0, N_TAGS, N_TAGS))

    loss = chain.cross_entropy(scores, soft, present)

    expected = -sum(
        share * log_probability(chain, scores[0], (tag,)) for tag, share in enumerate(shares)
    )
    torch.testing.assert_close(loss[0], expected)


def test_everything_is_allowed_until_training_has_shown_its_tracks(chain):
    assert torch.equal(chain.transitions, chain.scores)
    assert torch.equal(chain.start, chain.start_scores)


def test_only_the_transitions_that_training_shows_are_allowed(chain):
    chain.allow([[0, 1]])
    chain.allow([[2, 2, 3], [1]])

    assert chain.allowed.nonzero().tolist() == [[2, 2], [2, 3]]
    assert chain.allowed_start.tolist() == [False, True, True, False]
    assert torch.equal(chain.transitions == chain.scores, chain.allowed)
    assert torch.equal(chain.start == chain.start_scores, chain.allowed_start)
    assert (chain.transitions[~chain.allowed] < -1e3).all()
