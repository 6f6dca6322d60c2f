"""One model for all requests: what they want read at the same time is read in one batch."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout

from pipeline.domain.document import Document
from pipeline.domain.reading import Reading
from pipeline.inference.model_reader import Stage, untimed
from pipeline.ingest.readers import Reader
from pipeline.services.errors import Busy

__all__ = ["BatchedReader"]

LARGEST_BATCH = 32  # documents
GATHERING_SECONDS = 0.02  # for which a batch waits for more documents
MOST_WAITING = 256  # documents
WAITING_SECONDS = 120.0

Job = tuple[Document, "Future[Reading]"]


class BatchedReader:
    """A reader for many threads; the model is loaded when the first document comes."""

    def __init__(
        self,
        load: Callable[[], Reader],
        *,
        gathering_seconds: float = GATHERING_SECONDS,
        waiting_seconds: float = WAITING_SECONDS,
    ) -> None:
        self._load = load
        self._gathering_seconds, self._waiting_seconds = gathering_seconds, waiting_seconds
        self._jobs: queue.Queue[Job | None] = queue.Queue(MOST_WAITING)
        self._lock, self._preparing = threading.Lock(), threading.Lock()
        self._reader: Reader | None = None
        self._thread: threading.Thread | None = None

    @property
    def is_loaded(self) -> bool:
        return self._reader is not None

    @property
    def identity(self) -> str:
        return self._loaded().identity

    def prepare(self) -> None:
        """Load the model. Raises CheckpointError."""
        with self._preparing:
            self._loaded().prepare()

    def read(self, documents: Sequence[Document], *, stage: Stage = untimed) -> list[Reading]:
        """Return a reading of each document, in order. Raises what the model raises, and Busy."""
        jobs = [self._submit(document) for document in documents]
        with stage("predict"):
            return [self._result(job) for job in jobs]

    def close(self) -> None:
        """End the thread after the batch that it reads; what still waits is cancelled."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._cancel_waiting()
            self._jobs.put(None)
            thread.join()

    def _loaded(self) -> Reader:
        with self._lock:
            if self._reader is None:
                self._reader = self._load()
            return self._reader

    def _submit(self, document: Document) -> Future[Reading]:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="reader", daemon=True)
                self._thread.start()
        job: Future[Reading] = Future()
        try:
            self._jobs.put_nowait((document, job))
        except queue.Full:
            raise Busy("too many texts wait for the model; try again later") from None
        return job

    def _result(self, job: Future[Reading]) -> Reading:
        try:
            return job.result(timeout=self._waiting_seconds)
        except FutureTimeout:
            job.cancel()
            raise Busy("the model takes too long; try a shorter text, or again later") from None

    def _run(self) -> None:
        is_open = True
        while is_open:
            jobs, is_open = self._next_batch()
            waiting = [job for job in jobs if job[1].set_running_or_notify_cancel()]
            if waiting:
                self._read_batch(waiting)

    def _next_batch(self) -> tuple[list[Job], bool]:
        """The jobs of a batch, and False if the reader is closed after it."""
        jobs: list[Job] = []
        deadline = None
        while len(jobs) < LARGEST_BATCH:
            try:
                job = self._jobs.get(timeout=deadline and max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                break
            if job is None:
                return jobs, False
            jobs.append(job)
            deadline = deadline or time.monotonic() + self._gathering_seconds
        return jobs, True

    def _read_batch(self, jobs: Sequence[Job]) -> None:
        """Read a batch; if it fails, each document alone, so that one spoils no other."""
        try:
            self.prepare()
            readings = self._loaded().read([document for document, _ in jobs], stage=untimed)
        except Exception as error:
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
            else:
                for job in jobs:
                    self._read_batch([job])
            return
        for (_, awaited), reading in zip(jobs, readings, strict=True):
            awaited.set_result(reading)

    def _cancel_waiting(self) -> None:
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            if job is not None:
                job[1].cancel()
