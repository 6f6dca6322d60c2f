"""How readily a system changes what a step mentions, and what its places are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scores import Gold, scores_of

from pipeline.datasets.propara import ActionRow, action_rows, read_actions
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import SOMEWHERE, Grid, Location, Track

Mentioned = frozenset[tuple[str, int, str]]
PUBLISHED = {  # predictions on test
    "ProLocal, run 1": "prolocal.run1.test",
    "ProLocal, run 2": "prolocal.run2.test",
    "ProGlobal": "proglobal.untuned.test",
    "ProStruct": "prostruct.test",
}


def mentioned_steps(documents: Iterable[AnnotatedDocument]) -> Mentioned:
    """Document, step and entity of every step that mentions it."""
    return frozenset(
        (document.document.id, mention.step, _key(entity.name))
        for document in documents
        for entity, mentions in zip(document.entities, document.mentions, strict=True)
        for mention in mentions
    )


def changed_percent(rows: Iterable[ActionRow], mentioned: Mentioned) -> float:
    """Percent of the steps that mention an entity which change it; a missing row does not."""
    actions = {(row.document, row.step, _key(row.entity)): row.action for row in rows}
    changes = [actions.get(pair, "NONE") != "NONE" for pair in mentioned]
    return round(100 * sum(changes) / len(changes), 1)


def grids_changed_percent(documents: Sequence[AnnotatedDocument], grids: Sequence[Grid]) -> float:
    rows = [
        row
        for document, grid in zip(documents, grids, strict=True)
        for row in action_rows(document.document, grid)
    ]
    return changed_percent(rows, mentioned_steps(documents))


def published_changed_percent(
    documents: Sequence[AnnotatedDocument], data: Path
) -> dict[str, float]:
    """Of the predictions on test that others published."""
    mentioned, folder = mentioned_steps(documents), data / "task2" / "predictions"
    return {
        name: changed_percent(read_actions(folder / f"{file}.tsv"), mentioned)
        for name, file in PUBLISHED.items()
    }


def dev_without_places(gold: Gold, grids: Sequence[Grid], *, data: Path) -> dict[str, Any]:
    """Scores on dev of grids whose stated places are unknown."""
    return scores_of(gold, [without_places(grid) for grid in grids], data=data, split="dev")


def without_places(grid: Grid) -> Grid:
    """The grid with existence alone: a stated place is somewhere."""
    return Grid(
        grid.n_steps,
        tuple(Track(track.entity, tuple(map(_unstated, track.locations))) for track in grid.tracks),
    )


def _unstated(place: Location) -> Location:
    return SOMEWHERE if place.kind == "stated" else place


def _key(entity: str) -> str:
    """An entity's name; files differ in the spaces about what separates its synonyms."""
    return ";".join(alias.strip() for alias in entity.split(";"))
