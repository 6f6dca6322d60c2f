"""A quantity at its place in a text, before it is known whose it is."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.domain.quantity import QuantityKind
from pipeline.text.units import Unit

__all__ = ["CONTEXT", "TIMES", "StatedQuantity"]

CONTEXT = 24  # characters before a number that may say what it is
TIMES = Unit("time", "count")  # "3 times", "wash 3x"


@dataclass(frozen=True, slots=True)
class StatedQuantity:
    """A quantity at ``[char_start, char_end)`` of a text; the unit of a count is what it counts.

    ``value`` is None for a vague number ("a few minutes"), and for words such as "overnight",
    which have no unit either. ``until`` is the other end of a range.
    """

    kind: QuantityKind
    value: float | None
    until: float | None
    unit: Unit | None
    char_start: int
    char_end: int
