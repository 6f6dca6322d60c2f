"""A number with its unit: what the number's neighbours make of the two."""

from __future__ import annotations

import re

from pipeline.domain.quantity import QuantityKind
from pipeline.text.counts import count_at
from pipeline.text.numbers import Number
from pipeline.text.stated_quantity import CONTEXT, StatedQuantity
from pipeline.text.units import PH, TIMES_GRAVITY, Unit, unit_at

__all__ = ["quantity_at"]

_LEAST_FORCE = 1_000.0  # grams that nobody puts into a centrifuge
_SENTENCE = 160  # characters around a number that may say that something is spun
_GAP = re.compile(r"\s?(?:-(?=[A-Za-z]))?")
_ADJECTIVE = re.compile(
    r"\s(?:or\smore|or\sso|more|additional|extra|further|full|whole|heaped|heaping|level|large|small|generous"
    r"|good|rounded|scant|minced|packed)(?=\s)",
    re.IGNORECASE,
)
_INCHES = re.compile(r"(?:-|(?<=\d))in\b|\sin\.(?=\s[a-z(]|\))")
_QUOTED = re.compile(r"[\"“][^\"“”]{0,200}\Z")
_HALF_AFTER = re.compile(r"\sand\sa\shalf\b")
_AT = re.compile(r"(?:\b(?:at|to)\b|@)\s?(?:about\s|max\.?\s|approximately\s|~)?\Z", re.IGNORECASE)
_SPUN = re.compile(r"centrifug|\bspin|\bspun|\bpellet", re.IGNORECASE)
_ANGLE = re.compile(r"[\s-]?(?:angle|turn|rotation|bend)")
_TURNED = re.compile(  # but "turn the oven to 180°"
    r"\b(?:(?:rotat|tilt|twist|swivel|pivot|bend|bent|angle)\w*\s(?:[\w-]{1,20}\s){0,4}?(?:to\s)?"
    r"|(?:turn|flip)\w*\s(?:(?!oven|heat|grill|hob|thermostat|kiln|bath)[\w-]{1,20}\s){0,4}?)"
    r"(?:(?:by|through|about)\s)?\Z",
    re.IGNORECASE,
)
_DECADE = re.compile(r"\d{3}0s\b")
_ORDINAL = re.compile(r"second\s(?!or\b|before\b|after\b|at\b|until\b|then\b|and\b|per\b)\w")
_OF = re.compile(r"\.?\s(?:\([^()]{0,40}\)\s)?(?:of|more)\b")
_FREQUENCY = re.compile(
    r"(?:\b(?:once|twice|thrice|times|daily)|(?<![\w.])[\d,.]{1,12}\s[a-z]{2,20}s)\s\Z",
    re.IGNORECASE,
)
_HEIGHT = re.compile(r"\s(?:of|long|high|deep|wide|above|below|away|apart|tall|from)\b")
_CONTAINERS = frozenset("cup pint quart gallon drop dash splash scoop".split())
_PH = re.compile(r"\bpH\s?(?:of\s|=\s?|~\s?)?\Z")
_INCH = Unit("inch", "length", "inch")


def quantity_at(text: str, number: Number, *, start: int | None = None) -> StatedQuantity | None:
    """The number with its unit or with what it counts; ``start`` is that of its range."""
    begin = number.char_start if start is None else start
    before = text[max(0, begin - CONTEXT) : begin]
    if (acidity := _PH.search(before)) and not number.is_word:
        begin -= len(before) - acidity.start()
        return StatedQuantity("other", number.value, None, PH, begin, number.char_end)
    measured = _with_unit(text, number)
    if measured is not None:
        unit, end, value = measured
        if unit.name == "g" and _is_force(text, begin, value):
            unit = TIMES_GRAVITY
        kind: QuantityKind = unit.kind
        if unit.name == "°" and (_ANGLE.match(text, end) or _is_turned(text, begin)):
            kind = "other"
        return StatedQuantity(kind, value, None, unit, begin, end)
    return count_at(text, number, begin)


def _with_unit(text: str, number: Number) -> tuple[Unit, int, float | None] | None:
    """The unit of a number with its end, and the value of the number."""
    if _DECADE.match(text, number.char_start):
        return None
    if not number.is_word and (inches := _INCHES.match(text, number.char_end)):
        return _INCH, inches.end(), number.value
    gap = _GAP.match(text, number.char_end)
    start = gap.end() if gap else number.char_end
    measured = unit_at(text, start)
    if measured is None and (adjective := _ADJECTIVE.match(text, number.char_end)):
        start = adjective.end() + 1
        measured = unit_at(text, start)
        if measured is not None and measured[1] - start < 3:
            return None
    if measured is None or not _fits(text, number, measured, start):
        return None
    unit, end = measured
    if unit.kind == "duration" and number.value and (half := _HALF_AFTER.match(text, end)):
        return unit, half.end(), number.value + 0.5
    return unit, end, number.value


def _fits(text: str, number: Number, measured: tuple[Unit, int], start: int) -> bool:
    """Return True if the unit is meant as one, after this number."""
    unit, end = measured
    written = text[start:end]
    if written in '"”' and (
        start > number.char_end or _QUOTED.search(text, max(0, start - _SENTENCE), start)
    ):
        return False
    if written == "W" and text[end : end + 1] == "-":  # an oil, 5W-30
        return False
    if written == "K" and (number.value or 0) < 100:
        return False
    if number.is_word and len(written) < 3 and written != "%":
        return False
    if _ORDINAL.match(text, start) and (number.is_article or number.is_word):
        return False
    if not number.is_article:
        return True
    if _FREQUENCY.search(text, max(0, number.char_start - CONTEXT), number.char_start):
        return False
    if unit.kind == "length":
        return _HEIGHT.match(text, end) is not None
    if unit.name in _CONTAINERS:
        return _OF.match(text, end) is not None
    return unit.kind in ("amount", "duration") and unit.name != "U"


def _is_force(text: str, begin: int, value: float | None) -> bool:
    """Return True if "g" is that of a centrifuge: "spun at 300 g", "spin 16,000 g"."""
    before = text[max(0, begin - CONTEXT) : begin]
    is_likely = _AT.search(before) is not None or (value or 0.0) >= _LEAST_FORCE
    return is_likely and _SPUN.search(_around(text, begin)) is not None


def _is_turned(text: str, begin: int) -> bool:
    """Return True if degrees are those of an angle: "rotate the part 180°"."""
    return _TURNED.search(text[max(0, begin - CONTEXT) : begin]) is not None


def _around(text: str, place: int) -> str:
    return text[max(0, place - _SENTENCE) : place + _SENTENCE]
