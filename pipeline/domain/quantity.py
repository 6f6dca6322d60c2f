"""An amount, duration, temperature or other measured value that a document states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.domain.document import Entity

__all__ = ["Quantity", "QuantityKind"]

QuantityKind = Literal[
    "amount", "count", "duration", "temperature", "speed", "concentration", "length", "other"
]


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a step or an entry of a list of materials states: "5-10 min", "2 cups" of the flour.

    ``value`` is in ``unit``, and ``until`` is the other end of a range; words such as "overnight"
    have neither. ``base_value`` to ``base_until`` is the same in ``base_unit``, which all
    quantities of a dimension share, the lower end first. Without a range both are equal, so that
    one comparison serves for both. A unit without a size ("a pinch") is its own base unit.
    ``text`` is as written, at ``[char_start, char_end)`` of the text of ``step``; both are -1 in
    an entry of the list of materials, where ``material`` is its name. ``entity`` is the thing that
    it measures, if that is tracked.
    """

    kind: QuantityKind
    text: str
    value: float | None
    until: float | None
    unit: str | None
    base_value: float | None
    base_until: float | None
    base_unit: str | None
    step: int | None
    material: str | None
    entity: Entity | None = None
    char_start: int = -1
    char_end: int = -1
