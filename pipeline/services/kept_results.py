"""Results that take long, kept for as long as the store that they come from is unchanged."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

__all__ = ["KeptResults"]

T = TypeVar("T")


class KeptResults:
    """The last ``most`` results by what they are about; safe to share between threads.

    ``state`` is that of the store's files; where there are none, as for a server, nothing is kept.
    """

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._state: object = None
        self._results: OrderedDict[Hashable, object] = OrderedDict()

    def result(self, subject: Hashable, compute: Callable[[], T], *, state: object) -> T:
        """The result that is kept, or a new one."""
        if not state:
            return compute()
        with self._lock:
            if state != self._state:
                self._state = state
                self._results.clear()
            if subject in self._results:
                self._results.move_to_end(subject)
                return cast(T, self._results[subject])
        result = compute()
        with self._lock:
            if state == self._state:
                self._results[subject] = result
                if len(self._results) > self._most:
                    self._results.popitem(last=False)
        return result
