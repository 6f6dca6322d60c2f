"""Artifacts of flow runs on Prefect's dashboard: progress, results and errors.

The ledger is the record. So an artifact that cannot be shown is left out: no work waits or fails
for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar
from uuid import UUID

from pipeline.ledger.status import FailureGroup
from pipeline.logs import log

__all__ = ["ProgressArtifact", "show_result"]

T = TypeVar("T")
SHOWN_EVERY = 5.0  # seconds
SILENT_FOR = 60.0  # seconds, after a server that did not answer
LONGEST = 50  # rows of a table


class ProgressArtifact:
    """The progress of one flow run; after a failure to show it, there is no further attempt."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._id: UUID | None = None
        self._next, self._failed = 0.0, False
        self._lock = threading.Lock()

    def show(self, count: Callable[[], tuple[int, int]], *, last: bool = False) -> None:
        """Show what ``count`` returns: how many documents are finished and how many there are.

        Most calls come too early, or while another call is showing: they cost nothing.
        """
        if self._failed or (time.monotonic() < self._next and not last):
            return
        if not self._lock.acquire(blocking=last):
            return
        try:
            self._next = time.monotonic() + SHOWN_EVERY
            finished, total = count()
            percent = 100.0 * finished / total if total else 100.0
            description = f"{finished} of {total}"
            shown = _dashboard().try_to_show(lambda: self._put(percent, description))
            self._failed = shown is None
        finally:
            self._lock.release()

    def _put(self, percent: float, description: str) -> UUID:
        from prefect.artifacts import create_progress_artifact, update_progress_artifact

        if self._id is None:
            artifact = create_progress_artifact(percent, key=self._key, description=description)
            assert isinstance(artifact, UUID)  # awaited already, since no event loop runs here
            self._id = artifact
        else:
            update_progress_artifact(self._id, percent, description=description)
        return self._id


def show_result(
    key: str,
    facts: Iterable[tuple[str, Any]],
    *,
    errors: Sequence[FailureGroup] = (),
) -> None:
    """Show the result of a flow run as a table, and why documents failed as another."""
    from prefect.artifacts import create_table_artifact

    rows = [{"what": name, "is": value} for name, value in facts]
    _dashboard().try_to_show(lambda: create_table_artifact(rows, key=key))
    if errors:
        failures = [
            {"documents": group.count, "error": group.error, "such as": ", ".join(group.documents)}
            for group in errors[:LONGEST]
        ]
        _dashboard().try_to_show(lambda: create_table_artifact(failures, key=f"{key}-failures"))


class _Dashboard:
    """Prefect's dashboard, which is left alone for a while when its server does not answer."""

    def __init__(self) -> None:
        self._silent_until = 0.0

    def try_to_show(self, show: Callable[[], T]) -> T | None:
        """Return what ``show`` returns; None if it failed, or if another failed a moment ago."""
        if time.monotonic() < self._silent_until:
            return None
        try:
            return show()
        except Exception as error:
            self._silent_until = time.monotonic() + SILENT_FOR
            log.debug("artifact not shown", extra={"error": type(error).__name__})
            return None


@lru_cache(maxsize=1)
def _dashboard() -> _Dashboard:
    """The one dashboard of this process."""
    return _Dashboard()
