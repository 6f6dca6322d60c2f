"""A BERT encoder run in two parts: some layers on each text alone, the rest with a query.

What the lower layers make of a text is the same for all its entities, so it is computed once; only
the upper layers see the entity of the query. With five of six layers shared, a document of four
entities costs little more than a third.
"""

from __future__ import annotations

from contextlib import nullcontext

import torch
from torch import Tensor

from kgmodel.bert import Bert, attention_bias
from kgmodel.device import autocast
from kgmodel.packed_layers import PackedLayer, can_pack, pack_layers

__all__ = ["freeze_encoder", "run_layers"]


def run_layers(
    encoder: Bert, hidden: Tensor, attended: Tensor, layers: slice, *, kept: int | None = None
) -> Tensor:
    """Run some layers on (sequence, position, width), attending to what ``attended`` (sequence,
    position) marks.

    kept: the number of positions, from the first, that are returned; by default all. The result is
    in float32, or in bf16 from packed layers.
    """
    bias = attention_bias(attended)
    chosen = encoder.layers[layers]
    packed = all(isinstance(layer, PackedLayer) for layer in encoder.layers)
    with nullcontext() if packed else autocast(hidden.device):
        hidden = hidden.bfloat16() if packed else hidden
        for number, layer in enumerate(chosen, 1):
            hidden = layer(hidden, bias, kept if number == len(chosen) else None)
    # what surrounds the layers is small, and needs float32's range
    return hidden[:, :kept] if packed else hidden[:, :kept].float()


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
