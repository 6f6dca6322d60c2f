"""The command that writes a document's graph after a step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import AsOf, DocumentName, StoreUrl
from pipeline.commands.output import print_json, print_text
from pipeline.commands.show import read_one
from pipeline.errors import BadInput
from pipeline.exports.files import save

if TYPE_CHECKING:
    from pipeline.domain.graph import TemporalGraph
    from pipeline.exports.files import Format

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
