"""Steps of few tokens anywhere in a sequence, and attention within a step."""

from __future__ import annotations

import torch

from kgmodel.default.pooling import EntityAttention, StepPooling

WIDTH, OUT, LENGTH = 3, 5, 4


def test_a_steps_opening_is_the_first_token_of_its_own_sequence():
    torch.manual_seed(0)
    layer = StepPooling(WIDTH, OUT, dropout=0.0).eval()
    tokens, mentioned = torch.randn(3, LENGTH, WIDTH), torch.zeros(3, LENGTH, dtype=torch.bool)
    positions = torch.tensor([[[3, -1], [6, 7]], [[7, -1], [9, 10]]])

    steps = layer(tokens, mentioned, positions)

    flat = tokens.view(-1, WIDTH)
    for pair in range(2):
        for step in range(2):
            rows = flat[[at for at in positions[pair, step].tolist() if at >= 0]]
            attended = layer.attention(rows).squeeze(-1).softmax(0) @ rows
            opening = tokens[positions[pair, step, 0] // LENGTH, 0]
            parts = torch.cat([attended, torch.zeros(WIDTH), rows.mean(0), opening])
            torch.testing.assert_close(steps[pair, step], torch.tanh(layer.project(parts)))


def test_only_the_tokens_of_a_step_are_its_mentions():
    torch.manual_seed(0)
    layer = StepPooling(WIDTH, OUT, dropout=0.0).eval()
    tokens, positions = torch.randn(1, LENGTH, WIDTH), torch.tensor([[[1, 2]]])

    def pooled(*mentions):
        mentioned = torch.zeros(1, LENGTH, dtype=torch.bool)
        mentioned[0, list(mentions)] = True
        return layer(tokens, mentioned, positions)

    torch.testing.assert_close(pooled(1, 3), pooled(1))
    assert not torch.allclose(pooled(1), pooled())


def test_entities_attend_to_each_other_within_a_step_alone():
    torch.manual_seed(0)
    layer = EntityAttention(4, heads=2, dropout=0.0).eval()
    states, document = torch.randn(3, 2, 4), torch.tensor([0, 0, 0])
    changed = states.clone()
    changed[0, 1] += 1.0

    before, after = layer(states, document), layer(changed, document)

    torch.testing.assert_close(after[:, 0], before[:, 0])
    assert not torch.allclose(after[1:, 1], before[1:, 1])
