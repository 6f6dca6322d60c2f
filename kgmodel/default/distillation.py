"""What readers find likely, as the targets of another one (Hinton et al. 2015).

A reader's opinion of a document that it was not trained on is unsure where annotators would differ
too, and is no echo of gold: learnt from beside gold, it keeps a reader from learning gold by heart.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor
from torch.nn.functional import pad

from kgmodel.default.crf import TagShares
from kgmodel.default.features import DocumentFeatures, collate
from kgmodel.default.model import DefaultReader, Taught

__all__ = ["join_taught", "load_taught", "save_taught", "taught_by"]


def taught_by(teacher: DefaultReader, documents: Sequence[DocumentFeatures]) -> list[Taught]:
    """What a reader finds likely in each document."""
    device = next(teacher.parameters()).device
    return [teacher.teach(collate([document]).to(device)) for document in documents]


def join_taught(parts: Sequence[Taught]) -> Taught:
    """Those of several documents, as ``pairs.collate`` joins the documents."""
    return Taught(
        TagShares(
            _joined([one.tags.tags for one in parts]),
            _joined([one.tags.transitions for one in parts]),
        ),
        _joined([one.places for one in parts]),
    )


def save_taught(path: Path, taught: Sequence[Taught], *, about: str) -> None:
    """Keep opinions in a file that says what they are ``about``."""
    tensors: dict[str, Tensor] = {}
    for row, one in enumerate(taught):
        named = {"tags": one.tags.tags, "transitions": one.tags.transitions, "places": one.places}
        tensors |= {f"{row}.{name}": value.cpu().contiguous() for name, value in named.items()}
    save_file(tensors, path, metadata={"about": about})


def load_taught(path: Path, *, about: str) -> list[Taught]:
    """What ``save_taught`` kept. Raises ValueError if it is about something else."""
    other = f"{str(path)!r} holds no opinions, or those of other documents or settings"
    try:
        opened = safe_open(path, framework="pt")
    except SafetensorError as error:
        raise ValueError(other) from error
    with opened as file:
        if (file.metadata() or {}).get("about") != about:
            raise ValueError(other)
        n_documents = len(file.keys()) // 3
        return [
            Taught(
                TagShares(file.get_tensor(f"{row}.tags"), file.get_tensor(f"{row}.transitions")),
                file.get_tensor(f"{row}.places"),
            )
            for row in range(n_documents)
        ]


def _joined(parts: Sequence[Tensor]) -> Tensor:
    """Along the first dimension, the others padded with 0 to the longest."""
    size = [max(sizes) for sizes in zip(*(one.shape[1:] for one in parts), strict=True)]
    padded = []
    for part in parts:
        gaps = [want - have for have, want in zip(part.shape[1:], size, strict=True)]
        padded.append(pad(part, [room for gap in reversed(gaps) for room in (0, gap)]))
    return torch.cat(padded)
