"""Quantities with a form of their own: sizes, dilutions, "overnight", "twice"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.domain.quantity import QuantityKind
from pipeline.text.stated_quantity import TIMES, StatedQuantity
from pipeline.text.units import Unit, unit_at

__all__ = ["fixed_forms"]

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
_PERCENT = Unit("%", "concentration", "percent")


def fixed_forms(text: str) -> Iterator[StatedQuantity]:
    """Quantities that are not a number and a unit."""
    yield from _dimensions(text)
    yield from _dilutions(text)
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
