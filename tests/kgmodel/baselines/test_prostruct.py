from itertools import product
from math import log

import pytest
import torch

from kgmodel.baselines.places import place_tags
from kgmodel.baselines.prostruct import ProStruct, ProStructSettings
from kgmodel.baselines.text import StateChange

CREATES, MOVES, DESTROYS = StateChange.CREATE, StateChange.MOVE, StateChange.DESTROY


def that_prefers(text, change, *, constraints=True):
    """A model that gives one change by far the highest score in every sentence."""
    torch.manual_seed(0)
    settings = ProStructSettings(width=4, dropout=0.0, constraints=constraints)
    model = ProStruct(text.words.shape[1], settings).eval()
    with torch.no_grad():
        model.changes.score[-1].weight.zero_()
        model.changes.score[-1].bias.copy_(10.0 * (torch.arange(4) == change))
        model.places.score.weight.zero_()
        model.places.score.bias.copy_(torch.tensor([5.0, 0, 0, 5.0, 0, 0]))
    return model


@pytest.mark.parametrize(
    ("change", "existence"),
    [
        (CREATES, [0, 1, 0, 1]),  # ends in between, since what exists is not created
        (DESTROYS, [1, 0, 1, 0]),
        (MOVES, [1, 1, 1, 1]),
    ],
)
def test_the_best_sequence_keeps_the_constraints(text, change, existence):
    decided = that_prefers(text, change).decide(text)

    assert decided.existence[0].tolist() == existence


@pytest.mark.parametrize("change", [CREATES, DESTROYS])
def test_nothing_changes_before_it_is_mentioned(text, change):
    decided = that_prefers(text, change).decide(text)

    _, second = decided.existence
    assert second[0] == second[1] and len(second.unique()) == 2


def test_without_constraints_each_step_has_its_best_change(text):
    decided = that_prefers(text, CREATES, constraints=False).decide(text)

    assert (
        decided.existence.tolist() == [[0, 1, 1, 1]] * 2
    )  # created in each step, mentioned or not


def test_a_sequence_is_as_likely_as_any_other_sensible_one_of_its_score(text, targets):
    model = that_prefers(text, StateChange.NONE)
    with torch.no_grad():
        model.changes.score[-1].bias.zero_()
        changed = targets.changes != StateChange.NONE
        of_places = model.places.loss(model._read(text), place_tags(text, targets, changed))
        of_tags = model.loss(text, targets) - of_places

    sequences = [
        tags
        for tags in product(range(6), repeat=3)
        if model.chain.allowed_start[tags[0]]
        and model.chain.allowed[tags[0], tags[1]]
        and model.chain.allowed[tags[1], tags[2]]
    ]
    torch.testing.assert_close(of_tags, torch.tensor(log(len(sequences)) / 3))
