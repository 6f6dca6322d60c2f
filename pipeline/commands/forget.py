"""The command that permanently deletes a document, or allows it again."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import AsJson, DocumentName, LedgerUrl, StoreUrl
from pipeline.commands.output import counted, plain, print_json, print_text
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.maintenance.forget import Footprint


def forget(
    document: DocumentName,
    yes: Annotated[
        bool, typer.Option("--yes", help="Erase. Without this, only list what would be erased.")
    ] = False,
    lift: Annotated[
        bool,
        typer.Option("--lift", help="Allow a forgotten document to be ingested again, as new."),
    ] = False,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Permanently delete a document's text and facts from the store and the ledger.

    Past readings are deleted too; only the id is kept. Without --yes nothing is deleted.
    """
    from pipeline.ledger.clock import utc_now
    from pipeline.maintenance.forget import allow_again, footprint_of
    from pipeline.maintenance.forget import forget as erase
    from pipeline.settings import load_settings

    if yes and lift:
        raise BadInput("give either --yes or --lift")
    settings = load_settings(store=store, ledger=ledger)
    footprint = footprint_of(document, settings)
    if lift:
        allow_again(footprint, settings)
    elif yes:
        erase(footprint, settings, clock=utc_now)
    if as_json:
        done = "lifted" if lift else "erased" if yes else "nothing"
        print_json(asdict(footprint) | {"spooled": footprint.spooled is not None, "done": done})
    elif lift:
        print_text(plain(f"{footprint.document!r} can be ingested again, as a new document"))
    else:
        _print_footprint(footprint, erased=yes)


def _print_footprint(footprint: Footprint, *, erased: bool) -> None:
    name = repr(footprint.document)
    parts = [f"{counted(footprint.readings, 'reading')} with {counted(footprint.steps, 'step')}"]
    if footprint.in_ledger:
        parts.append("its row in the ledger")
    if footprint.spooled:
        parts.append("the stored copy of standard input")
    if footprint.forgotten and not footprint.readings:
        print_text(plain(f"{name} was already forgotten; only its id is kept"))
    elif erased:
        print_text(plain(f"forgot {name}: {', '.join(parts)}; its id is kept"))
    else:
        print_text(plain(f"would erase {name}: {', '.join(parts)}"))
        print_text(plain(f"nothing is erased yet; to erase it: stepgraph forget {name} --yes"))
    if footprint.source and not footprint.spooled and os.path.lexists(footprint.source):
        print_text(plain(f"the file {os.path.normpath(footprint.source)} is not touched"))
