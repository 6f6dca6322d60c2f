"""The command that forgets a document, and allows it again."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import AsJson, DocumentName, LedgerUrl, StoreUrl
from pipeline.commands.output import plain, print_json, print_text
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.maintenance.forget import Held


def forget(
    document: DocumentName,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do it; else it is only said what would be erased.")
    ] = False,
    lift: Annotated[
        bool,
        typer.Option("--lift", help="Allow a forgotten document to be read again, as a new one."),
    ] = False,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Erase a document's text and facts from store and ledger, past readings too; its id stays."""
    from pipeline.ledger.clock import utc_now
    from pipeline.maintenance.forget import allow_again, held_of
    from pipeline.maintenance.forget import forget as erase
    from pipeline.settings import load_settings

    if yes and lift:
        raise BadInput("give --yes or --lift, one of them")
    settings = load_settings(store=store, ledger=ledger)
    held = held_of(document, settings)
    if lift:
        allow_again(held, settings)
    elif yes:
        erase(held, settings, clock=utc_now)
    if as_json:
        done = "lifted" if lift else "erased" if yes else "nothing"
        print_json(asdict(held) | {"spooled": held.spooled is not None, "done": done})
    elif lift:
        print_text(plain(f"{held.document!r} may be read again, as a document never seen before"))
    else:
        _tell(held, done=yes)


def _tell(held: Held, *, done: bool) -> None:
    from pipeline.questions.phrasing import number

    name = repr(held.document)
    parts = [
        f"{number(held.readings, 'reading')} with {number(held.steps, 'step')}",
        *(["its row in the ledger"] if held.in_ledger else []),
        *(["our copy of standard input"] if held.spooled else []),
    ]
    if held.forgotten and not held.readings:
        print_text(plain(f"{name} was forgotten already; only its id is left"))
    elif done:
        print_text(plain(f"forgot {name}: {', '.join(parts)}; its id stays"))
    else:
        print_text(plain(f"would erase of {name}: {', '.join(parts)}"))
        print_text(plain(f"nothing is erased yet; do it with: stepgraph forget {name} --yes"))
    if held.source and not held.spooled and os.path.lexists(held.source):
        print_text(plain(f"the file {os.path.normpath(held.source)} is left alone"))
