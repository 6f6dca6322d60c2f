"""The chain's partition, its marginals and a teacher's cross-entropy, against every sequence."""

from itertools import product

import pytest
import torch

from kgmodel.default.crf import TagChain, TagMarginals

N_TAGS, LENGTHS = 3, (3, 1)


@pytest.fixture
def chain():
    torch.manual_seed(0)
    chain = TagChain(N_TAGS)
    torch.nn.init.normal_(chain.scores)
    torch.nn.init.normal_(chain.start_scores)
    chain.allow([[0, 0, 1, 1, 2], [1, 2, 2, 0, 1, 0]])
    return chain


@pytest.fixture
def scores():
    return torch.randn(
        len(LENGTHS), max(LENGTHS), N_TAGS, generator=torch.Generator().manual_seed(1)
    )


PRESENT = torch.arange(max(LENGTHS)) < torch.tensor(LENGTHS)[:, None]


def sequences(chain, scores, row):
    """Every sequence of a row with its probability."""
    every = list(product(range(N_TAGS), repeat=LENGTHS[row]))
    totals = torch.stack(
        [
            chain.start[tags[0]]
            + sum(scores[row, step, tag] for step, tag in enumerate(tags))
            + sum(chain.transitions[a, b] for a, b in zip(tags, tags[1:], strict=False))
            for tags in every
        ]
    )
    return list(zip(every, totals.softmax(0), strict=True))


def test_marginals_are_the_sums_over_all_sequences(chain, scores):
    marginals = chain.marginals(scores, PRESENT)

    for row, length in enumerate(LENGTHS):
        tags = torch.zeros(max(LENGTHS), N_TAGS)
        transitions = torch.zeros(max(LENGTHS) - 1, N_TAGS, N_TAGS)
        for sequence, probability in sequences(chain, scores, row):
            for step, tag in enumerate(sequence):
                tags[step, tag] += probability.detach()
            for step in range(length - 1):
                transitions[step, sequence[step], sequence[step + 1]] += probability.detach()
        torch.testing.assert_close(marginals.tags[row], tags)
        torch.testing.assert_close(marginals.transitions[row], transitions)


def test_a_sure_teachers_loss_is_that_of_gold(chain, scores):
    gold = torch.tensor([[0, 0, 1], [1, -1, -1]])
    tags = torch.zeros(2, 3, N_TAGS)
    transitions = torch.zeros(2, 2, N_TAGS, N_TAGS)
    tags[0, [0, 1, 2], [0, 0, 1]] = tags[1, 0, 1] = 1.0
    transitions[0, [0, 1], [0, 0], [0, 1]] = 1.0

    torch.testing.assert_close(
        chain.cross_entropy(scores, TagMarginals(tags, transitions), PRESENT),
        chain.negative_log_likelihood(scores, gold, PRESENT),
    )


def test_no_scores_have_a_lower_cross_entropy_than_the_teachers_own(chain, scores):
    marginals = chain.marginals(scores, PRESENT)
    entropy = torch.stack(
        [
            -sum(p * p.clamp(min=1e-30).log() for _, p in sequences(chain, scores, row))
            for row in (0, 1)
        ]
    )

    own = chain.cross_entropy(scores, marginals, PRESENT)

    torch.testing.assert_close(own, entropy)
    assert (chain.cross_entropy(scores.roll(1, dims=2), marginals, PRESENT) > own).all()
