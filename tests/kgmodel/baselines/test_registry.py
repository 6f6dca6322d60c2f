"""What every baseline can do, whatever its equations."""

from dataclasses import replace

import pytest
import torch

from kgmodel.baselines import BASELINES
from kgmodel.baselines.registry import REGISTRY
from kgmodel.paper.batch import Existence

WIDTH = 16


def make(name, text, *, dropout=0.0):
    torch.manual_seed(0)
    settings = replace(REGISTRY[name].settings, width=WIDTH, dropout=dropout)
    return REGISTRY[name].network(text.words.shape[1], settings)


def test_the_names_that_commands_know_are_those_of_the_registry():
    assert tuple(REGISTRY) == BASELINES


@pytest.mark.parametrize("name", BASELINES)
def test_a_small_document_is_learnt_by_heart(name, text, targets):
    model = make(name, text)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

    for _ in range(150):
        optimizer.zero_grad()
        model.loss(text, targets).backward()
        optimizer.step()
    decided = model.eval().decide(text)

    assert decided.existence.equal(targets.existence)
    is_span = targets.existence == Existence.SPAN
    gold = torch.stack([targets.starts, targets.ends], dim=-1)
    assert decided.spans[is_span].equal(gold[is_span])


@pytest.mark.parametrize("name", BASELINES)
def test_every_weight_learns_in_training_mode(name, text, targets):
    model = make(name, text, dropout=0.2).train()

    model.loss(text, targets).backward()

    idle = {
        weight_name
        for weight_name, weight in model.named_parameters()
        if weight.requires_grad and (weight.grad is None or not weight.grad.isfinite().all())
    }
    assert not idle


@pytest.mark.parametrize("name", BASELINES)
def test_decisions_have_one_row_an_entity_and_probabilities(name, text, first_entity):
    model = make(name, text).eval()

    for document, n_entities in ((text, 2), (first_entity, 1)):
        decided = model.decide(document)

        assert decided.existence.shape == (n_entities, 4)
        assert decided.spans.shape == (n_entities, 4, 2)
        for probabilities in (decided.probabilities, decided.exists):
            assert probabilities.shape == (n_entities, 4)
            assert ((probabilities >= 0) & (probabilities <= 1 + 1e-6)).all()


@pytest.mark.parametrize("name", BASELINES)
def test_a_document_without_a_candidate_place_is_read_and_learnt(name, text, targets):
    bare = replace(text, spans=text.spans[:0], owners=text.owners[:0])
    unstated = replace(targets, candidates=torch.full_like(targets.candidates, -1))
    model = make(name, text)

    loss = model.loss(bare, unstated)
    decided = model.eval().decide(bare)

    assert loss.isfinite()
    assert decided.existence.shape == (2, 4)
