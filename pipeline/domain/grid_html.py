"""A grid as HTML for notebooks: where each entity is after every step, and the steps."""

from __future__ import annotations

from html import escape

from pipeline.domain.cells import track_rows
from pipeline.domain.confidence import place_texts
from pipeline.domain.document import Document
from pipeline.domain.grid import Grid, Track
from pipeline.domain.html_table import Cell, html_output, html_table

__all__ = ["grid_html"]

MOST_STEPS = 60  # that are listed
SIGNS = "● created, × destroyed, - does not exist, ? place not stated, (…?) less probable than"


def grid_html(document: Document, grid: Grid, *, below: float) -> str:
    """The grid as a table above the list of steps; ``(pan?)`` is less probable than ``below``.

    A cell where something changes shows its probability and its sentence to a pointer on it.
    """
    numbers = [Cell(str(step.number), step.text) for step in document.steps]
    rows = [_row(track, document, below=below) for track in grid.tracks]
    steps = f"{document.n_steps} step{'' if document.n_steps == 1 else 's'}"
    entities = f"{len(rows)} {'entity' if len(rows) == 1 else 'entities'}"
    title = f"{document.title or document.id}: {steps}, {entities}"
    table = html_table([Cell(""), Cell("before"), *numbers], rows)
    return html_output(title, table, _details(document, below=below))


def _row(track: Track, document: Document, *, below: float) -> list[Cell]:
    """The entity and its place at each state."""
    cells = [Cell(track.entity.name)]
    texts = place_texts(track, below=below)
    for text, row in zip(texts, track_rows(track, document, below=below), strict=True):
        classes = ["same"] if row["change"] == "none" else []
        remark = ""
        if not classes:
            sentence = " ".join((row["evidence_text"] or "").split())
            remark = f"probability {row['probability']:.2f}{': ' if sentence else ''}{sentence}"
        if row["unsure"]:
            classes.append("unsure")
        cells.append(Cell(_signed(text, row["change"]), remark, tuple(classes)))
    return cells


def _signed(text: str, change: str | None) -> str:
    """The place with the sign that the view has for a creation or an end."""
    if change == "destroy":
        return text.replace("-", "×", 1)
    return f"● {text}" if change == "create" else text


def _details(document: Document, *, below: float) -> str:
    """The steps and what the signs mean, to be opened."""
    items = "".join(f"<li>{escape(step.text)}</li>" for step in document.steps[:MOST_STEPS])
    more = document.n_steps - MOST_STEPS
    note = f"<p>and {more} more</p>" if more > 0 else ""
    signs = f"<p>{SIGNS} {below:g}</p>"
    return f"<details><summary>Steps and signs</summary><ol>{items}</ol>{note}{signs}</details>"
