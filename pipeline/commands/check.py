"""The command check: likely mistakes in annotated grids."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import AsJson
from pipeline.commands.output import plain, print_json, print_text

__all__ = ["check"]


def check(
    grids: Annotated[Path, typer.Argument(metavar="GRIDS", help="File of grids, one per line.")],
    texts: Annotated[
        str | None,
        typer.Option(
            "--texts",
            metavar="PATH",
            help="Annotated files, or their folder, to compare ids and steps with.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check hand-annotated grids and warn about likely mistakes."""
    from pipeline.datasets.propara import load_grids
    from pipeline.datasets.validation import annotation_warnings, step_differences
    from pipeline.training.drafts import documents_of

    gold = load_grids(grids)
    read = {document.id: document for document in documents_of([texts])} if texts else None
    doubts_of = {
        document.id: [
            *([] if read is None else step_differences(document, read)),
            *annotation_warnings(document, grid),
        ]
        for document, grid in gold
    }
    if as_json:
        print_json(
            {
                "grids": len(gold),
                "doubts": {name: lines for name, lines in doubts_of.items() if lines},
            }
        )
        return
    for name, lines in doubts_of.items():
        for line in lines:
            print_text(plain(f"{name}: {line}"))
    counts = {
        "grids": len(gold),
        "steps": sum(document.n_steps for document, _ in gold),
        "entities": sum(len(grid.tracks) for _, grid in gold),
        "doubts": sum(map(len, doubts_of.values())),
    }
    print_text(", ".join(f"{name}: {count}" for name, count in counts.items()))
