"""The command that compares two readings of a document."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import (
    AsJson,
    DocumentName,
    StoreUrl,
    UnsureBelow,
    chosen_threshold,
    opened_store,
)
from pipeline.commands.output import plain, print_json, print_table, print_text

if TYPE_CHECKING:
    from pipeline.questions.diff import ReadingDifference
    from pipeline.stores.read import StoredReading


def diff(
    document: DocumentName,
    first: Annotated[
        int | None,
        typer.Option(
            "--from",
            metavar="N",
            help="Number of the first reading.",
            show_default="the reading before the second",
        ),
    ] = None,
    second: Annotated[
        int | None,
        typer.Option(
            "--to",
            metavar="M",
            help="Number of the second reading.",
            show_default="the newest reading",
        ),
    ] = None,
    store: StoreUrl = None,
    unsure_below: UnsureBelow = None,
    as_json: AsJson = False,
) -> None:
    """Compare two readings of a document: two models, or two versions of the text."""
    from pipeline.questions.diff import compare
    from pipeline.stores.read import list_readings, read_graphs, reading_pair, resolve_document

    below = chosen_threshold(unsure_below)
    with opened_store(store) as opened:
        readings = list_readings(opened, resolve_document(document, store=opened))
        pair = reading_pair(readings, document, first, second)
        graphs = read_graphs(pair, store=opened)
        before, after = (replace(graph, unsure_below=below) for graph in graphs)
    difference = compare(before, after)
    if as_json:
        print_json({"from": asdict(pair[0]), "to": asdict(pair[1])} | asdict(difference))
    else:
        _print_difference(difference, pair)


def _print_difference(
    difference: ReadingDifference, pair: tuple[StoredReading, StoredReading]
) -> None:
    for sign, reading in zip("-+", pair, strict=True):
        by = f"{reading.model} {reading.checkpoint[:8]}".rstrip()
        recorded = f"recorded {reading.recorded_from:%Y-%m-%d %H:%M} UTC"
        print_text(plain(f"{sign} reading {reading.number} by {by}, {recorded}"))
    if not (difference.steps or difference.entities or difference.cells):
        print_text("no differences")
    for step in difference.steps:
        print_text("")
        for sign, number, text in (
            ("-", step.step_before, step.text_before),
            ("+", step.step_after, step.text_after),
        ):
            if number is not None:
                print_text(f"{sign} step {number}: {plain(text)}")
    if difference.entities:
        print_text("")
    for entity in difference.entities:
        print_text(f"{'-' if entity.tracked == 'before' else '+'} tracks {plain(entity.entity)}")
    if difference.cells:
        print_text("")
        print_table(
            ["entity", "step", *(f"reading {reading.number}" for reading in pair)],
            [cell.texts() for cell in difference.cells],
        )
