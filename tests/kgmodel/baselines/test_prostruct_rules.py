"""ProStruct's constraints by default, and the probability of a change without them."""

from __future__ import annotations

import torch

from kgmodel.baselines.prostruct import ProStruct, ProStructSettings
from kgmodel.baselines.text import BaselineText, StateChange


def that_creates(text: BaselineText, settings: ProStructSettings) -> ProStruct:
    """A model that prefers a creation in each sentence, and no place."""
    torch.manual_seed(0)
    model = ProStruct(text.words.shape[1], settings).eval()
    with torch.no_grad():
        model.changes.score[-1].weight.zero_()
        model.changes.score[-1].bias.copy_(2.0 * (torch.arange(4) == StateChange.CREATE))
        model.places.score.weight.zero_()
        model.places.score.bias.copy_(torch.tensor([5.0, 0, 0, 5.0, 0, 0]))
    return model


def test_by_default_nothing_that_exists_is_created(text):
    decided = that_creates(text, ProStructSettings(width=4)).decide(text)

    assert decided.existence[0].tolist() == [0, 1, 0, 1]


def test_the_constraints_are_not_learnt(text, targets):
    model = ProStruct(text.words.shape[1], ProStructSettings(width=4))

    model.loss(text, targets).backward()

    assert all(scores.grad is None for scores in model.chain.parameters())


def test_without_constraints_a_change_is_as_likely_as_its_share_of_the_four(text):
    model = that_creates(text, ProStructSettings(width=4, constraints=False))

    decided = model.decide(text)

    power = torch.tensor(2.0).exp()
    torch.testing.assert_close(decided.probabilities, (power / (power + 3)).expand(2, 4))
    assert decided.existence.tolist() == [[0, 1, 1, 1]] * 2
