"""Tables in plain text, with tabs or spaces between their cells: lists of steps or of materials."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.sources.outline import Outline
from pipeline.sources.tables import add_table, is_header
from pipeline.text.material_entries import has_quantity, is_unit

__all__ = ["with_tables"]

_CELL = re.compile(r"\S+(?: \S+)*")  # two spaces end it
_WORD = re.compile(r"[^\W\d_]{3,}|\d+(?:[.,]\d+)?")
_NUMBERS = re.compile(
    r"(?:#|no\.?|nr\.?|step)\Z", re.IGNORECASE
)  # the column of the numbers of rows
_RULE = re.compile(r"\s*[-=+|:\s]*[-=]{3}[-=+|:\s]*\Z")  # below the header
_TO_FILL_IN = re.compile(
    r"(?:initials?|sign(?:ature|ed)?|done|date|status|check(?:ed)?|by)\b", re.IGNORECASE
)
_EXPLAINS = re.compile(r"(?:rationale|reasons?|why|owner|assignee|responsible)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[.,/]\d+)?")
_TASTE = re.compile(r"to taste|as needed|q\.?s\.?\Z", re.IGNORECASE)
_NUTRIENT = re.compile(r"\b(?:kcal|energy|saturates|carb(?:s|ohydrates?)|protein)\Z", re.IGNORECASE)
_LETTERS = re.compile(r"\s*A\tB(?:\tC(?:\tD(?:\tE(?:\tF)?)?)?)?")
_ROW_NUMBER = re.compile(r"\d{1,3}\t")
_CUT_CELL = re.compile(r'\t"(?=[^"\t]*\w)[^"\t]*\Z')  # a cell of several lines, from a spreadsheet
_MOST_LINES = 6  # of one cell
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
    lines = _without_letters(_with_whole_cells(text.splitlines(keepends=True)))
    parts: list[str] = []
    order = 0
    while order < len(lines):
        end = max(_end_of_table(lines, order), order + 1)
        rows = [line for line in lines[order:end] if not _RULE.match(line)]
        words = _as_list(rows) if len(rows) > _FEWEST_ROWS else ""
        if not words:
            words, end = _entries(lines, order, end)
        parts += [f"\n{words}\n\n"] if words else lines[order:end]
        order = end
    return "".join(parts)


def _end_of_table(lines: Sequence[str], first: int) -> int:
    """Return where the table ends that begins at a line; there itself if none begins."""
    header = _within(_cells(lines[first]))
    if not 1 < len(header) <= _MOST_CELLS or not all(map(is_header, header)):
        return first
    end = first + 1
    if end < len(lines) and _RULE.match(lines[end]):
        end += 1
    while end < len(lines) and (len(_cells(lines[end])) > 1 or _continues_cell(lines[end])):
        end += 1
    return end


def _continues_cell(line: str) -> bool:
    return line[:2].isspace() and "\t" not in line and bool(line.strip())


def _entries(lines: Sequence[str], first: int, end: int) -> tuple[str, int]:
    """Return a list of the lines from ``first`` on with a name, a tab and an amount, and where they
    end; nothing if they are no materials, and nothing and ``end`` if there are none."""
    rows: list[_Row] = []
    while first + len(rows) < len(lines) and (row := _amount_row(lines[first + len(rows)])):
        rows.append(row)
    if len(rows) <= _FEWEST_ROWS:
        return "", end
    have_units = 2 * sum(row.has_unit for row in rows) >= len(rows)
    are_materials = have_units and not any(_NUTRIENT.search(row.entry) for row in rows)
    words = "\n".join(row.entry for row in rows) if are_materials else ""
    return words, first + len(rows)


class _Row(NamedTuple):
    """An entry of a list, and whether its unit had a column of its own."""

    entry: str
    has_unit: bool


def _amount_row(line: str) -> _Row | None:
    name, amount, *others = [*_cells(line), ""] if "\t" in line else ["", ""]
    unit, remarks = "", [cell for cell in others if cell]
    if remarks and is_unit(remarks[0]):
        unit, *remarks = remarks
    is_vague = _TASTE.match(amount) is not None
    is_amount = _NUMBER.fullmatch(amount) or (has_quantity(amount) and not unit)
    if not name[:1].isalpha() or len(remarks) > 1 or not (is_amount or is_vague):
        return None
    words = [name] if is_vague else [amount, unit, name]
    remarks += [amount] if is_vague else []
    note = f"({'; '.join(remarks)})" if remarks else ""
    return _Row("- " + " ".join(filter(None, [*words, note])), unit != "")


def _without_letters(lines: list[str]) -> list[str]:
    """Return the lines without the letters of columns and the numbers of rows of a spreadsheet."""
    kept: list[str] = []
    in_sheet = False
    for line in lines:
        if _LETTERS.fullmatch(line.rstrip()):
            in_sheet = True
            continue
        row = _ROW_NUMBER.match(line) if in_sheet else None
        in_sheet = row is not None
        kept.append(line[row.end() :] if row else line)
    return kept


def _as_list(lines: Sequence[str]) -> str:
    """Return the table as a list, nothing if it stays as it is."""
    if all("\t" in line for line in lines):
        header, *rows = _by_tabs(lines)
    elif all(" | " in line for line in lines):
        header, *rows = map(_cells, lines)
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
        and not _EXPLAINS.match(name)
    )
    return "" if is_lost else words


def _cells(line: str) -> list[str]:
    if len(line) > _LONGEST_LINE:
        return []
    if "\t" in line:
        return [cell.strip() for cell in line.rstrip("\r\n").split("\t")]
    if " | " in line and not line.lstrip().startswith("|"):
        return [cell.strip() for cell in line.rstrip("\r\n").split(" | ")]
    return _CELL.findall(line)


def _by_tabs(lines: Sequence[str]) -> list[list[str]]:
    """The cells between tabs; between several tabs if some rows have more of them than there are
    columns. Empty columns to the left go; a row with one cell next to numbers heads the others."""
    rows = list(map(_cells, lines))
    n_empty = next((n for n, cell in enumerate(rows[0]) if cell), 0)
    if n_empty and not any(cell for row in rows for cell in row[:n_empty]):
        rows = [row[n_empty:] for row in rows]
    elif max(map(len, rows)) > len(rows[0]) and all(rows[0]):
        return [re.split(r"\t+", line.strip()) for line in lines]
    rows = [row[: len(rows[0])] if not any(row[len(rows[0]) :]) else row for row in rows]
    return [rows[0], *(_as_band(row, rows[0]) for row in rows[1:] if any(row))]


def _as_band(row: list[str], header: Sequence[str]) -> list[str]:
    is_alone = row[0] != "" and not row[0].isdecimal() and not any(row[1:])
    counts = _NUMBERS.match(header[0]) and header[0].lower() != "step"
    return [row[0]] * len(header) if is_alone and counts else row


def _within(cells: list[str]) -> list[str]:
    """Return the cells without the empty ones on both sides."""
    filled = [order for order, cell in enumerate(cells) if cell]
    return cells[filled[0] : filled[-1] + 1] if filled else []


def _with_whole_cells(lines: list[str]) -> list[str]:
    """Return the lines with cells of several lines, which are quoted, on one line."""
    whole: list[str] = []
    order = 0
    while order < len(lines):
        line, end = lines[order], order + 1
        if _CUT_CELL.search(line.rstrip("\r\n")):
            below = range(end, min(len(lines), order + _MOST_LINES))
            end = next((n + 1 for n in below if '"' in lines[n]), end)
        if end > order + 1:
            line = " ".join(each.rstrip("\r\n") for each in lines[order:end]) + "\n"
            line = re.sub(r'\t"([^"\t]*)"(?=\s)', r"\t\1", line)
        whole.append(line)
        order = end
    return whole


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
