"""What all requests to a server share: the settings, one store and one model, and their use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.domain.document import Document
from pipeline.domain.reading import Reading
from pipeline.errors import BadInput
from pipeline.inference.model_reader import model_reader
from pipeline.ledger.clock import utc_now
from pipeline.services.batched_reader import BatchedReader
from pipeline.services.errors import Forbidden, TooLarge
from pipeline.services.kept_results import KeptResults
from pipeline.services.store_gate import StoreGate
from pipeline.settings import Settings
from pipeline.sources.json_documents import document_from_record
from pipeline.sources.stdin import spool_record
from pipeline.stores.answer_limit import AnswerLimit
from pipeline.stores.engines import open_configured_store
from pipeline.stores.store import Store
from stepgraph.api import Graphs

if TYPE_CHECKING:  # the ledger takes long to import, and the first page can wait for it
    from pipeline.ingest.progress import IngestResult
    from pipeline.ledger.entries import Entry
    from pipeline.ledger.status import LedgerStatus
    from pipeline.maintenance.forget import Footprint

__all__ = [
    "MOST_CHARACTERS",
    "Queue",
    "Services",
    "open_for_reading",
    "open_services",
    "state_of_files",
]

ANSWER_LIMIT = AnswerLimit(seconds=20.0, rows=10_000)  # of one query
MOST_CHARACTERS = 100_000  # of a text that is read for a request


@dataclass(frozen=True, slots=True)
class Queue:
    """The ledger's status and the documents of this store that failed."""

    status: LedgerStatus
    failures: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Services:
    """One server's. ``writes``: documents may be stored and forgotten through it."""

    settings: Settings
    stores: StoreGate
    reader: BatchedReader
    writes: bool
    kept: KeptResults = field(default_factory=KeptResults)

    @contextmanager
    def graphs(self) -> Iterator[Graphs]:
        """The store, for one request."""
        with self.stores.reading() as store:
            yield Graphs(store, self.settings.unsure_below)

    def read(self, record: Mapping[str, Any]) -> Reading:
        """Read one text without storing it. Raises BadInput, TooLarge and Busy."""
        (reading,) = self.reader.read([_document(record)])
        graph = replace(reading.graph, unsure_below=self.settings.unsure_below)
        return replace(reading, graph=graph)

    def ingest(self, record: Mapping[str, Any]) -> tuple[str, IngestResult]:
        """Read a text and store its graph; return its id and the result. Raises Forbidden."""
        from pipeline.ingest.once import ingest_once

        self._check_writes()
        document = _document(record)
        self.reader.prepare()  # before the others have to wait
        with self.stores.writing():
            folder = self.settings.state / "stdin"
            path = spool_record({**record, "id": document.id}, folder, document_id=document.id)
            return document.id, ingest_once([str(path)], self.settings, self.reader)

    def forget(self, document: str, *, erase: bool) -> Footprint:
        """What forgetting a document erases; it is erased if ``erase``. Raises Forbidden."""
        from pipeline.maintenance.forget import footprint_of, forget

        self._check_writes()
        with self.stores.writing():
            footprint = footprint_of(document, self.settings)
            if erase:
                forget(footprint, self.settings, clock=utc_now)
            return footprint

    def queue(self) -> Queue | None:
        """The state of ingestion; None if nothing was ever ingested."""
        from pipeline.ledger.ledger import known_ledger, store_key

        with known_ledger(self.settings.ledger) as ledger:
            if ledger is None:
                return None
            failures = ledger.reports.failures(store=store_key(self.settings.store))
            return Queue(ledger.reports.status(), tuple(failures))

    def close(self) -> None:
        self.reader.close()
        self.stores.close()

    def _check_writes(self) -> None:
        if not self.writes:
            raise Forbidden("this server only reads; start it with --write to store and forget")


def open_services(settings: Settings, *, writes: bool) -> Services:
    """The services of a server; store and model are opened when a request needs them."""
    stores = StoreGate(lambda: open_for_reading(settings), lambda: state_of_files(settings))
    return Services(settings, stores, BatchedReader(lambda: model_reader(settings)), writes)


def open_for_reading(settings: Settings) -> Store:
    """Open the store that the settings name. Raises Unreachable."""
    return open_configured_store(settings, read_only=True, limit=ANSWER_LIMIT)


def state_of_files(settings: Settings) -> tuple[tuple[int, int, int], ...]:
    """Number, size and time of change of the embedded store's file and log; empty for Neo4j."""
    engine, _, path = settings.store.partition(":")
    if engine != "ladybug":
        return ()
    file = Path(path).expanduser()
    states = []
    for part in (file, file.with_name(f"{file.name}.wal")):
        with suppress(FileNotFoundError):
            status = part.stat()
            states.append((status.st_ino, status.st_size, status.st_mtime_ns))
    return tuple(states)


def _document(record: Mapping[str, Any]) -> Document:
    """The document that a request describes, as a line of a JSON lines file does."""
    record = {key: value for key, value in record.items() if value is not None}
    words = str(record.get("text", "")), *map(str, record.get("steps", ()))
    n_characters = sum(map(len, words))
    if n_characters > MOST_CHARACTERS:
        raise TooLarge(
            f"the text has {n_characters:,} characters, and {MOST_CHARACTERS:,} are read at once; "
            "use stepgraph ingest"
        )
    digest = hashlib.sha256("\n".join(words).encode("utf-8", "surrogatepass")).hexdigest()
    try:
        return document_from_record(record, fallback_id=f"text-{digest[:12]}", source="request")
    except ValueError as error:
        raise BadInput(f"the document {error}") from error
