"""Times as people write them on a command line."""

from __future__ import annotations

from pipeline.errors import BadInput

__all__ = ["UNITS", "seconds_of"]

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def seconds_of(text: str, *, option: str) -> int:
    """The seconds that ``text``, such as 90s or 15m, stands for. Raises BadInput."""
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit()) or unit not in UNITS:
        raise BadInput(f"{option} {text!r} is no time; write it like 90s, 30m, 24h or 7d")
    return int(number) * UNITS[unit]
