"""Transaction time: naive UTC, half-open, with one value for "still the current reading"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from pipeline.errors import BadInput

__all__ = ["LATEST", "OPEN_END", "TICK", "check_naive", "moment_of"]

TICK = timedelta(microseconds=1)
OPEN_END = datetime(9999, 12, 31)
LATEST = OPEN_END - TICK  # as-of "now", whatever the client's clock says


def moment_of(text: str) -> datetime:
    """Naive UTC time that ``text`` names in ISO 8601. Raises BadInput."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment if moment.tzinfo is None else moment.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        raise BadInput(
            f"the time {text!r} is not ISO 8601; write it like 2024-05-01 or 2024-05-01T12:30:00Z"
        ) from None


def check_naive(parameters: Mapping[str, Any]) -> None:
    """Refuse a time with a zone: compared with a naive one, it matches nothing, silently."""
    for name, value in parameters.items():
        if isinstance(value, datetime) and value.tzinfo is not None:
            raise BadInput(f"${name} is {value}: give the time in UTC, without a zone")
