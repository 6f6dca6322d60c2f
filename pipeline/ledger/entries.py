"""Dataclasses that the ledger takes and returns: runs, batches and documents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pipeline.domain.document import Entity
from pipeline.ledger.tables import State

__all__ = [
    "AdoptedDocument",
    "Batch",
    "ClaimedDocument",
    "Entry",
    "RegistrationCounts",
    "Run",
    "StoredDocument",
]


@dataclass(frozen=True, slots=True)
class Run:
    """One run of ``ingest`` over one store with one reader.

    ``reopened`` documents will be read again because the store is not the one that had them.
    ``with_earlier``: its documents are also those that only earlier runs found.
    """

    number: int
    store: str
    reader: str
    reopened: int = 0
    with_earlier: bool = False


@dataclass(frozen=True, slots=True)
class RegistrationCounts:
    """Number of documents registered, and how many are already written, pending or failed.

    ``forgotten`` counts those that were erased: they are not read again. ``with_kept_entities``
    counts those for which the entities of an earlier run are kept.
    """

    total: int
    unchanged: int
    pending: int
    failed: int
    forgotten: int = 0
    with_kept_entities: int = 0


@dataclass(frozen=True, slots=True)
class ClaimedDocument:
    """A document to read; ``entities`` are those that the run was asked to track, if any."""

    document_id: str
    source: str
    fingerprint: str
    number: int
    entities: tuple[Entity, ...] | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Documents under one lease, in the order of their registration.

    ``alone``: the batch is one document that may have killed the worker that read it before, or a
    long one. No other batch is processed at the same time.
    """

    run: Run
    documents: tuple[ClaimedDocument, ...]
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A document's row in a report; ``reading`` is the last one written, if any."""

    store: str
    document_id: str
    title: str
    source: str
    state: State
    stage: str | None
    attempts: int
    failure: str | None
    error: str | None
    number: int
    reading: str | None
    registered_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document that has a reading: its source and the last run that found it there."""

    document_id: str
    source: str
    found_by: int
    reading: str
    state: State
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class AdoptedDocument:
    """A document imported into a store; ``reading`` is the open one, if there is one.

    ``entities`` are those that were named, by the document or for it; None if they were found.
    """

    document_id: str
    source: str
    title: str
    fingerprint: str
    number: int
    reading: str | None
    forgotten: bool = False
    entities: tuple[Entity, ...] | None = None
