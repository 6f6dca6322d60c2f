"""Lines and columns of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.sources.blocks import Table
from pipeline.sources.pdf.segments import Segment

__all__ = ["MARKER", "Column", "Line", "Part"]

MARKER = re.compile(
    r"(?:\(?\d{1,3}(?:\.\d{1,2})*[.):|]*|\(?[A-Za-z][.)]|[ivx]{1,4}[.)]|step\s?\d{1,2}[.:]?|"
    r"[^\w\s()\[\]]{1,2}|\[[ xX]?\]|o)\Z",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Line:
    """What stands on one line of a column, from left to right."""

    segments: list[Segment]

    @property
    def x0(self) -> float:
        return self.segments[0].x0

    @property
    def x1(self) -> float:
        return max(each.x1 for each in self.segments)

    @property
    def baseline(self) -> float:
        return self.segments[-1].baseline

    @property
    def size(self) -> float:
        return max(self.segments, key=lambda each: len(each.text)).size

    @property
    def bold(self) -> bool:
        return all(each.bold for each in self.segments)

    @property
    def code(self) -> bool:
        return all(each.code for each in self.segments)

    @property
    def page(self) -> int:
        return self.segments[0].page


@dataclass(slots=True)
class Column:
    """Lines below each other, and the edges between which they stand."""

    lines: list[Line]
    x0: float
    x1: float


Part = Column | Table
