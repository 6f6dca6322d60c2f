"""What stands on a page → its columns and tables, in the order of reading."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.sources.outline import WARNING_WORDS
from pipeline.sources.pdf.content import Box, Content, around, in_cells, is_inside, without
from pipeline.sources.pdf.figures import without_figures
from pipeline.sources.pdf.lines import Part
from pipeline.sources.pdf.page_tables import table_parts
from pipeline.sources.pdf.reading_order import find_parts
from pipeline.sources.pdf.rows import Panel
from pipeline.sources.pdf.segments import Segment

__all__ = ["parts_of"]

_NOTE = re.compile(
    rf"\W*(?:(?:pro|useful|safety|good)\s+)?(?:{WARNING_WORDS}|alert|"
    r"remember|did you know|safety|n\.?b|(?:health|hazard)s?|critical|info(?:rmation)?)"
    r"(?:s|\s?(?:step|alert|first|!))?\b",
    re.IGNORECASE,
)
_LARGE = 1.2  # times the size of the text, the sign of a warning
_SIGN = re.compile(r"(?:!|⚠|ⓘ)(?:\s|\Z)")  # of a warning


def parts_of(content: Content) -> list[Part]:
    """Return a page's columns and tables in the order of reading.

    Words in figures are left out, and boxes with notes.
    """
    left = without_figures(content)
    panels: list[Segment] = []
    for cells in content.tables:
        if inside := in_cells(cells, left):
            left = without(left, inside)
            box = _as_wide_as(inside, around(cells))
            panels.append(_panel(box, inside, table_parts(cells, inside)))
    for box in content.boxes:
        inside = [each for each in left if is_inside(each, box)]
        within = [each for each in panels if is_inside(each, box)]
        if not inside:
            continue
        left, panels = without(left, inside), without(panels, within)
        if not _is_note(inside, content):
            panels.append(_panel(box, inside, find_parts([*inside, *within])))
    return find_parts([*left, *panels])


def _is_note(inside: Sequence[Segment], content: Content) -> bool:
    """Return True for a box that begins as a note, or has the sign of a warning at its top.

    A large sign may stand lower; a line "! Do not use hot water" below steps makes no note of them.
    """
    first = min(inside, key=lambda each: (each.baseline, each.x0)).text
    top = min(each.baseline + each.size for each in inside)
    return _NOTE.match(first) is not None or any(
        _SIGN.match(each.text) and (each.baseline < top or each.size > _LARGE * content.size)
        for each in inside
    )


def _as_wide_as(words: Sequence[Segment], table: Box) -> Box:
    """The edges of a table's words: its rules may touch what stands next to it."""
    _, top, _, bottom = table
    return (min(each.x0 for each in words), top, max(each.x1 for each in words), bottom)


def _panel(box: Box, inside: Sequence[Segment], parts: list[Part]) -> Panel:
    x0, top, x1, bottom = box
    first = min(inside, key=lambda each: each.baseline)
    return Panel("", x0, x1, top, bottom, first.baseline, first.size, page=first.page, parts=parts)
