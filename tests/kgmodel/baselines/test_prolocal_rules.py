"""ProLocal's loss and decisions."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.places import place_tags
from kgmodel.baselines.prolocal import ProLocal
from kgmodel.baselines.text import BaselineText, StateChange


def make_model(text: BaselineText) -> ProLocal:
    torch.manual_seed(0)
    return ProLocal(text.words.shape[1], BaselineSettings(width=4)).eval()


@pytest.mark.parametrize(
    "mention_words",
    [([0, 4, 8], [5, 9]), ([0], []), ([], [])],
    ids=["five steps", "one step", "none"],
)
def test_the_loss_is_the_mean_over_steps_that_mention_an_entity(text, targets, mention_words):
    mentions = torch.zeros_like(text.mentions)
    for entity, own in enumerate(mention_words):
        mentions[entity, own] = True
    text = replace(text, mentions=mentions)
    model, mentioned = make_model(text), text.is_mentioned()

    loss = model.loss(text, targets)

    sentences = model.sentences(model.project(text.words), text, mentioned)
    gold = targets.changes[mentioned].tolist()
    rows = zip(model.changes(sentences), gold, strict=True)
    losses = [row.logsumexp(0) - row[change] for row, change in rows]
    of_changes = sum(losses, torch.tensor(0.0)) / max(len(losses), 1)
    tags = place_tags(text, targets, mentioned)[mentioned.flatten()]
    torch.testing.assert_close(loss, of_changes + model.places.loss(sentences, tags))


def test_a_change_is_as_likely_as_its_share_of_the_four(text):
    model = make_model(text)
    with torch.no_grad():
        model.changes.score[-1].weight.zero_()
        model.changes.score[-1].bias.copy_(2.0 * (torch.arange(4) == StateChange.MOVE))

    decided = model.decide(text)

    power = torch.tensor(2.0).exp()
    torch.testing.assert_close(decided.probabilities, (power / (power + 3)).expand(2, 4))


@pytest.mark.parametrize(("last_word_too", "existence"), [(False, 2), (True, 1)])
def test_an_entity_that_moves_to_two_places_of_a_sentence_is_somewhere(
    text, last_word_too, existence
):
    model = make_model(text)
    tags = torch.zeros(5, 4, 2, dtype=torch.long)  # of the five steps that mention an entity
    tags[:, 1, 1] = 1
    tags[:, 3, 1] = int(last_word_too)
    scores = 9.0 * torch.nn.functional.one_hot(tags, 3)
    model.places.register_forward_hook(lambda *_: scores)
    with torch.no_grad():
        model.changes.score[-1].bias.copy_(50.0 * (torch.arange(4) == StateChange.MOVE))

    decided = model.decide(text)

    assert decided.existence[0].tolist() == [1, existence, existence, existence]
    if not last_word_too:
        assert decided.spans[0, 1:].tolist() == [[1, 2], [5, 6], [9, 10]]
