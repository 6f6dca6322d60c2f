"""BERT's layers for inference in bf16 on a CPU, their matrices packed in advance for oneDNN.

PyTorch's linear layer puts its matrix into the order that oneDNN multiplies in at every call; here
that happens once. GELU and the sum with the residual are part of the product, in float32, so that
each number is rounded to bf16 once. The states between layers are in bf16 too.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from kgmodel.bert import Bert, Layer
from kgmodel.device import autocast

__all__ = ["PackedLayer", "PackedLinear", "can_pack", "pack_layers"]

# A product with a wide matrix is summed in another order for fewer rows than this, and so a text
# would have other digits alone than in a batch.
LEAST_ROWS = 512
WIDE = 1024
# oneDNN keeps a kernel for each number of rows, and hardly two batches have the same: with
# multiples of this, an ingest of 540 documents takes 0.3 GB less
ROWS_AT_ONCE = 128


def can_pack(device: torch.device) -> bool:
    """Return True where ``autocast`` computes in bf16 by oneDNN."""
    if device.type != "cpu" or not hasattr(torch.ops.mkldnn, "_linear_pointwise"):
        return False
    with autocast(device):
        return torch.is_autocast_enabled(device.type)


def pack_layers(encoder: Bert) -> None:
    """Replace the encoder's layers. It can no longer be trained, moved or saved."""
    for number, layer in enumerate(encoder.layers):
        assert isinstance(layer, Layer)
        encoder.layers[number] = PackedLayer(layer)


class PackedLinear:
    """A linear layer of rows in bf16, the same for a row whatever rows are with it."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        self._packed = torch.ops.mkldnn._reorder_linear_weight(weight.detach().bfloat16())
        self._bias = None if bias is None else bias.detach().bfloat16()
        self._least_rows = LEAST_ROWS if weight.shape[1] > WIDE else 1

    @classmethod
    def of(cls, *layers: nn.Linear) -> PackedLinear:
        """One matrix for all of the layers, whose outputs lie next to each other."""
        weights: list[Tensor] = [layer.weight for layer in layers]
        biases: list[Tensor] = [layer.bias for layer in layers if layer.bias is not None]
        return cls(torch.cat(weights), torch.cat(biases) if biases else None)

    def __call__(self, rows: Tensor) -> Tensor:
        return self._product(rows, "none", "")

    def gelu(self, rows: Tensor) -> Tensor:
        """GELU of the output."""
        return self._product(rows, "gelu", "none")

    def added_to(self, residual: Tensor, rows: Tensor) -> Tensor:
        """The output plus ``residual``."""
        output: Tensor = torch.ops.mkldnn._linear_pointwise.binary(
            self._enough(rows), self._enough(residual), self._packed, self._bias, "add"
        )
        return output[: len(rows)]

    def _product(self, rows: Tensor, function: str, algorithm: str) -> Tensor:
        output: Tensor = torch.ops.mkldnn._linear_pointwise(
            self._enough(rows), self._packed, self._bias, function, [], algorithm
        )
        return output[: len(rows)]

    def _enough(self, rows: Tensor) -> Tensor:
        """The rows, and below them zeros up to a number for which there is a kernel."""
        missing = max(self._least_rows - len(rows), -len(rows) % ROWS_AT_ONCE)
        return nn.functional.pad(rows, (0, 0, 0, missing)) if missing > 0 else rows


class PackedLayer(nn.Module):
    """A ``Layer`` in bf16."""

    def __init__(self, layer: Layer) -> None:
        super().__init__()
        attention = layer.attention.self
        self.heads = attention.heads
        self.inward = PackedLinear.of(attention.query, attention.key, attention.value)
        self.outward = PackedLinear.of(layer.attention.output.dense)
        self.after_attention = layer.attention.output.LayerNorm
        self.widen = PackedLinear.of(layer.intermediate.dense)
        self.narrow = PackedLinear.of(layer.output.dense)
        self.after_all = layer.output.LayerNorm

    def forward(self, hidden: Tensor, bias: Tensor, kept: int | None = None) -> Tensor:
        """Return (text, kept, width) of hidden (text, position, width), as ``Layer`` does."""
        n_texts, n_positions, width = hidden.shape
        rows = hidden.reshape(-1, width)
        heads = self.inward(rows).view(n_texts, n_positions, 3, self.heads, width // self.heads)
        query, key, value = heads.permute(2, 0, 3, 1, 4)
        if kept is not None:
            query, rows = query[:, :, :kept], hidden[:, :kept].reshape(-1, width)
        mixed = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        mixed = mixed.transpose(1, 2).reshape(-1, width)
        attended = self.after_attention(self.outward.added_to(rows, mixed))
        output: Tensor = self.after_all(self.narrow.added_to(attended, self.widen.gelu(attended)))
        return output.view(n_texts, -1, width)
