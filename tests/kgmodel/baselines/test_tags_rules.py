"""Gold tags of short lives, and probabilities of tags against all sequences."""

from __future__ import annotations

from itertools import product

import pytest
import torch

from kgmodel.baselines.tags import StepTag, decide_tags, sensible_chain, step_tags
from kgmodel.baselines.text import BaselineTargets, StateChange
from kgmodel.paper.batch import Existence

NOT_YET, STAYS, CREATED, MOVES, DESTROYED, GONE = StepTag
O, C, M, D = StateChange  # noqa: E741
N, S, P = Existence


@pytest.mark.parametrize(
    ("existence", "changes", "tags"),
    [
        ([S, N, N, N], [D, O, O], [DESTROYED, GONE, GONE]),
        ([N, S, N, N], [C, D, O], [CREATED, DESTROYED, GONE]),
        ([N, N, N], [O, O], [NOT_YET, NOT_YET]),
        ([S, S, P], [O, M], [STAYS, MOVES]),
        ([N, S, N, P], [C, D, C], [CREATED, DESTROYED, CREATED]),
        ([S, N, N, S], [D, O, C], [DESTROYED, GONE, CREATED]),
        ([P], [], []),
    ],
)
def test_what_once_existed_is_gone_and_what_never_did_is_not_yet_there(existence, changes, tags):
    nowhere = torch.full((1, len(existence)), -1)
    lives = BaselineTargets(
        torch.tensor([existence]),
        nowhere,
        nowhere,
        nowhere,
        torch.tensor([changes], dtype=torch.long),
    )

    assert step_tags(lives).tolist() == [tags]


@pytest.mark.parametrize("n_steps", [1, 2, 3])
def test_a_tag_is_as_likely_as_all_sensible_sequences_with_it(n_steps):
    draw = torch.Generator().manual_seed(0)
    chain = sensible_chain()
    with torch.no_grad():
        chain.scores.copy_(torch.randn(6, 6, generator=draw))
        chain.start_scores.copy_(torch.randn(6, generator=draw))
    scores = torch.randn(2, n_steps, 6, generator=draw)

    tags, probabilities = decide_tags(chain, scores)

    transitions, start = chain.transitions.detach(), chain.start.detach()
    for row in range(2):
        weights = {}
        for sequence in product(range(6), repeat=n_steps):
            passed = sum(transitions[pair] for pair in zip(sequence, sequence[1:], strict=False))
            emitted = sum(scores[row, step, tag] for step, tag in enumerate(sequence))
            weights[sequence] = (start[sequence[0]] + passed + emitted).exp().item()
        best = max(weights, key=weights.__getitem__)
        assert tags[row].tolist() == list(best)
        for step, tag in enumerate(best):
            own = sum(weight for sequence, weight in weights.items() if sequence[step] == tag)
            share = torch.tensor(own / sum(weights.values()))
            torch.testing.assert_close(probabilities[row, step], share)
