"""ProGlobal's loss and decisions, each against a short loop."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.proglobal import GlobalScores, ProGlobal


@pytest.fixture
def model(text) -> ProGlobal:
    torch.manual_seed(0)
    return ProGlobal(text.words.shape[1], BaselineSettings(width=6)).eval()


@pytest.fixture
def scores(monkeypatch) -> GlobalScores:
    """What the model scores: random, but existence of known sizes."""
    draw = torch.Generator().manual_seed(0)
    best = torch.tensor([[0, 1, 2, 2], [2, 0, 1, 2]])
    sizes = torch.tensor([1.0, 1.5, 2.0, 2.5])
    scored = GlobalScores(
        sizes[:, None] * torch.nn.functional.one_hot(best, 3),
        torch.randn(2, 4, 12, generator=draw),
        torch.randn(2, 4, 12, generator=draw),
    )
    monkeypatch.setattr(ProGlobal, "scores", lambda *_: scored)
    return scored


def test_the_loss_is_a_mean_over_answers_to_which_spans_add_their_ends(
    text, targets, model, scores
):
    loss = model.loss(text, targets)

    total = torch.tensor(0.0)
    for entity in range(2):
        for state in range(4):
            known = [(scores.existence, targets.existence[entity, state])]
            if targets.starts[entity, state] >= 0:
                known.append((scores.starts, targets.starts[entity, state]))
                known.append((scores.ends, targets.ends[entity, state] - 1))
            for scored, gold in known:
                row = scored[entity, state]
                total += row.logsumexp(0) - row[gold]
    torch.testing.assert_close(loss, total / 8)


def test_a_span_is_as_likely_as_its_existence_times_its_words(text, model, scores):
    decided = model.decide(text)

    for entity in range(2):
        for state in range(4):
            existence = scores.existence[entity, state].softmax(dim=0)
            spans = [(first, last) for first in range(12) for last in range(first, 12)]
            spans = [span for span in spans if span[0] // 4 == span[1] // 4]  # of one step
            starts, ends = scores.starts[entity, state], scores.ends[entity, state]
            totals = torch.stack([starts[first] + ends[last] for first, last in spans])
            first, last = spans[int(totals.argmax())]
            probability = existence.max()
            if existence.argmax() == 2:
                probability = probability * totals.softmax(dim=0).max()

            assert decided.existence[entity, state] == existence.argmax()
            assert decided.spans[entity, state].tolist() == [first, last + 1]
            torch.testing.assert_close(decided.probabilities[entity, state], probability)
            torch.testing.assert_close(decided.exists[entity, state], 1 - existence[0])


def test_a_place_has_ten_words_at_most(text, model, monkeypatch):
    starts, ends = torch.zeros(2, 4, 12), torch.zeros(2, 4, 12)
    starts[..., 0], ends[..., 9], ends[..., 10] = 9.0, 5.0, 9.0
    scored = GlobalScores(torch.zeros(2, 4, 3), starts, ends)
    monkeypatch.setattr(ProGlobal, "scores", lambda *_: scored)

    decided = model.decide(replace(text, steps=torch.ones(12, dtype=torch.long)))

    assert decided.spans.tolist() == [[[0, 10]] * 4] * 2
