"""A BERT encoder run in two parts: some layers on each text alone, the rest with a query.

What the lower layers make of a text is the same for all its entities, so it is computed once; only
the upper layers see the entity of the query. With half of the layers shared, a document of four
entities costs little more than half.
"""

from __future__ import annotations

import torch
from torch import Tensor

from kgmodel.bert import Bert, attention_bias
from kgmodel.device import autocast

__all__ = ["freeze_for_inference", "run_layers"]


def run_layers(encoder: Bert, hidden: Tensor, attended: Tensor, layers: slice) -> Tensor:
    """Run some layers on (sequence, position, width), in float32 outside, attending to what
    ``attended`` (sequence, position) marks."""
    bias = attention_bias(attended)
    with autocast(hidden.device):  # what surrounds it is small, and needs float32's range
        for layer in encoder.layers[layers]:
            hidden = layer(hidden, bias)
    return hidden.float()


def freeze_for_inference(encoder: Bert, device: torch.device) -> None:
    """Join the layers' matrices, and convert them once to the type ``autocast`` would use.

    The results are the same. The encoder can no longer be trained.
    """
    encoder.join_matrices()
    with autocast(device):
        if not torch.is_autocast_enabled(device.type):
            return
    for module in encoder.layers.modules():
        if isinstance(module, torch.nn.Linear):
            module.to(torch.bfloat16)
