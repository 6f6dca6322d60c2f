"""What commands print: plain text that no document can turn into markup or terminal codes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from pipeline.domain.intervals import merge_intervals

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

__all__ = [
    "console",
    "marked",
    "plain",
    "print_json",
    "print_sentence",
    "print_table",
    "print_text",
]

# Everything that moves a cursor, colours a terminal or turns the direction of what follows.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

# Cells up to these widths stay on one line where the table has room; the first names the row.
SHORT, SHORT_NAME = 20, 40
LEAST = 10  # what a column of longer cells needs
GAP = 3  # between two columns


def plain(value: Any) -> str:
    """The value on one line, with control characters shown as � instead of obeyed."""
    text = " ".join(re.split("[\t\n\r\x0b\x0c\x85\u2028\u2029]+", str(value)))
    return _UNPRINTABLE.sub("�", text)


def console(*, stderr: bool = False) -> Console:
    """A console that takes every string literally; without colours unless on a terminal."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def print_json(value: Any) -> None:
    """Print the value as indented JSON, times in ISO 8601."""
    from pipeline.exports.files import json_text

    sys.stdout.write(json_text(value, indent=2, default=_as_text) + "\n")


def print_text(text: str) -> None:
    """Print the text as it is, with a line end."""
    sys.stdout.write(text + "\n")


def marked(sentence: str, spans: Iterable[tuple[int, int]], *, bold: bool) -> Text:
    """The sentence with its spans [char_start, char_end) in bold, or else in brackets."""
    from rich.text import Text

    text, end = Text(), 0
    for start, stop in merge_intervals(span for span in spans if span[0] >= 0):
        text.append(plain(sentence[end:start]))
        words = plain(sentence[start:stop])
        text.append(words if bold else f"[{words}]", style="bold underline" if bold else "")
        end = stop
    return text.append(plain(sentence[end:]))


def print_sentence(heading: str, text: str, spans: list[tuple[int, int]]) -> None:
    """Print a sentence with its spans marked under a heading, a blank line before."""
    from rich.padding import Padding
    from rich.text import Text

    shown = console()
    sentence = marked(text, spans, bold=shown.is_terminal)
    shown.print()
    if shown.is_terminal:
        shown.print(Text(plain(heading), style="dim"))
        shown.print(Padding(sentence, (0, 0, 0, 2), expand=False))
    else:  # a line each, for what reads them
        print_text(f"{plain(heading)}\n  {sentence}")


def print_table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table, or a block a row where the columns do not fit; nothing is ever cut."""
    shown = console()
    names = [heading.replace("_", " ") for heading in headings]
    lines = [["" if cell is None else plain(cell) for cell in row] for row in rows]
    widths = _widths(names, lines, shown.width)
    if widths is None:
        _print_blocks(names, lines)
    else:
        shown.print(_table(names, lines, widths))


def _widths(names: list[str], lines: list[list[str]], width: int) -> list[int | None] | None:
    """Each column's width, None where it takes what is left; None if too little would be left."""
    from rich.cells import cell_len

    widths: list[int | None] = []
    for order, column in enumerate(zip(names, *lines, strict=True)):
        name, *cells = column
        widest = max(map(cell_len, [*name.split(), *cells]))  # headings may wrap, short cells not
        widths.append(widest if widest <= (SHORT if order else SHORT_NAME) else None)
    left = width - sum(one or 0 for one in widths) - GAP * (len(widths) - 1)
    return widths if left >= LEAST * widths.count(None) else None


def _table(names: list[str], lines: list[list[str]], widths: list[int | None]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name, width in zip(names, widths, strict=True):
        made.add_column(Text(name), width=width, overflow="fold")
    for line in lines:
        made.add_row(*map(Text, line))
    return made


def _print_blocks(names: list[str], lines: list[list[str]]) -> None:
    longest = max(map(len, names))
    for order, line in enumerate(lines):
        if order:
            print_text("")
        for name, cell in zip(names, line, strict=True):
            print_text(f"{name:<{longest}}  {cell}".rstrip())


def _as_text(value: object) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no place in JSON: {value!r}")
