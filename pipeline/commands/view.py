"""The command that writes a document as a page for a browser."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.diff import reading_pair
from pipeline.commands.options import (
    AsOf,
    DocumentName,
    StoreUrl,
    UnsureBelow,
    chosen_threshold,
    opened_store,
    time_of,
)
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.pages.view import ShownReading
    from pipeline.stores.store import Store

LONGEST_NAME = 80


def view(
    document: DocumentName,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.html",
            help="File to write.",
            show_default="NAME-view.html in the working directory",
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the file in your browser.")
    ] = False,
    first: Annotated[
        int | None,
        typer.Option(
            "--from",
            metavar="N",
            help="Compare with this earlier reading.",
            show_default=False,
        ),
    ] = None,
    second: Annotated[
        int | None,
        typer.Option(
            "--to",
            metavar="M",
            help="Number of the reading to compare it with.",
            show_default="the newest reading",
        ),
    ] = None,
    unsure_below: UnsureBelow = None,
    store: StoreUrl = None,
    as_of: AsOf = None,
) -> None:
    """Write a document as one page for a browser: its text, storyline, grid and graph, by step.

    The file needs no network and no server, so it can be sent, archived or carried on a stick.
    """
    from pipeline.exports.output_files import save
    from pipeline.pages.view import view_page

    below = chosen_threshold(unsure_below)
    with opened_store(store) as opened:
        shown, before = _readings(
            document, opened, first=first, second=second, as_of=as_of, below=below
        )
    page = view_page(shown, before=before)
    path = output or Path(file_name(shown.graph.document.id))
    save(path, [page])
    if open_browser:
        _open(path)


def file_name(document_id: str) -> str:
    """``plants/photo.txt`` → ``photo-view.html``; never the name of a file that was read."""
    last = PurePosixPath(document_id.rstrip("/")).name
    name = re.sub(r"[^\w.-]+", "-", re.sub(r"\.\w+(?=$|#)", "", last)).strip(".-")
    return f"{name[:LONGEST_NAME] or 'document'}-view.html"


def _readings(
    document: str,
    store: Store,
    *,
    first: int | None,
    second: int | None,
    as_of: str | None,
    below: float,
) -> tuple[ShownReading, ShownReading | None]:
    """The reading to show and, if the two are to be compared, the earlier one.

    What is less probable than ``below`` is unsure in both.
    """
    from pipeline.pages.view import ShownReading
    from pipeline.stores.read import find_reading, list_readings, read_graphs, resolve_document

    identity = resolve_document(document, store=store)
    if first is None and second is None:
        stored = [find_reading(identity, store=store, as_of=time_of(as_of))]
    elif as_of is not None:
        raise BadInput("--as-of chooses one reading; give it without --from and --to")
    else:
        stored = list(reading_pair(list_readings(store, identity), document, first, second))
    graphs = read_graphs(stored, store=store)
    *before, shown = map(
        ShownReading, (replace(graph, unsure_below=below) for graph in graphs), stored
    )
    return shown, before[0] if before else None


def _open(path: Path) -> None:
    """Open the file in the person's browser. Raises BadInput if there is none."""
    import webbrowser

    if not webbrowser.open(path.resolve().as_uri()):
        raise BadInput(f"no browser can be started here; open {path} in one")
