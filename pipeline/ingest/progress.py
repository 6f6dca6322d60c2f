"""Progress of a run while it lasts, and its result at the end."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from pipeline.ingest.metrics import count_stage

__all__ = ["FailedDocument", "IngestResult", "OnProgress", "Progress", "ProgressTracker"]


@dataclass(frozen=True, slots=True)
class FailedDocument:
    """A document that is not stored as its source has it, and why."""

    document_id: str
    source: str
    error: str


@dataclass(frozen=True, slots=True)
class IngestResult:
    """Result of a run: each document found is in one of the next four counts.

    ``elsewhere`` counts those that another process wrote meanwhile. ``stages`` are the seconds
    spent in each stage, without waiting for its turn; stages overlap, so their sum may exceed
    ``seconds``. ``gone`` are documents that were not found because their source no longer exists;
    ``closed`` of their readings were closed. ``with_kept_entities`` counts documents that are read
    with the entities of an earlier run, since this one was given none.
    """

    found: int
    written: int
    unchanged: int
    elsewhere: int
    failed: tuple[FailedDocument, ...]
    seconds: float
    stages: Mapping[str, float]
    gone: tuple[str, ...] = ()
    closed: int = 0
    with_kept_entities: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a run: ``finished`` of ``found`` documents, including the failed ones.

    ``found`` still grows while ``registering``. ``note`` is a message for the user, shown once.
    """

    found: int = 0
    finished: int = 0
    failed: int = 0
    registering: bool = False
    note: str | None = None


OnProgress = Callable[[Progress], None]


class ProgressTracker:
    """Adds up what the threads of a run do, and reports it."""

    def __init__(self, on_progress: OnProgress | None = None) -> None:
        self._on_progress: OnProgress = on_progress or (lambda progress: None)
        self._lock = threading.RLock()
        self._started = time.monotonic()
        self._stage_seconds: defaultdict[str, float] = defaultdict(float)
        self._progress = Progress(registering=True)
        self._written = 0

    @property
    def written(self) -> int:
        return self._written

    @property
    def failed(self) -> int:
        """Documents that failed, with those that had failed before."""
        return self._progress.failed

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._started

    @property
    def stage_seconds(self) -> dict[str, float]:
        """Seconds spent in each stage."""
        with self._lock:
            return dict(self._stage_seconds)

    def count_found(self) -> int:
        """Add a document while registering; return how many there are."""
        with self._lock:
            n_found = self._progress.found + 1
            self._progress = replace(self._progress, found=n_found)
            return n_found

    def end_registering(self, *, n_found: int, unchanged: int, failed: int) -> None:
        """Replace the counts by those of the ledger, and report them."""
        with self._lock:
            self._progress = Progress(found=n_found)
            self._add(finished=unchanged + failed, failed=failed)

    def count_written(self, count: int) -> None:
        with self._lock:
            self._written += count
            self._add(finished=count)

    def count_failed(self) -> None:
        self._add(finished=1, failed=1)

    def report(self, *, note: str | None = None) -> None:
        self._add(note=note)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time what is done in this context."""
        start = time.monotonic()
        try:
            yield
        finally:
            seconds = time.monotonic() - start
            count_stage(name, seconds)
            with self._lock:
                self._stage_seconds[name] += seconds

    def _add(self, *, finished: int = 0, failed: int = 0, note: str | None = None) -> None:
        with self._lock:
            before = self._progress
            self._progress = replace(
                before, finished=before.finished + finished, failed=before.failed + failed
            )
            self._on_progress(replace(self._progress, note=note))
