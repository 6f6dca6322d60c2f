"""Two columns in plain text that were copied line by line: what one needs next to what one does."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from pipeline.text.headings import section_of
from pipeline.text.material_entries import has_quantity

__all__ = ["with_columns_apart"]

_CELL = re.compile(r"\S+(?: \S+)*")  # two spaces end it
_OF_TABLES = re.compile(r"(?:actions?|activity|operation|process|step|do)", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"(?P<number>\d{1,2})[ \t]+(?=[^\W\d_])")
_FEWEST_ROWS = 3
_LONGEST_LINE = 400  # characters

Pair = tuple[str, str]


def with_columns_apart(text: str) -> str:
    """Return the text with the columns below "Ingredients" and "Method" one after the other.

    Both names stand on one line, in either order, with a tab or spaces between them and nothing
    else. The rows below them, down to a gap, are parted at the tab, or where the second name
    begins; columns stay as they are if words stand across that place.
    """
    lines = text.splitlines()
    parts: list[str] = []
    order = 0
    while order < len(lines):
        place = _second_name(lines[order])
        rows = _rows(lines, order, place) if place else []
        if len(rows) > _FEWEST_ROWS:
            parts += ["", *_one_below_the_other(rows), ""]
            order += len(rows)
        else:
            parts.append(lines[order])
            order += 1
    return "\n".join(parts) + ("\n" if text.endswith("\n") else "") if parts != lines else text


def _second_name(line: str) -> int:
    """Return where the second of two names of sections begins in a line; 0 if it has no two."""
    if len(line) > _LONGEST_LINE:
        return 0
    cells = [(match.start(), match[0]) for match in _CELL.finditer(line.replace("\t", "  "))]
    sections = {section_of(words) for _, words in cells}
    is_header = len(cells) == 2 and sections == {"materials", "procedure"}
    is_header = is_header and not any(_OF_TABLES.fullmatch(words) for _, words in cells)
    if not is_header:
        return 0
    return line.index("\t") if "\t" in line else cells[1][0]


def _rows(lines: Sequence[str], first: int, place: int) -> list[Pair]:
    """Return the rows from the header on, each in two; nothing if words stand across the place."""
    has_tabs = "\t" in lines[first]
    has_method_left = section_of(lines[first].strip().partition("\t")[0]) == "procedure"
    rows: list[Pair] = []
    for line in itertools.takewhile(str.strip, lines[first:]):
        if has_tabs:
            left, tab, right = line.partition("\t")
            if "\t" in right.strip() or not (tab or has_method_left):
                return []
        elif line[max(0, place - 2) : place].strip():
            return []
        else:
            left, right = line[:place], line[place:]
        rows.append((left.strip(), right.strip()))
    return rows if sum(left != "" and right != "" for left, right in rows) > 1 else []


def _one_below_the_other(rows: Sequence[Pair]) -> list[str]:
    """Return the lines of the materials, a gap, and those of the method."""
    columns = [[row[side] for row in rows if row[side]] for side in (0, 1)]
    columns.sort(key=lambda column: section_of(column[0]) == "procedure")
    materials, method = map(_column, columns)
    return [*materials, "", *method]


def _column(lines: Sequence[str]) -> list[str]:
    name, *words = lines
    if section_of(name) == "procedure":
        return [name, *_with_points(words)]
    entries: list[str] = []
    for line in words:
        has_amount = entries != [] and has_quantity(entries[-1])
        is_rest = has_amount and entries[-1].endswith(",") and not has_quantity(line)
        if is_rest and line[:1].islower():
            entries[-1] += f" {line}"
        else:
            entries.append(line)
    return [name, *entries]


def _with_points(lines: Sequence[str]) -> list[str]:
    """Return lines with points behind bare numbers, if these count from 1 on."""
    numbers = [match["number"] if (match := _BARE_NUMBER.match(line)) else "" for line in lines]
    counted = [int(number) for number in numbers if number]
    if len(counted) < 2 or counted != list(range(1, len(counted) + 1)):
        return list(lines)
    return [
        f"{number}. {line[len(number) :].lstrip()}" if number else line
        for number, line in zip(numbers, lines, strict=True)
    ]
