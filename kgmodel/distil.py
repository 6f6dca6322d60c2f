"""Several trained readers as the teacher of one (Hinton et al. 2015).

A mixture of readers is more often right than any of them, and is less sure where annotators would
differ too. Their probabilities of tags, transitions and places are averaged, once a document.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.functional import pad

from kgmodel.crf import TagShares
from kgmodel.default import DefaultReader, Taught
from kgmodel.pairs import DocumentFeatures, collate

__all__ = ["join_taught", "taught_by"]


def taught_by(
    teachers: Sequence[DefaultReader], documents: Sequence[DocumentFeatures]
) -> list[Taught]:
    """What the teachers' mixture finds likely in each document."""
    taught = []
    for document in documents:
        batch = collate([document]).to(next(teachers[0].parameters()).device)
        each = [teacher.teach(batch) for teacher in teachers]
        taught.append(
            Taught(
                TagShares(
                    _mean([one.tags.tags for one in each]),
                    _mean([one.tags.transitions for one in each]),
                ),
                _mean([one.places for one in each]),
            )
        )
    return taught


def join_taught(parts: Sequence[Taught]) -> Taught:
    """Those of several documents, as ``pairs.collate`` joins the documents."""
    return Taught(
        TagShares(
            _joined([one.tags.tags for one in parts]),
            _joined([one.tags.transitions for one in parts]),
        ),
        _joined([one.places for one in parts]),
    )


def _mean(values: Sequence[Tensor]) -> Tensor:
    return torch.stack(tuple(values)).mean(0)


def _joined(parts: Sequence[Tensor]) -> Tensor:
    """Along the first dimension, the others padded with 0 to the longest."""
    size = [max(sizes) for sizes in zip(*(one.shape[1:] for one in parts), strict=True)]
    padded = []
    for part in parts:
        gaps = [want - have for have, want in zip(part.shape[1:], size, strict=True)]
        padded.append(pad(part, [room for gap in reversed(gaps) for room in (0, gap)]))
    return torch.cat(padded)
