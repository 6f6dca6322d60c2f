"""Quantities with a form of their own: sizes, dilutions, "overnight", "twice"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.domain.quantity import QuantityKind
from pipeline.text.stated_quantity import TIMES, StatedQuantity
from pipeline.text.units import TIMES_GRAVITY, Unit, unit_at

__all__ = ["fixed_forms"]

_DIMENSIONS = re.compile(
    r"(?<![\w.])(?P<first>\d{1,6}(?:\.\d{1,6})?)"
    r"(?:(?:mm|cm|in|\"|″)?\s?[x×]\s?\d{1,6}(?:\.\d{1,6})?(?!\d)){1,2}\s?-?(?=[a-z\"″])"
)
_FORCES = re.compile(
    r"(?<![\w.,])(?P<low>\d{1,6}(?:,\d{3})?)\s?[x×]\s?(?:-|–|—|to\s)\s?"
    r"(?P<high>\d{1,6}(?:,\d{3})?)\s?[x×]\s?g\b"
)
_REPEATED = re.compile(
    r"\b(?:repeat(?:ed)?|wash(?:ed)?|rinsed?)\s(?P<mark>[x×](?P<times>\d{1,2}))\b", re.I
)
_DILUTION = re.compile(r"(?<![\d:/.])1\s?:\s?(?P<whole>\d{1,6})(?![\d:.]|\s?[ap]\.?m\b)")
_WORDS = re.compile(
    r"(?P<duration>\bovernight\b|\b[Oo]/[Nn]\b)"
    r"|(?P<temperature>\b(?:room|ambient)[\s-]temp(?:erature)?\b|(?-i:\bR\.?T\b))"
    r"|(?P<count>\b(?:twice|once(?=\s(?:a|per|every|each|more|again)\b))\b)",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:takes?|taking|took|for)\s(?P<unit>minutes|hours|days|weeks|months|years)\b(?!\sago)",
    re.IGNORECASE,
)
_PERCENT = Unit("%", "concentration", "percent")


def fixed_forms(text: str) -> Iterator[StatedQuantity]:
    """Quantities that are not a number and a unit."""
    yield from _dimensions(text)
    yield from _dilutions(text)
    yield from _forces(text)
    yield from _repeats(text)
    yield from _vague_durations(text)
    yield from _words(text)


def _words(text: str) -> Iterator[StatedQuantity]:
    for match in _WORDS.finditer(text):
        if match["count"]:
            value = 1.0 if match["count"].lower() == "once" else 2.0
            yield StatedQuantity("count", value, None, TIMES, *match.span())
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
        if (whole := int(match["whole"])) > 1:
            value = float(f"{100 / whole:.10g}")
            yield StatedQuantity("concentration", value, None, _PERCENT, *match.span())


def _forces(text: str) -> Iterator[StatedQuantity]:
    """Ranges in which both numbers have the sign of times: "50x - 200x g"."""
    for match in _FORCES.finditer(text):
        low, high = (float(match[end].replace(",", "")) for end in ("low", "high"))
        yield StatedQuantity("speed", low, high, TIMES_GRAVITY, *match.span())


def _repeats(text: str) -> Iterator[StatedQuantity]:
    """How often something is done, with the sign in front: "repeat x2"."""
    for match in _REPEATED.finditer(text):
        yield StatedQuantity("count", float(match["times"]), None, TIMES, *match.span("mark"))


def _vague_durations(text: str) -> Iterator[StatedQuantity]:
    """Durations without a number: "this takes weeks"."""
    for match in _VAGUE.finditer(text):
        measured = unit_at(text, match.start("unit"))
        if measured is not None:
            yield StatedQuantity("duration", None, None, measured[0], *match.span("unit"))
