"""KG-MRC's score on recipes: the new location of an entity, at every step that states one.

The paper names the measure "F1" without defining it; here an answer is an entity, a step and the
place it is at from then on, and is right by task 1's rule for places.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.domain.document import Document
from pipeline.domain.grid import Grid
from pipeline.evaluation.task1 import same_place
from pipeline.evaluation.task2 import Score

__all__ = ["new_places", "score_locations"]

Key = tuple[str, str, int]  # document, entity, step


def score_locations(gold: Sequence[tuple[Document, Grid]], predicted: Sequence[Grid]) -> Score:
    """Score all documents together; ``predicted`` has one grid a gold document, in its order."""
    gold_places: dict[Key, str] = {}
    places: dict[Key, str] = {}
    for (document, truth), grid in zip(gold, predicted, strict=True):
        gold_places |= new_places(document.id, truth)
        places |= new_places(document.id, grid)
    right = sum(
        key in gold_places and same_place(place, gold_places[key]) for key, place in places.items()
    )
    return Score(
        right / len(places) if places else 1.0,
        right / len(gold_places) if gold_places else 1.0,
    )


def new_places(document: str, grid: Grid) -> dict[Key, str]:
    """Each place to which an entity goes, by the document's id, the entity and the step."""
    return {
        (document, track.entity.name, step): track.locations[step].text
        for track in grid.tracks
        for step in range(1, grid.n_steps + 1)
        if track.locations[step].kind == "stated"
        and track.locations[step] != track.locations[step - 1]
    }
