"""The machine-reading component (section 4.2), which answers "Where is E located?"."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from kgmodel.paper.batch import Existence
from kgmodel.paper.encoder import SpanEncoder

__all__ = ["LocationReader", "LocationVectors", "ReaderScores", "best_spans", "span_scores"]


@dataclass(frozen=True)
class ReaderScores:
    """Before the softmax; (document, entity, …) for one state, else (document, entity, state, …).

    existence: (…, 3) over ``Existence``. starts, ends: (…, position), of an answer's first and
    last word; the lowest finite number where nothing may be read.
    """

    existence: Tensor
    starts: Tensor
    ends: Tensor


class LocationReader(nn.Module):
    """Start and end scores of each word, and the existence of a span to point at.

    q̃ = MLP([q; e]) with two layers, e the entity's node of the step before;
    start_j = c_j · W_s q̃ and end_j = c_j · W_e q̃, as DrQA's output layer has it;
    o = Σ_j α_j c_j with α = softmax(c_j · W_a q̃); existence = MLP([o; q̃]).

    Differs from the paper: it gives no form for classifying nowhere, somewhere and a span; the
    attended summary o of the prefix is DrQA's own way to make one vector of a text.
    """

    def __init__(self, encoded: int, query: int, nodes: int, *, dropout: float) -> None:
        """Widths of c, of q and of the nodes: e, or [e; λ], or 0 where there is no graph."""
        super().__init__()
        self.condition = nn.Sequential(
            nn.Linear(query + nodes, encoded),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(encoded, encoded),
        )
        self.start = nn.Linear(encoded, encoded, bias=False)
        self.end = nn.Linear(encoded, encoded, bias=False)
        self.attention = nn.Linear(encoded, encoded, bias=False)
        self.existence = nn.Sequential(
            nn.Linear(2 * encoded, encoded),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(encoded, len(Existence)),
        )

    def forward(
        self, encoded: Tensor, may_read: Tensor, queries: Tensor, nodes: Tensor
    ) -> ReaderScores:
        """encoded: c (document, entity, position, width); may_read: (document, position) bool;
        queries: q (document, entity, width); nodes: e, or [e; λ] (document, entity, width).
        """
        conditioned = self.condition(torch.cat([queries, nodes], dim=-1))  # q̃
        maps = (self.start, self.end, self.attention)
        questions = torch.stack([map_query(conditioned) for map_query in maps], dim=-1)
        matches = encoded @ questions  # c_j · W q̃: (document, entity, position, 3)
        lowest = torch.finfo(matches.dtype).min
        starts, ends, scores = matches.masked_fill(~may_read[:, None, :, None], lowest).unbind(-1)
        summary = (scores.softmax(dim=-1)[:, :, None, :] @ encoded).squeeze(2)  # o
        existence = self.existence(torch.cat([summary, conditioned], dim=-1))
        return ReaderScores(existence, starts, ends)


class LocationVectors(nn.Module):
    """ψ, the vector of an answer (section 4.1): of its words, or a learned one without words."""

    def __init__(self, spans: SpanEncoder, width: int) -> None:
        super().__init__()
        self.spans = spans
        self.wordless = nn.Embedding(2, width)  # NOWHERE, SOMEWHERE

    def forward(self, encoded: Tensor, existence: Tensor, starts: Tensor, ends: Tensor) -> Tensor:
        """Return ψ (document, entity, width).

        encoded: (document, entity, position, width); existence, starts, ends: (document, entity),
        the span half-open and within bounds even where existence is not SPAN.
        """
        is_span = existence == Existence.SPAN
        wordless = self.wordless(existence.clamp(max=Existence.SOMEWHERE))
        return torch.where(is_span[..., None], self.spans(encoded, starts, ends), wordless)


def span_scores(starts: Tensor, ends: Tensor, steps: Tensor, *, longest: int) -> Tensor:
    """Score every span that could be an answer: (…, position, n), n + 1 its number of words.

    starts, ends: (document, …, position) as in ``ReaderScores``; steps: (document, position). A
    span has at most ``longest`` words, all in one step; the lowest finite number elsewhere.
    """
    lowest = torch.finfo(starts.dtype).min
    columns = []
    for extra in range(min(longest, starts.shape[-1])):
        last = nn.functional.pad(ends[..., extra:], (0, extra), value=lowest)
        same_step = nn.functional.pad(steps[:, extra:], (0, extra)) == steps
        allowed = (same_step & (steps > 0)).view(
            steps.shape[0], *(1,) * (starts.dim() - 2), steps.shape[1]
        )
        total = (starts + last).clamp(min=lowest)
        columns.append(total.masked_fill(~allowed, lowest))
    return torch.stack(columns, dim=-1)


def best_spans(scores: Tensor) -> Tensor:
    """The half-open span with the highest score: (…, 2), from ``span_scores``' (…, position, n)."""
    best = scores.flatten(start_dim=-2).argmax(dim=-1)
    start = best.div(scores.shape[-1], rounding_mode="floor")
    return torch.stack([start, start + best % scores.shape[-1] + 1], dim=-1)
