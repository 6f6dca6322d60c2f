"""Commands that show documents of the store: documents, show, readings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import (
    After,
    AsJson,
    AsOf,
    DocumentName,
    Limit,
    StoreUrl,
    UnsureBelow,
    chosen_threshold,
    opened_store,
    time_of,
)
from pipeline.commands.output import (
    console,
    counted,
    plain,
    print_json,
    print_json_list,
    print_table,
    print_text,
)

if TYPE_CHECKING:
    from pipeline.domain.graph import TemporalGraph
    from pipeline.stores.read import StoredReading

DOCUMENTS_A_TABLE = 1_000  # of a long list
GRID_LEGEND = "- does not exist; ? exists, location not stated; 0 is before step 1"
UNSURE_LEGEND = "(…?) unsure, less probable than {below:.2f}"


def documents(
    store: StoreUrl = None,
    as_of: AsOf = None,
    limit: Limit = None,
    after: After = "",
    as_json: AsJson = False,
) -> None:
    """List the documents in the store by id, each with its current reading."""
    from pipeline.stores.read import each_document

    with opened_store(store) as opened:
        listed = islice(each_document(opened, time_of(as_of), after=after), limit)
        if as_json:
            print_json_list(map(asdict, listed))
            return
        n_listed = 0
        while some_documents := list(islice(listed, DOCUMENTS_A_TABLE)):
            if n_listed:
                print_text("")
            n_listed += len(some_documents)
            _print_documents(some_documents)
    if not n_listed and after:
        print_text("no more documents")
    elif not n_listed and as_of is not None:
        print_text(f"no document had been read by {as_of}")
    elif not n_listed:
        print_text("the store holds no documents; fill it with: stepgraph ingest PATH")


def _print_documents(listed: Sequence[StoredReading]) -> None:
    print_table(
        ["id", "title", "steps", "reading", "recorded (UTC)"],
        [
            (
                stored.document,
                stored.title,
                stored.n_steps,
                stored.number,
                _minute(stored.recorded_from),
            )
            for stored in listed
        ],
    )


def show(
    document: DocumentName,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of text.")] = False,
    store: StoreUrl = None,
    as_of: AsOf = None,
    unsure_below: UnsureBelow = None,
    as_json: AsJson = False,
) -> None:
    """Show a document's grid: where each entity is before step 1 and after every step.

    The CSV has the likeliest places, unsure ones too.
    """
    from pipeline.commands.grid_output import grid_csv, grid_facts

    graph, stored = read_stored(document, store, as_of, unsure_below=unsure_below)
    if as_json:
        print_json(asdict(stored) | grid_facts(graph))
    elif as_csv:
        print_text(grid_csv(graph.to_grid()).rstrip("\n"))
    else:
        _show(graph, stored)


def readings(document: DocumentName, store: StoreUrl = None, as_json: AsJson = False) -> None:
    """List the readings of a document, newest last, with model, time and text."""
    from pipeline.stores.read import find_reading, list_readings, resolve_document

    with opened_store(store) as opened:
        name = resolve_document(document, store=opened)
        listed = list_readings(opened, name)
        if not listed:
            find_reading(name, store=opened)  # raises an error with the reason
    if as_json:
        print_json([asdict(stored) for stored in listed])
        return
    print_table(
        ["reading", "text", "model", "checkpoint", "from (UTC)", "until (UTC)"],
        [
            (
                stored.number,
                stored.text_sha256[:8],
                stored.model,
                stored.checkpoint[:8],
                _minute(stored.recorded_from),
                _minute(stored.recorded_until),
            )
            for stored in listed
        ],
    )


def read_stored(
    document: str, store: str | None, as_of: str | None, *, unsure_below: float | None
) -> tuple[TemporalGraph, StoredReading]:
    """Graph and reading of a document, in the store as it was at that time.

    The graph has the threshold of the option ``unsure_below``, or else of the setting.
    """
    from pipeline.stores.read import find_reading, read_graphs, resolve_document

    below = chosen_threshold(unsure_below)
    with opened_store(store) as opened:
        identity = resolve_document(document, store=opened)
        stored = find_reading(identity, store=opened, as_of=time_of(as_of))
        graph = next(read_graphs([stored], store=opened))
        return replace(graph, unsure_below=below), stored


def _show(graph: TemporalGraph, stored: StoredReading) -> None:
    from rich.text import Text

    from pipeline.commands.grid_output import (
        grid_tables,
        has_unsure_cells,
        materials_table,
        steps_table,
    )

    screen = console()
    screen.print(
        Text.assemble((plain(graph.document.title), "bold"), f"  ({plain(stored.document)})")
    )
    entities = counted(len(graph.entities), "entity", "entities")
    by = plain(f"{stored.model} {stored.checkpoint[:8]}".rstrip())
    when = _minute(stored.recorded_from)
    screen.print(
        Text(
            f"{counted(graph.n_steps, 'step')}, {entities}; "
            f"reading {stored.number} by {by}, recorded {when} UTC"
        )
    )
    screen.print()
    if not graph.entities:
        screen.print(Text("no entity is tracked in this document"))
    grid, below = graph.to_grid(), graph.unsure_below
    for table in grid_tables(grid, width=screen.width, below=below):
        screen.print(table)
        screen.print()
    screen.print(Text(GRID_LEGEND, style="dim"))
    if has_unsure_cells(grid, below=below):
        screen.print(Text(UNSURE_LEGEND.format(below=below), style="dim"))
    screen.print()
    if graph.document.materials:
        screen.print(Text("needs:", style="bold"))
        screen.print(materials_table(graph.document.materials))
        screen.print()
    screen.print(steps_table(graph.document.steps))


def _minute(moment: datetime) -> str:
    return "now" if moment.year == 9999 else f"{moment:%Y-%m-%d %H:%M}"
