"""The command that writes a document's graph after a step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pipeline.commands.options import AsOf, DocumentName, StoreUrl, UnsureBelow
from pipeline.commands.output import print_json, print_text
from pipeline.commands.show import read_stored
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.domain.graph import TemporalGraph
    from pipeline.exports.output_files import Format

FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="graphml|gexf|json|pyg",
        help="graphml, gexf: for Gephi and others. json: NetworkX node-link. pyg: data for PyTorch "
        "Geometric, a .pt file.",
        show_default="the ending of -o, else graphml",
    ),
]


def snapshot(
    document: DocumentName,
    step: Annotated[
        int | None,
        typer.Option(
            "--step",
            metavar="N",
            help="State after this step; 0 is before step 1.",
            show_default=False,
        ),
    ] = None,
    all_steps: Annotated[
        bool,
        typer.Option(
            "--all-steps",
            help="Write one file per state into the folder -o; gexf, pyg: one file of all states.",
        ),
    ] = False,
    format: FormatOption = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="PATH",
            help="File to write, or folder for --all-steps.",
            show_default="standard output",
        ),
    ] = None,
    store: StoreUrl = None,
    as_of: AsOf = None,
    unsure_below: UnsureBelow = None,
    as_json: Annotated[bool, typer.Option("--json", help="Same as --format json.")] = False,
) -> None:
    """Write a document's graph after a step, for tools that draw, analyse or learn from graphs.

    stepgraph export writes the whole store in other formats.
    """
    from pipeline.exports.output_files import file_text
    from pipeline.exports.snapshot import dynamic_graph, snapshot_graph

    if (step is None) != all_steps:
        raise BadInput("give either --step N or --all-steps")
    chosen = _format("json" if as_json else format, output)
    graph, _ = read_stored(document, store, as_of, unsure_below=unsure_below)
    if step is not None and not 0 <= step <= graph.n_steps:
        raise BadInput(f"{graph.document.id!r} has steps 0 to {graph.n_steps}, not {step}")
    if chosen == "pyg":
        _write_tensors(graph, step, output)
    elif step is not None:
        _write(file_text(snapshot_graph(graph, step), chosen), output)
    elif chosen == "gexf":
        one_file = output is None or output.suffix == ".gexf"
        path = output if one_file or output is None else output / "all-steps.gexf"
        _write(file_text(dynamic_graph(graph), "gexf"), path)
    else:
        _write_all(graph, chosen, output)


def _format(name: str | None, output: Path | None) -> Format | Literal["pyg"]:
    """Format of that name, or else of the file's ending. Raises BadInput."""
    from pipeline.exports.output_files import FORMATS

    chosen = (name or (output.suffix.removeprefix(".") if output else "") or "graphml").lower()
    if chosen == "pyg" or (name is None and chosen == "pt"):
        return "pyg"
    for format in FORMATS:
        if chosen == format:
            return format
    if name is None:
        return "graphml"
    raise BadInput(f"the format {name!r} is not one of {', '.join(FORMATS)}, pyg")


def _write_tensors(graph: TemporalGraph, step: int | None, output: Path | None) -> None:
    """Write the state after the step, or the list of all states."""
    from pipeline.exports.hetero_data import hetero_data, hetero_file
    from pipeline.exports.output_files import save_bytes

    if output is None:
        raise BadInput("pyg writes a file of tensors; give its name with -o FILE.pt")
    if step is not None:
        content = hetero_file(hetero_data(graph, step))
    else:
        content = hetero_file([hetero_data(graph, state) for state in range(graph.n_steps + 1)])
    save_bytes(output, content)


def _write(text: str, output: Path | None) -> None:
    from pipeline.exports.output_files import save

    if output is None:
        print_text(text.rstrip("\n"))
    else:
        save(output, [text])


def _write_all(graph: TemporalGraph, format: Format, folder: Path | None) -> None:
    """Write one file per state, named to sort; without a folder, print a JSON list of graphs."""
    from pipeline.exports.output_files import file_text, node_link, save
    from pipeline.exports.snapshot import snapshot_graph

    states = range(graph.n_steps + 1)
    if folder is None:
        if format != "json":
            raise BadInput("--all-steps writes many files; give their folder with -o DIR")
        print_json([node_link(snapshot_graph(graph, step)) for step in states])
        return
    if folder.is_file():
        raise BadInput(f"{folder} is a file, but --all-steps writes a folder; give one with -o DIR")
    digits = len(str(graph.n_steps))
    for step in states:
        path = folder / f"step-{step:0{digits}}.{format}"
        save(path, [file_text(snapshot_graph(graph, step), format)])
