"""Several batches at once, in threads: while one is read by the model, others come and go.

Torch, the engines and the network let other threads work meanwhile, so that the model waits for
neither a source nor the store. What is in flight is bounded, and so is the memory it takes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from pipeline.errors import Unreachable

__all__ = ["PAUSES", "Stopped", "overlap", "patiently"]

T = TypeVar("T")
PAUSES = (1.0, 5.0, 25.0, 60.0)  # seconds the outside world is given to come back


class Stopped(BaseException):
    """Ends a thread whose run ends for another reason; no failure of what it was doing."""


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


def patiently(work: Callable[[], T], *, stop: threading.Event) -> T:
    """What ``work`` returns, called again after a pause while the outside world is unreachable."""
    for seconds in PAUSES:
        try:
            return work()
        except Unreachable:
            if stop.wait(seconds):
                raise
    return work()
