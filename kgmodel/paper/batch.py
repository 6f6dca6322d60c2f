"""Documents, entities and gold answers as tensors of the paper's model (sections 3 and 4).

Words are rows of pieces, so that a table of piece vectors (the packaged encoder's input
embeddings) gives every word one vector: the mean of its pieces. Padding is 0 in every tensor of
ids, False in every boolean one, -1 in targets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum

import torch
from torch import Tensor
from torch.nn.functional import pad

__all__ = ["Existence", "PaperBatch", "PaperTargets", "join_batches", "join_targets"]


class Existence(IntEnum):
    """The reader's answer before it points: absent, present with its place unstated, or a span."""

    NOWHERE = 0
    SOMEWHERE = 1
    SPAN = 2


@dataclass(frozen=True)
class PaperTargets:
    """Gold answers of the reader, each (document, entity, state); -1 on padding.

    existence: values of ``Existence``. starts, ends: word positions of the half-open span
    ``[start, end)``, -1 where existence is not SPAN or the words are not in what is read.
    """

    existence: Tensor
    starts: Tensor
    ends: Tensor

    def to(self, device: torch.device | str) -> PaperTargets:
        return PaperTargets(*(getattr(self, field.name).to(device) for field in fields(self)))


@dataclass(frozen=True)
class PaperBatch:
    """Several documents, each with several entities.

    tokens: (document, position, piece) ids of the pieces of each word.
    steps: (document, position) number of the step a word stands in, from 1, never falling.
    n_steps: (document,) so a document has states 0..n_steps.
    queries: (document, entity, position, piece) ids of "where is E located ?".
    present: (document, entity) bool.
    exact: (document, entity, position, feature) bool, DrQA's exact matches of word and entity.
    mention_starts, mention_ends: (document, entity, position) bool, the first and the last word
    of each mention; mentions stay within a step and do not overlap.
    contextual: (document, state, position, width) features of a frozen encoder that has read no
    more than that state may read, or None.
    """

    tokens: Tensor
    steps: Tensor
    n_steps: Tensor
    queries: Tensor
    present: Tensor
    exact: Tensor
    mention_starts: Tensor
    mention_ends: Tensor
    contextual: Tensor | None = None

    @property
    def n_states(self) -> int:
        """States of the longest document, state 0 included."""
        return int(self.n_steps.max()) + 1

    def has_state(self) -> Tensor:
        """Return True for the answers that are needed: (document, entity, state) bool."""
        states = torch.arange(self.n_states, device=self.n_steps.device)
        return self.present[:, :, None] & (states <= self.n_steps[:, None])[:, None, :]

    def to(self, device: torch.device | str) -> PaperBatch:
        moved = {
            field.name: getattr(self, field.name).to(device)
            for field in fields(self)
            if getattr(self, field.name) is not None
        }
        return PaperBatch(**moved)


def join_batches(batches: Sequence[PaperBatch]) -> PaperBatch:
    """Return one batch of the documents of several, each dimension padded to its longest."""
    names = [
        field.name for field in fields(PaperBatch) if getattr(batches[0], field.name) is not None
    ]
    return PaperBatch(
        **{name: _joined([getattr(batch, name) for batch in batches], 0) for name in names}
    )


def join_targets(targets: Sequence[PaperTargets]) -> PaperTargets:
    """Return the targets of ``join_batches``."""
    names = [field.name for field in fields(PaperTargets)]
    return PaperTargets(
        **{name: _joined([getattr(target, name) for target in targets], -1) for name in names}
    )


def _joined(parts: Sequence[Tensor], padding: int) -> Tensor:
    size = [max(sizes) for sizes in zip(*(part.shape[1:] for part in parts), strict=True)]
    padded = []
    for part in parts:
        room = [
            gap for have, want in zip(part.shape[1:], size, strict=True) for gap in (want - have, 0)
        ]
        padded.append(pad(part, room[::-1], value=padding))
    return torch.cat(padded)
