"""A linear chain over the tags of a track (Lafferty et al. 2001)."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

__all__ = ["FORBIDDEN", "TagChain", "TagMarginals"]

FORBIDDEN = -1e4  # far below any score, small enough for float32 sums


@dataclass(frozen=True, slots=True)
class TagMarginals:
    """Marginal probabilities, zero on padding: tags (pair, step, tag), transitions (pair, step - 1,
    tag, tag)."""

    tags: Tensor
    transitions: Tensor


class TagChain(nn.Module):
    """Scores of starting with a tag and of the transition from one tag to the next.

    Transitions that training never shows are forbidden; ``allow`` takes those it shows.
    """

    allowed: Tensor
    allowed_start: Tensor

    def __init__(self, n_tags: int) -> None:
        super().__init__()
        self.scores = nn.Parameter(torch.zeros(n_tags, n_tags))
        self.start_scores = nn.Parameter(torch.zeros(n_tags))
        self.register_buffer("allowed", torch.ones(n_tags, n_tags, dtype=torch.bool))
        self.register_buffer("allowed_start", torch.ones(n_tags, dtype=torch.bool))

    def allow(self, tags: list[list[int]]) -> None:
        """Forbid what none of these tracks does; each is a list of tag indices."""
        self.allowed.fill_(False)
        self.allowed_start.fill_(False)
        for track in tags:
            self.allowed_start[track[0]] = True
            for before, after in zip(track[:-1], track[1:], strict=True):
                self.allowed[before, after] = True

    @property
    def transitions(self) -> Tensor:
        """(tag, tag) from row to column."""
        return self.scores.masked_fill(~self.allowed, FORBIDDEN)

    @property
    def start(self) -> Tensor:
        """(tag,)."""
        return self.start_scores.masked_fill(~self.allowed_start, FORBIDDEN)

    def negative_log_likelihood(self, scores: Tensor, tags: Tensor, present: Tensor) -> Tensor:
        """-log P(tags | scores), (pair,).

        scores: (pair, step, tag). tags: (pair, step). present: (pair, step) bool, True on real
        steps, which come first; at least one a row.
        """
        transitions, start = self.transitions, self.start
        safe = tags.clamp(min=0)
        chosen = scores.gather(2, safe[:, :, None]).squeeze(2) * present
        passed = transitions[safe[:, :-1], safe[:, 1:]] * present[:, 1:]
        gold = start[safe[:, 0]] + chosen.sum(1) + passed.sum(1)
        return self._log_partition(scores, transitions, present) - gold

    def cross_entropy(self, scores: Tensor, soft: TagMarginals, present: Tensor) -> Tensor:
        """-E log P(tags | scores), (pair,), over the sequences that a teacher finds likely.

        scores, present: as above. soft: the teacher's marginals. It needs no sequences: scores are
        sums, so their mean is that of each tag and transition, weighted by its marginal.
        """
        start = (soft.tags[:, 0] * self.start).sum(-1)
        stated = (soft.tags * scores).sum((1, 2))
        passed = (soft.transitions * self.transitions).sum((1, 2, 3))
        return self._log_partition(scores, self.transitions, present) - start - stated - passed

    def marginals(self, scores: Tensor, present: Tensor) -> TagMarginals:
        """The probability of every tag and transition, over all sequences.

        They are the derivatives of the log partition (Eisner 2016).
        """
        n_steps = scores.shape[1]
        with torch.enable_grad():
            emitted = scores.detach().requires_grad_()
            shape = (len(scores), n_steps - 1, *self.scores.shape)
            passed = self.transitions.detach().expand(shape).clone().requires_grad_()
            total = self._log_partition(emitted, passed, present).sum()
            inputs = [emitted, passed] if n_steps > 1 else [emitted]
            gradients = torch.autograd.grad(total, inputs)
        return TagMarginals(gradients[0], gradients[1] if n_steps > 1 else passed.detach())

    def _log_partition(self, scores: Tensor, transitions: Tensor, present: Tensor) -> Tensor:
        """Return log Z, (pair,).

        transitions: (tag, tag), or of every step, (pair, step - 1, tag, tag).
        """
        total = self.start + scores[:, 0]
        for step in range(1, scores.shape[1]):
            passed = transitions if transitions.ndim == 2 else transitions[:, step - 1]
            extended = (total[:, :, None] + passed).logsumexp(1) + scores[:, step]
            total = torch.where(present[:, step, None], extended, total)
        return total.logsumexp(1)
