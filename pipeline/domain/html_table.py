"""Small tables in HTML, which notebooks show; all text in them is escaped.

Colours are those of the notebook, light or dark: the style sets none but a half-transparent grey.
Where a viewer drops the style, the tables can still be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["Cell", "html_output", "html_table"]

MOST_ROWS, MOST_COLUMNS = 30, 20
STYLE = (
    ".stepgraph table{border-collapse:collapse;margin:.3em 0}"
    ".stepgraph .title{font-weight:bold;white-space:pre-line;margin:.3em 0}"
    ".stepgraph th,.stepgraph td{text-align:left!important;color:inherit}"
    ".stepgraph th,.stepgraph td{vertical-align:top;padding:.2em .6em;white-space:normal!important;"
    "max-width:30em!important;overflow-wrap:anywhere;border-bottom:1px solid rgba(128,128,128,.4)}"
    ".stepgraph td.same{opacity:.7}"
    ".stepgraph td.unsure{font-style:italic;outline:1px dashed;outline-offset:-2px}"
    ".stepgraph mark{background:rgba(128,128,128,.3);color:inherit;font-weight:bold}"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: its text, a remark that a pointer on it shows, and classes of the style.

    ``marked`` are characters ``[start, end)`` of the text that are highlighted.
    """

    text: str
    remark: str = ""
    classes: tuple[str, ...] = ()
    marked: tuple[int, int] | None = None


def html_output(title: str, *parts: str) -> str:
    """One output of a notebook: a title above parts that are HTML already."""
    heading = f'<p class="title">{escape(title)}</p>'
    return f'<div class="stepgraph"><style>{STYLE}</style>{heading}{"".join(parts)}</div>'


def html_table(headings: Sequence[Cell | str], rows: Sequence[Sequence[Cell | str]]) -> str:
    """Return a table whose first column names the rows; what is too much is counted, not shown."""
    left_out = [
        f"{size - most} more {noun}"
        for size, most, noun in (
            (len(rows), MOST_ROWS, "rows"),
            (len(headings), MOST_COLUMNS, "columns"),
        )
        if size > most
    ]
    head = "".join(_cell("th", heading) for heading in headings[:MOST_COLUMNS])
    body = "".join(map(_row, rows[:MOST_ROWS]))
    note = f"<p>and {' and '.join(left_out)}</p>" if left_out else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"


def _row(row: Sequence[Cell | str]) -> str:
    name, *cells = row
    columns = "".join(_cell("td", cell) for cell in cells[: MOST_COLUMNS - 1])
    return f"<tr>{_cell('th', name)}{columns}</tr>"


def _cell(tag: str, cell: Cell | str) -> str:
    if isinstance(cell, str):
        return f"<{tag}>{escape(cell)}</{tag}>"
    content = escape(cell.text) if cell.marked is None else _marked_words(cell.text, *cell.marked)
    remark = f' title="{escape(cell.remark)}"' if cell.remark else ""
    classes = f' class="{" ".join(cell.classes)}"' if cell.classes else ""
    return f"<{tag}{classes}{remark}>{content}</{tag}>"


def _marked_words(text: str, start: int, end: int) -> str:
    """The text as HTML with its characters ``[start, end)`` highlighted, if it has these."""
    if not 0 <= start < end <= len(text):
        return escape(text)
    return f"{escape(text[:start])}<mark>{escape(text[start:end])}</mark>{escape(text[end:])}"
