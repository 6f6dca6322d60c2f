"""What Prefect's page shows of a run beside its states: how far it is, and what came of it.

The ledger is the record. So what cannot be shown is left out: no work waits or fails for it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar
from uuid import UUID

from pipeline.ledger.status import FailureGroup

__all__ = ["Bar", "show_result"]

T = TypeVar("T")
SHOWN_EVERY = 5.0  # seconds
SILENT_FOR = 60.0  # seconds, after a server that did not answer
LONGEST = 50  # rows of a table
log = logging.getLogger("stepgraph")


class Bar:
    """A run's progress as an artifact; after one failure to show it, no further attempt."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._shown: UUID | None = None
        self._next, self._lost = 0.0, False
        self._turn = threading.Lock()

    def show(self, look: Callable[[], tuple[int, int]], *, last: bool = False) -> None:
        """Say what ``look`` finds: how many are done and how many there are.

        Most calls come too early to show anything, or while another shows: they cost nothing.
        """
        if self._lost or (time.monotonic() < self._next and not last):
            return
        if not self._turn.acquire(blocking=last):
            return
        try:
            self._next = time.monotonic() + SHOWN_EVERY
            finished, total = look()
            percent = 100.0 * finished / total if total else 100.0
            self._lost = _shown(lambda: self._put(percent, f"{finished} of {total}")) is None
        finally:
            self._turn.release()

    def _put(self, percent: float, description: str) -> UUID:
        from prefect.artifacts import create_progress_artifact, update_progress_artifact

        if self._shown is None:
            made = create_progress_artifact(percent, key=self._key, description=description)
            assert isinstance(made, UUID)  # awaited already, since no loop runs here
            self._shown = made
        else:
            update_progress_artifact(self._shown, percent, description=description)
        return self._shown


def show_result(
    key: str,
    facts: Iterable[tuple[str, Any]],
    *,
    errors: Sequence[FailureGroup] = (),
) -> None:
    """Show what came of a run as a table, and why documents failed as another."""
    from prefect.artifacts import create_table_artifact

    rows = [{"what": name, "is": value} for name, value in facts]
    _shown(lambda: create_table_artifact(rows, key=key))
    if errors:
        failures = [
            {"documents": one.count, "error": one.error, "such as": ", ".join(one.documents)}
            for one in errors[:LONGEST]
        ]
        _shown(lambda: create_table_artifact(failures, key=f"{key}-failures"))


_silent_until = 0.0


def _shown(show: Callable[[], T]) -> T | None:
    """What ``show`` gives; None if that failed, or if something else did a moment ago."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return None
    try:
        return show()
    except Exception as error:
        _silent_until = time.monotonic() + SILENT_FOR
        log.debug("not shown on Prefect's page", extra={"error": type(error).__name__})
        return None
