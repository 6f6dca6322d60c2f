"""The command that restores what is missing from the store or the ledger."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.ingest import shown_progress
from pipeline.commands.options import AsJson, Device, LedgerUrl, StoreUrl
from pipeline.commands.output import counted, listed, plain, print_error, print_json, print_text

if TYPE_CHECKING:
    from pipeline.maintenance.repair import RepairResult

SOME_FAILED = 1
DONE = {
    "read": "read again",
    "entered": "entered into the ledger as stored",
    "closed": "closed",
    "gone": "gone from their source",
    "forgotten": "forgotten on both sides",
}


def repair(
    document: Annotated[
        str | None,
        typer.Argument(
            metavar="DOCUMENT", help="Document to repair.", show_default="all documents"
        ),
    ] = None,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    device: Device = None,
    as_json: AsJson = False,
) -> None:
    """Restore what lint finds missing or wrong, from the sources of the documents.

    For use after a restored backup or a lost disk. Exits with 1 if something could not be
    restored, such as a document whose source is gone.
    """
    from pipeline.inference.model_reader import model_reader
    from pipeline.maintenance.repair import repair as restore
    from pipeline.settings import load_settings

    settings = load_settings(store=store, ledger=ledger, device=device)
    with shown_progress() as on_progress:
        result = restore(
            settings, model_reader(settings), document=document, on_progress=on_progress
        )
    if as_json:
        print_json(_record(result))
    else:
        _print(result)
    if result.failed or result.remaining:
        raise typer.Exit(SOME_FAILED)


def _record(result: RepairResult) -> dict[str, object]:
    record = asdict(result)
    del record["failed"]
    failures = [
        {"document": failure.document_id, "source": failure.source, "error": failure.error}
        for failure in result.failed
    ]
    return record | {"failures": failures}


def _print(result: RepairResult) -> None:
    repaired = {done: getattr(result, name) for name, done in DONE.items()}
    for done, names in repaired.items():
        if names:
            print_text(plain(f"{counted(len(names), 'document')} {done}: {listed(names)}"))
    n_left = len({failure.document_id for failure in result.failed})
    n_left += len({finding.document for finding in result.remaining})
    if not n_left and not any(repaired.values()):
        print_text("nothing to repair")
    sys.stdout.flush()
    for failure in result.failed:
        line = failure.error
        if failure.document_id not in line:
            line = f"{failure.document_id}: {line}"
        print_error(plain(f"not restored: {line}"))
    for finding in result.remaining:
        place = finding.document
        if finding.reading is not None:
            place += f", reading {finding.reading}"
        print_error(plain(f"not repaired: {place}: {finding.message}"))
