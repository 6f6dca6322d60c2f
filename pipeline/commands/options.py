"""Options that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.stores import Store

__all__ = [
    "AsOf",
    "AsJson",
    "Device",
    "DocumentName",
    "EntityNames",
    "LedgerUrl",
    "Prune",
    "StoreUrl",
    "UnsureBelow",
    "opened_store",
    "threshold",
    "time_of",
]

StoreUrl = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        help="ladybug:PATH, neo4j://HOST or bolt://HOST; else STEPGRAPH_STORE, else the embedded "
        "store under .stepgraph/.",
        show_default=False,
    ),
]
EntityNames = Annotated[
    list[str] | None,
    typer.Option(
        "--entity",
        metavar='"NAME; SYNONYM"',
        help="Track this in documents that name nothing to track; once for each.",
        show_default=False,
    ),
]
Prune = Annotated[
    bool,
    typer.Option(
        "--prune",
        help="Close the readings of documents that are no longer where they were.",
    ),
]
LedgerUrl = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        metavar="URL",
        help="sqlite:///PATH or postgresql+psycopg://…; else STEPGRAPH_LEDGER, else under "
        ".stepgraph/.",
        show_default=False,
    ),
]
Device = Annotated[
    str | None,
    typer.Option(
        "--device",
        metavar="auto|cpu|cuda",
        help="auto takes a GPU if there is one.",
        show_default=False,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="TIME",
        help="What the store said at this time: ISO 8601, UTC unless it names a zone.",
        show_default=False,
    ),
]
UnsureBelow = Annotated[
    float | None,
    typer.Option(
        "--unsure-below",
        metavar="P",
        help="From 0 to 1: what is less probable says that it is unsure; else "
        "STEPGRAPH_UNSURE_BELOW, else 0.",
        show_default=False,
    ),
]
DocumentName = Annotated[
    str,
    typer.Argument(
        metavar="DOCUMENT",
        help="A document's id, or a title or file name that only one document has.",
        show_default=False,
    ),
]


@contextmanager
def opened_store(url: str | None) -> Iterator[Store]:
    """The store for reading: ``url``, else the settings'; closed at the end."""
    from pipeline.settings import load_settings
    from pipeline.stores import open_store

    store = open_store(load_settings(store=url).store, read_only=True)
    try:
        yield store
    finally:
        store.close()


def threshold(unsure_below: float | None) -> float:
    """The probability below which an answer is unsure: the option, else the settings'."""
    from pipeline.settings import load_settings

    return load_settings(unsure_below=unsure_below).unsure_below


def time_of(text: str | None) -> datetime | None:
    """The naive UTC time that ``text`` names; None for None. Raises BadInput."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise BadInput(
            f"the time {text!r} is not ISO 8601; write it like 2024-05-01 or 2024-05-01T12:30:00Z"
        ) from None
    return moment if moment.tzinfo is None else moment.astimezone(UTC).replace(tzinfo=None)
