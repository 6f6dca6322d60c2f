"""Commands for a person who annotates procedures: draft, check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import AsJson, Checkpoint, Device
from pipeline.commands.output import plain, print_json, print_text


def draft(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Files and folders.")],
    checkpoint: Checkpoint = None,
    device: Device = None,
) -> None:
    """Print a grid for every document, as the model reads it: correct it, then train on it."""
    from pipeline.ingest.readers import model_reader
    from pipeline.settings import load_settings
    from pipeline.training.drafts import drafts

    reader = model_reader(load_settings(device=device, checkpoint=checkpoint))
    for line in drafts(paths, reader=reader):
        print_text(line)


def check(
    grids: Annotated[Path, typer.Argument(metavar="GRIDS", help="A file, one grid a line.")],
    texts: Annotated[
        str | None,
        typer.Option(
            "--texts",
            metavar="PATH",
            help="The annotated files or their folder: ids and steps must be theirs.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check grids annotated by hand, and tell what is probably a slip."""
    from pipeline.datasets.propara import load_grids
    from pipeline.datasets.validation import doubts, other_steps
    from pipeline.training.drafts import documents_of

    gold = load_grids(grids)
    read = None if texts is None else {one.id: one for one in documents_of([texts])}
    found = {
        document.id: [
            *([] if read is None else other_steps(document, read)),
            *doubts(document, grid),
        ]
        for document, grid in gold
    }
    n_doubts = sum(map(len, found.values()))
    if as_json:
        print_json(
            {"grids": len(gold), "doubts": {one: said for one, said in found.items() if said}}
        )
        return
    for name, said in found.items():
        for one in said:
            print_text(plain(f"{name}: {one}"))
    steps = sum(document.n_steps for document, _ in gold)
    entities = sum(len(grid.tracks) for _, grid in gold)
    told = {"grids": len(gold), "steps": steps, "entities": entities, "doubts": n_doubts}
    print_text(", ".join(f"{name}: {count}" for name, count in told.items()))
