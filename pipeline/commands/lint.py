"""The command that looks over what is stored."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import AsJson, LedgerUrl, StoreUrl, opened_store
from pipeline.commands.output import plain, print_json, print_text

if TYPE_CHECKING:
    from pipeline.maintenance.integrity_rules import Finding

SOMETHING_WRONG = 1


def lint(
    document: Annotated[
        str | None,
        typer.Argument(
            metavar="[DOCUMENT]", help="Only this one; else all of the store.", show_default=False
        ),
    ] = None,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Check what is stored: intervals, events, readings, the ledger; 1 if there is an error."""
    from pipeline.ledger.ledger import known_ledger
    from pipeline.maintenance.lint import lint as found_in
    from pipeline.settings import load_settings
    from pipeline.stores.read import resolve_document

    counts = {"error": 0, "warning": 0}
    kept: list[Finding] = []
    url = load_settings(ledger=ledger).ledger
    with opened_store(store) as opened, known_ledger(url) as known:
        name = None if document is None else resolve_document(document, store=opened)
        for one in found_in(opened, document=name, ledger=known):
            counts[one.level] += 1
            if as_json:
                kept.append(one)
            else:
                print_text(_line(one))
    if as_json:
        print_json([asdict(one) for one in kept])
    else:
        print_text(", ".join(f"{count} {level}s" for level, count in counts.items()))
    if counts["error"]:
        raise typer.Exit(SOMETHING_WRONG)


def _line(one: Finding) -> str:
    where = one.document
    if one.reading is not None:
        where += f", reading {one.reading}"
    if one.step is not None:
        where += f", step {one.step}"
    what = one.message if one.entity is None else f"{one.entity!r} {one.message}"
    return plain(f"{one.level} {one.rule}: {where}: {what}".replace(": : ", ": "))
