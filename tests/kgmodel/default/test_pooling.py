"""Pooling of a step's tokens, against a loop over steps."""

import pytest
import torch

from kgmodel.default.pooling import StepPooling


@pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])
def test_a_step_is_pooled_from_its_own_tokens_in_four_ways(training):
    torch.manual_seed(0)
    pool = StepPooling(6, 5, dropout=0.0).train(training)
    tokens = torch.randn(2, 8, 6)
    mentioned = torch.zeros(2, 8, dtype=torch.bool)
    mentioned[0, 2] = mentioned[1, 4:6] = True
    positions = torch.tensor([[[1, 2, 3], [4, 5, -1]], [[9, 10, -1], [11, 12, 13]]])

    pooled = pool(tokens, mentioned, positions)

    flat, marks = tokens.reshape(-1, 6), mentioned.reshape(-1)
    for pair in range(2):
        for step in range(2):
            at = [position for position in positions[pair, step].tolist() if position >= 0]
            rows, own = flat[at], marks[at]
            attended = pool.attention(rows).squeeze(-1).softmax(0) @ rows
            mention = rows[own].mean(0) if own.any() else torch.zeros(6)
            joined = torch.cat([attended, mention, rows.mean(0), tokens[pair, 0]])
            expected = torch.tanh(pool.project(joined))
            torch.testing.assert_close(pooled[pair, step], expected)
