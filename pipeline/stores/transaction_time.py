"""Transaction time: naive UTC, half-open, with one value for "still the current reading"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from pipeline.errors import BadInput

__all__ = ["LATEST", "OPEN_END", "TICK", "check_naive"]

TICK = timedelta(microseconds=1)
OPEN_END = datetime(9999, 12, 31)
LATEST = OPEN_END - TICK  # as-of "now", whatever the client's clock says


def check_naive(parameters: Mapping[str, Any]) -> None:
    """Refuse a time with a zone: compared with a naive one, it matches nothing, silently."""
    for name, value in parameters.items():
        if isinstance(value, datetime) and value.tzinfo is not None:
            raise BadInput(f"${name} is {value}: give the time in UTC, without a zone")
