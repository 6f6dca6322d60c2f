"""Layers run on a text: which of them, and for which positions."""

from __future__ import annotations

import pytest
import torch

from kgmodel.bert import Bert, BertSizes, attention_bias
from kgmodel.default.split_encoder import run_layers
from kgmodel.device import in_float32

SIZES = BertSizes(
    vocab_size=50,
    hidden_size=16,
    num_hidden_layers=3,
    num_attention_heads=2,
    intermediate_size=24,
    max_position_embeddings=32,
)


@pytest.fixture
def encoder():
    torch.manual_seed(0)
    encoder = Bert(SIZES).eval()
    for weight in encoder.parameters():
        torch.nn.init.normal_(weight, std=0.3)
    return encoder


@pytest.mark.parametrize("kept", [None, 1, 4, 9])
@pytest.mark.parametrize("first", [0, 1, 2, 3])
@torch.inference_mode()
def test_the_last_layer_alone_leaves_out_what_is_not_kept(encoder, first, kept):
    hidden = torch.randn(2, 9, 16)
    attended = torch.arange(9) < torch.tensor([[9], [5]])
    expected, bias = hidden, attention_bias(attended)
    for number in range(first, 3):
        expected = encoder.layers[number](expected, bias)

    with in_float32():
        output = run_layers(encoder, hidden, attended, slice(first, None), kept=kept)

    assert output.dtype == torch.float32
    torch.testing.assert_close(output, expected[:, :kept])


@torch.inference_mode()
def test_what_is_left_out_is_not_computed_by_the_last_layer(encoder):
    lengths = []
    for layer in encoder.layers:
        layer.register_forward_hook(lambda _, __, output: lengths.append(output.shape[1]))

    with in_float32():
        run_layers(encoder, torch.randn(1, 6, 16), torch.ones(1, 6) > 0, slice(None), kept=2)

    assert lengths == [6, 6, 2]
