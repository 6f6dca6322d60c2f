"""The grid of a document (entity × step) for a terminal of any width, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pipeline.commands.output import plain
from pipeline.domain.confidence import is_unsure, place_texts
from pipeline.domain.document import Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Change, Grid, Track
from pipeline.exports.records import (
    evidence_record,
    material_record,
    quantity_record,
    step_record,
)

if TYPE_CHECKING:
    from rich.table import Table

__all__ = [
    "grid_csv",
    "grid_facts",
    "grid_tables",
    "has_unsure_cells",
    "materials_table",
    "steps_table",
]

WIDEST = 24  # longer names are folded onto several lines
STYLES = {
    Change.NONE: "dim",
    Change.CREATE: "green",
    Change.MOVE: "yellow",
    Change.DESTROY: "red",
}


def grid_tables(grid: Grid, *, width: int, below: float) -> Iterator[Table]:
    """Tables at most ``width`` wide, each with as many states as fit, at least one.

    Locations less probable than ``below`` are unsure.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    names = [plain(track.entity.name) for track in grid.tracks]
    rows = [list(map(plain, place_texts(track, below=below))) for track in grid.tracks]
    left = width - _column_width("entity", names)
    for states in _blocks(rows, grid.n_steps, left):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        table.add_column("entity", overflow="fold", max_width=WIDEST)
        for state in states:
            table.add_column(str(state), overflow="fold", max_width=WIDEST)
        for name, track, row in zip(names, grid.tracks, rows, strict=True):
            cells = (Text(row[state], style=_style(track, state)) for state in states)
            table.add_row(Text(name), *cells)
        yield table


def has_unsure_cells(grid: Grid, *, below: float) -> bool:
    """Return True if a location of the grid is less probable than ``below``."""
    return any(
        is_unsure(probability, below=below)
        for track in grid.tracks
        for probability in track.probabilities
    )


def steps_table(steps: Sequence[Step]) -> Table:
    """Number and sentence of each step, below its label; long sentences are folded at words.

    An alternative stands below its step.
    """
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    table.add_column()
    label = None
    for step in steps:
        if step.label != label:
            label = step.label
            table.add_row("", Text(plain(f"{label}:") if label else "", style="bold"))
        table.add_row(str(step.number), Text(plain(step.text)))
        if step.alternative:
            table.add_row("", Text(plain(f"alternative: {step.alternative}"), style="dim"))
    return table


def materials_table(materials: Sequence[Material]) -> Table:
    """Amount and unit, name, and note of each material."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    table.add_column()
    for material in materials:
        amount = " ".join(filter(None, [material.amount, material.unit]))
        note = f" ({material.note})" if material.note else ""
        table.add_row(Text(plain(amount)), Text(plain(material.name + note)))
    return table


def grid_csv(grid: Grid) -> str:
    """One row per entity, one column per state from 0; ``-`` is nowhere, ``?`` somewhere."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["entity", *range(grid.n_steps + 1)])
    for track in grid.tracks:
        writer.writerow([track.entity.name, *(place.text for place in track.locations)])
    return file.getvalue()


def grid_facts(graph: TemporalGraph) -> dict[str, Any]:
    """The grid with its probabilities, changes and evidence, as JSON values.

    ``unsure`` is whether a probability is below the graph's threshold, which is ``unsure_below``.
    """
    below = graph.unsure_below
    return {
        "unsure_below": below,
        "steps": [step_record(step) for step in graph.document.steps],
        "materials": [material_record(material) for material in graph.document.materials],
        "quantities": [quantity_record(quantity) for quantity in graph.quantities],
        "entities": [
            {
                "name": track.entity.name,
                "aliases": list(track.entity.aliases),
                "states": [_state(track, state, below=below) for state in range(track.n_steps + 1)],
                "changes": [
                    _change(track, step, below=below) for step in range(1, track.n_steps + 1)
                ],
            }
            for track in graph.to_grid().tracks
        ],
    }


def _blocks(rows: Sequence[Sequence[str]], n_steps: int, left: int) -> Iterator[list[int]]:
    block: list[int] = []
    used = 0
    for state in range(n_steps + 1):
        column = _column_width(str(state), [row[state] for row in rows])
        if block and used + column > left:
            yield block
            block, used = [], 0
        block.append(state)
        used += column
    yield block


def _column_width(heading: str, cells: list[str]) -> int:
    from rich.cells import cell_len

    return min(max(map(cell_len, [heading, *cells])), WIDEST) + 3


def _style(track: Track, state: int) -> str:
    return STYLES[track.change_at(state)] if state else ""


def _state(track: Track, state: int, *, below: float) -> dict[str, Any]:
    place, probability = track.locations[state], track.probabilities[state]
    return {
        "step": state,
        "location": place.text,
        "kind": place.kind,
        "probability": probability,
        "unsure": is_unsure(probability, below=below),
        "exists": track.exists[state],
        "evidence": evidence_record(track.evidence[state]),
    }


def _change(track: Track, step: int, *, below: float) -> dict[str, Any]:
    """The probability that nothing changes is not stored: None."""
    change = track.change_at(step)
    probability = None if change is Change.NONE else track.change_probabilities[step - 1]
    return {
        "step": step,
        "change": str(change),
        "probability": probability,
        "unsure": is_unsure(probability, below=below),
        "evidence": evidence_record(track.change_evidence[step - 1]),
    }
