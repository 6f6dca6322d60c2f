"""Tables in plain text, with tabs or spaces between their cells: lists of steps or of materials."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pipeline.sources.outline import Outline
from pipeline.sources.tables import add_table, is_header

__all__ = ["with_tables"]

_CELL = re.compile(r"\S+(?: \S+)*")  # two spaces end it
_WORD = re.compile(r"[^\W\d_]{3,}|\d+(?:[.,]\d+)?")
_NUMBERS = re.compile(
    r"(?:#|no\.?|nr\.?|step)\Z", re.IGNORECASE
)  # the column of the numbers of rows
_TO_FILL_IN = re.compile(
    r"(?:initials?|sign(?:ature|ed)?|done|date|status|check(?:ed)?|by)\b", re.IGNORECASE
)
_FEWEST_ROWS = 2
_SHORTEST_TEXT = 3  # words: less is a name, a date or a tick
_MOST_CELLS = 12
_LONGEST_LINE = 400  # characters


def with_tables(text: str) -> str:
    """Return the text with its tables of steps and of materials as lists.

    The first line of a table names its columns, and nothing else ("No", "Task", "Limit"). Its rows
    are the lines below that have several cells, and lines further in that continue a cell. A table
    stays as it is if it holds data, or if words of a row would be lost.
    """
    lines = text.splitlines(keepends=True)
    parts: list[str] = []
    order = 0
    while order < len(lines):
        end = max(_end_of_table(lines, order), order + 1)
        words = _as_list(lines[order:end]) if end - order > _FEWEST_ROWS else ""
        parts += [f"\n{words}\n\n"] if words else lines[order:end]
        order = end
    return "".join(parts)


def _end_of_table(lines: Sequence[str], first: int) -> int:
    """Return where the table ends that begins at a line; there itself if none begins."""
    header = _cells(lines[first])
    if not 1 < len(header) <= _MOST_CELLS or not all(map(is_header, header)):
        return first
    end = first + 1
    while end < len(lines) and (len(_cells(lines[end])) > 1 or _continues_cell(lines[end])):
        end += 1
    return end


def _continues_cell(line: str) -> bool:
    return line[:2].isspace() and "\t" not in line and bool(line.strip())


def _as_list(lines: Sequence[str]) -> str:
    """Return the table as a list, nothing if it stays as it is."""
    if all("\t" in line for line in lines):
        header, *rows = _by_tabs(lines)
    else:
        header, *rows = _by_places(lines)
    if any(len(row) > len(header) for row in rows):
        return ""
    outline = Outline()
    add_table([row + [""] * (len(header) - len(row)) for row in (header, *rows)], outline)
    words = outline.text().strip()
    kept = set(_WORD.findall(words))
    is_lost = any(
        not kept.issuperset(_WORD.findall(cell))
        for row in rows
        for name, cell in zip(header, row, strict=False)
        if not (_NUMBERS.match(name) and cell.isdecimal())
        and not (_TO_FILL_IN.match(name) and len(cell.split()) < _SHORTEST_TEXT)
    )
    return "" if is_lost else words


def _cells(line: str) -> list[str]:
    if len(line) > _LONGEST_LINE:
        return []
    if "\t" in line:
        return [cell.strip() for cell in line.rstrip("\r\n").split("\t")]
    return _CELL.findall(line)


def _by_tabs(lines: Sequence[str]) -> list[list[str]]:
    """The cells between tabs; between several tabs if some rows have more of them than there are
    columns."""
    rows = list(map(_cells, lines))
    if max(map(len, rows)) > len(rows[0]) and all(rows[0]):
        return [re.split(r"\t+", line.strip()) for line in lines]
    return rows


def _by_places(lines: Sequence[str]) -> list[list[str]]:
    """The cells by the header that they begin below; a line that begins further in than the first
    column continues the row above."""
    starts = [match.start() for match in _CELL.finditer(lines[0])]
    rows = [_cells(lines[0])]
    for line in lines[1:]:
        row = [""] * len(starts)
        for cell in _CELL.finditer(line):
            column = max(bisect_right(starts, cell.start() + 1) - 1, 0)
            row[column] = f"{row[column]} {cell[0]}".strip()
        if row[0] or len(rows) == 1:
            rows.append(row)
        else:
            rows[-1] = [
                f"{above} {below}".strip() for above, below in zip(rows[-1], row, strict=True)
            ]
    return rows
