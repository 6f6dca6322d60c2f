"""The command that writes a document as a page for a browser."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Annotated

import typer

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
    from pipeline.pages.browser import open_in_browser
    from pipeline.pages.shown_readings import stored_readings
    from pipeline.pages.view import view_page

    if as_of is not None and (first is not None or second is not None):
        raise BadInput("--as-of chooses one reading; give it without --from and --to")
    below = chosen_threshold(unsure_below)
    with opened_store(store) as opened:
        shown, before = stored_readings(
            document, opened, first=first, second=second, as_of=time_of(as_of), below=below
        )
    page = view_page(shown, before=before)
    path = output or Path(file_name(shown.graph.document.id))
    save(path, [page])
    if open_browser:
        open_in_browser(path)


def file_name(document_id: str) -> str:
    """``plants/photo.txt`` → ``photo-view.html``; never the name of a file that was read."""
    last = PurePosixPath(document_id.rstrip("/")).name
    name = re.sub(r"[^\w.-]+", "-", re.sub(r"\.\w+(?=$|#)", "", last)).strip(".-")
    return f"{name[:LONGEST_NAME] or 'document'}-view.html"
