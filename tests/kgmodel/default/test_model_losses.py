"""The default reader's losses, computed by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from kgmodel.default.crf import TagMarginals
from kgmodel.default.features import TAGS, collate
from kgmodel.default.model import Scores, SoftTargets
from tests.kgmodel.default.test_model import document, tiny_reader

STAYING = 0.3  # what a location that stays counts, where one that changes counts 1
# each document's gold locations, and what each of them counts
LOCATIONS = ([0, 0, 2, 2], [-1, -2, 0])
COUNTS = ([1.0, STAYING, 1.0, STAYING], [0.0, 0.0, 1.0])
CHANGES = (["stays", "moves", "stays"], ["created", "stays"])


@pytest.fixture
def model():
    reader = tiny_reader()
    torch.nn.init.normal_(reader.chain.scores)
    torch.nn.init.normal_(reader.chain.start_scores)
    return reader


@pytest.fixture
def batch():
    documents = []
    for seed, (places, tags) in enumerate(zip(LOCATIONS, CHANGES, strict=True)):
        text = document(seed, lengths=(3,) * len(tags), n_entities=1)
        numbers = np.array([TAGS.index(tag) for tag in tags])
        annotated = replace(text.entities[0], tags=numbers, locations=np.array(places))
        documents.append(replace(text, entities=(annotated,)))
    return collate(documents)


def scores_of(seed: int) -> Scores:
    draw = torch.Generator().manual_seed(seed)
    places = torch.randn(2, 4, 3, generator=draw).log_softmax(-1)
    return Scores(torch.randn(2, 3, 6, generator=draw), places, torch.randn(2, 4, 3))


def gold_places(scores: Scores) -> list[float]:
    """The sum of each pair's gold log-probabilities, each as much as it counts."""
    return [
        sum(
            count * float(scores.places[pair, state, place])
            for state, (place, count) in enumerate(zip(places, counts, strict=True))
            if count
        )
        for pair, (places, counts) in enumerate(zip(LOCATIONS, COUNTS, strict=True))
    ]


def test_a_location_that_stays_counts_less_than_the_first_and_those_that_change(model, batch):
    scores = scores_of(1)

    loss = model.loss(scores, batch)

    chain = model.chain.negative_log_likelihood(scores.tags, batch.tags, batch.present).tolist()
    by_hand = [of_chain - own for of_chain, own in zip(chain, gold_places(scores), strict=True)]
    assert loss.item() == pytest.approx(sum(by_hand) / 2, rel=1e-5)


def test_soft_targets_count_half_and_gold_the_other_half(model, batch):
    scores, teacher = scores_of(1), scores_of(2)
    marginals = model.chain.marginals(teacher.tags, batch.present)
    soft = SoftTargets(TagMarginals(marginals.tags, marginals.transitions), teacher.places.exp())

    loss = model.loss(scores, batch, soft)

    chain = model.chain.negative_log_likelihood(scores.tags, batch.tags, batch.present).tolist()
    taught = model.chain.cross_entropy(scores.tags, soft.tags, batch.present).tolist()
    by_hand = []
    for pair, counts in enumerate(COUNTS):
        places = sum(
            count * float((soft.places[pair, state] * scores.places[pair, state]).sum())
            for state, count in enumerate(counts)
        )
        gold = chain[pair] - gold_places(scores)[pair]
        by_hand.append((gold + taught[pair] - places) / 2)
    assert loss.item() == pytest.approx(sum(by_hand) / 2, rel=1e-5)


def test_two_readings_are_apart_by_their_tags_and_less_by_their_known_places(model, batch):
    first, second = scores_of(3), scores_of(4)

    loss = model.r_drop_loss(first, second, batch)

    total = 0.0
    for pair, places in enumerate(LOCATIONS):
        for step in range(len(places) - 1):
            total += apart(first.tags[pair, step].softmax(0), second.tags[pair, step].softmax(0))
        for state, place in enumerate(places):
            if place >= 0:
                total += STAYING * apart(
                    first.places[pair, state].exp(), second.places[pair, state].exp()
                )
    assert loss.item() == pytest.approx(total / 2, rel=1e-5)


def apart(first: torch.Tensor, second: torch.Tensor) -> float:
    """Half the sum of both Kullback-Leibler divergences of two distributions."""
    return sum(float((p * (p / q).log()).sum()) for p, q in ((first, second), (second, first))) / 2
