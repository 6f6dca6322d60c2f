"""NCET's scores, loss and probabilities, each against a short loop."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch import Tensor
from torch.nn.functional import one_hot

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.ncet import NCET, TrackScores
from kgmodel.baselines.tags import StepTag, decide_tags, tags_loss
from kgmodel.baselines.text import BaselineText
from kgmodel.paper.batch import Existence

NOT_YET, STAYS, CREATED, MOVES, DESTROYED, GONE = StepTag
N, S, P = Existence
PLACE_WORDS = ([2], [6, 7], [3, 10])  # of each candidate
STEP_WORDS = (range(4), range(4, 8), range(8, 12))


@pytest.fixture
def model(text) -> NCET:
    torch.manual_seed(0)
    network = NCET(text.words.shape[1], BaselineSettings(width=6)).eval()
    torch.nn.init.normal_(network.somewhere)
    return network


def words_of(model: NCET, text: BaselineText) -> Tensor:
    """c (word, width)."""
    return model.rnn(model.project(text.words)[None], torch.tensor([12]))[0]


def steps_of(model: NCET, encoded: Tensor, mentions: Tensor) -> Tensor:
    """x (step, width) of one entity: its words and the step's verb, zero without a mention."""
    rows = []
    for own in STEP_WORDS:
        words = encoded[own.start : own.stop]
        verb = model.verb(words)[:, 0].softmax(dim=0) @ words
        mentioned = [word for word in own if mentions[word]]
        both = torch.cat([encoded[mentioned].mean(dim=0), verb])
        rows.append(both if mentioned else torch.zeros_like(both))
    return torch.stack(rows)


@torch.no_grad()
def test_tags_are_scored_by_an_lstm_over_the_steps_of_the_entity(text, model):
    encoded = words_of(model, text)

    tags = model.scores(text).tags

    for entity in range(2):
        tracked = steps_of(model, encoded, text.mentions[entity])
        expected = model.tag(model.track(tracked[None], torch.tensor([3])))[0]
        torch.testing.assert_close(tags[entity], expected)


@torch.no_grad()
def test_places_are_scored_by_an_lstm_over_states_of_which_the_first_is_marked(text, model):
    encoded = words_of(model, text)

    places = model.scores(text).places

    assert places.shape == (2, 4, 4)
    for entity in range(2):
        tracked = steps_of(model, encoded, text.mentions[entity])
        for number, own in enumerate([None, *PLACE_WORDS]):
            rows = []
            for state, step in enumerate((0, 0, 1, 2)):  # state 0 reads step 1 too
                named = model.somewhere[0]
                if own is not None:
                    words = [word for word in own if word in STEP_WORDS[step]]
                    named = encoded[words].sum(dim=0) / max(len(words), 1)
                mark = torch.tensor([1.0 if state == 0 else 0.0])
                place = model.of_place(torch.cat([named, mark]))
                rows.append(model.of_entity(tracked[step]) + place)
            followed = model.follow(torch.stack(rows)[None])[0][0]
            torch.testing.assert_close(places[entity, :, number], model.place(followed)[:, 0])


PLACES = [[-1, 0, 0, -1], [-1, -1, 1, 1]]
LIVES = [[S, P, P, N], [N, N, P, P]]
CHANGES = [[2, 0, 3], [0, 1, 0]]


@pytest.mark.parametrize(
    ("existence", "candidates", "changes", "gold"),
    [
        (LIVES, PLACES, CHANGES, [(0, 0, 0), (0, 1, 1), (0, 2, 1), (1, 2, 2), (1, 3, 2)]),
        (
            LIVES,
            [[-1, 0, -1, -1], [-1, -1, 1, -1]],  # the other places are no candidates
            CHANGES,
            [(0, 0, 0), (0, 1, 1), (1, 2, 2)],
        ),
        ([[S, N, N, N], [N] * 4], [[-1] * 4] * 2, [[3, 0, 0], [0] * 3], [(0, 0, 0)]),
        ([[N] * 4] * 2, [[-1] * 4] * 2, [[0] * 3] * 2, []),
    ],
    ids=["all", "places without a candidate", "one answer", "no answer"],
)
def test_places_are_learnt_where_the_entity_exists_and_a_candidate_is_its_place(
    text, targets, model, monkeypatch, existence, candidates, changes, gold
):
    draw = torch.Generator().manual_seed(0)
    tags, places = torch.randn(2, 3, 6, generator=draw), torch.randn(2, 4, 4, generator=draw)
    monkeypatch.setattr(NCET, "scores", lambda *_: TrackScores(tags, places))
    lives = replace(
        targets,
        existence=torch.tensor(existence),
        candidates=torch.tensor(candidates),
        changes=torch.tensor(changes),
    )

    loss = model.loss(text, lives)

    losses = [places[e, state].logsumexp(0) - places[e, state, answer] for e, state, answer in gold]
    expected = sum(losses, torch.tensor(0.0)) / max(len(gold), 1)
    torch.testing.assert_close(loss, tags_loss(model.chain, tags, lives) + expected)


def test_a_decision_is_as_likely_as_its_tag_and_the_place_where_the_entity_arrived(
    text, model, monkeypatch
):
    tags = torch.tensor([[MOVES, STAYS, DESTROYED], [NOT_YET, CREATED, STAYS]])
    places = torch.tensor([[1, 3, 2, 3], [1, 1, 2, 0]])
    sizes = torch.tensor([1.0, 2.0, 3.0, 4.0])  # of the best place in each state
    scores = TrackScores(3.0 * one_hot(tags, 6), sizes[:, None] * one_hot(places, 4))
    monkeypatch.setattr(NCET, "scores", lambda *_: scores)

    decided = model.decide(text)

    assert decided.existence.tolist() == [[P, P, P, N], [N, N, P, P]]
    assert decided.spans[0, :3].tolist() == [[2, 3], [3, 4], [3, 4]]
    assert decided.spans[1, 2:].tolist() == [[6, 8]] * 2
    _, of_tags = decide_tags(model.chain, scores.tags)
    of_tags = of_tags[:, [0, 0, 1, 2]]
    place = (sizes.exp() / (sizes.exp() + 3)).tolist()
    since = [[place[0], place[1], place[1], 1.0], [1.0, 1.0, place[2], place[2]]]
    torch.testing.assert_close(decided.probabilities, of_tags * torch.tensor(since))
    exists = decided.existence != N
    torch.testing.assert_close(decided.exists, torch.where(exists, of_tags, 1 - of_tags))
