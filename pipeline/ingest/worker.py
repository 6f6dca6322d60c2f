"""A worker: read and write whatever is due in the ledger, whichever run found it.

Any number of workers may share a ledger and a store; each document is leased to one of them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from pipeline.ingest.batches import BatchProcessor
from pipeline.ingest.connections import open_store_and_ledger
from pipeline.ingest.fetchers import Fetcher, SourceFetcher
from pipeline.ingest.progress import OnProgress, ProgressTracker
from pipeline.ingest.readers import Reader
from pipeline.ledger.clock import Clock, utc_now
from pipeline.ledger.entries import Batch
from pipeline.ledger.ledger import Ledger, store_key
from pipeline.ledger.status import FailureGroup, group_failures
from pipeline.retry import DOCUMENT, OUTAGE, RetryPolicy, backoff, with_retries
from pipeline.settings import Settings
from pipeline.stores import Store

__all__ = ["Worker", "WorkerResult", "open_worker"]


@dataclass(frozen=True, slots=True)
class WorkerResult:
    """Work done by a worker; ``errors`` are those of all failed documents of the store, grouped."""

    written: int
    failed: int
    seconds: float
    rate: float  # documents written a second
    errors: tuple[FailureGroup, ...]


@contextmanager
def open_worker(
    settings: Settings,
    reader: Reader,
    *,
    fetcher: Fetcher | None = None,
    leaving: threading.Event | None = None,
    stay_seconds: float = 0.0,
    on_progress: OnProgress | None = None,
    clock: Clock = utc_now,
    document_retries: RetryPolicy = DOCUMENT,
    outage_retries: RetryPolicy = OUTAGE,
) -> Iterator[Worker]:
    """Open store and ledger for a worker and renew its leases; at the end it releases them.

    It claims until nothing is left and ``stay_seconds`` have passed since it opened, or until
    ``leaving`` is set: then it finishes the batches in flight. Raises Unreachable.
    """
    opening = open_store_and_ledger(settings, clock=clock, retries=document_retries)
    with opening as (store, ledger):
        worker = Worker(
            ledger=ledger,
            store=store,
            reader=reader,
            fetcher=fetcher or SourceFetcher(settings.access),
            batch_size=settings.batch_size,
            leaving=leaving or threading.Event(),
            stay_seconds=stay_seconds,
            on_progress=on_progress,
            clock=clock,
            retries=outage_retries,
        )
        try:
            yield worker
        finally:
            worker.processor.close()


class Worker:
    """One stay of a worker; its batches are of every document that is due in its store."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        store: Store,
        reader: Reader,
        fetcher: Fetcher,
        batch_size: int,
        leaving: threading.Event,
        stay_seconds: float,
        on_progress: OnProgress | None = None,
        clock: Clock = utc_now,
        retries: RetryPolicy = OUTAGE,
    ) -> None:
        self._tracker = ProgressTracker(on_progress)
        self.processor = BatchProcessor(
            store=store,
            ledger=ledger,
            fetcher=fetcher,
            reader=reader,
            tracker=self._tracker,
            clock=clock,
            retries=retries,
            leaving=leaving,
        )
        self._ledger, self._batch_size, self._retries = ledger, batch_size, retries
        run = ledger.begin(
            store=store_key(store.url), identity=store.identity(), reader=reader.identity
        )
        self._run = replace(run, with_earlier=True)
        self._leaving = leaving
        self._until = time.monotonic() + stay_seconds

    def run(self, process: Callable[[Batch], object] | None = None) -> None:
        """Process batches, some at a time, until the stay ends; ``process`` as for batches."""
        self.processor.run(self.batches(), process)

    def batches(self) -> Iterator[Batch]:
        """Claim until the stay ends."""
        pauses = backoff()
        while not (self._leaving.is_set() or self.processor.stopping.is_set()):
            self.processor.batch_done.clear()
            with self._tracker.stage("claim"):
                batch = with_retries(self.claim, stop=self._leaving, policy=self._retries)
                batch = batch or self.processor.next_long()
            if batch is not None:
                pauses = backoff()
                yield batch
            elif time.monotonic() >= self._until and not self._ledger.unfinished(self._run):
                return
            else:
                # a worker that is leaving waits for the batches in flight anyway
                busy = self.processor.in_flight.is_held
                (self.processor.batch_done if busy else self._leaving).wait(next(pauses))

    def claim(self) -> Batch | None:
        """Lease the next batch; None if nothing is due now."""
        return self._ledger.claim(self._batch_size, run=self._run)

    def position(self) -> tuple[int, int]:
        """Return how many documents were finished here, and that number with those still due."""
        finished = self._tracker.written + self._tracker.failed
        return finished, finished + self._ledger.unfinished(self._run)

    def result(self) -> WorkerResult:
        """Return what was done so far, and why documents of this store failed, at any time."""
        written, seconds = self._tracker.written, self._tracker.seconds
        return WorkerResult(
            written,
            self._tracker.failed,
            seconds,
            written / seconds if seconds else 0.0,
            tuple(group_failures(self._ledger.reports.failures(store=self._run.store))),
        )
