"""Footnotes, and the marks in the text that refer to them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.sources.pdf.content import Content, without
from pipeline.sources.pdf.segments import Segment
from pipeline.sources.scripts import superscript

__all__ = ["without_footnotes"]

_SMALL = 0.93  # of the size of the text, the largest footnote
_LOWER_HALF = 0.5  # of the page
_FIRST = re.compile(r"(?P<mark>\d{1,2}|[¹²³⁴⁵⁶⁷⁸⁹]|[*†‡§])\s?(?=[A-Z“‘(])")
_BEFORE_RAISED = r"(?:(?<=[a-z]{3})|(?<=[.,;:)]))"  # no unit: "m²"
_BEFORE_PLAIN = (  # no number: "0.1 g"
    r"(?:(?<=[a-z]{4})|(?<=[a-z]{4}[.,;:)”])|(?<=[a-z]{4}”[.,;:]))"
)


def without_footnotes(segments: Sequence[Segment], page: Content) -> list[Segment]:
    """Return a page's words without small ones below all others that begin with a mark.

    Their marks are taken off the words of the text.
    """
    size = page.size
    lowest = max((each.baseline for each in segments if each.size > _SMALL * size), default=0.0)
    below = sorted(
        (each for each in segments if each.baseline > lowest and each.size <= _SMALL * size),
        key=lambda each: (round(each.baseline), each.x0),
    )
    first = next((order for order, each in enumerate(below) if _FIRST.match(each.text)), None)
    if first is None or below[first].baseline < _LOWER_HALF * page.height:
        return list(segments)
    notes = below[first:]
    marks = [match["mark"] for each in notes if (match := _FIRST.match(each.text))]
    kept = without(segments, notes)
    plain = "|".join(map(re.escape, marks))
    raised = "|".join(re.escape(superscript(mark)) for mark in marks)
    mark = re.compile(
        rf"(?:{_BEFORE_RAISED}(?:{raised})|{_BEFORE_PLAIN}(?:{plain}))(?=[\s.,;:)]|\Z)"
    )
    for each in kept:
        each.text = mark.sub("", each.text)
    return kept
