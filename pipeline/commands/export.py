"""Commands that write files from the store: the graph of a step, the whole store."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import (
    AsJson,
    AsOf,
    DocumentName,
    LedgerUrl,
    StoreUrl,
    opened_store,
)
from pipeline.commands.output import plain, print_json, print_text
from pipeline.commands.show import read_one
from pipeline.errors import BadInput
from pipeline.exports.files import save

if TYPE_CHECKING:
    from pipeline.domain.graph import TemporalGraph
    from pipeline.exports.files import Format
    from pipeline.ingest.import_export import Imported

FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="graphml|gexf|json",
        help="Else the ending of -o says it, else graphml.",
        show_default=False,
    ),
]


def snapshot(
    document: DocumentName,
    step: Annotated[
        int | None,
        typer.Option("--step", help="After this step; 0 is before step 1.", show_default=False),
    ] = None,
    all_steps: Annotated[
        bool,
        typer.Option(
            "--all-steps",
            help="A file a state into the folder -o; gexf: one file with all states.",
        ),
    ] = False,
    format: FormatOption = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The file, or the folder for --all-steps, to write."),
    ] = None,
    store: StoreUrl = None,
    as_of: AsOf = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Write the graph of a step: entities at locations, as NetworkX reads it."""
    from pipeline.exports.files import file_text
    from pipeline.exports.snapshot import dynamic_graph, snapshot_graph

    if (step is None) != all_steps:
        raise BadInput("give --step N or --all-steps, one of them")
    chosen = _format("json" if as_json else format, output)
    graph, _ = read_one(document, store, as_of)
    if step is not None:
        if not 0 <= step <= graph.n_steps:
            raise BadInput(f"{graph.document.id!r} has steps 0 to {graph.n_steps}, not {step}")
        _put(file_text(snapshot_graph(graph, step), chosen), output)
    elif chosen == "gexf":
        one_file = output is None or output.suffix == ".gexf"
        path = output if one_file or output is None else output / "all-steps.gexf"
        _put(file_text(dynamic_graph(graph), "gexf"), path)
    else:
        _put_all(graph, chosen, output)


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


def _format(given: str | None, output: Path | None) -> Format:
    from pipeline.exports.files import FORMATS

    wanted = given or (output.suffix.removeprefix(".") if output else "") or "graphml"
    for format in FORMATS:
        if wanted.lower() == format:
            return format
    if given is None:
        return "graphml"
    raise BadInput(f"the format {given!r} is not one of {', '.join(FORMATS)}")


def _put(text: str, output: Path | None) -> None:
    if output is None:
        print_text(text.rstrip("\n"))
    else:
        save(output, [text])


def _put_all(graph: TemporalGraph, format: Format, folder: Path | None) -> None:
    """A file a state, named so that they sort; without a folder, JSON prints a list of graphs."""
    from pipeline.exports.files import file_text, node_link
    from pipeline.exports.snapshot import snapshot_graph

    states = range(graph.n_steps + 1)
    if folder is None:
        if format != "json":
            raise BadInput("--all-steps writes many files: give their folder with -o DIR")
        print_json([node_link(snapshot_graph(graph, step)) for step in states])
        return
    if folder.is_file():
        raise BadInput(f"{folder} is a file; --all-steps writes a folder of files, give -o DIR")
    digits = len(str(graph.n_steps))
    for step in states:
        path = folder / f"step-{step:0{digits}}.{format}"
        save(path, [file_text(snapshot_graph(graph, step), format)])
