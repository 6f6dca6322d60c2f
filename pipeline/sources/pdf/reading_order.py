"""Segments of a page → its columns and tables, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.sources.blocks import Table
from pipeline.sources.pdf.aligned_tables import wide_table, with_tables
from pipeline.sources.pdf.columns import (
    are_below_materials,
    are_columns,
    are_markers,
    bands_of_cards,
    lists_side_by_side,
)
from pipeline.sources.pdf.content import without
from pipeline.sources.pdf.gutters import runs_with_gutter
from pipeline.sources.pdf.lines import Column, Line, Part
from pipeline.sources.pdf.rows import SAME_ROW, Panel, Row, distinct, rows_of, sides_of
from pipeline.sources.pdf.segments import Segment

__all__ = ["find_parts"]

_MOST_SEGMENTS = 4000  # on a page with columns
_NEXT_TO = 4.0  # times the size, from a number to its text


def find_parts(segments: Sequence[Segment]) -> list[Part]:
    """Return columns and tables in the order of reading; a page without columns is one."""
    if not segments:
        return []
    if len(segments) > _MOST_SEGMENTS:
        return list(_without_columns(rows_of(segments)))
    _align_numbers(segments)
    rows = rows_of(segments)
    if wide := wide_table(rows):
        taken = [each for row in wide for each in row]
        segments = [*without(segments, taken), _panel_of(wide)]
        rows = rows_of(segments)
    for first, end, middle in runs_with_gutter(rows):
        left, right = sides_of(rows[first:end], middle)
        if are_markers(left):
            _align(left, right)
    rows = rows_of(segments)
    for first, end, middle in runs_with_gutter(rows):
        left, right = sides_of(rows[first:end], middle)
        are_things = are_below_materials(rows, first, end)
        if are_markers(left) or not are_columns(left, right, are_things=are_things):
            continue
        lists = lists_side_by_side(rows, first, end, middle, are_things=are_things)
        if lists:
            first, end = lists
            left, right = sides_of(rows[first:end], middle)
        groups = bands_of_cards(left, right) or [left, right]
        above, below = (distinct(_outside(part, groups)) for part in (rows[:first], rows[end:]))
        inner = [part for group in groups for part in find_parts(group)]
        if lists:
            edges = (middle, max(each.x1 for row in rows for each in row))
            inner = [_widened(part, edges) for part in inner]
        return [*find_parts(above), *inner, *find_parts(below)]
    return list(_without_columns(rows))


def _widened(part: Part, edges: Sequence[float]) -> Part:
    """Return a list up to the next of these edges: its lines end where there was room for more."""
    if isinstance(part, Column):
        part.x1 = next((edge for edge in edges if edge >= part.x1), part.x1)
    return part


def _outside(rows: Sequence[Row], groups: Sequence[Sequence[Segment]]) -> list[Segment]:
    segments = [each for row in rows for each in row]
    return without(segments, (each for group in groups for each in group))


def _without_columns(rows: Sequence[Row]) -> Iterator[Part]:
    """One column, with tables and panels where they stand in it."""
    x0 = min(row[0].x0 for row in rows)
    x1 = max(each.x1 for row in rows for each in row)
    lines: list[Line] = []
    read: set[int] = set()
    for row in rows:
        if words := [each for each in row if not isinstance(each, Panel)]:
            lines.append(Line(words))
        for each in row:
            if isinstance(each, Panel) and id(each) not in read:
                read.add(id(each))
                yield from _with_tables(lines, x0, x1)
                lines = []
                yield from each.parts
    yield from _with_tables(lines, x0, x1)


def _with_tables(lines: Sequence[Line], x0: float, x1: float) -> Iterator[Part]:
    for part in with_tables(lines):
        yield part if isinstance(part, Table) else Column(part, x0, x1)


def _panel_of(rows: Sequence[Row]) -> Panel:
    x0, x1 = min(row[0].x0 for row in rows), max(row[-1].x1 for row in rows)
    first = rows[0][0]
    table = Table([[each.text for each in row] for row in rows], x0, x1, first.page)
    return Panel(
        "", x0, x1, first.top, rows[-1][0].bottom, first.baseline, first.size,
        page=first.page, parts=[table],
    )  # fmt: skip


def _align(markers: Sequence[Segment], right: Sequence[Segment]) -> None:
    """Put markers that stand a little higher or lower, as large numbers do, next to their text."""
    for marker in markers:
        if isinstance(marker, Panel):
            continue
        neighbours = [
            each for each in right if each.top < marker.bottom and each.bottom > marker.top
        ]
        if neighbours:
            nearest = min(neighbours, key=lambda each: (abs(each.top - marker.top), each.x0))
            marker.baseline = nearest.baseline


def _align_numbers(segments: Sequence[Segment]) -> None:
    """Put numbers that stand a little too high or low on the level of the text they belong to."""
    for number in segments:
        if not number.text.rstrip(".").isdecimal():
            continue
        neighbours = [
            each
            for each in segments
            if each is not number
            and 0 <= each.x0 - number.x1 < _NEXT_TO * max(number.size, each.size)
        ]
        is_alone = not any(
            abs(each.baseline - number.baseline) < SAME_ROW * each.size
            and each.x0 - number.x1 < _NEXT_TO * each.size
            for each in neighbours
        )
        level = [
            each.baseline
            for each in neighbours
            if each.top < number.bottom and each.bottom > number.top - 0.2 * number.size
        ]
        if is_alone and level:
            number.baseline = min(level)
