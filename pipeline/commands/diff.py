"""The command that compares two readings of a document."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import AsJson, DocumentName, StoreUrl, opened_store
from pipeline.commands.output import plain, print_json, print_table, print_text
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.questions.diff import CellDifference, ReadingDifference
    from pipeline.stores.read import StoredReading


def diff(
    document: DocumentName,
    first: Annotated[
        int | None,
        typer.Option(
            "--from",
            metavar="N",
            help="A reading's number; else the one before.",
            show_default=False,
        ),
    ] = None,
    second: Annotated[
        int | None,
        typer.Option(
            "--to", metavar="M", help="A reading's number; else the newest.", show_default=False
        ),
    ] = None,
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """Show what two readings say differently: two models, or two versions of the text."""
    from pipeline.questions.diff import compare
    from pipeline.stores.read import list_readings, read_graphs, resolve_document

    with opened_store(store) as opened:
        readings = list_readings(opened, resolve_document(document, store=opened))
        pair = _pair(readings, document, first, second)
        before, after = read_graphs(pair, store=opened)
    found = compare(before, after)
    if as_json:
        print_json({"from": asdict(pair[0]), "to": asdict(pair[1])} | asdict(found))
    else:
        _print_difference(found, pair)


def _pair(
    readings: list[StoredReading], document: str, first: int | None, second: int | None
) -> tuple[StoredReading, StoredReading]:
    numbers = [one.number for one in readings]
    if not numbers:
        raise BadInput(f"{document!r} has no reading")
    if second is None:
        second = numbers[-1]
    if first is None:
        earlier = [one for one in numbers if one < second]
        if not earlier:
            raise BadInput(f"{document!r} has no reading before {second} to compare with")
        first = earlier[-1]
    for number in (first, second):
        if number not in numbers:
            raise BadInput(
                f"{document!r} has no reading {number}; it has {', '.join(map(str, numbers))}"
            )
    return readings[numbers.index(first)], readings[numbers.index(second)]


def _print_difference(found: ReadingDifference, pair: tuple[StoredReading, StoredReading]) -> None:
    for sign, one in zip("-+", pair, strict=True):
        by = f"{one.model} {one.checkpoint[:8]}".rstrip()
        print_text(
            plain(f"{sign} reading {one.number} by {by} of {one.recorded_from:%Y-%m-%d %H:%M} UTC")
        )
    if not (found.steps or found.entities or found.cells):
        print_text("they say the same")
    for step in found.steps:
        print_text("")
        for sign, number, text in (
            ("-", step.step_before, step.text_before),
            ("+", step.step_after, step.text_after),
        ):
            if number is not None:
                print_text(f"{sign} step {number}: {plain(text)}")
    if found.entities:
        print_text("")
    for entity in found.entities:
        print_text(f"{'-' if entity.tracked == 'before' else '+'} tracks {plain(entity.entity)}")
    if found.cells:
        print_text("")
        numbers = [str(one.number) for one in pair]
        print_table(
            ["entity", "step", *(f"reading {number}" for number in numbers)],
            [_cell(one) for one in found.cells],
        )


def _cell(one: CellDifference) -> tuple[str, str, str, str]:
    numbers = ["–" if step is None else str(step) for step in (one.step_before, one.step_after)]
    sides = (
        (one.change_before, one.location_before, one.probability_before),
        (one.change_after, one.location_after, one.probability_after),
    )
    return (
        one.entity,
        numbers[0] if numbers[0] == numbers[1] else " / ".join(numbers),
        *(
            "no such step"
            if probability is None
            else f"{change}: {place} ({probability:.2f})".removeprefix("none: ")
            for change, place, probability in sides
        ),
    )  # type: ignore[return-value]
