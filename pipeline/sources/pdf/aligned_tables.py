"""Tables without rules: lines of which the parts stand below each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.sources.blocks import Table
from pipeline.sources.pdf.lines import MARKER, Line
from pipeline.sources.pdf.rows import Row
from pipeline.sources.tables import is_header

__all__ = ["wide_table", "with_tables"]

_WIDE = 5  # parts of a row
_NEXT_ROW = 3.0  # times the size, to the next row of a table
_MOST_IN_CELL = 5  # words
_FEWEST_ROWS = 3
_CELL_GAP = 2.0  # points, between two columns at least
_NEXT_LINE = 1.45  # times the size, from a line of a cell to the next
_ROW_GAP = 4.0  # times the size, between two rows at most


def wide_table(rows: Sequence[Row]) -> list[Row]:
    """Return the first rows of a page of which each has as many parts as the next, many of them."""
    for first, row in enumerate(rows):
        table = [row]
        for below in rows[first + 1 :]:
            gap = below[0].baseline - table[-1][0].baseline
            if len(below) != len(row) or gap > _NEXT_ROW * below[0].size:
                break
            table.append(below)
        is_text = any(len(each.text.split()) > _MOST_IN_CELL for each in row)
        has_markers = any(MARKER.match(each.text) and not each.text.isdecimal() for each in row)
        if len(row) >= _WIDE and len(table) > 1 and not is_text and not has_markers:
            return table
    return []


def with_tables(lines: Sequence[Line]) -> Iterator[list[Line] | Table]:
    """Yield tables, and the lines between them."""
    plain: list[Line] = []
    start = 0
    while start < len(lines):
        end, table = _table_at(lines, start)
        if table is None:
            plain.append(lines[start])
            start += 1
            continue
        if plain:
            yield plain
        plain = []
        yield table
        start = end
    if plain:
        yield plain


def _table_at(lines: Sequence[Line], start: int) -> tuple[int, Table | None]:
    """Return the table that begins at a line, and the line after it."""
    head = lines[start].segments
    heads_table = len(head) > 1 and all(is_header(each.text) for each in head)
    heads_table = heads_table or _is_bold_header(lines[start : start + 2])
    if len(head) < (2 if heads_table else 3) or MARKER.match(head[0].text):
        return start, None
    columns = [(each.x0, each.x1) for each in head]
    end = start
    while end < len(lines) and (end == start or _fits(lines, end, columns)):
        columns = _wider(columns, lines[end])
        end += 1
    rows = _rows(lines[start:end], columns)
    n_full = sum(sum(map(bool, row)) > 1 for row in rows)
    if len(rows) < _FEWEST_ROWS or n_full < (2 if heads_table else _FEWEST_ROWS):
        return start, None
    x0, x1 = columns[0][0], columns[-1][1]
    return end, Table(rows, x0, x1, lines[start].page)


def _is_bold_header(lines: Sequence[Line]) -> bool:
    """Return True for bold names above as many words that are not bold."""
    if len(lines) < 2 or len(lines[0].segments) < 2:
        return False
    head, below = lines
    has_as_many = len(head.segments) == len(below.segments)
    return has_as_many and head.bold and not any(each.bold for each in below.segments)


def _fits(lines: Sequence[Line], order: int, columns: Sequence[tuple[float, float]]) -> bool:
    """Return True if no part of a line stands in two columns, and it is near the one above."""
    line, above = lines[order], lines[order - 1]
    gap = line.baseline - above.baseline
    if gap > _ROW_GAP * line.size:
        return False
    if len(line.segments) == 1 and (gap > _NEXT_LINE * line.size or len(columns) < 3):
        return False
    places = [_column_of(each.x0, each.x1, columns) for each in line.segments]
    return all(len(place) < 2 for place in places)


def _column_of(x0: float, x1: float, columns: Sequence[tuple[float, float]]) -> list[int]:
    return [
        order
        for order, (left, right) in enumerate(columns)
        if x0 < right + _CELL_GAP and x1 > left - _CELL_GAP
    ]


def _wider(columns: Sequence[tuple[float, float]], line: Line) -> list[tuple[float, float]]:
    """The columns with those of another line."""
    wider = list(columns)
    for each in line.segments:
        places = _column_of(each.x0, each.x1, wider)
        if places:
            left, right = wider[places[0]]
            wider[places[0]] = (min(left, each.x0), max(right, each.x1))
        else:
            wider.append((each.x0, each.x1))
    return sorted(wider)


def _rows(lines: Sequence[Line], columns: Sequence[tuple[float, float]]) -> list[list[str]]:
    rows: list[list[str]] = []
    for order, line in enumerate(lines):
        cells = [""] * len(columns)
        for each in line.segments:
            place = _column_of(each.x0, each.x1, columns)[0]
            cells[place] = f"{cells[place]} {each.text}".strip()
        gap = line.baseline - lines[order - 1].baseline if order else 0.0
        if not any(character.isalnum() for cell in cells for character in cell):
            continue
        if rows and not cells[0] and gap < _NEXT_LINE * line.size:
            rows[-1] = [
                f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)
            ]
        else:
            rows.append(cells)
    return rows
