"""Where an encoder's layers are packed, and what it becomes where they are not."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch
from torch import nn

from kgmodel.bert import Bert, BertSizes
from kgmodel.default.split_encoder import run_layers
from kgmodel.device import in_float32
from kgmodel.packed_layers import PackedLinear, TextRows, can_pack, freeze_encoder, is_packed
from tests.kgmodel.test_packed_layers import CPU, needs_bf16

SIZES = BertSizes(
    vocab_size=50,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=4,
    intermediate_size=48,
    max_position_embeddings=32,
)
needs_onednn = pytest.mark.skipif(
    not hasattr(torch.ops.mkldnn, "_linear_pointwise"), reason="this torch has no oneDNN"
)


@pytest.fixture
def with_bf16(monkeypatch):
    monkeypatch.setattr("kgmodel.device._cpu_has_bf16", lambda: True)


@pytest.fixture
def encoder():
    torch.manual_seed(0)
    encoder = Bert(SIZES).eval()
    for weight in encoder.parameters():
        nn.init.normal_(weight, std=0.2)
    return encoder


@needs_onednn
def test_layers_can_be_packed_on_a_cpu_that_computes_in_bf16(with_bf16):
    assert can_pack(CPU)


def test_layers_cannot_be_packed_in_float32(with_bf16, monkeypatch):
    with in_float32():
        assert not can_pack(CPU)
    monkeypatch.setattr("kgmodel.device._cpu_has_bf16", lambda: False)
    assert not can_pack(CPU)


def test_layers_cannot_be_packed_without_onednn(with_bf16, monkeypatch):
    monkeypatch.setattr(torch.ops, "mkldnn", SimpleNamespace())

    assert not can_pack(CPU)


def test_layers_cannot_be_packed_on_a_graphics_card(with_bf16, recwarn):
    assert not can_pack(torch.device("cuda"))
    assert not recwarn.list  # it was not even tried


@needs_bf16
def test_an_encoder_is_packed_where_that_is_possible(encoder):
    assert not is_packed(encoder)

    freeze_encoder(encoder, CPU)

    assert is_packed(encoder)


@torch.inference_mode()
def test_elsewhere_matrices_are_joined_and_converted_once_to_bf16(encoder, with_bf16, monkeypatch):
    monkeypatch.setattr("kgmodel.packed_layers.can_pack", lambda device: False)
    hidden, attended = torch.randn(2, 5, 32), torch.ones(2, 5, dtype=torch.bool)
    before = run_layers(encoder, hidden, attended, slice(None))

    freeze_encoder(encoder, CPU)

    after = run_layers(encoder, hidden, attended, slice(None))
    assert not is_packed(encoder)
    for module in encoder.modules():
        if isinstance(module, nn.Linear):
            assert module.weight.dtype == torch.bfloat16
        elif isinstance(module, nn.LayerNorm | nn.Embedding):
            assert module.weight.dtype == torch.float32
    assert not hasattr(encoder.layers[0].attention.self, "query")
    torch.testing.assert_close(after, before, atol=0.02, rtol=0.02)


def test_in_float32_matrices_are_joined_and_stay_as_they_are(encoder):
    with in_float32():
        freeze_encoder(encoder, CPU)

    assert not hasattr(encoder.layers[0].attention.self, "query")
    assert {weight.dtype for weight in encoder.parameters()} == {torch.float32}


@needs_bf16
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("n_rows", [1, 127, 128, 129])
@torch.inference_mode()
def test_packed_products_are_those_of_rounded_matrices(bias, n_rows):
    torch.manual_seed(0)
    linear = nn.Linear(16, 24, bias=bias)
    packed = PackedLinear.of(linear)
    rows, residual = torch.randn(n_rows, 16).bfloat16(), torch.randn(n_rows, 24).bfloat16()

    exact = rows.float() @ linear.weight.bfloat16().float().T
    if bias:
        exact = exact + linear.bias.bfloat16().float()
    expected = {
        packed(rows): exact,
        packed.gelu(rows): nn.functional.gelu(exact),
        packed.added_to(residual, rows): exact + residual.float(),
    }
    for output, value in expected.items():
        assert output.shape == (n_rows, 24) and output.dtype == torch.bfloat16
        torch.testing.assert_close(output.float(), value, atol=0.02, rtol=0.02)


@pytest.mark.parametrize(
    "shapes", [[(2, 3)], [(1, 128)], [(2, 3), (1, 5), (4, 1)], [(16, 8), (1, 1)]]
)
def test_texts_of_several_lengths_share_rows_and_come_back_as_they_were(shapes):
    parts = [torch.randn(texts, length, 4).bfloat16() for texts, length in shapes]

    texts = TextRows.of(parts)

    n_rows = sum(texts * length for texts, length in shapes)
    assert len(texts.rows) % 128 == 0 and 0 <= len(texts.rows) - n_rows < 128
    assert not texts.rows[n_rows:].any()
    for before, after in zip(parts, texts.parts(), strict=True):
        assert torch.equal(after, before)
    for before, after in zip(parts, texts.first([1] * len(parts)).parts(), strict=True):
        assert torch.equal(after, before[:, :1])
