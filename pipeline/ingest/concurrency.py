"""Several batches at once, in threads: while one is read by the model, others come and go.

Torch, the engines and the network let other threads work meanwhile, so that the model waits for
neither a source nor the store. What is in flight is bounded, and so is the memory it takes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import TypeVar

__all__ = ["Company", "Stopped", "overlap"]

T = TypeVar("T")


class Stopped(BaseException):
    """Ends a thread whose run ends for another reason; no failure of what it was doing."""


class Company:
    """Who may be in hand together: any number, or one that must be alone."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0  # -1 while it is one that must be alone

    def __bool__(self) -> bool:
        """Whether any is in hand."""
        return self._inside != 0

    @contextmanager
    def of(self, *, alone: bool) -> Iterator[None]:
        """Wait until it may be in hand, and keep out those that may not be beside it."""
        one = -1 if alone else 1
        with self._changed:
            self._changed.wait_for(lambda: not self._inside if alone else self._inside >= 0)
            self._inside += one
        try:
            yield
        finally:
            with self._changed:
                self._inside -= one
                self._changed.notify_all()


def overlap(
    work: Callable[[T], object], items: Iterable[T], *, at_once: int, stop: threading.Event
) -> None:
    """Call ``work`` on each item, at most so many at a time; the next is taken when one is done.

    The first error sets ``stop`` and is raised once those in flight have ended, which then may
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
