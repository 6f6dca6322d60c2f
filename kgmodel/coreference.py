"""Soft coreference (section 4.3, Eq. 1 and 2): attention ties equal places to one node.

Λ is written as rows here, (entity, width), so the paper's Λᵀψ is ``locations @ span``.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

__all__ = ["SoftCoreference", "coreference_within"]


class SoftCoreference(nn.Module):
    """Blend the location just read with those already in the graph (Eq. 1).

    λ' = g ψ + (1 - g) ψ', where ψ' = Λᵀ softmax(Λ ψ) and g = σ(W [ψ'; ψ] + b).

    Differs from the paper: Eq. 1 indexes W and b by entity; entities change with every
    document, so one pair is shared. The size of g is unstated; here, one per dimension.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.gate = nn.Linear(2 * width, width)

    def forward(self, spans: Tensor, locations: Tensor, present: Tensor | None) -> Tensor:
        """Return λ' (document, entity, width).

        spans: ψ at step t; locations: Λ at step t - 1; both (document, entity, width).
        present: (document, entity) bool, False on padding; None without any.
        """
        recalled = _weights(spans, locations, present) @ locations  # ψ'
        gate = torch.sigmoid(self.gate(torch.cat([recalled, spans], dim=-1)))
        return torch.lerp(recalled, spans, gate)


def coreference_within(locations: Tensor, present: Tensor | None) -> Tensor:
    """U of Eq. 2, (document, entity, entity): row i is u_i = softmax(Λ' λ'_i).

    The pooled locations are λ_i = Λ'ᵀ u_i, that is ``U @ locations``. U is computed once a step,
    at its beginning, and reused by every layer of the graph update.
    locations: Λ' (document, entity, width); present: as ``SoftCoreference`` takes it.
    """
    return _weights(locations, locations, present)


def _weights(queries: Tensor, keys: Tensor, present: Tensor | None) -> Tensor:
    scores = queries @ keys.transpose(-1, -2)
    if present is not None:
        scores = scores.masked_fill(~present[:, None, :], torch.finfo(scores.dtype).min)
    return scores.softmax(dim=-1)
