"""Pooling of a step's tokens for an entity, in four ways, and attention among entities."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from kgmodel.dropout import Dropout

__all__ = ["EntityAttention", "StepPooling", "gather_tokens"]

STEPS_AT_ONCE = 64


def gather_tokens(flat: Tensor, positions: Tensor) -> Tensor:
    """Rows of ``flat`` (token, width) at ``positions``, any shape; zeros where it is -1."""
    rows = nn.functional.embedding(positions.clamp(min=0), flat)
    return rows.masked_fill((positions < 0)[..., None], 0.0)


class StepPooling(nn.Module):
    """Attention pool, mention pool, mean, and the sequence's first token, made one vector.

    ``steps_at_once``: one very long step must not pad all the others to its length.
    """

    def __init__(
        self, width: int, out: int, *, dropout: float, steps_at_once: int = STEPS_AT_ONCE
    ) -> None:
        super().__init__()
        self.steps_at_once = steps_at_once
        self.attention = nn.Linear(width, 1)
        self.project = nn.Linear(4 * width, out)
        self.dropout = Dropout(dropout)

    def forward(self, tokens: Tensor, mentioned: Tensor, positions: Tensor) -> Tensor:
        """Return (pair, step, out).

        tokens: (sequence, position, width). mentioned: (sequence, position) bool, True on tokens
        that mention the pair's entity. positions: (pair, step, length) flat, -1 on padding.
        """
        parts = []
        for first in range(0, positions.shape[1], self.steps_at_once):
            steps = positions[:, first : first + self.steps_at_once]
            longest = max(1, int((steps >= 0).sum(-1).max()))
            parts.append(self._pool(tokens, mentioned, steps[:, :, :longest]))
        return torch.cat(parts, dim=1)

    def _pool(self, tokens: Tensor, mentioned: Tensor, positions: Tensor) -> Tensor:
        flat, real = tokens.flatten(0, 1), positions >= 0
        at = positions.clamp(min=0)
        rows = nn.functional.embedding(at, flat).float()  # (pair, step, length, width)
        scores = self.attention(rows).squeeze(-1).masked_fill(~real, torch.finfo(rows.dtype).min)
        own = mentioned.flatten()[at] & real
        shares = [scores.softmax(-1), _equal_shares(own), _equal_shares(real)]
        pools = torch.stack(shares, dim=-2) @ rows  # all three are sums over the step's tokens
        opening = at[:, :, 0].div(tokens.shape[1], rounding_mode="floor") * tokens.shape[1]
        pooled = torch.cat([pools.flatten(2), flat[opening].float()], dim=-1)
        steps: Tensor = torch.tanh(self.project(self.dropout(pooled)))
        return steps


def _equal_shares(chosen: Tensor) -> Tensor:
    """Weights of a mean over what is ``chosen`` in the last dimension; all 0 where nothing is."""
    return chosen / chosen.sum(-1, keepdim=True).clamp(min=1)


class EntityAttention(nn.Module):
    """Attention among the entities of one document within a step: one can end as another begins."""

    def __init__(self, width: int, *, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.inward = nn.Linear(width, 3 * width)
        self.outward = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        self.dropout = Dropout(dropout)

    def forward(self, states: Tensor, document: Tensor) -> Tensor:
        """Return (pair, step, width) like ``states``; pairs with the same
        ``document`` (pair,) attend to each other."""
        n_pairs, n_steps, width = states.shape
        shape = (n_pairs, n_steps, 3, self.heads, width // self.heads)
        query, key, value = self.inward(states).view(shape).permute(2, 1, 3, 0, 4)
        together = document[:, None] == document[None, :]
        mixed = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=together)
        joined = mixed.permute(2, 0, 1, 3).reshape(n_pairs, n_steps, width)
        blended: Tensor = self.norm(states + self.dropout(self.outward(joined)))
        return blended
