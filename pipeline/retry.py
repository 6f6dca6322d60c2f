"""Retries: how often, and after which pauses, work is tried again during an outage."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from pipeline.errors import Unreachable

__all__ = [
    "DOCUMENT",
    "DOWNLOAD",
    "OUTAGE",
    "TRANSACTION",
    "RetryPolicy",
    "backoff",
    "with_retries",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Seconds to wait before the second attempt, the third and so on."""

    pauses: tuple[float, ...]

    @property
    def max_attempts(self) -> int:
        """Number of attempts: the first, and one after each pause."""
        return len(self.pauses) + 1


OUTAGE = RetryPolicy((1.0, 5.0, 25.0, 60.0))  # a store or a ledger that cannot be reached
# A feed, a page or a file of a URL that does not answer (sources.http.Unanswered): none, since
# the next scan tries it again
DOWNLOAD = RetryPolicy(())
DOCUMENT = RetryPolicy((1.0, 5.0))  # one document that could not be stored
TRANSACTION = RetryPolicy((1.0, 4.0))  # what the Neo4j driver's own retries leave over


def with_retries(
    work: Callable[[], T],
    *,
    stop: threading.Event | None = None,
    policy: RetryPolicy = OUTAGE,
    error: type[Exception] = Unreachable,
) -> T:
    """Return the result of ``work``, which is called again while it raises ``error``.

    Raises the last such error when the attempts are used up or ``stop`` is set.
    """
    stop = stop or threading.Event()
    for seconds in policy.pauses:
        try:
            return work()
        except error:
            if stop.wait(seconds):
                raise
    return work()


def backoff(shortest: float = 0.25, longest: float = 4.0) -> Iterator[float]:
    """Yield the seconds to wait before each look for work, twice as long each time."""
    seconds = shortest
    while True:
        yield seconds
        seconds = min(2 * seconds, longest)
