"""Register what the sources show, then read and write it batch by batch, until all is done.

Plain functions, which ``flows/ingest.py`` schedules: everything that must survive is in the
ledger and the store. A document is written or failed when a run ends; what another process has
claimed is waited for, and taken over if that process dies or its lease runs out.

Batches overlap: while the model reads one, the next is fetched and the last is written. Each of
these is done to one batch at a time, in a thread of the batch's own; reading in one thread for all
batches, since torch keeps memory for each thread that it runs in.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from typing import TypeVar

from pipeline.domain.document import Document, Entity
from pipeline.domain.reading import NumberedReading
from pipeline.errors import StepgraphError, StoreError, Unreachable
from pipeline.ingest.concurrency import Company, Stopped, overlap
from pipeline.ingest.metrics import count_documents, count_stage
from pipeline.ingest.progress import Failed, Outcome, Progress, Watch
from pipeline.ingest.prune import Seen, gone_from
from pipeline.ingest.readers import Reader
from pipeline.ledger.clock import Clock, utc_now
from pipeline.ledger.entries import Batch, ClaimedDocument, RegistrationCounts, Run
from pipeline.ledger.ledger import Ledger, open_ledger, store_key
from pipeline.ledger.tables import Failure, State
from pipeline.logs import note_failed, note_written
from pipeline.redaction import redact_text
from pipeline.retry import DOCUMENT, RetryPolicy, backoff, with_retries
from pipeline.settings import Settings
from pipeline.sources.results import (
    DiscoveredDocument,
    ListingComplete,
    Rejected,
    ScanResult,
    SourceState,
    Unchanged,
)
from pipeline.stores import Store, open_store
from pipeline.stores.read import list_readings, read_graphs
from pipeline.stores.write import close, refusal_of_forgotten, write

__all__ = [
    "Failed",
    "Ingestion",
    "Outcome",
    "Progress",
    "Watch",
    "ingest",
    "open_ingestion",
    "opened",
]

T = TypeVar("T")
IN_FLIGHT = 3  # batches: one being fetched, one being read, one being written
CLOSED_AT_ONCE = 500  # documents a transaction
REPORTED_EVERY = 100  # documents, while registering


@contextmanager
def opened(
    settings: Settings, clock: Clock, retries: RetryPolicy = DOCUMENT
) -> Iterator[tuple[Store, Ledger]]:
    """The store and the ledger, whose leases are renewed until they are closed."""
    password = settings.neo4j_password
    store = open_store(
        settings.store,
        username=settings.neo4j_username,
        password=None if password is None else password.get_secret_value(),
        database=settings.neo4j_database,
    )
    try:
        opening = open_ledger(settings.ledger, clock=clock, retries=retries)
        with opening as ledger, ledger.keeping_leases():
            yield store, ledger
    finally:
        store.close()


@contextmanager
def open_ingestion(
    settings: Settings,
    reader: Reader,
    *,
    watch: Watch | None = None,
    clock: Clock = utc_now,
    retries: RetryPolicy = DOCUMENT,
) -> Iterator[Ingestion]:
    """Open the store and the ledger for one run, and renew its leases until it ends."""
    with opened(settings, clock, retries) as (store, ledger):
        yield Ingestion(
            ledger=ledger,
            store=store,
            reader=reader,
            batch_size=settings.batch_size,
            watch=watch,
            clock=clock,
        )


def ingest(
    found: Iterable[ScanResult],
    work: Ingestion,
    *,
    entities: Sequence[Entity] | None = None,
    inputs: Sequence[str] = (),
    prune: bool = False,
) -> Outcome:
    """Write a reading of every new or changed document; return when none is left.

    Of ``inputs``, the files and folders that were looked through, is said what is gone from them;
    with ``prune`` its readings are closed.
    """
    work.register(found, entities=entities)
    work.run()
    work.find_gone(inputs, prune=prune)
    return work.outcome()


class Ingestion:
    """One run over one store: what ``ingest`` does, a batch at a time."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        store: Store,
        reader: Reader,
        batch_size: int,
        watch: Watch | None = None,
        clock: Clock = utc_now,
    ) -> None:
        self._started = time.monotonic()
        self._ledger, self._store, self._reader = ledger, store, reader
        self._batch_size, self._clock = batch_size, clock
        self._watch: Watch = watch or (lambda progress: None)
        self._progress = Progress(registering=True)
        self._turns = {name: threading.Lock() for name in ("load", "fetch", "read", "write")}
        self._company = Company()
        self._reading: ThreadPoolExecutor  # while it runs
        self._telling = threading.RLock()
        self._stopping, self._finished = threading.Event(), threading.Event()
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._registered = RegistrationCounts(0, 0, 0, 0)
        self._written = 0
        self._gone: tuple[str, ...] = ()
        self._closed, self._named = 0, 0  # named: gone, though an input of this run
        self._lines = Seen()
        self._run: Run = ledger.begin(
            store=store_key(store.url), identity=store.identity(), reader=reader.identity
        )
        self.number = self._run.number  # in logs
        if self._run.reopened:
            self._report(
                note=f"{store.url} is not the store that the ledger knew: the "
                f"{self._run.reopened} documents written there will be read again when found"
            )

    def register(
        self, found: Iterable[ScanResult], *, entities: Sequence[Entity] | None = None
    ) -> None:
        """Enter into the ledger what the sources show."""
        with self._stage("register"):
            self._registered = self._ledger.register(
                self._seen(found), run=self._run, entities=entities
            )
            for origin in self._lines.listed:
                self._ledger.forget_unlisted(origin, run=self._run)
        now = self._registered
        self._progress = Progress(found=now.total)
        failed = now.failed + now.forgotten
        self._report(finished=now.unchanged + failed, failed=failed)

    def source_state(self, entities: Sequence[Entity] | None = None) -> SourceState:
        """What is known of the sources, for a run that is told to track ``entities``."""
        return self._ledger.source_state(self._run, entities=entities)

    def run(self, process: Callable[[Batch], object] | None = None) -> None:
        """Process every batch, some at a time, until none is left.

        ``process`` is what to call with each, which calls the method of that name; by default one
        that gives a store or a ledger that is gone some time to come back.
        """
        process = process or (lambda batch: self._with_retries(lambda: self.process(batch)))
        with ThreadPoolExecutor(1, "stepgraph-read") as self._reading:
            overlap(process, self.batches(), at_once=IN_FLIGHT, stop=self._stopping)

    def batches(self) -> Iterator[Batch]:
        """Claim until every document of the run is written or failed, whoever does it."""
        told, pauses = False, backoff()
        while not self._stopping.is_set():
            self._finished.clear()
            with self._stage("claim"):
                batch = self._with_retries(
                    lambda: self._ledger.claim(self._batch_size, run=self._run)
                )
                left = (
                    0 if batch else self._with_retries(lambda: self._ledger.unfinished(self._run))
                )
            if batch:
                pauses = backoff()
                yield batch
            elif not left:
                return
            else:
                others = 0 if told else self._ledger.unfinished(self._run, with_own=False)
                if others:
                    self._report(
                        note=f"waiting for {others} documents: claimed by another process, "
                        "or to be tried again in a moment"
                    )
                told = told or bool(others)
                self._finished.wait(next(pauses))

    def process(self, batch: Batch) -> None:
        """Read and write a batch; what cannot be read fails alone.

        Raises Unreachable if the store or the ledger is gone; the batch can then be repeated.
        """
        self._report()
        try:
            with self._company.of(alone=batch.alone):
                with self._turn("load"), self._stage("load"):
                    self._reader.prepare()
                with self._turn("fetch"), self._stage("fetch", batch):
                    held, documents = self._fetch(batch)
                if documents:
                    self._read_and_write(held, documents)
        finally:
            self._finished.set()

    def find_gone(self, inputs: Sequence[str], *, prune: bool = False) -> None:
        """See which documents are no longer where they were in ``inputs``; close them if told to.

        The ledger says so first: a source that comes back is then read anew, whenever a kill came.
        """
        store = self._run.store
        with self._stage("prune"):
            stored = self._ledger.reports.stored(store)
            run = self._run.number
            gone = list(gone_from(stored, inputs=inputs, lines=self._lines, run=run))
            self._gone = tuple(one.document_id for one in gone)
            if not prune:
                return
            self._named = sum(one.found_by >= run for one in gone)
            for start in range(0, len(self._gone), CLOSED_AT_ONCE):
                some = self._gone[start : start + CLOSED_AT_ONCE]
                readings = self._ledger.administration.mark_gone(store, some)
                self._closed += len(close(readings, store=self._store, clock=self._clock))
                self._ledger.administration.mark_closed(store, list(readings))

    def outcome(self) -> Outcome:
        """What became of the documents that the run found."""
        failures = self._ledger.reports.failures(run=self._run)
        forgotten = self._ledger.reports.documents(state=State.FORGOTTEN, run=self._run)
        failed = (
            *(Failed(one.document_id, one.source, one.error or "") for one in failures),
            *(
                Failed(one.document_id, "", refusal_of_forgotten(one.document_id))
                for one in forgotten
            ),
        )
        found, unchanged = self._registered.total, self._registered.unchanged
        return Outcome(
            found=found,
            written=self._written,
            unchanged=unchanged,
            elsewhere=max(0, found - unchanged - self._written - len(failed) - self._named),
            failed=failed,
            seconds=time.monotonic() - self._started,
            stages=dict(self._seconds),
            gone=self._gone,
            closed=self._closed,
        )

    def _fetch(self, batch: Batch) -> tuple[Batch, list[Document]]:
        """The documents that can be read, and the batch of those alone.

        A document that has changed since it was registered gets a number of its own: under the
        old one the store may hold the old text already.
        """
        kept: list[ClaimedDocument] = []
        documents = []
        for one, document in zip(batch.documents, self._fetch_each(batch.documents), strict=True):
            if isinstance(document, Rejected):
                self._fail(batch, one, document.error, Failure.UNREADABLE)
                continue
            fingerprint = self._reader.fingerprint(document)
            if fingerprint != one.fingerprint:
                changed = replace(one, fingerprint=fingerprint, number=one.number + 1)
                if not self._ledger.revise(batch, [changed]).documents:
                    continue
                one = changed
            kept.append(one)
            documents.append(document)
        return Batch(batch.run, tuple(kept)), documents

    def _fetch_each(self, claimed: Sequence[ClaimedDocument]) -> Iterator[Document | Rejected]:
        try:
            yield from list(self._reader.fetch(claimed))
        except Exception as error:
            if len(claimed) == 1:
                yield Rejected(claimed[0].document_id, claimed[0].source, _described(error))
                return
            for one in claimed:
                yield from self._fetch_each([one])

    def _read_and_write(self, batch: Batch, documents: Sequence[Document]) -> None:
        try:
            with self._turn("read"):
                readings = self._read(batch, documents)
            with self._turn("write"):
                self._write(batch, readings)
        except Unreachable:
            raise
        except Exception as error:
            if len(documents) == 1:
                self._fail(batch, batch.documents[0], _described(error), _kind(error))
                return
            half = len(documents) // 2
            for part in (slice(None, half), slice(half, None)):
                self._read_and_write(Batch(batch.run, batch.documents[part]), documents[part])

    def _read(self, batch: Batch, documents: Sequence[Document]) -> list[NumberedReading]:
        read = partial(
            self._reader.read,
            documents,
            numbers=[one.number for one in batch.documents],
            stage=lambda name: self._stage(name, batch),
        )
        return self._reading.submit(copy_context().run, read).result()

    def _write(self, batch: Batch, readings: Sequence[NumberedReading]) -> None:
        """Store the readings, then close their rows: a kill between the two loses nothing."""
        with self._stage("write", batch):
            written = set(write(readings, store=self._store, clock=self._clock))
            stored = {one.document_id: one.id for one in readings if one.id in written}
            late: list[NumberedReading] = []
            for one in readings:
                if one.id not in written:
                    latest, is_open = self._latest(one)
                    if is_open and _is_same(one, latest):
                        stored[one.document_id] = latest.id
                    else:
                        late.append(replace(one, number=latest.number + 1))
        with self._stage("close"):
            closed = self._ledger.close(batch, stored)
        note_written(stored, run=self.number)
        count_documents(closed, outcome="written")
        self._written += closed
        self._report(finished=closed)
        if late:
            self._write_late(batch, late)

    def _write_late(self, batch: Batch, late: Sequence[NumberedReading]) -> None:
        """Number anew what the store has under a higher number: it had another ledger."""
        numbers = {one.document_id: one.number for one in late}
        held = self._ledger.revise(
            batch,
            [
                replace(one, number=numbers[one.document_id])
                for one in batch.documents
                if one.document_id in numbers
            ],
        )
        ids = {one.document_id for one in held.documents}
        if ids:
            self._write(held, [one for one in late if one.document_id in ids])

    def _latest(self, reading: NumberedReading) -> tuple[NumberedReading, bool]:
        """The document's last reading in the store, which has some, and whether it holds."""
        latest = list_readings(self._store, reading.document_id)[-1]
        (graph,) = read_graphs([latest], store=self._store)
        made_by = (latest.model, latest.checkpoint, latest.settings)
        return NumberedReading(graph, latest.number, *made_by), latest.is_open

    def _fail(self, batch: Batch, one: ClaimedDocument, error: str, failure: Failure) -> None:
        state = self._ledger.fail(batch, one.document_id, error, failure)
        note_failed(one.document_id, error, state, run=self.number)
        if state is State.FAILED:
            count_documents(1, outcome="failed", failure=failure)
            self._report(finished=1, failed=1)

    def _seen(
        self, found: Iterable[ScanResult]
    ) -> Iterator[DiscoveredDocument | Unchanged | Rejected]:
        for one in found:
            self._lines.note(one)
            if isinstance(one, ListingComplete):
                continue
            self._progress = replace(self._progress, found=self._progress.found + 1)
            if self._progress.found % REPORTED_EVERY == 0:
                self._report()
            yield one

    def _report(self, *, note: str | None = None, finished: int = 0, failed: int = 0) -> None:
        """Tell the watch how far the run is, with so many more documents finished."""
        with self._telling:
            now = self._progress
            self._progress = replace(
                now, finished=now.finished + finished, failed=now.failed + failed
            )
            self._watch(replace(self._progress, note=note))

    def _with_retries(self, work: Callable[[], T]) -> T:
        return with_retries(work, stop=self._stopping)

    @contextmanager
    def _turn(self, name: str) -> Iterator[None]:
        """Wait until no other batch is at this."""
        with self._turns[name]:
            if self._stopping.is_set():
                raise Stopped
            yield

    @contextmanager
    def _stage(self, name: str, batch: Batch | None = None) -> Iterator[None]:
        if batch is not None:
            if self._stopping.is_set():
                raise Stopped
            self._ledger.set_stage(batch, name)
        start = time.monotonic()
        try:
            yield
        finally:
            seconds = time.monotonic() - start
            count_stage(name, seconds)
            with self._telling:
                self._seconds[name] += seconds


def _is_same(one: NumberedReading, other: NumberedReading) -> bool:
    """Whether both are readings of one text by one reader; their numbers may differ."""
    ones, others = one.graph.document, other.graph.document
    return ones.fingerprint == others.fingerprint and (
        (one.model, one.checkpoint, one.settings) == (other.model, other.checkpoint, other.settings)
    )


def _kind(error: Exception) -> Failure:
    if isinstance(error, StoreError | OSError):
        return Failure.OUTSIDE
    return Failure.UNUSABLE if isinstance(error, StepgraphError) else Failure.UNEXPECTED


def _described(error: Exception) -> str:
    """The error as the ledger keeps it; what a library says may quote a URL with its password."""
    if isinstance(error, StepgraphError):
        return str(error)
    return redact_text(f"{type(error).__name__}: {error}")
