"""The clock of the ledger: naive UTC, the only kind of time that is stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

__all__ = ["Clock", "utc_now"]

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time now, in UTC and without a time zone."""
    return datetime.now(UTC).replace(tzinfo=None)
