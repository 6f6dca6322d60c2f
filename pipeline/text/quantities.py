"""Quantities stated in a text: a number or a range of two, and its unit or what it counts.

Deterministic: numbers by ``numbers``, units by ``units``, which ``measured_numbers`` puts together,
counts by ``counts``. What is looked at around a number is bounded, so time is linear in the length
of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.text.measured_numbers import quantity_at
from pipeline.text.numbers import Number, numbers_in
from pipeline.text.quantity_forms import fixed_forms
from pipeline.text.stated_quantity import CONTEXT, StatedQuantity
from pipeline.text.units import Unit

__all__ = ["find_quantities"]

_RANGE = re.compile(r"(?:\s?[-–—−~]|[\s-]?\b(?:to|or)\b-?)\s?(?P<minus>[-−–])?")
_PLUS = re.compile(r"\.?\s(?:and\s)?|,\s")
_PLUS_MINUS = re.compile(r"\s?(?:±|\+/-|\+-)\s?")
_AND = re.compile(r"\sand\s")
_BETWEEN = re.compile(r"\bbetween\s\Z", re.IGNORECASE)
_MINUS = re.compile(r"(?:\A|[\s(~≈<>=,;:/])(?P<sign>[-−–])\s?\Z")
_ADDED = ("duration", "length", "amount")  # "1 h 20 min", "6 ft 2 in", "1 lb 4 oz"


def find_quantities(text: str) -> list[StatedQuantity]:
    """The quantities of a text, left to right; they do not overlap."""
    candidates = [*fixed_forms(text), *_measured(text)]
    candidates.sort(key=lambda quantity: (quantity.char_start, -quantity.char_end))
    kept: list[StatedQuantity] = []
    end = 0
    for quantity in candidates:
        if quantity.char_start >= end:
            kept.append(quantity)
            end = quantity.char_end
    return kept


def _measured(text: str) -> Iterator[StatedQuantity]:
    """Numbers with a unit or with what they count."""
    numbers = list(numbers_in(text))
    index = 0
    while index < len(numbers):
        quantities, used = _from(text, numbers, index)
        yield from quantities
        index += used


def _from(text: str, numbers: Sequence[Number], index: int) -> tuple[Sequence[StatedQuantity], int]:
    """The quantities that begin with a number, and how many numbers they take."""
    first = numbers[index]
    following = numbers[index + 1] if index + 1 < len(numbers) else None
    if following is None:
        return _alone(text, first), 1
    if following.is_article:
        return _to_next_unit(text, first, following)
    span = first.char_end, following.char_start
    if (match := _RANGE.fullmatch(text, *span)) or _PLUS_MINUS.fullmatch(text, *span):
        quantity = quantity_at(text, following, start=first.char_start)
        if quantity is not None:
            low, high = _signed(text, first, first.value, quantity), quantity.value
            if match is None and low is not None and high is not None:
                low, high = low - high, low + high
            elif match is not None and match["minus"] and high is not None:
                high = -high
            start = min(_start(text, first, quantity), quantity.char_start)
            return [replace(quantity, value=low, until=high, char_start=start)], 2
    if _AND.fullmatch(text, *span) and not first.is_article:
        pair = _pair(text, first, following)
        if pair:
            return pair, 2
    return _to_next_unit(text, first, following)


def _to_next_unit(
    text: str, first: Number, following: Number
) -> tuple[Sequence[StatedQuantity], int]:
    """A range or a sum in which each number has its unit: "5 min to 1 h", "1 h 20 min"."""
    alone = _alone(text, first)
    if not alone or alone[0].unit is None or alone[0].kind == "count":
        return alone, 1
    span = alone[0].char_end, following.char_start
    to = _RANGE.fullmatch(text, *span)
    plus = alone[0].kind in _ADDED and _PLUS.fullmatch(text, *span)
    other = quantity_at(text, following) if to or plus else None
    if other is None or other.unit is None or alone[0].value is None or other.value is None:
        return alone, 1
    value = _converted(other.value, other.unit, alone[0].unit)
    if value is None or (not to and value >= 1):
        return alone, 1
    if to:
        until = -value if to["minus"] else value
        return [replace(alone[0], until=until, char_end=other.char_end)], 2
    return [replace(alone[0], value=alone[0].value + value, char_end=other.char_end)], 2


def _converted(value: float, unit: Unit, into: Unit) -> float | None:
    """The value in another unit of the same dimension; None if there is no factor for it."""
    if unit == into:
        return value
    if unit.base != into.base or "temperature" in (unit.kind, into.kind):
        return None
    return float(f"{unit.to_base(value) / into.to_base(1.0):.10g}")


def _alone(text: str, number: Number) -> list[StatedQuantity]:
    quantity = quantity_at(text, number)
    if quantity is None:
        return []
    value, start = _signed(text, number, quantity.value, quantity), _start(text, number, quantity)
    return [replace(quantity, value=value, char_start=min(start, quantity.char_start))]


def _pair(text: str, first: Number, second: Number) -> list[StatedQuantity]:
    """Two quantities with one unit, "2 and 4 days", or a range, "between 2 and 4 days"."""
    quantity = quantity_at(text, second)
    if quantity is None or quantity.kind == "count" or first.is_word != second.is_word:
        return []
    if _BETWEEN.search(text, max(0, first.char_start - CONTEXT), first.char_start):
        start = first.char_start
        return [replace(quantity, value=first.value, until=second.value, char_start=start)]
    earlier = replace(
        quantity, value=first.value, char_start=first.char_start, char_end=first.char_end
    )
    return [earlier, quantity]


def _signed(
    text: str, number: Number, value: float | None, quantity: StatedQuantity
) -> float | None:
    """The value, negative if a minus stands before the number of a temperature."""
    is_below_zero = _start(text, number, quantity) < number.char_start
    return -value if value is not None and is_below_zero else value


def _start(text: str, number: Number, quantity: StatedQuantity) -> int:
    """Where the number starts: at its minus, if it is a temperature below zero."""
    if quantity.kind != "temperature":
        return number.char_start
    begin = max(0, number.char_start - 3)
    match = _MINUS.search(text, begin, number.char_start)
    return match.start("sign") if match else number.char_start
