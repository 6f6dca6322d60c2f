"""A BERT encoder run in two parts: some layers on each text alone, the rest with a query.

What the lower layers make of a text is the same for all its entities, so it is computed once; only
the upper layers see the entity of the query. With half of the layers shared, a document of four
entities costs little more than half.
"""

from __future__ import annotations

import torch
from torch import Tensor
from transformers import BertModel

from kgmodel.device import autocast

__all__ = ["embed", "freeze_for_inference", "run_layers", "set_attention"]


def embed(encoder: BertModel, ids: Tensor, *, segment: int) -> Tensor:
    """Embed token ids (sequence, position), positions counted from the sequence's own first."""
    positions = torch.arange(ids.shape[1], device=ids.device)[None]
    segments = torch.full_like(ids, segment)
    embedded: Tensor = encoder.embeddings(
        input_ids=ids, token_type_ids=segments, position_ids=positions
    )
    return embedded


def run_layers(encoder: BertModel, hidden: Tensor, attended: Tensor, layers: slice) -> Tensor:
    """Run some layers on (sequence, position, width), in float32 outside, attending to what
    ``attended`` (sequence, position) marks."""
    mask = torch.zeros(attended.shape, device=hidden.device)
    mask = mask.masked_fill(~attended, torch.finfo(torch.bfloat16).min)[:, None, None, :]
    with autocast(hidden.device):  # what surrounds it is small, and needs float32's range
        for layer in encoder.encoder.layer[layers]:
            hidden = layer(hidden, attention_mask=mask)
    return hidden.float()


def set_attention(encoder: BertModel, *, training: bool) -> None:
    """Choose the faster kernel: fused for inference, plain for training (measured on a CPU: the
    backward pass of the fused one takes as long as all other layers' together)."""
    encoder.config._attn_implementation = "eager" if training else "sdpa"


def freeze_for_inference(encoder: BertModel, device: torch.device) -> None:
    """Convert the layers' matrices once to the type ``autocast`` would use at each call.

    The results are the same. The encoder can no longer be trained.
    """
    with autocast(device):
        if not torch.is_autocast_enabled(device.type):
            return
    for layer in encoder.encoder.modules():
        if isinstance(layer, torch.nn.Linear):
            layer.to(torch.bfloat16)
