"""The store of a server: many requests read it together, or one of them writes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pipeline.services.errors import Busy
from pipeline.stores.store import Store

__all__ = ["StoreGate"]

WAITING_SECONDS = 30.0


class StoreGate:
    """Opens the store when a request needs it, and anew when its files have changed.

    Requests at the same time have a connection each, since a connection of the embedded engine
    answers one query after the other. An open embedded store does not see what other processes
    write. While one request writes, no other reads: the engine has one open database for a file in
    a process, which either reads or writes.
    """

    def __init__(
        self,
        open_for_reading: Callable[[], Store],
        state_of_files: Callable[[], object] = lambda: None,
        *,
        waiting_seconds: float = WAITING_SECONDS,
    ) -> None:
        self._open, self._state_of_files = open_for_reading, state_of_files
        self._waiting_seconds = waiting_seconds
        self._changed = threading.Condition()
        self._idle: list[Store] = []
        self._state_when_opened: object = None
        self._n_readers = 0
        self._n_writers = 0  # waiting or at work
        self._is_written = False

    @property
    def state(self) -> object:
        """The state of the files that the open connections see."""
        return self._state_when_opened

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """A connection of the caller's own. Raises what opening the store raises, and Busy."""
        with self._changed:
            self._wait(lambda: not self._n_writers and (self._is_fresh() or not self._n_readers))
            store = self._fresh_store()
            self._n_readers += 1
        try:
            yield store
        finally:
            with self._changed:
                self._n_readers -= 1
                self._idle.append(store)
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
        return self._state_of_files() == self._state_when_opened

    def _fresh_store(self) -> Store:
        if not self._n_readers and not self._is_fresh():
            self._close()
        if self._idle:
            return self._idle.pop()
        if not self._n_readers:
            self._state_when_opened = self._state_of_files()  # first: a change meanwhile counts
        return self._open()

    def _close(self) -> None:
        while self._idle:
            self._idle.pop().close()
