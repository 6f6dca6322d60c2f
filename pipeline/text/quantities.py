"""Quantities stated in a text: a number or a range of two, and its unit or what it counts.

Deterministic: numbers by ``numbers``, units by the table of ``units``. What is looked at around a
number is bounded, so time is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.domain.lemmas import lemma
from pipeline.domain.quantity import QuantityKind
from pipeline.text.numbers import Number, numbers_in
from pipeline.text.units import FOLD, PH, TIMES_GRAVITY, Unit, unit_at

__all__ = ["StatedQuantity", "find_quantities"]


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


_RANGE = re.compile(r"\s?(?:[-–—−~]|\b(?:to|or)\b)\s?(?P<minus>[-−–])?")
_PLUS = re.compile(r"\s(?:and\s)?|,\s")
_PLUS_MINUS = re.compile(r"\s?(?:±|\+/-|\+-)\s?")
_AND = re.compile(r"\sand\s")
_BETWEEN = re.compile(r"\bbetween\s\Z", re.IGNORECASE)
_MINUS = re.compile(r"(?:\A|[\s(~≈<>=,;:/])(?P<sign>[-−–])\s?\Z")
_LABELLED = re.compile(
    r"(?:#|№|\b(?:steps?|nos?|numbers?|fig|figures?|tables?|recipes?|sections?|chapters?|pages?"
    r"|cat|versions?|samples?|lanes?|days?|grades?|types?|models?|items?|levels?|phases?|stages?"
    r"|batch)\.?)\s?#?\Z",
    re.IGNORECASE,
)
_CONTEXT = 24  # characters before a number that may say what it is
_SENTENCE = 160  # characters around a number that may say that something is spun

_GAP = re.compile(r"\s?(?:-(?=[A-Za-z]))?")
_ADJECTIVE = re.compile(
    r"\s(?:more|additional|extra|further|full|whole|heaped|heaping|level|large|small|generous"
    r"|good|rounded|scant|minced|packed)(?=\s)",
    re.IGNORECASE,
)
_INCHES = re.compile(r"(?:-|(?<=\d))in\b|\sin\.(?=\s[a-z(]|\))")
_QUOTED = re.compile(r"[\"“][^\"“”]{0,200}\Z")
_HALF_AFTER = re.compile(r"\sand\sa\shalf\b")
_AT = re.compile(r"(?:\b(?:at|to)\b|@)\s?(?:about\s|max\.?\s|approximately\s|~)?\Z", re.IGNORECASE)
_SPUN = re.compile(r"centrifug|\bspin|\bspun|\bpellet", re.IGNORECASE)
_ANGLE = re.compile(r"[\s-]?(?:angle|turn|rotation|bend)")
_DECADE = re.compile(r"\d{3}0s\b")
_ORDINAL = re.compile(r"second\s(?!or\b|before\b|after\b|at\b|until\b|then\b|and\b|per\b)\w")
_OF = re.compile(r"\.?\s(?:\([^()]{0,40}\)\s)?(?:of|more)\b")
_FREQUENCY = re.compile(
    r"(?:\b(?:once|twice|thrice|times|daily)|(?<![\w.])[\d,.]{1,12}\s[a-z]{2,20}s)\s\Z",
    re.IGNORECASE,
)
_HEIGHT = re.compile(r"\s(?:of|long|high|deep|wide|above|below|away|apart|tall|from)\b")

_FOLD = re.compile(
    r"\s?[x×](?:\s|-)(?=(?-i:[A-Z]{2,}\b|[A-Z][a-z]+s?\s(?:sample|loading|running))|(?:[\w’'-]{1,20}\s){0,3}?"
    r"(?:buffer|solution|stock|mix|medium|dye|concentrate|reagent)\b)",
    re.IGNORECASE,
)
_REPEATED = re.compile(
    r"\s?[x×](?=\Z|[.,;:)]|\s(?:with|in|for|using|by|at|per|and|until|on|over)\b)"
    r"|\s(?:more\s)?times(?!\s(?:as|more|the|larger|faster)\b)",
    re.IGNORECASE,
)
_MAGNIFIED = re.compile(r"\b(?:to|with|at|of|an?|the)\s\Z", re.IGNORECASE)
_THE = re.compile(r"\bthe\s\Z", re.IGNORECASE)
_NEXT_WORD = re.compile(r"[\s-]?\s?(?P<word>[^\W\d_]+(?:[-'’][^\W\d_]+)*)")
_OF_THEM = re.compile(r"\sof\s(?:the|these|those|your)(?=\s)")
_MOST_WORDS = 4  # between a number and the end of what it counts
_STOP_WORDS = frozenset(
    "of in on at by for from with into onto and or to the is are was were be as if then than per"
    " until when while once after before that this these those it its they you we i not no so am"
    " pm because again a an each will should can may must also but".split()
)
_NOT_COUNTED = frozenset("step time way thing clock degree side".split())
_VERBS = frozenset(
    "always does has his hers its less minus plus pass perhaps press this thus towards us was yes"
    " as is ours theirs others across unless regardless afterwards thereas besides sometimes"
    " appears becomes comes gets gives goes helps keeps lets looks makes means needs puts remains"
    " seems serves sits starts stays stops takes tends uses works yields stainless boneless"
    " skinless seedless process access excess".split()
)
_NOT_ONE = frozenset(
    "of at by in on side end another or hand more time day way and that who which is thing if"
    " should can may must with for to the".split()
)
_ARTICLE_COUNTS = frozenset(
    "slice clove stick sheet sprig bunch stalk can packet pack package sachet cube strip piece"
    " rasher fillet".split()
)
_CONTAINERS = frozenset("cup pint quart gallon drop dash splash scoop".split())

_DIMENSIONS = re.compile(
    r"(?<![\w.])(?P<first>\d{1,6}(?:\.\d{1,6})?)"
    r"(?:(?:mm|cm|in|\"|″)?\s?[x×]\s?\d{1,6}(?:\.\d{1,6})?(?!\d)){1,2}\s?-?(?=[a-z\"″])"
)
_DILUTION = re.compile(r"(?<![\d:/.])1\s?:\s?(?P<whole>\d{1,6})(?![\d:.]|\s?[ap]\.?m\b)")
_WORDS = re.compile(
    r"(?P<duration>\bovernight\b|\b[Oo]/[Nn]\b)"
    r"|(?P<temperature>\b(?:room|ambient)[\s-]temp(?:erature)?\b|(?-i:\bR\.?T\b))"
    r"|(?P<count>\b(?:twice|once(?=\s(?:a|per|every|each|more|again)\b))\b)",
    re.IGNORECASE,
)
_PH = re.compile(r"\bpH\s?(?:of\s|=\s?|~\s?)?\Z")
_TIMES = Unit("time", "count")
_PERCENT = Unit("%", "concentration", "percent")
_INCH = Unit("inch", "length", "inch")


def find_quantities(text: str) -> list[StatedQuantity]:
    """The quantities of a text, left to right; they do not overlap."""
    candidates = [*_dimensions(text), *_dilutions(text), *_words(text), *_measured(text)]
    candidates.sort(key=lambda quantity: (quantity.char_start, -quantity.char_end))
    kept: list[StatedQuantity] = []
    end = 0
    for quantity in candidates:
        if quantity.char_start >= end:
            kept.append(quantity)
            end = quantity.char_end
    return kept


def _words(text: str) -> Iterator[StatedQuantity]:
    for match in _WORDS.finditer(text):
        if match["count"]:
            value = 1.0 if match["count"].lower() == "once" else 2.0
            yield StatedQuantity("count", value, None, _TIMES, *match.span())
        else:
            kind: QuantityKind = "duration" if match["duration"] else "temperature"
            yield StatedQuantity(kind, None, None, None, *match.span())


def _dimensions(text: str) -> Iterator[StatedQuantity]:
    """Sizes such as "2x2 cm", by their first side."""
    for match in _DIMENSIONS.finditer(text):
        unit = unit_at(text, match.end())
        if unit is not None and unit[0].kind == "length":
            yield StatedQuantity(
                "length", float(match["first"]), None, unit[0], match.start(), unit[1]
            )


def _dilutions(text: str) -> Iterator[StatedQuantity]:
    """Dilutions such as "1:100", in percent."""
    for match in _DILUTION.finditer(text):
        if whole := int(match["whole"]):
            value = float(f"{100 / whole:.10g}")
            yield StatedQuantity("concentration", value, None, _PERCENT, *match.span())


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
        quantity = _quantity(text, following, start=first.char_start)
        if quantity is not None:
            low, high = _signed(text, first, first.value, quantity), quantity.value
            if match is None and low is not None and high is not None:
                low, high = low - high, low + high
            elif match is not None and match["minus"] and high is not None:
                high = -high
            start = _start(text, first, quantity)
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
    plus = alone[0].kind == "duration" and _PLUS.fullmatch(text, *span)
    other = _quantity(text, following) if to or plus else None
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
    quantity = _quantity(text, number)
    if quantity is None:
        return []
    value, start = _signed(text, number, quantity.value, quantity), _start(text, number, quantity)
    return [replace(quantity, value=value, char_start=min(start, quantity.char_start))]


def _pair(text: str, first: Number, second: Number) -> list[StatedQuantity]:
    """Two quantities with one unit, "2 and 4 days", or a range, "between 2 and 4 days"."""
    quantity = _quantity(text, second)
    if quantity is None or quantity.kind == "count" or first.is_word != second.is_word:
        return []
    if _BETWEEN.search(text, max(0, first.char_start - _CONTEXT), first.char_start):
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


def _quantity(text: str, number: Number, *, start: int | None = None) -> StatedQuantity | None:
    """The number with its unit or with what it counts; ``start`` is that of its range."""
    begin = number.char_start if start is None else start
    before = text[max(0, begin - _CONTEXT) : begin]
    if (acidity := _PH.search(before)) and not number.is_word:
        begin -= len(before) - acidity.start()
        return StatedQuantity("other", number.value, None, PH, begin, number.char_end)
    measured = _with_unit(text, number)
    if measured is not None:
        unit, end, value = measured
        if unit.name == "g" and _AT.search(before) and _SPUN.search(_around(text, begin)):
            unit = TIMES_GRAVITY
        kind: QuantityKind = unit.kind
        if unit.name == "°" and _ANGLE.match(text, end):
            kind = "other"
        return StatedQuantity(kind, value, None, unit, begin, end)
    if number.is_article or _LABELLED.search(before):
        return _counted_with_article(text, number) if number.is_article else None
    return _repeated(text, number, before, begin) or _counted(text, number, begin)


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
    if _FREQUENCY.search(text, max(0, number.char_start - _CONTEXT), number.char_start):
        return False
    if unit.kind == "length":
        return _HEIGHT.match(text, end) is not None
    if unit.name in _CONTAINERS:
        return _OF.match(text, end) is not None
    return unit.kind in ("amount", "duration") and unit.name != "U"


def _around(text: str, place: int) -> str:
    return text[max(0, place - _SENTENCE) : place + _SENTENCE]


def _repeated(text: str, number: Number, before: str, begin: int) -> StatedQuantity | None:
    """ "2x buffer" is a concentration, "3x" and "3 times" say how often."""
    if not number.is_word and (fold := _FOLD.match(text, number.char_end)):
        end = number.char_end + len(fold[0].rstrip(" -"))
        return StatedQuantity("concentration", number.value, None, FOLD, begin, end)
    times = _REPEATED.match(text, number.char_end)
    if times is None or (times[0].strip() in "x×" and _MAGNIFIED.search(before)):
        return None
    return StatedQuantity("count", number.value, None, _TIMES, begin, times.end())


def _counted(text: str, number: Number, begin: int) -> StatedQuantity | None:
    """The number with the plural that it counts, or with a singular after "one"."""
    if not _may_count(text, number):
        return None
    of_them = _OF_THEM.match(text, number.char_end) if number.value != 1 else None
    place, words = of_them.end() if of_them else number.char_end, 0
    counted: tuple[str, int] | None = None
    last: tuple[str, int] | None = None
    while words < _MOST_WORDS and (match := _NEXT_WORD.match(text, place)):
        word = match["word"].lower()
        if word in _STOP_WORDS or (number.value == 1 and not words and word in _NOT_ONE):
            break
        if _is_plural(match["word"]):
            counted = word, match.end()
        elif counted:
            break
        last = word, match.end()
        place, words = match.end(), words + 1
    is_noun = last is not None and not last[0].endswith("ly")
    if counted is None and number.value == 1 and words < _MOST_WORDS and is_noun:
        counted = last
    if counted is None:
        return None
    name = lemma(counted[0])
    if name in _NOT_COUNTED or (number.value is not None and number.value < 1):
        return None
    return StatedQuantity("count", number.value, None, Unit(name, "count"), begin, counted[1])


def _counted_with_article(text: str, number: Number) -> StatedQuantity | None:
    """ "A slice of bread": one slice."""
    match = _NEXT_WORD.match(text, number.char_end)
    if match is None or match["word"].lower() not in _ARTICLE_COUNTS:
        return None
    if not _OF.match(text, match.end()):
        return None
    unit = Unit(match["word"].lower(), "count")
    return StatedQuantity("count", number.value, None, unit, number.char_start, match.end())


def _is_plural(word: str) -> bool:
    lower = word.lower()
    return lower not in _VERBS and lemma(lower) != lower


def _may_count(text: str, number: Number) -> bool:
    """Return False for years, decimal fractions and "the one"."""
    written = text[number.char_start : number.char_end]
    if not text[number.char_end : number.char_end + 1].isspace() or "." in written:
        return False
    if number.value is not None and 1900 <= number.value < 2100 and len(written) == 4:
        return False
    before = max(0, number.char_start - _CONTEXT)
    return not (number.value == 1 and _THE.search(text, before, number.char_start))
