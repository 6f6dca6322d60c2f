"""The location of an entity: a distribution over the text's candidates, or "unstated".

Each occurrence of a candidate has a score; a candidate's probability is the sum of those of its
occurrences (the attention sum of Kadlec et al. 2016), so the likeliest occurrence is the evidence.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from kgmodel.default.pooling import gather_tokens
from kgmodel.dropout import Dropout
from kgmodel.packed_layers import PackedLinear

__all__ = ["LocationPointer", "candidate_log_probabilities"]

_FARTHEST = 4  # steps; a location stated farther away counts as this far
_BUCKETS = 6  # of training frequency, as PlaceTable.bucket
REACH = 20  # steps: what the encoder sees at once
STATES_AT_ONCE = 16  # bounds memory


class LocationPointer(nn.Module):
    """Additive scores (Bahdanau et al. 2015) of occurrences for each state.

    Only occurrences within ``reach`` steps of a state are its candidates: without a limit a
    document of 2,000 steps costs 2,000 times one of 45, not 45 times.
    """

    def __init__(
        self,
        token_width: int,
        state_width: int,
        width: int,
        *,
        dropout: float,
        reach: int = REACH,
        states_at_once: int = STATES_AT_ONCE,
    ) -> None:
        super().__init__()
        self.reach, self.states_at_once = reach, states_at_once
        self.before = nn.Linear(state_width, width)  # state 0 is read off the first step
        self.after = nn.Linear(state_width, width)
        self.first = nn.Linear(token_width, width, bias=False)
        self.last = nn.Linear(token_width, width, bias=False)
        self.distance = nn.Embedding(2 * _FARTHEST + 1, width)
        self.frequency = nn.Embedding(_BUCKETS, width)
        self.own = nn.Embedding(2, width)
        self.unstated = nn.Parameter(torch.zeros(width))
        self.score = nn.Linear(width, 1, bias=False)
        self.dropout = Dropout(dropout)
        self._packed: PackedLinear | None = None  # in place of ``first`` and ``last``

    def occurrences(
        self, tokens: Tensor, first: Tensor, last: Tensor, own: Tensor, frequency: Tensor
    ) -> Tensor:
        """Return (pair, occurrence, width).

        tokens: (sequence, position, token_width). first, last, own: (pair, occurrence); flat
        positions, -1 on padding. frequency: (pair, occurrence) bucket.
        """
        firsts, lasts = self._ends(tokens.flatten(0, 1))
        start, end = gather_tokens(firsts, first), gather_tokens(lasts, last)
        keys: Tensor = (
            start.float() + end.float() + self.own(own.long()) + self.frequency(frequency)
        )
        return keys

    def pack(self) -> None:
        """Multiply tokens in bf16, by packed matrices; for inference alone."""
        self._packed = PackedLinear.of(self.first, self.last)

    def _ends(self, flat: Tensor) -> tuple[Tensor, Tensor]:
        """What tokens (token, token_width) are as a location's first and last: (token, width)."""
        if self._packed is None:
            return self.first(flat), self.last(flat)
        firsts, lasts = self._packed(flat.bfloat16()).chunk(2, dim=-1)
        return firsts, lasts

    def forward(self, states: Tensor, occurrences: Tensor, steps: Tensor) -> Tensor:
        """Return scores (pair, step + 1, 1 + occurrence): "unstated", then every occurrence.

        states: (pair, step, state_width). occurrences: (pair, occurrence, width).
        steps: (pair, occurrence), from 1, -1 on padding, whose scores are the type's least.
        """
        queries = self.dropout(torch.cat([self.before(states[:, :1]), self.after(states)], dim=1))
        occurrences = self.dropout(occurrences)
        scores = [
            self._stated(queries[:, first : first + self.states_at_once], occurrences, steps, first)
            for first in range(0, queries.shape[1], self.states_at_once)
        ]
        unstated = self.score(torch.tanh(queries + self.unstated))
        return torch.cat([unstated, torch.cat(scores, dim=1)], dim=2)

    def _stated(self, queries: Tensor, occurrences: Tensor, steps: Tensor, first: int) -> Tensor:
        """Score every occurrence for the states from ``first`` on: (pair, state, occurrence)."""
        states = torch.arange(first, first + queries.shape[1], device=steps.device)
        distance = steps[:, None, :] - states[None, :, None]
        real = (steps >= 0)[:, None] & (distance.abs() <= self.reach)
        # a long document's other steps cost nothing
        within = real.any(1).any(0).nonzero().squeeze(1)
        near = distance[:, :, within].clamp(-_FARTHEST, _FARTHEST) + _FARTHEST
        if len(near) > 1 and (near == near[:1]).all():
            near = near[:1]  # one document's pairs: the same places
        keys = nn.functional.embedding(near, 2 * self.distance.weight)
        keys = keys + 2 * occurrences[:, None, within]
        hidden = keys.add_(2 * queries[:, :, None]).sigmoid_()  # in place: the largest tensor
        weight = self.score.weight  # tanh(x) is 2 σ(2 x) - 1, and σ takes an eighth of the time
        scored = nn.functional.linear(hidden, 2 * weight, -weight.sum(1)).squeeze(-1)
        least = torch.finfo(scored.dtype).min
        scores = scored
        if len(within) < steps.shape[1]:
            scores = scored.new_full(real.shape, least)
            scores[:, :, within] = scored
        return scores.masked_fill_(~real, least)

    def spans(self, scores: Tensor, occurrences: Tensor) -> Tensor:
        """ψ, (pair, step + 1, width): the places of each state, weighted by their probability.

        scores: as ``forward`` returns them. occurrences: (pair, occurrence, width).
        """
        unstated = self.unstated.expand(len(occurrences), 1, -1)
        return scores.softmax(-1) @ torch.cat([unstated, occurrences], dim=1)


def candidate_log_probabilities(scores: Tensor, candidates: Tensor, n_candidates: int) -> Tensor:
    """Sum occurrences into candidates: (pair, step + 1, candidate), log-probabilities.

    scores: as LocationPointer returns them. candidates: (pair, occurrence), -1 on padding.
    """
    probabilities = scores.float().softmax(-1)
    index = torch.cat([candidates.new_zeros(len(candidates), 1), candidates.clamp(min=0)], dim=1)
    summed = probabilities.new_zeros(*probabilities.shape[:2], n_candidates)
    summed = summed.scatter_add(2, index[:, None].expand_as(probabilities), probabilities)
    return summed.clamp(min=1e-30).log()
