"""The command that checks the store and the ledger for errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import AsJson, LedgerUrl, StoreUrl, opened_store
from pipeline.commands.output import counted, plain, print_error, print_json_list, print_text

if TYPE_CHECKING:
    from pipeline.maintenance.integrity_rules import LintFinding

SOMETHING_WRONG = 1


def lint(
    document: Annotated[
        str | None,
        typer.Argument(metavar="DOCUMENT", help="Document to check.", show_default="all documents"),
    ] = None,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Check the store and the ledger for errors in intervals, events and readings.

    Exits with 1 if there is an error.
    """
    from pipeline.ledger.ledger import known_ledger
    from pipeline.maintenance.lint import lint as check
    from pipeline.settings import load_settings
    from pipeline.stores.read import resolve_document

    counts = {"error": 0, "warning": 0}

    def counting(findings: Iterable[LintFinding]) -> Iterator[LintFinding]:
        for finding in findings:
            counts[finding.level] += 1
            yield finding

    url = load_settings(ledger=ledger).ledger
    with opened_store(store) as opened, known_ledger(url) as known:
        name = None if document is None else resolve_document(document, store=opened)
        findings = counting(check(opened, document=name, ledger=known))
        if as_json:
            print_json_list(map(asdict, findings))
        else:
            for finding in findings:
                print_text(_line(finding))
    if not as_json:
        print_text(", ".join(counted(count, level) for level, count in counts.items()))
    if counts["error"]:
        print_error("to restore what the sources still have: stepgraph repair")
        raise typer.Exit(SOMETHING_WRONG)


def _line(finding: LintFinding) -> str:
    where = finding.document
    if finding.reading is not None:
        where += f", reading {finding.reading}"
    if finding.step is not None:
        where += f", step {finding.step}"
    message = finding.message
    if finding.entity is not None:
        message = f"{finding.entity!r} {message}"
    return plain(f"{finding.level} {finding.rule}: {where}: {message}".replace(": : ", ": "))
