"""From claimed documents to readings: fetch, annotate, find the entities, predict, fold."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from pipeline.domain.document import Document
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput, CheckpointError
from pipeline.ledger.entries import ClaimedDocument
from pipeline.sources.access import Access
from pipeline.sources.results import Rejected

if TYPE_CHECKING:
    from pipeline.inference.entity_finder import Tagger
    from pipeline.inference.predict import Model
    from pipeline.settings import Settings

__all__ = ["ModelReader", "Reader", "Stage", "fetch_claimed", "model_reader"]

Stage = Callable[[str], AbstractContextManager[None]]


@runtime_checkable
class Reader(Protocol):
    """What turns claimed documents into readings."""

    identity: str  # another one reads every document anew

    def prepare(self) -> None:
        """Load what reading needs, once; its errors are the run's, not a document's."""

    def fetch(self, claimed: Sequence[ClaimedDocument]) -> Iterator[Document | Rejected]:
        """Each document, in order, under the id it was claimed by, or why it cannot be read."""

    def fingerprint(self, document: Document) -> str:
        """What ``DiscoveredDocument.fingerprint`` is of this document."""

    def read(
        self, documents: Sequence[Document], *, numbers: Sequence[int], stage: Stage
    ) -> list[NumberedReading]:
        """A reading of each; ``stage`` is entered with the name of what is being done."""


class ModelReader:
    """Reads with a trained model, and finds the entities of documents that name none.

    Only folders are looked at until ``prepare``: a run with nothing to read loads no model.
    """

    def __init__(
        self,
        *,
        checkpoint: Path | None = None,
        tagger: Path | None = None,
        encoder: Path | None = None,
        device: str = "auto",
        access: Access | None = None,
    ) -> None:
        """Raises CheckpointError if one of the folders is missing."""
        from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT, DEFAULT_TAGGER

        self._checkpoint = DEFAULT_CHECKPOINT if checkpoint is None else checkpoint
        self._tagger_folder = DEFAULT_TAGGER if tagger is None else tagger
        self._encoder = encoder
        self._device = device
        self._access = access
        self.identity = f"{_digest(self._checkpoint)} {_digest(self._tagger_folder)}"
        self._loaded: tuple[Model, Tagger] | None = None
        self._card: str | None = None

    def prepare(self) -> None:
        from pipeline.inference.entity_finder import load_tagger
        from pipeline.inference.gpu_lock import name_of_card
        from pipeline.inference.predict import load_model

        if self._loaded is None:
            self._card = name_of_card(self._device)
            self._loaded = (
                load_model(self._checkpoint, device=self._device, encoder=self._encoder),
                load_tagger(self._tagger_folder, device=self._device, encoder=self._encoder),
            )

    def fetch(self, claimed: Sequence[ClaimedDocument]) -> Iterator[Document | Rejected]:
        return fetch_claimed(claimed, access=self._access)

    def fingerprint(self, document: Document) -> str:
        return document.fingerprint

    def read(
        self, documents: Sequence[Document], *, numbers: Sequence[int], stage: Stage
    ) -> list[NumberedReading]:
        from pipeline.inference.gpu_lock import alone_on

        self.prepare()
        with alone_on(self._card):
            return self._read(documents, numbers, stage)

    def _read(
        self, documents: Sequence[Document], numbers: Sequence[int], stage: Stage
    ) -> list[NumberedReading]:
        from pipeline.inference.entity_finder import discover_entities
        from pipeline.inference.predict import predict
        from pipeline.text.annotate import annotate

        assert self._loaded is not None
        model, tagger = self._loaded
        with stage("entities"):
            nameless = [document for document in documents if document.entities is None]
            discovered = iter(discover_entities(nameless, tagger=tagger))
            entities = [
                next(discovered) if document.entities is None else document.entities
                for document in documents
            ]
        for document, tracked in zip(documents, entities, strict=True):
            if not tracked:
                raise BadInput(f"nothing to track was found in {document.id!r}; name it: --entity")
        with stage("annotate"):
            annotated = [
                annotate(document, entities=tracked)
                for document, tracked in zip(documents, entities, strict=True)
            ]
        with stage("predict"):
            grids = predict(annotated, model=model)
        return [
            NumberedReading(
                TemporalGraph.from_grid(document, grid),
                number,
                model.name,
                model.checkpoint,
                self._settings(model, tagger, discovered=document.entities is None),
            )
            for document, grid, number in zip(documents, grids, numbers, strict=True)
        ]

    def _settings(self, model: Model, tagger: Tagger, *, discovered: bool) -> str:
        found_by = {"entities": tagger.checkpoint} if discovered else {}
        return json.dumps(json.loads(model.settings) | found_by, sort_keys=True)


def fetch_claimed(
    claimed: Sequence[ClaimedDocument], *, access: Access | None = None
) -> Iterator[Document | Rejected]:
    """Read the documents from their sources again, with the entities the run was told to track."""
    from pipeline.sources import fetch

    for entities, group in groupby(claimed, key=lambda one: one.entities):
        some = list(group)
        fetched = fetch([one.source for one in some], entities=entities, access=access)
        for one, document in zip(some, fetched, strict=True):
            if isinstance(document, Document):
                yield replace(document, id=one.document_id)
            else:
                yield document


def _digest(folder: Path) -> str:
    """A hash of every file in a checkpoint's folder, in a few milliseconds a megabyte."""
    if not folder.is_dir():
        raise CheckpointError(
            f"there is no checkpoint at {str(folder)!r}; reinstall stepgraph, or name a folder "
            "that 'stepgraph train' made"
        )
    whole = hashlib.sha256()
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        whole.update(f"{path.name} {path.stat().st_size}\n".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def model_reader(settings: Settings) -> ModelReader:
    """The trained model that the settings name. Raises CheckpointError if it is not there."""
    return ModelReader(
        checkpoint=settings.checkpoint,
        tagger=settings.tagger,
        encoder=settings.encoder,
        device=settings.device,
        access=settings.access,
    )
