"""Options that several commands share, and functions that read their values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.domain.confidence import UNSURE_BELOW
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.stores import Store

__all__ = [
    "After",
    "AsOf",
    "AsJson",
    "Checkpoint",
    "Data",
    "Device",
    "DocumentName",
    "EntityNames",
    "LedgerUrl",
    "Limit",
    "Prune",
    "ShardName",
    "StoreUrl",
    "TIME_UNITS",
    "UnsureBelow",
    "data_folder",
    "opened_store",
    "seconds_of",
    "chosen_threshold",
    "time_of",
]

TIME_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}  # in seconds

StoreUrl = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        help="Store: ladybug:PATH, neo4j://HOST or bolt://HOST.",
        show_default="STEPGRAPH_STORE, else an embedded store under .stepgraph/",
    ),
]
EntityNames = Annotated[
    list[str] | None,
    typer.Option(
        "--entity",
        metavar='"NAME; SYNONYM"',
        help="Entity to track in documents that name none. Can be repeated.",
        show_default=False,
    ),
]
Prune = Annotated[
    bool,
    typer.Option(
        "--prune",
        help="Close the readings of documents that have disappeared from their source.",
    ),
]
ShardName = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="I/N",
        help="Look only for part I of N of the documents, as one of N machines.",
        show_default="STEPGRAPH_SHARD, else all",
    ),
]
LedgerUrl = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        metavar="URL",
        help="Ledger: sqlite:///PATH or postgresql+psycopg://….",
        show_default="STEPGRAPH_LEDGER, else a file under .stepgraph/",
    ),
]
Device = Annotated[
    str | None,
    typer.Option(
        "--device",
        metavar="auto|cpu|cuda",
        help="Device that runs the model; auto uses a GPU if there is one.",
        show_default="STEPGRAPH_DEVICE, else auto",
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        envvar="STEPGRAPH_PROPARA",
        help="Folder of the ProPara data, which holds grids/.",
        show_default=False,
    ),
]
Checkpoint = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint",
        metavar="DIR",
        help="Folder of trained weights.",
        show_default="STEPGRAPH_CHECKPOINT, else the shipped weights",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="TIME",
        help="Use the store as it was at this time, in ISO 8601; UTC unless a zone is given.",
        show_default="now",
    ),
]
Limit = Annotated[
    int | None,
    typer.Option("--limit", metavar="N", min=1, help="Most documents of one page."),
]
After = Annotated[
    str,
    typer.Option(
        "--after",
        metavar="DOCUMENT",
        help="Continue after this document, the last of the page before, by its id.",
        show_default=False,
    ),
]
UnsureBelow = Annotated[
    float | None,
    typer.Option(
        "--unsure-below",
        metavar="P",
        help="Show what has a probability below P (0 to 1) as unsure; 0 for nothing.",
        show_default=f"STEPGRAPH_UNSURE_BELOW, else {UNSURE_BELOW}",
    ),
]
DocumentName = Annotated[
    str,
    typer.Argument(
        metavar="DOCUMENT",
        help="Id of a document, or its title or file name if no other document has it.",
        show_default=False,
    ),
]


@contextmanager
def opened_store(url: str | None) -> Iterator[Store]:
    """Open a store for reading, ``url`` or else the settings', and close it at the end."""
    from pipeline.settings import load_settings
    from pipeline.stores import open_store

    store = open_store(load_settings(store=url).store, read_only=True)
    try:
        yield store
    finally:
        store.close()


def chosen_threshold(unsure_below: float | None) -> float:
    """Probability below which a statement is unsure: the option, or else the setting."""
    from pipeline.settings import load_settings

    return load_settings(unsure_below=unsure_below).unsure_below


def time_of(text: str | None) -> datetime | None:
    """Naive UTC time that ``text`` names; None for None. Raises BadInput."""
    from pipeline.stores.transaction_time import moment_of

    return None if text is None else moment_of(text)


def seconds_of(text: str, *, option: str) -> int:
    """Seconds in a duration such as 90s or 15m. Raises BadInput, which names the option."""
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit()) or unit not in TIME_UNITS:
        raise BadInput(f"{option} {text!r} is not a duration; write it like 90s, 30m, 24h or 7d")
    return int(number) * TIME_UNITS[unit]


def data_folder(data: Path | None) -> Path:
    """Folder of the ProPara data. Raises BadInput if neither option nor environment names one."""
    if data is None:
        raise BadInput("give --data DIR, or set STEPGRAPH_PROPARA: the folder that holds grids/")
    return data
