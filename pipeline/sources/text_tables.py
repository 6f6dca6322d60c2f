"""Tables in plain text, with tabs or spaces between their cells: lists of steps or of materials."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pipeline.sources.outline import Outline
from pipeline.sources.tables import add_table, is_header

__all__ = ["with_tables"]

_CELL = re.compile(r"\S+(?: \S+)*")  # two spaces end it
_FEWEST_ROWS = 2
_MOST_CELLS = 12
_LONGEST_LINE = 400  # characters


def with_tables(text: str) -> str:
    """Return the text with its tables of steps and of materials as lists.

    A table has a header of which every cell is one ("No", "Task", "Limit"), and rows down to the
    next line without several cells. Other tables stay as they are.
    """
    lines = text.splitlines(keepends=True)
    parts: list[str] = []
    order = 0
    while order < len(lines):
        end = _end_of_table(lines, order)
        words = _as_list(lines[order:end]) if end - order > _FEWEST_ROWS else ""
        if words:
            parts.append(f"\n{words}\n\n")
        else:
            end = order + 1
            parts.append(lines[order])
        order = end
    return "".join(parts)


def _end_of_table(lines: Sequence[str], first: int) -> int:
    """Return where the table ends that begins at a line; there itself if none begins."""
    header = _cells(lines[first])
    if not 1 < len(header) <= _MOST_CELLS or not all(map(is_header, header)):
        return first
    end = first + 1
    while end < len(lines) and len(_cells(lines[end])) > 1:
        end += 1
    return end


def _as_list(lines: Sequence[str]) -> str:
    """Return the table as a list, nothing if it is one of data."""
    header = _cells(lines[0])
    if all("\t" in line for line in lines):
        rows = [_cells(line) for line in lines]
    else:
        starts = [match.start() for match in _CELL.finditer(lines[0])]
        rows = [header, *(_below(starts, line) for line in lines[1:])]
    outline = Outline()
    add_table([(row + [""] * len(header))[: len(header)] for row in rows], outline)
    return outline.text().strip()


def _cells(line: str) -> list[str]:
    if len(line) > _LONGEST_LINE:
        return []
    if "\t" in line:
        return [cell.strip() for cell in line.rstrip("\r\n").split("\t")]
    return _CELL.findall(line)


def _below(starts: Sequence[int], line: str) -> list[str]:
    """Return the cells of a row, each below the header that it begins at or after."""
    row = [""] * len(starts)
    for cell in _CELL.finditer(line):
        column = max(bisect_right(starts, cell.start() + 1) - 1, 0)
        row[column] = f"{row[column]} {cell[0]}".strip()
    return row
