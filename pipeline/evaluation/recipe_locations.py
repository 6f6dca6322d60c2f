"""Where things go, as KG-MRC is scored on recipes: the new location, wherever one is given.

The paper says "F1" and no more; here an answer is an entity, a step and the place it is at from
then on, and is right if task 1's rule for places says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.domain.document import Document
from pipeline.domain.grid import Grid
from pipeline.evaluation.task1 import same_place
from pipeline.evaluation.task2 import Score

__all__ = ["score_locations"]

Key = tuple[str, str, int]  # document, entity, step


def score_locations(gold: Sequence[tuple[Document, Grid]], predicted: Sequence[Grid]) -> Score:
    """Over all documents together; ``predicted`` has one grid a gold document, in its order."""
    wanted: dict[Key, str] = {}
    found: dict[Key, str] = {}
    for (document, truth), grid in zip(gold, predicted, strict=True):
        wanted |= _new_places(document.id, truth)
        found |= _new_places(document.id, grid)
    right = sum(key in wanted and same_place(place, wanted[key]) for key, place in found.items())
    return Score(
        right / len(found) if found else 1.0,
        right / len(wanted) if wanted else 1.0,
    )


def _new_places(document: str, grid: Grid) -> dict[Key, str]:
    return {
        (document, track.entity.name, step): track.locations[step].text
        for track in grid.tracks
        for step in range(1, grid.n_steps + 1)
        if track.locations[step].kind == "stated"
        and track.locations[step] != track.locations[step - 1]
    }
