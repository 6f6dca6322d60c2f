"""One document and its gold answers as tensors of the baselines."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntEnum

import torch
from torch import Tensor

from kgmodel.paper.batch import Existence

__all__ = ["BaselineTargets", "BaselineText", "StateChange"]


class StateChange(IntEnum):
    """What a step does to an entity."""

    NONE = 0
    CREATE = 1
    MOVE = 2
    DESTROY = 3


@dataclass(frozen=True)
class BaselineText:
    """A document's words, entities and candidate locations.

    words: (word, width), a fixed vector each. steps: (word,) number of the step a word stands in,
    from 1, never falling; every step has a word. names: (entity, width), the mean vector of the
    entity's words, which is all that differs between the questions "where is E located?".
    mentions: (entity, word) bool. spans: (occurrence, 2) half-open runs of words that could name a
    location. owners: (occurrence,) the candidate that each is, from 0.
    """

    words: Tensor
    steps: Tensor
    names: Tensor
    mentions: Tensor
    spans: Tensor
    owners: Tensor

    @property
    def n_steps(self) -> int:
        return int(self.steps[-1])

    @property
    def n_entities(self) -> int:
        return len(self.mentions)

    @property
    def n_candidates(self) -> int:
        return int(self.owners.max()) + 1 if len(self.owners) else 0

    def sentences(self) -> Tensor:
        """Positions of each step's words: (step, longest), -1 on padding."""
        counts = torch.bincount(self.steps)[1:]
        order = torch.arange(int(counts.max()), device=self.steps.device)
        positions = (counts.cumsum(0) - counts)[:, None] + order
        return positions.masked_fill(order >= counts[:, None], -1)

    def is_mentioned(self) -> Tensor:
        """True for the steps that mention an entity: (entity, step)."""
        return self.of_steps(self.mentions).any(dim=-1)

    def of_steps(self, where: Tensor) -> Tensor:
        """Divide words among the steps they stand in: (…, step, word) bool.

        where: (…, word) bool.
        """
        numbers = torch.arange(1, self.n_steps + 1, device=self.steps.device)
        return where[..., None, :] & (self.steps == numbers[:, None])

    def of_candidates(self) -> Tensor:
        """True for the words that name a candidate: (candidate, word) bool."""
        places = torch.arange(len(self.steps), device=self.steps.device)
        inside = (places >= self.spans[:, :1]) & (places < self.spans[:, 1:])
        counts = torch.zeros(self.n_candidates, len(self.steps), device=self.steps.device)
        return counts.index_add(0, self.owners, inside.to(counts.dtype)) > 0

    def to(self, device: torch.device | str) -> BaselineText:
        return BaselineText(*(getattr(self, field.name).to(device) for field in fields(self)))


@dataclass(frozen=True)
class BaselineTargets:
    """Gold answers.

    existence: (entity, state) values of ``Existence``; a stated place that no words so far name is
    SOMEWHERE. starts, ends: (entity, state), its half-open span, -1 where there is none.
    candidates: (entity, state) the candidate that is gold's place, -1 where there is no stated
    place or none of the candidates is it. changes: (entity, step) values of ``StateChange``.
    """

    existence: Tensor
    starts: Tensor
    ends: Tensor
    candidates: Tensor
    changes: Tensor

    def exists(self) -> Tensor:
        """(entity, state) bool."""
        return self.existence != Existence.NOWHERE

    def to(self, device: torch.device | str) -> BaselineTargets:
        return BaselineTargets(*(getattr(self, field.name).to(device) for field in fields(self)))
