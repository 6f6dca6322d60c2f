"""Batches of documents from claim to store: fetch, read, write.

Batches overlap: while the model reads one, the next is fetched and the last is written. Each stage
handles one batch at a time, in the batch's own thread. Reading has one thread for all batches,
since torch keeps memory for each thread that it runs in. A long document holds up no other: it is
put off until nothing else is left, and read alone.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from typing import TypeVar

from kgmodel.allocator import return_free_memory
from kgmodel.cancellation import cancelled_by
from pipeline.domain.document import Document
from pipeline.domain.reading import NumberedReading, Reading
from pipeline.errors import StepgraphError, StoreError, Unreachable
from pipeline.inference.segments import is_long
from pipeline.ingest.concurrency import ExclusiveLock, Stopped, overlap
from pipeline.ingest.fetchers import Fetcher
from pipeline.ingest.metrics import count_documents
from pipeline.ingest.progress import ProgressTracker
from pipeline.ingest.readers import Reader
from pipeline.ingest.writer import ReadingWriter
from pipeline.ledger.clock import Clock
from pipeline.ledger.entries import Batch, ClaimedDocument
from pipeline.ledger.ledger import Ledger
from pipeline.ledger.tables import Failure, State
from pipeline.logs import note_failed
from pipeline.redaction import redact_text
from pipeline.retry import OUTAGE, RetryPolicy, with_retries
from pipeline.sources.results import Rejected
from pipeline.stores import Store

__all__ = ["BatchProcessor"]

T = TypeVar("T")
IN_FLIGHT = 3  # batches: one being fetched, one being read, one being written
UNREAD = 2  # batches of these: what waits longer here, another worker could read now
STAGES = ("load", "fetch", "read", "write")
FEW_CORES = 2  # reading keeps that many busy


class BatchProcessor:
    """Fetches, reads and writes batches; a document that cannot be read fails alone.

    ``stopping`` ends the run; ``leaving`` ends the reading of a long document, whose claim is kept;
    ``batch_done`` is set whenever a batch has ended; ``in_flight`` is held by the batches being
    processed.
    """

    def __init__(
        self,
        *,
        store: Store,
        ledger: Ledger,
        fetcher: Fetcher,
        reader: Reader,
        tracker: ProgressTracker,
        clock: Clock,
        retries: RetryPolicy = OUTAGE,
        leaving: threading.Event | None = None,
    ) -> None:
        self.stopping, self.batch_done = threading.Event(), threading.Event()
        self._leaving = leaving or self.stopping
        self._long: dict[str, Batch] = {}  # by document id: a batch may be processed again
        self.in_flight = ExclusiveLock()
        self._ledger, self._fetcher, self._reader = ledger, fetcher, reader
        self._writer = ReadingWriter(store=store, ledger=ledger, clock=clock, tracker=tracker)
        self._tracker = tracker
        self._retries = retries
        self._unread: set[Batch] = set()
        self._read_on = threading.Condition()
        self._turns = {stage: threading.Lock() for stage in STAGES}
        self._reading_waits = _wants_all_cores(store)
        self._freezes_garbage = False
        self._reading_thread = ThreadPoolExecutor(1, "stepgraph-read")

    def run(
        self, batches: Iterable[Batch], process: Callable[[Batch], object] | None = None
    ) -> None:
        """Process every batch, IN_FLIGHT at a time, of which UNREAD may still have to be read.

        ``process`` is called with each batch and must call the method of that name. By default it
        is called again for as long as the store or the ledger is unreachable, up to the limit of
        the retry policy.
        """
        work = process or self._process_with_retries

        def process_and_note(batch: Batch) -> None:
            try:
                work(batch)
            finally:
                self._note_read(batch)

        overlap(
            process_and_note,
            self._paced(batches),
            at_once=IN_FLIGHT,
            stop=self.stopping,
        )

    def process(self, batch: Batch) -> None:
        """Read and write a batch.

        Raises Unreachable if the store or the ledger cannot be reached; the batch can then be
        processed again.
        """
        self._tracker.report()
        try:
            with self.in_flight.hold(alone=batch.alone):
                with self._turn("load"), self._tracker.stage("load"):
                    self._reader.prepare()
                    self._freeze_garbage()
                with self._turn("fetch"), self._stage("fetch", batch):
                    claimed, documents = self._fetch(batch)
                if not batch.alone:
                    claimed, documents = self._put_off_long(claimed, documents)
                if documents:
                    self._read_and_write(claimed, documents, whole=batch)
        finally:
            self.batch_done.set()

    def next_long(self) -> Batch | None:
        """Return a long document of the batches so far, as a batch to be processed; None if there
        is none left."""
        with suppress(KeyError):
            return self._long.popitem()[1]
        return None

    def retried(self, work: Callable[[], T]) -> T:
        """Return the result of ``work``, repeated while store or ledger cannot be reached."""
        return with_retries(work, stop=self.stopping, policy=self._retries)

    def close(self) -> None:
        self._reading_thread.shutdown()
        if self._freezes_garbage:
            gc.unfreeze()

    def _freeze_garbage(self) -> None:
        """Keep the collector of garbage from what is loaded, which stays until the end.

        It would go through all of it every few batches, while every thread waits.
        """
        if not gc.get_freeze_count():
            gc.freeze()
            self._freezes_garbage = True

    def _paced(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Ask for the next batch once fewer than UNREAD have still to be read."""
        remaining = iter(batches)
        while True:
            with self._read_on:
                self._read_on.wait_for(lambda: len(self._unread) < UNREAD)
            batch = next(remaining, None)
            if batch is None:
                return
            with self._read_on:
                self._unread.add(batch)
            yield batch

    def _note_read(self, batch: Batch) -> None:
        with self._read_on:
            self._unread.discard(batch)
            self._read_on.notify_all()

    def _process_with_retries(self, batch: Batch) -> None:
        self.retried(lambda: self.process(batch))

    def _fetch(self, batch: Batch) -> tuple[Batch, list[Document]]:
        """Return the documents that can be read, and the batch of those alone.

        A document that has changed since its registration gets a number of its own: under the old
        one the store may hold the old text already.
        """
        claims: list[ClaimedDocument] = []
        documents = []
        fetched = self._fetch_each(batch.documents)
        for claim, document in zip(batch.documents, fetched, strict=True):
            if isinstance(document, Rejected):
                self._fail(batch, claim, document.error, Failure.UNREADABLE)
                continue
            fingerprint = self._fetcher.fingerprint(document)
            if fingerprint != claim.fingerprint:
                changed = replace(claim, fingerprint=fingerprint, number=claim.number + 1)
                if not self._ledger.revise(batch, [changed]).documents:
                    continue
                claim = changed
            claims.append(claim)
            documents.append(document)
        return Batch(batch.run, tuple(claims)), documents

    def _put_off_long(
        self, batch: Batch, documents: Sequence[Document]
    ) -> tuple[Batch, list[Document]]:
        """Return the batch without its long documents, which stay claimed."""
        claims, short = [], []
        for claim, document in zip(batch.documents, documents, strict=True):
            if is_long(document):
                self._long[document.id] = Batch(batch.run, (claim,), alone=True)
            else:
                claims.append(claim)
                short.append(document)
        return Batch(batch.run, tuple(claims)), short

    def _fetch_each(self, claims: Sequence[ClaimedDocument]) -> Iterator[Document | Rejected]:
        try:
            yield from list(self._fetcher.fetch(claims))
        except Exception as error:
            if len(claims) == 1:
                yield Rejected(claims[0].document_id, claims[0].source, _described(error))
                return
            for claim in claims:
                yield from self._fetch_each([claim])

    def _read_and_write(self, batch: Batch, documents: Sequence[Document], *, whole: Batch) -> None:
        """Process documents of the whole batch, or halve them until one at fault is alone."""
        try:
            with self._turn("read"):
                readings = self._read(batch, documents)
                self._note_read(whole)
                if self._reading_waits:
                    self._write(batch, readings)
                    return
            with self._turn("write"):
                self._write(batch, readings)
        except Unreachable:
            raise
        except Exception as error:
            if len(documents) == 1:
                self._fail(batch, batch.documents[0], _described(error), _failure_of(error))
                return
            half = len(documents) // 2
            for part in (slice(None, half), slice(half, None)):
                claimed = Batch(batch.run, batch.documents[part])
                self._read_and_write(claimed, documents[part], whole=whole)

    def _read(self, batch: Batch, documents: Sequence[Document]) -> list[NumberedReading]:
        stage = partial(self._stage, batch=batch)

        reads_long = any(map(is_long, documents))

        def read() -> list[Reading]:
            with cancelled_by(partial(self._check_left, reads_long)):
                return self._reader.read(documents, stage=stage)

        readings = self._reading_thread.submit(copy_context().run, read).result()
        return_free_memory()
        return [
            reading.numbered(claim.number)
            for reading, claim in zip(readings, batch.documents, strict=True)
        ]

    def _write(self, batch: Batch, readings: Sequence[NumberedReading]) -> None:
        with self._stage("write", batch):
            stored, refused = self._writer.store(readings)
            return_free_memory()
        with self._tracker.stage("close"):
            self._writer.close(batch, stored)
        if refused:
            renumbered, readings = self._writer.renumber(batch, refused)
            if readings:
                self._write(renumbered, readings)

    def _fail(self, batch: Batch, claim: ClaimedDocument, error: str, failure: Failure) -> None:
        state = self._ledger.fail(batch, claim.document_id, error, failure)
        note_failed(claim.document_id, error, state, run=batch.run.number)
        if state is State.FAILED:
            count_documents(1, outcome="failed", failure=failure)
            self._tracker.count_failed()

    @contextmanager
    def _turn(self, name: str) -> Iterator[None]:
        """Wait until no other batch is at this stage. Raises Stopped if the run ends."""
        with self._turns[name]:
            self._check_stopped()
            yield

    @contextmanager
    def _stage(self, name: str, batch: Batch) -> Iterator[None]:
        """Time the stage, after recording it in the ledger. Raises Stopped if the run ends."""
        self._check_stopped()
        self._ledger.set_stage(batch, name)
        with self._tracker.stage(name):
            yield

    def _check_left(self, reads_long: bool) -> None:
        """Raise Stopped if the run ends, or the worker leaves while it reads a long document."""
        self._check_stopped()
        if reads_long and self._leaving.is_set():
            raise Stopped

    def _check_stopped(self) -> None:
        if self.stopping.is_set():
            raise Stopped


def _wants_all_cores(store: Store) -> bool:
    """Return True if the next batch is read only when the last is written.

    The embedded engine writes with the cores that read. Where there are few, the model's threads
    then wait for each other at every layer, and an ingest takes a tenth more processor time.
    """
    return store.engine == "ladybug" and (os.cpu_count() or 1) <= FEW_CORES


def _failure_of(error: Exception) -> Failure:
    if isinstance(error, StoreError | OSError):
        return Failure.OUTSIDE
    return Failure.UNUSABLE if isinstance(error, StepgraphError) else Failure.UNEXPECTED


def _described(error: Exception) -> str:
    """Return the error as the ledger keeps it: a library's may quote a URL with its password."""
    if isinstance(error, StepgraphError):
        return str(error)
    return redact_text(f"{type(error).__name__}: {error}")
