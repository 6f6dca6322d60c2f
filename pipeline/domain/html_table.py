"""Small tables in HTML, which notebooks show; all text in them is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["html_table"]

MOST_ROWS, MOST_COLUMNS = 30, 20


def html_table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str = "") -> str:
    """Return a table whose first column names the rows; what is too much is counted, not shown."""
    left_out = [
        f"{size - most} more {noun}"
        for size, most, noun in (
            (len(rows), MOST_ROWS, "rows"),
            (len(headings), MOST_COLUMNS, "columns"),
        )
        if size > most
    ]
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings[:MOST_COLUMNS])
    body = "".join(map(_row, rows[:MOST_ROWS]))
    note = f"<p>and {' and '.join(left_out)}</p>" if left_out else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"


def _row(row: Sequence[str]) -> str:
    name, *cells = row
    columns = "".join(f"<td>{escape(cell)}</td>" for cell in cells[: MOST_COLUMNS - 1])
    return f"<tr><th>{escape(name)}</th>{columns}</tr>"
