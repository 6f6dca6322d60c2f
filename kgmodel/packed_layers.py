"""BERT's layers for inference in bf16 on a CPU, their matrices packed in advance for oneDNN.

PyTorch's linear layer puts its matrix into the order that oneDNN multiplies in at every call; here
that happens once. GELU and the sum with the residual are part of the product, in float32, so that
each number is rounded to bf16 once. The states between layers are in bf16 too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from kgmodel.bert import Bert, Layer
from kgmodel.device import autocast

__all__ = [
    "PackedLayer",
    "PackedLinear",
    "TextRows",
    "can_pack",
    "freeze_encoder",
    "is_packed",
    "pack_layers",
]

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


def freeze_encoder(encoder: Bert, device: torch.device) -> None:
    """Make the encoder fast on a device; it can no longer be trained.

    On a CPU that computes in bf16, its layers are packed. Elsewhere matrices are joined, and
    converted once to the type that ``autocast`` would use, with the same results.
    """
    if can_pack(device):
        pack_layers(encoder)
        return
    encoder.join_matrices()
    with autocast(device):
        if not torch.is_autocast_enabled(device.type):
            return
    for module in encoder.layers.modules():
        if isinstance(module, torch.nn.Linear):
            module.to(torch.bfloat16)


def is_packed(encoder: Bert) -> bool:
    return all(isinstance(layer, PackedLayer) for layer in encoder.layers)


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


@dataclass(frozen=True, slots=True)
class TextRows:
    """Texts of several lengths as one matrix: (row, width), with rows of zeros below them up to a
    number for which there is a kernel.

    shapes: texts and positions of each part, whose rows follow each other.
    """

    rows: Tensor
    shapes: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, parts: Sequence[Tensor]) -> TextRows:
        """The parts, each (text, position, width), in bf16."""
        rows = [part.flatten(0, 1).bfloat16() for part in parts]
        missing = -sum(map(len, rows)) % ROWS_AT_ONCE
        below = rows[0].new_zeros(missing, rows[0].shape[1])
        return cls(torch.cat([*rows, below]), tuple((len(p), p.shape[1]) for p in parts))

    def like(self, rows: Tensor) -> TextRows:
        """Other rows of the same texts."""
        return replace(self, rows=rows)

    def parts(self) -> list[Tensor]:
        sizes = [texts * positions for texts, positions in self.shapes]
        rows = torch.split(self.rows[: sum(sizes)], sizes)
        return [part.view(*shape, -1) for part, shape in zip(rows, self.shapes, strict=True)]

    def first(self, kept: Sequence[int]) -> TextRows:
        """The first so many positions of each part."""
        return self.of(
            [part[:, :positions] for part, positions in zip(self.parts(), kept, strict=True)]
        )


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
        returned = None if kept is None else [kept]
        (output,) = self.of_rows(TextRows.of([hidden]), [bias], returned).parts()
        return output

    def of_rows(
        self, texts: TextRows, biases: Sequence[Tensor], kept: Sequence[int] | None = None
    ) -> TextRows:
        """Return the layer's output. Each part attends alone; all else is done to all rows at once.

        biases: of each part, as ``attention_bias`` returns it. kept: how many positions of each,
        from the first, are returned; by default all.
        """
        heads = texts.like(self.inward(texts.rows)).parts()
        returned = texts if kept is None else texts.first(kept)
        mixed = TextRows.of(
            [
                self._mixed(part.view(*part.shape[:2], 3, self.heads, -1), bias, positions)
                for part, bias, (_, positions) in zip(heads, biases, returned.shapes, strict=True)
            ]
        )
        attended = self.after_attention(self.outward.added_to(returned.rows, mixed.rows))
        widened = self.widen.gelu(attended)
        return returned.like(self.after_all(self.narrow.added_to(attended, widened)))

    def _mixed(self, heads: Tensor, bias: Tensor, kept: int) -> Tensor:
        """Return (text, kept, width) of heads (text, position, 3, head, width of a head)."""
        query, key, value = heads.permute(2, 0, 3, 1, 4)
        mixed = nn.functional.scaled_dot_product_attention(
            query[:, :, :kept], key, value, attn_mask=bias
        )
        return mixed.transpose(1, 2).flatten(2)
