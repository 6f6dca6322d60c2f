"""A table with rules around its cells, and the words in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.sources.blocks import Table
from pipeline.sources.pdf.content import Box, Cells, around, is_inside
from pipeline.sources.pdf.lines import Column, Line, Part
from pipeline.sources.pdf.reading_order import find_parts
from pipeline.sources.pdf.segments import Segment
from pipeline.text.headings import section_of

__all__ = ["table_parts"]

_NUMBERED = re.compile(r"(?:step\s+)?(\d{1,2})[.):]?\s+\S", re.IGNORECASE)
_BULLET = re.compile(r"[•●○■□▪◦‣✓☐–-]\s+")
_TALL = 3  # lines of a cell that may be several rows
_LONG_CELL = 60  # words, more than a table has
_FEW_ROWS = 4  # fewer may be there for the layout alone

Contents = Sequence[Sequence[Sequence[Line]]]  # the lines of each cell of each row


def table_parts(cells: Cells, inside: Sequence[Segment]) -> list[Part]:
    """Return a table, or the columns in its cells if they are there for the layout alone."""
    parts = [
        [
            find_parts([each for each in inside if cell is not None and is_inside(each, cell)])
            for cell in row
        ]
        for row in cells
    ]
    contents = [[_lines(cell) for cell in row] for row in parts]
    has_tables = any(isinstance(part, Table) for row in parts for cell in row for part in cell)
    if has_tables or _is_layout(contents):
        return [part for row in parts for cell in row for part in cell]
    edges = _left_edges(cells)
    rows = [
        _with_wide_cells(list(map(_cell_text, row)), bounds, edges)
        for bounds, whole in zip(cells, contents, strict=True)
        for row in _rows_of(whole)
    ]
    x0, _, x1, _ = around(cells)
    return [Table(rows, x0, x1, inside[0].page)]


def _lines(parts: Sequence[Part]) -> list[Line]:
    return [line for part in parts if isinstance(part, Column) for line in part.lines]


def _is_layout(contents: Contents) -> bool:
    """Return True if cells hold numbered steps, long texts or sections, and no values."""
    cells = [lines for row in contents for lines in row if lines]
    firsts = [_words(lines[0]) for lines in cells]
    numbers = [int(match[1]) for first in firsts if (match := _NUMBERED.match(first))]
    counts_up = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    if counts_up and 2 * len(numbers) >= len(firsts):
        return True
    if len(contents) >= _FEW_ROWS:
        return False
    return any(
        sum(len(_words(line).split()) for line in lines) > _LONG_CELL
        or (len(lines) > _TALL and section_of(first) is not None)
        for first, lines in zip(firsts, cells, strict=True)
    )


def _left_edges(cells: Cells) -> list[float]:
    """Where each column begins."""
    return [
        min((row[order][0] for row in cells if len(row) > order and row[order]), default=0.0)  # type: ignore[index]
        for order in range(max(map(len, cells)))
    ]


def _with_wide_cells(
    words: list[str], bounds: Sequence[Box | None], edges: Sequence[float]
) -> list[str]:
    """Put a cell over several columns into each of them."""
    end = 0.0
    for order, cell in enumerate(bounds):
        if cell is not None:
            end = cell[2]
        elif order and edges[order] < end - 1:
            words[order] = words[order - 1]
    return words


def _rows_of(row: Sequence[Sequence[Line]]) -> Sequence[Sequence[Sequence[Line]]]:
    """The rows that stand in one row of cells without rules between them."""
    most = max(map(len, row), default=0)
    full = [lines for lines in row if len(lines) == most]
    if most < _TALL or len(full) < 2 or len(row[0]) < most:
        return [row]
    are_level = all(
        abs(line.baseline - first.baseline) < 0.3 * first.size
        for lines in full
        for line, first in zip(lines, full[0], strict=True)
    )
    if not are_level or _continues_below(full):
        return [row]
    rows = [
        [
            [line for line in lines if abs(line.baseline - first.baseline) < 0.5 * first.size]
            for lines in row
        ]
        for first in full[0]
    ]
    n_lines = sum(len(lines) for part in rows for lines in part)
    return rows if n_lines == sum(map(len, row)) else [row]  # or a line would be lost


def _continues_below(cells: Sequence[Sequence[Line]]) -> bool:
    """Return True if lines of a cell begin as the rest of a sentence does."""
    below = [_words(line)[:1] for lines in cells for line in lines[1:]]
    return 4 * sum(map(str.islower, below)) > len(below)


def _cell_text(lines: Sequence[Line]) -> str:
    """The words of a cell; bullets in it are set apart with semicolons."""
    text = ""
    for words in map(_words, lines):
        bullet = _BULLET.match(words)
        is_next = bullet and text and text[-1] not in ".;:,"
        is_cut = text.endswith("-") and text[-2:-1].isdecimal()  # "2-/mercaptoethanol"
        joint = "; " if is_next else "" if is_cut else "\n"
        text += joint + (words[bullet.end() :] if bullet else words)
    return text.strip()


def _words(line: Line) -> str:
    return "  ".join(each.text for each in line.segments)
