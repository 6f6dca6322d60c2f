"""What stands on a page → its columns and tables, in the order of reading."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.sources.outline import NOTE_WORDS
from pipeline.sources.pdf.content import Box, Cells, Content, around, by_row, is_inside, without
from pipeline.sources.pdf.figures import without_figures
from pipeline.sources.pdf.lines import Part
from pipeline.sources.pdf.page_tables import table_parts
from pipeline.sources.pdf.reading_order import find_parts
from pipeline.sources.pdf.rows import Panel
from pipeline.sources.pdf.segments import Segment

__all__ = ["parts_of"]

_NOTE = re.compile(
    rf"\W*(?:(?:pro|useful|safety|good)\s+)?(?:{NOTE_WORDS}|danger|attention|notice|alert|"
    r"remember|did you know|safety|n\.?b\.|(?:health|hazard)s?|critical|info(?:rmation)?)"
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
        box, in_cells = around(cells), _in_cells(cells, left)
        if inside := [each for each in left if id(each) in in_cells]:
            left = without(left, inside)
            panels.append(_panel(_as_wide_as(inside, box), inside, table_parts(cells, inside)))
    for box in content.boxes:
        inside = [each for each in left if is_inside(each, box)]
        within = [each for each in panels if is_inside(each, box)]
        if not inside:
            continue
        left, panels = without(left, inside), without(panels, within)
        first = min(inside, key=lambda each: (each.baseline, each.x0)).text
        top = min(each.baseline + each.size for each in inside)
        has_sign = any(
            _SIGN.match(each.text) and (each.baseline < top or each.size > _LARGE * content.size)
            for each in inside
        )  # and no "! Do not use hot water" below the steps
        is_note = _NOTE.match(first) or has_sign
        if not is_note:
            panels.append(_panel(box, inside, find_parts([*inside, *within])))
    return find_parts([*left, *panels])


def _in_cells(cells: Cells, segments: Sequence[Segment]) -> set[int]:
    return {
        id(each)
        for bounds, level in by_row(cells, segments)
        for each in level
        if any(is_inside(each, cell) for cell in bounds)
    }


def _as_wide_as(words: Sequence[Segment], table: Box) -> Box:
    """The edges of a table's words: its rules may touch what stands next to it."""
    _, top, _, bottom = table
    return (min(each.x0 for each in words), top, max(each.x1 for each in words), bottom)


def _panel(box: Box, inside: Sequence[Segment], parts: list[Part]) -> Panel:
    x0, top, x1, bottom = box
    first = min(inside, key=lambda each: each.baseline)
    return Panel("", x0, x1, top, bottom, first.baseline, first.size, page=first.page, parts=parts)
