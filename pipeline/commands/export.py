"""Commands that write the whole store to a file and read it back: export, import."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import (
    AsJson,
    LedgerUrl,
    StoreUrl,
    opened_store,
)
from pipeline.commands.output import (
    counted,
    listed,
    plain,
    print_error,
    print_json,
    print_text,
)
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.ingest.import_export import ImportResult
    from pipeline.stores import Store


class ExportFormat(StrEnum):
    """Format of an export."""

    jsonl = "jsonl"
    ocel2 = "ocel2"
    parquet = "parquet"
    prov = "prov"


def export(
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="PATH",
            help="File to write, or folder for parquet; - is standard output.",
        ),
    ] = Path("-"),
    format: Annotated[
        ExportFormat,
        typer.Option(
            "--format",
            help="jsonl: everything, for stepgraph import. Of the readings that hold now: ocel2, "
            "an event log for process mining; parquet, tables; prov, PROV-O as JSON-LD.",
        ),
    ] = ExportFormat.jsonl,
    current: Annotated[
        bool,
        typer.Option(
            "--current",
            help="Write only the current readings, without numbers, times and sources: equal "
            "content gives equal bytes.",
        ),
    ] = False,
    store: StoreUrl = None,
) -> None:
    """Write the whole store as JSON lines, or in a format of other tools.

    Documents are sorted. JSON lines can be read into another store of either engine by stepgraph
    import.
    """
    from pipeline.exports.output_files import save
    from pipeline.exports.parquet import save_parquet

    with opened_store(store) as opened:
        if format is ExportFormat.parquet:
            if str(output) == "-":
                raise BadInput("parquet writes several files; give their folder with -o DIR")
            save_parquet(opened, output, current=current)
            return
        lines = _lines(opened, format, current=current)
        if str(output) == "-":
            for line in lines:
                print_text(line)
        else:
            save(output, lines)


def _lines(store: Store, format: ExportFormat, *, current: bool) -> Iterator[str]:
    from pipeline.exports.ocel import ocel_lines
    from pipeline.exports.prov import prov_lines
    from pipeline.exports.records import export_lines

    writers = {
        ExportFormat.jsonl: export_lines,
        ExportFormat.ocel2: ocel_lines,
        ExportFormat.prov: prov_lines,
    }
    return writers[format](store, current=current)


def import_(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="File written by stepgraph export; - reads standard input."
        ),
    ],
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    admin_files: Annotated[
        Path | None,
        typer.Option(
            "--admin-files",
            metavar="DIR",
            help="Write files for neo4j-admin database import into this new folder instead. Use "
            "this to fill an empty, stopped Neo4j with a large export.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Store the contents of an export, with all readings and their times.

    The store can have another engine than the exported one.
    """
    import sys

    from pipeline.ingest.import_export import import_lines, write_admin_files
    from pipeline.ledger.ledger import open_ledger
    from pipeline.settings import load_settings
    from pipeline.stores import open_store

    if admin_files is not None and (store is not None or ledger is not None):
        raise BadInput("--admin-files writes files only; leave out --store and --ledger")
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
                imported = write_admin_files(lines, admin_files, name=str(file))
            else:
                target = opened.enter_context(closing(open_store(settings.store)))
                record = opened.enter_context(open_ledger(settings.ledger))
                imported = import_lines(lines, store=target, ledger=record, name=str(file))
        except UnicodeDecodeError as error:
            raise BadInput(f"{file} is not UTF-8; export the store again") from error
    if as_json:
        print_json(asdict(imported))
        return
    if admin_files is not None:
        _print_how_to_load(admin_files.absolute(), imported, file)
        return
    print_text(
        f"{counted(imported.documents, 'document')}: "
        f"{counted(imported.written, 'reading')} written, {imported.unchanged} unchanged; "
        f"{counted(imported.decisions, 'decision')} on concepts, "
        f"{counted(imported.forgotten, 'forgotten document')}"
    )
    if imported.left_out:
        count = counted(len(imported.left_out), "document")
        print_error(
            plain(
                f"left out {count} forgotten in this store: {listed(imported.left_out)};"
                " to import such a document: stepgraph forget --lift DOCUMENT, then import again"
            )
        )


def _print_how_to_load(folder: Path, imported: ImportResult, file: Path) -> None:
    from shlex import quote

    from pipeline.stores.neo4j_bulk import ARGUMENTS

    at = quote(f"@{folder / ARGUMENTS}")
    print_text(
        f"{counted(imported.documents, 'document')}, {counted(imported.written, 'reading')}, "
        f"are in {folder}; to load them, stop Neo4j and run this, which replaces its database:"
    )
    print_text(plain(f"  neo4j-admin database import full neo4j --overwrite-destination=true {at}"))
    print_text(
        "then start Neo4j and run this, which makes the indexes, checks the data and fills the"
        " ledger:"
    )
    print_text(plain(f"  stepgraph import {quote(str(file))} --store neo4j://HOST:7687"))
