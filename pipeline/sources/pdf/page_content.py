"""A page of a PDF as pdfplumber has it → its words, boxes, tables and figures."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pipeline.sources.pdf.content import (
    Box,
    Cells,
    Content,
    around,
    by_row,
    in_cells,
    is_inside,
    overlap,
    without,
)
from pipeline.sources.pdf.drawn_markers import drawn_markers
from pipeline.sources.pdf.figures import find_figures
from pipeline.sources.pdf.segments import Segment, find_segments

if TYPE_CHECKING:
    from pdfplumber.page import Page

__all__ = ["content_of"]

_MARGIN = 20.0  # points, in which tabs of chapters stand
_MOST_SEGMENTS = 4000  # of a page with boxes, tables and figures; more is no text
_MOST_SHAPES = 4000
_SMALLEST = (60.0, 18.0)  # points, width and height of a box with text
_LARGEST = 0.75  # of the page's area
_MOST_TEXT = 0.9  # of the page's, in a box that is not its frame
_FILLED = 0.35  # of the cells of a table, those with words
_IN_CELLS = 0.8  # of the segments within a table
_TIMER = re.compile(r"\d{1,3}[smhd](?: \d{1,2}[smh])?\Z")
_WORDS_OF_STEP = 3  # fewer, next to a time, may be the cells of a table
_FEWEST_LINES = 12  # of a page with numbered lines
_NUMBERED = 0.8  # of its lines


def content_of(page: Page, number: int) -> Content:
    """Return what a page shows, with a bullet or check box where one is drawn.

    A page that is full of shapes, such as a map, has words alone.
    """
    left, top, right, bottom = page.cropbox or page.bbox
    segments = [
        each
        for each in find_segments(page.chars, float(page.height), number)
        if left - 1 <= each.x0 <= right
        and top - 1 <= each.baseline <= bottom + 1
        and not (each.x1 < left + _MARGIN or each.x0 > right - _MARGIN)
        and each.text != ":"  # of a field for the time
    ]
    content = Content(segments, float(page.width), float(page.height))
    shapes = list(map(_box, [*page.rects, *page.curves]))
    lines = list(map(_box, page.lines))
    if len(segments) > _MOST_SEGMENTS or len(shapes) + len(lines) > _MOST_SHAPES:
        return content
    tables = [[list(row.cells) for row in table.rows] for table in page.find_tables()]
    content.segments = _cut_at_cells(content, tables, page, number)
    content.tables = [cells for cells in tables if _is_table(cells, content)]
    content.segments = _without_timers(_without_line_numbers(content))
    content.segments += drawn_markers(shapes, content.segments)
    content.boxes = _boxes(shapes, content)
    content.figures = find_figures([*shapes, *lines], list(map(_box, page.images)), content)
    return content


def _box(shape: dict[str, Any]) -> Box:
    return (float(shape["x0"]), float(shape["top"]), float(shape["x1"]), float(shape["bottom"]))


def _cut_at_cells(
    content: Content, tables: Sequence[Cells], page: Page, number: int
) -> list[Segment]:
    """Cut words that stand close to each other, but in two cells of a table."""
    segments, cut = list(content.segments), set()
    for bounds, level in itertools.chain.from_iterable(
        by_row(table, content.segments) for table in tables
    ):
        for each in level:
            place = (each.x0, each.top, each.x1, each.bottom)
            crossed = [cell for cell in bounds if overlap(cell, place)]
            is_in_one = len(crossed) < 2 or any(is_inside(each, cell) for cell in bounds)
            if is_in_one or id(each) in cut:
                continue
            parts = [
                part
                for cell in crossed
                for part in find_segments(_inside(page.chars, cell, place), page.height, number)
            ]
            n_letters = sum(len(part.text.replace(" ", "")) for part in parts)
            if n_letters == len(each.text.replace(" ", "")):
                cut.add(id(each))
                segments += parts
    return [each for each in segments if id(each) not in cut]


def _inside(characters: Sequence[Any], cell: Box, place: Box) -> list[Any]:
    """The characters of some words that stand in a cell."""
    return [
        each
        for each in characters
        if cell[0] <= (each["x0"] + each["x1"]) / 2 <= cell[2]
        and place[0] - 1 <= each["x0"] <= place[2]
        and place[1] <= (each["top"] + each["bottom"]) / 2 <= place[3]
    ]


def _is_table(cells: Cells, content: Content) -> bool:
    """Return True for two rows and columns or more, most of them with words, and all words in them.

    Words that stand in no cell, such as those of a page next to a column for signatures, would
    be lost.
    """
    if len(cells) < 2 or max(map(len, cells)) < 2:
        return False
    box = around(cells)
    inside = [each for each in content.segments if is_inside(each, box)]
    filled = [
        any(is_inside(each, cell) for each in level)
        for bounds, level in by_row(cells, inside)
        for cell in bounds
    ]
    has_all = len(in_cells(cells, inside)) >= _IN_CELLS * len(inside)
    return sum(filled) > _FILLED * len(filled) and has_all


def _without_line_numbers(content: Content) -> list[Segment]:
    """Leave out the numbers of all lines in the margin, as manuscripts have them."""
    segments = content.segments
    numbers = [each for each in segments if each.text.isdecimal()]
    for cells in content.tables:
        numbers = without(numbers, in_cells(cells, numbers))
    edges = Counter(round(each.x1) for each in numbers)
    edge = edges.most_common(1)[0][0] if edges else 0
    in_margin = sorted(
        (each for each in numbers if abs(each.x1 - edge) < 2), key=lambda each: each.baseline
    )
    if len(in_margin) < _FEWEST_LINES:
        return segments
    counted = [int(each.text) for each in in_margin]
    counts_up = counted == list(range(counted[0], counted[0] + len(counted)))
    levels = {round(each.baseline) for each in in_margin}
    neighbours = {
        level
        for each in segments
        if each.x0 > edge + 2 and min(levels) <= (level := round(each.baseline)) <= max(levels)
    }
    is_each_line = len(neighbours & levels) >= _NUMBERED * len(neighbours)
    return without(segments, in_margin) if counts_up and is_each_line else segments


def _without_timers(segments: Sequence[Segment]) -> list[Segment]:
    """Leave out "10m" in the margin next to a step, as protocols.io prints what a step takes."""
    timers = [
        each
        for each in segments
        if _TIMER.match(each.text)
        and any(
            abs(other.baseline - each.baseline) < 0.5 * each.size
            and other.x1 + 2 * each.size < each.x0
            and len(other.text.split()) > _WORDS_OF_STEP
            for other in segments
        )
    ]
    return without(segments, timers)


def _boxes(shapes: Sequence[Box], content: Content) -> list[Box]:
    """The outermost boxes with text in them that are not the whole page."""
    n_letters = sum(len(each.text) for each in content.segments)
    with_text: list[Box] = []
    for box in shapes:
        width, height = box[2] - box[0], box[3] - box[1]
        is_page = width * height > _LARGEST * content.width * content.height
        if width < _SMALLEST[0] or height < _SMALLEST[1] or is_page:
            continue
        n_inside = sum(len(each.text) for each in content.segments if is_inside(each, box))
        if 0 < n_inside < _MOST_TEXT * n_letters:
            with_text.append(box)
    outermost: list[Box] = []
    for box in sorted(with_text, key=lambda box: (box[0] - box[2]) * (box[3] - box[1])):
        if not any(overlap(box, other) for other in outermost):
            outermost.append(box)
    return outermost
