"""Commands that look at documents in the store: documents, show, readings."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.commands.options import AsJson, AsOf, DocumentName, StoreUrl, opened_store, time_of
from pipeline.commands.output import console, plain, print_json, print_table, print_text

if TYPE_CHECKING:
    from pipeline.domain.graph import TemporalGraph
    from pipeline.stores.read import StoredReading

GRID_LEGEND = "- does not exist, ? exists but the place is not stated; 0 is before step 1"


def documents(store: StoreUrl = None, as_of: AsOf = None, as_json: AsJson = False) -> None:
    """List the documents in the store, each with the reading that holds."""
    from pipeline.stores.read import list_documents

    with opened_store(store) as opened:
        found = list_documents(opened, time_of(as_of))
    if as_json:
        print_json([_facts(one) for one in found])
    elif not found and as_of is not None:
        print_text(f"no document had been read by {as_of}")
    elif not found:
        print_text("no document here; fill the store with: stepgraph ingest PATH")
    else:
        print_table(
            ["id", "title", "steps", "reading", "recorded (UTC)"],
            [
                (one.document, one.title, one.n_steps, one.number, _minute(one.recorded_from))
                for one in found
            ],
        )


def show(
    document: DocumentName,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of text.")] = False,
    store: StoreUrl = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """Show where every entity is before step 1 (column 0) and after each step."""
    from pipeline.commands.grid_output import grid_csv, grid_facts

    graph, stored = read_one(document, store, as_of)
    if as_json:
        print_json(_facts(stored) | grid_facts(graph))
    elif as_csv:
        print_text(grid_csv(graph.to_grid()).rstrip("\n"))
    else:
        _show(graph, stored)


def readings(document: DocumentName, store: StoreUrl = None, as_json: AsJson = False) -> None:
    """List every reading of a document, the newest last: which model, when, which text."""
    from pipeline.stores.read import find_reading, list_readings, resolve_document

    with opened_store(store) as opened:
        name = resolve_document(document, store=opened)
        found = list_readings(opened, name)
        if not found:
            find_reading(name, store=opened)  # says why there is none
    if as_json:
        print_json([_facts(one) for one in found])
        return
    print_table(
        ["reading", "text", "model", "checkpoint", "from (UTC)", "until (UTC)"],
        [
            (
                one.number,
                one.text_sha256[:8],
                one.model,
                one.checkpoint[:8],
                _minute(one.recorded_from),
                _minute(one.recorded_until),
            )
            for one in found
        ],
    )


def read_one(
    document: str, store: str | None, as_of: str | None
) -> tuple[TemporalGraph, StoredReading]:
    from pipeline.stores.read import find_reading, read_graphs, resolve_document

    with opened_store(store) as opened:
        identity = resolve_document(document, store=opened)
        stored = find_reading(identity, store=opened, as_of=time_of(as_of))
        return next(read_graphs([stored], store=opened)), stored


def _show(graph: TemporalGraph, stored: StoredReading) -> None:
    from rich.text import Text

    from pipeline.commands.grid_output import grid_tables, steps_table

    shown = console()
    shown.print(
        Text.assemble((plain(graph.document.title), "bold"), f"  ({plain(stored.document)})")
    )
    size = f"{_count(graph.n_steps, 'step')}, {_count(len(graph.entities), 'entity', 'entities')}"
    by = plain(f"{stored.model} {stored.checkpoint[:8]}".rstrip())
    when = _minute(stored.recorded_from)
    shown.print(Text(f"{size}; reading {stored.number} by {by} of {when} UTC"))
    shown.print()
    if not graph.entities:
        shown.print(Text("no entity is tracked in this document"))
    for made in grid_tables(graph.to_grid(), width=shown.width):
        shown.print(made)
        shown.print()
    shown.print(Text(GRID_LEGEND, style="dim"))
    shown.print()
    shown.print(steps_table(graph.document.steps))


def _count(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _facts(one: StoredReading) -> dict[str, Any]:
    return asdict(one)


def _minute(moment: datetime) -> str:
    return "now" if moment.year == 9999 else f"{moment:%Y-%m-%d %H:%M}"
