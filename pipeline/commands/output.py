"""Output of the commands: plain text, free of markup and terminal codes from documents."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from textwrap import indent
from typing import TYPE_CHECKING, Any

from pipeline.domain.intervals import merge_intervals

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

__all__ = [
    "console",
    "counted",
    "listed",
    "marked",
    "plain",
    "print_error",
    "print_json",
    "print_json_list",
    "print_sentence",
    "print_table",
    "print_text",
]

# Characters that move a cursor, colour a terminal or change the direction of text.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

NAMES_SHOWN = 5  # of a list

# Cells up to these widths stay on one line where the table has room; the first names the row.
SHORT, SHORT_NAME = 20, 40
LEAST = 10  # width that a column of longer cells needs
GAP = 3  # width between two columns


def plain(value: Any) -> str:
    """The value on one line, with control characters replaced by �."""
    text = " ".join(re.split("[\t\n\r\x0b\x0c\x85\u2028\u2029]+", str(value)))
    return _UNPRINTABLE.sub("�", text)


def counted(count: int, noun: str, plural: str = "") -> str:
    """The count and its noun: ``1 step``, ``2 steps``, ``2 entities``."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def listed(names: Sequence[str], *, at_most: int = NAMES_SHOWN) -> str:
    """The first names, and how many more there are: ``a, b and 3 more``."""
    more = len(names) - at_most
    return ", ".join(names[:at_most]) + (f" and {more} more" if more > 0 else "")


def console(*, stderr: bool = False) -> Console:
    """A console that prints every string literally, with colours on a terminal only."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def print_json(value: Any) -> None:
    """Print the value as indented JSON, times in ISO 8601."""
    from pipeline.exports.output_files import json_text

    sys.stdout.write(json_text(value, indent=2, default=_as_text) + "\n")


def print_json_list(values: Iterable[Any]) -> None:
    """Print the values as ``print_json`` prints a list of them, each as it comes."""
    from pipeline.exports.output_files import json_text

    is_first = True
    for value in values:
        item = indent(json_text(value, indent=2, default=_as_text), "  ")
        sys.stdout.write(("[\n" if is_first else ",\n") + item)
        is_first = False
    sys.stdout.write("[]\n" if is_first else "\n]\n")


def print_error(message: str) -> None:
    """Print a message to stderr; paths in it are shown without the marker ``/./``."""
    lines = map(plain, message.replace("/./", "/").splitlines())
    print("stepgraph:", "\n".join(lines), file=sys.stderr)


def print_text(text: str) -> None:
    """Print the text literally, with a line end."""
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

    screen = console()
    sentence = marked(text, spans, bold=screen.is_terminal)
    screen.print()
    if screen.is_terminal:
        screen.print(Text(plain(heading), style="dim"))
        screen.print(Padding(sentence, (0, 0, 0, 2), expand=False))
    else:  # one line each, for programs
        print_text(f"{plain(heading)}\n  {sentence}")


def print_table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table, or a block per row where the columns do not fit; nothing is ever cut."""
    screen = console()
    names = [heading.replace("_", " ") for heading in headings]
    lines = [["" if cell is None else plain(cell) for cell in row] for row in rows]
    widths = _widths(names, lines, screen.width)
    if widths is None:
        _print_blocks(names, lines)
    else:
        screen.print(_table(names, lines, widths))


def _widths(names: list[str], lines: list[list[str]], width: int) -> list[int | None] | None:
    """Width of each column, None where it takes the rest; None if too little would be left."""
    from rich.cells import cell_len

    widths: list[int | None] = []
    for order, column in enumerate(zip(names, *lines, strict=True)):
        name, *cells = column
        widest = max(map(cell_len, [*name.split(), *cells]))  # headings may wrap, short cells not
        widths.append(widest if widest <= (SHORT if order else SHORT_NAME) else None)
    left = width - sum(column or 0 for column in widths) - GAP * (len(widths) - 1)
    return widths if left >= LEAST * widths.count(None) else None


def _table(names: list[str], lines: list[list[str]], widths: list[int | None]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name, width in zip(names, widths, strict=True):
        table.add_column(Text(name), width=width, overflow="fold")
    for line in lines:
        table.add_row(*map(Text, line))
    return table


def _print_blocks(names: list[str], lines: list[list[str]]) -> None:
    longest = max(map(len, names))
    for order, line in enumerate(lines):
        if order:
            print_text("")
        for name, cell in zip(names, line, strict=True):
            print_text(f"{name:<{longest}}  {cell}".rstrip())


def _as_text(value: object) -> str:
    """A time in ISO 8601; any other value of an engine, such as a duration, as Python prints it."""
    return value.isoformat() if isinstance(value, date | datetime) else str(value)
