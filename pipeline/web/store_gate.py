"""The store of a server: many requests read it together, or one of them writes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pipeline.stores.store import Store
from pipeline.web.errors import Busy

__all__ = ["StoreGate"]

KEPT_SECONDS = 2.0  # a store that is open longer may miss what other processes have written
WAITING_SECONDS = 30.0


class StoreGate:
    """Opens the store when a request needs it, and anew after KEPT_SECONDS.

    While one request writes, no other reads: the embedded engine has one open database for a file
    in a process, which either reads or writes.
    """

    def __init__(
        self,
        open_for_reading: Callable[[], Store],
        *,
        kept_seconds: float = KEPT_SECONDS,
        waiting_seconds: float = WAITING_SECONDS,
    ) -> None:
        self._open = open_for_reading
        self._kept_seconds, self._waiting_seconds = kept_seconds, waiting_seconds
        self._changed = threading.Condition()
        self._store: Store | None = None
        self._opened_at = 0.0
        self._n_readers = 0
        self._n_writers = 0  # waiting or at work
        self._is_written = False

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """The store, open for reading. Raises what opening it raises, and Busy."""
        with self._changed:
            self._wait(lambda: not self._n_writers and (self._is_fresh() or not self._n_readers))
            store = self._fresh_store()
            self._n_readers += 1
        try:
            yield store
        finally:
            with self._changed:
                self._n_readers -= 1
                self._changed.notify_all()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A time in which nothing of this gate is open, so that the caller can open it to write."""
        with self._changed:
            self._n_writers += 1
            try:
                self._wait(lambda: not self._n_readers and not self._is_written)
            except Busy:
                self._n_writers -= 1
                raise
            self._is_written = True
            self._close()
        try:
            yield
        finally:
            with self._changed:
                self._is_written = False
                self._n_writers -= 1
                self._changed.notify_all()

    def close(self) -> None:
        """Close the store once its last reader is done with it."""
        with self._changed:
            self._changed.wait_for(lambda: not self._n_readers, timeout=self._waiting_seconds)
            self._close()

    def _wait(self, is_free: Callable[[], bool]) -> None:
        if not self._changed.wait_for(is_free, timeout=self._waiting_seconds):
            raise Busy("the store is in use for too long; try again")

    def _is_fresh(self) -> bool:
        age = time.monotonic() - self._opened_at
        return self._store is not None and age < self._kept_seconds

    def _fresh_store(self) -> Store:
        if self._store is None or not self._is_fresh():
            self._close()
            self._store = self._open()
            self._opened_at = time.monotonic()
        return self._store

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None
