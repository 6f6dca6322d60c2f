"""Commands that write the whole store to a file and read it back: export, import."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import (
    AsJson,
    LedgerUrl,
    StoreUrl,
    opened_store,
)
from pipeline.commands.output import plain, print_json, print_text
from pipeline.errors import BadInput
from pipeline.exports.files import save

if TYPE_CHECKING:
    from pipeline.ingest.import_export import Imported


def export(
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="The file to write; - prints."),
    ] = Path("-"),
    current: Annotated[
        bool,
        typer.Option(
            "--current",
            help="Only the readings that hold, without their numbers, times and sources: equal "
            "content gives equal bytes.",
        ),
    ] = False,
    store: StoreUrl = None,
) -> None:
    """Write the whole store as JSON lines, one a reading, sorted by document and number.

    stepgraph import puts them into another store, of either engine.
    """
    from pipeline.exports.records import export_lines

    with opened_store(store) as opened:
        lines = export_lines(opened, current=current)
        if str(output) == "-":
            for line in lines:
                print_text(line)
        else:
            save(output, lines)


def import_(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="What stepgraph export wrote; - reads standard input."),
    ],
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    admin_files: Annotated[
        Path | None,
        typer.Option(
            "--admin-files",
            metavar="DIR",
            help="Write files for neo4j-admin database import into this new folder instead: how a "
            "large export fills an empty Neo4j, which is stopped meanwhile.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put an export, with all its readings and their times, into a store of either engine."""
    import sys

    from pipeline.ingest.import_export import import_lines, write_admin_files
    from pipeline.ledger.ledger import open_ledger
    from pipeline.settings import load_settings
    from pipeline.stores import open_store

    if admin_files is not None and (store is not None or ledger is not None):
        raise BadInput("--admin-files writes files and no store; leave out --store and --ledger")
    settings = load_settings(store=store, ledger=ledger)
    with ExitStack() as opened:
        lines: Iterable[str] = sys.stdin
        if str(file) != "-":
            try:
                lines = opened.enter_context(file.open(encoding="utf-8"))
            except OSError as error:
                raise BadInput(f"cannot read {file}: {error.strerror}") from error
        try:
            if admin_files is not None:
                done = write_admin_files(lines, admin_files, name=str(file))
            else:
                target = opened.enter_context(closing(open_store(settings.store)))
                record = opened.enter_context(open_ledger(settings.ledger))
                done = import_lines(lines, store=target, ledger=record, name=str(file))
        except UnicodeDecodeError as error:
            raise BadInput(f"{file} is not UTF-8; export the store again") from error
    if as_json:
        print_json(asdict(done))
        return
    if admin_files is not None:
        _tell_how_to_load(admin_files.absolute(), done, file)
        return
    print_text(
        f"{done.documents} documents: {done.written} readings written, {done.unchanged} unchanged;"
        f" {done.decisions} decisions on concepts, {done.forgotten} forgotten documents"
    )


def _tell_how_to_load(folder: Path, done: Imported, file: Path) -> None:
    from shlex import quote

    from pipeline.stores.neo4j_bulk import ARGUMENTS

    at = quote(f"@{folder / ARGUMENTS}")
    print_text(
        f"{done.documents} documents, {done.written} readings, are in {folder}; with Neo4j"
        " stopped, of which this replaces all that its database holds:"
    )
    print_text(plain(f"  neo4j-admin database import full neo4j --overwrite-destination=true {at}"))
    print_text("then start it and let it be checked, its indexes made and the ledger filled:")
    print_text(plain(f"  stepgraph import {quote(str(file))} --store neo4j://HOST:7687"))
