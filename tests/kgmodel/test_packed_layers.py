"""Layers packed for a CPU that computes in bf16, against the layers that they replace."""

import pytest
import torch
from torch import nn

from kgmodel.bert import Bert, BertSizes, attention_bias
from kgmodel.default.split_encoder import run_layers, run_together
from kgmodel.device import in_float32
from kgmodel.packed_layers import ROWS_AT_ONCE, PackedLinear, can_pack, freeze_encoder

CPU = torch.device("cpu")
SIZES = BertSizes(
    vocab_size=50,
    hidden_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
    intermediate_size=128,
    max_position_embeddings=32,
)
needs_bf16 = pytest.mark.skipif(not can_pack(CPU), reason="this CPU does not compute in bf16")


def random_encoder():
    torch.manual_seed(0)
    encoder = Bert(SIZES).eval()
    for weight in encoder.parameters():
        nn.init.normal_(weight, std=0.2)
    return encoder


@needs_bf16
@pytest.mark.parametrize("kept", [None, 7])
@torch.inference_mode()
def test_packed_layers_give_what_the_layers_give_in_float32(kept):
    encoder = random_encoder()
    hidden = torch.randn(3, 11, SIZES.hidden_size)
    attended = torch.arange(11) < torch.tensor([11, 8, 5])[:, None]
    with in_float32():
        expected = run_layers(encoder, hidden, attended, slice(None))[:, :kept]

    freeze_encoder(encoder, CPU)
    packed = run_layers(encoder, hidden, attended, slice(None), kept=kept)

    assert packed.dtype == torch.bfloat16 and packed.shape == expected.shape
    apart = (packed.float() - expected).abs()
    assert apart.mean() < 0.02 and apart.max() < 0.2  # of numbers around 1


@needs_bf16
@pytest.mark.parametrize("layers", [slice(None), slice(2, None)])  # all, and none
@torch.inference_mode()
def test_texts_of_several_lengths_have_the_digits_that_they_have_alone(layers):
    encoder = random_encoder()
    freeze_encoder(encoder, CPU)
    hidden = [
        torch.randn(n_texts, length, SIZES.hidden_size) for n_texts, length in ((2, 16), (3, 24))
    ]
    attended = [torch.ones(part.shape[:2], dtype=torch.bool) for part in hidden]

    together = run_together(encoder, hidden, attended, layers, kept=[8, 24])

    for part, mask, kept, output in zip(hidden, attended, (8, 24), together, strict=True):
        assert output.shape == (len(part), kept, SIZES.hidden_size)
        assert torch.equal(output, run_layers(encoder, part, mask, layers, kept=kept))


@needs_bf16
@torch.inference_mode()
def test_a_text_has_the_same_digits_alone_and_among_others():
    encoder = random_encoder()
    freeze_encoder(encoder, CPU)
    hidden = torch.randn(20, 16, SIZES.hidden_size)
    attended = torch.arange(16) < torch.arange(1, 21)[:, None]
    together = run_layers(encoder, hidden, attended, slice(None))

    for text in range(20):
        rows = slice(text, text + 1)
        assert torch.equal(
            run_layers(encoder, hidden[rows], attended[rows], slice(None)), together[rows]
        )


@needs_bf16
@pytest.mark.parametrize(("inner", "outer"), [(384, 1152), (384, 384), (384, 1536), (1536, 384)])
@torch.inference_mode()
def test_a_row_has_the_same_digits_among_however_many_rows(inner, outer):
    torch.manual_seed(0)
    linear = nn.Linear(inner, outer)
    packed = PackedLinear.of(linear)
    rows, residual = torch.randn(600, inner).bfloat16(), torch.randn(600, outer).bfloat16()
    whole = packed.added_to(residual, rows)
    widened = packed.gelu(rows)

    for n_rows in (*range(1, 50, 7), 64, 88, 100, 200, 333, 383, 384, 500):
        assert torch.equal(packed.added_to(residual[:n_rows], rows[:n_rows]), whole[:n_rows])
        assert torch.equal(packed.gelu(rows[:n_rows]), widened[:n_rows])


@needs_bf16
@torch.inference_mode()
def test_matrices_packed_together_are_multiplied_as_apart():
    first, last = nn.Linear(64, 8, bias=False), nn.Linear(64, 8, bias=False)
    rows = torch.randn(5, 64).bfloat16()

    both = PackedLinear.of(first, last)(rows)

    for part, linear in zip(both.chunk(2, dim=-1), (first, last), strict=True):
        expected = rows.float() @ linear.weight.bfloat16().float().T
        torch.testing.assert_close(part.float(), expected, atol=0.01, rtol=0.01)


def test_nothing_is_packed_where_bf16_is_not_computed():
    encoder = random_encoder()
    hidden, attended = torch.randn(2, 5, 64), torch.ones(2, 5, dtype=torch.bool)
    with in_float32(), torch.inference_mode():
        expected = run_layers(encoder, hidden, attended, slice(None))

        assert not can_pack(CPU)
        freeze_encoder(encoder, CPU)

        frozen = run_layers(encoder, hidden, attended, slice(None))
    assert frozen.dtype == torch.float32
    torch.testing.assert_close(frozen, expected)


@torch.inference_mode()
def test_positions_that_are_not_wanted_are_left_out_and_change_no_other():
    encoder = random_encoder()
    hidden, attended = torch.randn(2, 9, 64), torch.ones(2, 9, dtype=torch.bool)
    bias = attention_bias(attended)

    kept = encoder.layers[0](hidden, bias, 4)

    torch.testing.assert_close(kept, encoder.layers[0](hidden, bias)[:, :4])


@needs_bf16
@torch.inference_mode()
def test_products_have_few_numbers_of_rows_whatever_the_texts_have(monkeypatch):
    sizes = set()
    product = torch.ops.mkldnn._linear_pointwise

    class Counted:
        def __call__(self, rows, *rest):
            sizes.add(len(rows))
            return product(rows, *rest)

        def binary(self, rows, *rest):
            sizes.add(len(rows))
            return product.binary(rows, *rest)

    monkeypatch.setattr(torch.ops.mkldnn, "_linear_pointwise", Counted())
    packed = PackedLinear.of(nn.Linear(384, 384))

    for n_rows in range(1, 300, 13):
        rows = torch.randn(n_rows, 384).bfloat16()
        assert len(packed(rows)) == len(packed.added_to(rows, rows)) == n_rows

    assert sizes == {ROWS_AT_ONCE, 2 * ROWS_AT_ONCE, 3 * ROWS_AT_ONCE}
