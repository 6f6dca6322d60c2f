"""Soft targets: a reader's probabilities as what another one is trained on (Hinton et al. 2015).

A reader that was not trained on a document is unsure of it where annotators would differ too, and
does not repeat gold: trained on its probabilities as well, another reader does not learn gold by
heart.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor
from torch.nn.functional import pad

from kgmodel.checkpoint import save_tensors
from kgmodel.default.crf import TagMarginals
from kgmodel.default.features import DocumentFeatures, collate
from kgmodel.default.model import DefaultReader, SoftTargets

__all__ = ["join_soft_targets", "load_soft_targets", "save_soft_targets", "soft_targets_by"]


def soft_targets_by(
    teacher: DefaultReader, documents: Sequence[DocumentFeatures]
) -> list[SoftTargets]:
    """Return a reader's probabilities in each document."""
    device = next(teacher.parameters()).device
    return [teacher.soft_targets(collate([document]).to(device)) for document in documents]


def join_soft_targets(parts: Sequence[SoftTargets]) -> SoftTargets:
    """Join those of several documents as ``features.collate`` joins the documents."""
    return SoftTargets(
        TagMarginals(
            _joined([part.tags.tags for part in parts]),
            _joined([part.tags.transitions for part in parts]),
        ),
        _joined([part.places for part in parts]),
    )


def save_soft_targets(path: Path, targets: Sequence[SoftTargets], *, about: str) -> None:
    """Keep soft targets in a file that states what they are ``about``."""
    tensors: dict[str, Tensor] = {}
    for row, target in enumerate(targets):
        named = {
            "tags": target.tags.tags,
            "transitions": target.tags.transitions,
            "places": target.places,
        }
        tensors |= {f"{row}.{name}": value.cpu() for name, value in named.items()}
    save_tensors(path, tensors, metadata={"about": about})


def load_soft_targets(path: Path, *, about: str) -> list[SoftTargets]:
    """Read what ``save_soft_targets`` kept. Raises ValueError if it is about something else."""
    refusal = f"{str(path)!r} holds no soft targets, or those of other documents or settings"
    try:
        opened = safe_open(path, framework="pt")
    except SafetensorError as error:
        raise ValueError(refusal) from error
    with opened as file:
        if (file.metadata() or {}).get("about") != about:
            raise ValueError(refusal)
        n_documents = len(file.keys()) // 3
        return [
            SoftTargets(
                TagMarginals(file.get_tensor(f"{row}.tags"), file.get_tensor(f"{row}.transitions")),
                file.get_tensor(f"{row}.places"),
            )
            for row in range(n_documents)
        ]


def _joined(parts: Sequence[Tensor]) -> Tensor:
    """Join along the first dimension, the others padded with 0 to the longest."""
    size = [max(sizes) for sizes in zip(*(part.shape[1:] for part in parts), strict=True)]
    padded = []
    for part in parts:
        gaps = [want - have for have, want in zip(part.shape[1:], size, strict=True)]
        padded.append(pad(part, [room for gap in reversed(gaps) for room in (0, gap)]))
    return torch.cat(padded)
