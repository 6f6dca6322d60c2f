"""Several batches at once, in threads: while the model reads one, others are fetched or written.

Torch, the engines and the network let other threads work meanwhile, so that the model waits for
neither a source nor the store. The number of batches in flight is limited, and so is their memory.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import TypeVar

__all__ = ["ExclusiveLock", "Stopped", "overlap"]

T = TypeVar("T")


class Stopped(BaseException):
    """Ends a thread whose run ends for another reason; not a failure of its own work."""


class ExclusiveLock:
    """A lock that any number of threads may share, or one may hold alone."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._holders = 0  # -1 while one holds it alone

    @property
    def is_held(self) -> bool:
        return self._holders != 0

    @contextmanager
    def hold(self, *, alone: bool) -> Iterator[None]:
        """Wait for the lock and hold it, shared or alone."""
        weight = -1 if alone else 1
        with self._changed:
            self._changed.wait_for(lambda: not self._holders if alone else self._holders >= 0)
            self._holders += weight
        try:
            yield
        finally:
            with self._changed:
                self._holders -= weight
                self._changed.notify_all()


def overlap(
    work: Callable[[T], object], items: Iterable[T], *, at_once: int, stop: threading.Event
) -> None:
    """Call ``work`` on each item, at most ``at_once`` at a time; a finished one frees its place.

    The first error sets ``stop`` and is raised once the calls in flight have ended; these may
    raise Stopped.
    """
    errors: list[BaseException] = []
    free = threading.Semaphore(at_once)

    def run(item: T) -> None:
        try:
            work(item)
        except Stopped:
            pass
        except BaseException as error:
            errors.append(error)
            stop.set()
        finally:
            free.release()

    remaining = iter(items)
    with ThreadPoolExecutor(at_once, thread_name_prefix="stepgraph") as pool:
        try:
            while free.acquire() and not stop.is_set():
                try:
                    item = next(remaining)
                except StopIteration:
                    break
                pool.submit(copy_context().run, run, item)
        except BaseException:
            stop.set()
            raise
    if errors:
        raise errors[0]
