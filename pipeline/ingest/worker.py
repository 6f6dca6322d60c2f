"""A worker's part of the work: read and write whatever the ledger holds, whoever found it.

Any number of workers may share a ledger and a store; each document is leased to one of them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from pipeline.ingest.readers import Reader
from pipeline.ingest.run import Ingestion, Watch, opened
from pipeline.ledger.clock import Clock, utc_now
from pipeline.ledger.entries import Batch
from pipeline.ledger.status import FailureGroup, group_failures
from pipeline.retry import backoff, with_retries
from pipeline.settings import Settings

__all__ = ["Done", "Worker", "open_worker"]


@dataclass(frozen=True, slots=True)
class Done:
    """What a worker did; ``errors`` are those of every failed document of the store, grouped."""

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
    leaving: threading.Event | None = None,
    stay_seconds: float = 0.0,
    watch: Watch | None = None,
    clock: Clock = utc_now,
) -> Iterator[Worker]:
    """Open store and ledger for a worker and renew its leases; at the end it gives them back.

    It claims until nothing is left and ``stay_seconds`` have passed since it opened, or until
    ``leaving`` is set: then what is in flight is finished. Raises Unreachable.
    """
    with opened(settings, clock) as (store, ledger):
        yield Worker(
            leaving=leaving or threading.Event(),
            stay_seconds=stay_seconds,
            ledger=ledger,
            store=store,
            reader=reader,
            batch_size=settings.batch_size,
            watch=watch,
            clock=clock,
        )


class Worker(Ingestion):
    """One stay of a worker; its batches are of every document that is due in its store."""

    def __init__(self, *, leaving: threading.Event, stay_seconds: float, **options: Any) -> None:
        super().__init__(**options)
        self._run = replace(self._run, number=0)  # a document counts whichever run found it
        self._leaving = leaving
        self._until = time.monotonic() + stay_seconds

    def batches(self) -> Iterator[Batch]:
        pauses = backoff()
        while not (self._leaving.is_set() or self._stopping.is_set()):
            self._finished.clear()
            with self._stage("claim"):
                batch = with_retries(self._claim, stop=self._leaving)
            if batch is not None:
                pauses = backoff()
                yield batch
            elif time.monotonic() >= self._until and not self._ledger.unfinished(self._run):
                return
            else:
                # who is told to leave waits for what is in hand anyway
                (self._finished if self._company else self._leaving).wait(next(pauses))

    def _claim(self) -> Batch | None:
        return self._ledger.claim(self._batch_size, run=self._run)

    def standing(self) -> tuple[int, int]:
        """How many documents were finished here, and how many with those that are still due."""
        finished = self._written + self._progress.failed
        return finished, finished + self._ledger.unfinished(self._run)

    def done(self) -> Done:
        """What was done so far, and why documents of this store failed, at any time."""
        seconds = time.monotonic() - self._started
        return Done(
            self._written,
            self._progress.failed,
            seconds,
            self._written / seconds if seconds else 0.0,
            tuple(group_failures(self._ledger.reports.failures(store=self._run.store))),
        )
