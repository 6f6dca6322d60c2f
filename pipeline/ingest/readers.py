"""The protocol of readers: a trained model, annotated grids, or a fake for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from pipeline.domain.document import Document
from pipeline.domain.reading import Reading
from pipeline.inference.model_reader import Stage

__all__ = ["Reader"]


@runtime_checkable
class Reader(Protocol):
    """Turns documents into readings."""

    @property
    def identity(self) -> str:
        """If it changes, every document is read again."""

    def prepare(self) -> None:
        """Load what reading needs, once; its errors are the run's, not a document's."""

    def read(self, documents: Sequence[Document], *, stage: Stage) -> list[Reading]:
        """Return a reading of each; ``stage`` is entered with the name of each stage."""
