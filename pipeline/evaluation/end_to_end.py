"""Task 2 with discovered entities, whose answers are scored as answers about gold's entities.

The official scorer knows entities by gold's exact strings. A discovered entity that names one of
gold's, one to one as in `pipeline.evaluation.entity_discovery`, answers under that string. Gold's
other entities get no answer, which costs recall; answers about other discovered entities are wrong,
which costs precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.datasets.propara import action_rows
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import Grid
from pipeline.evaluation import task2
from pipeline.evaluation.entity_discovery import same_entities

__all__ = ["score_found"]


def score_found(
    gold: Sequence[tuple[Document, Grid]], predicted: Sequence[Grid]
) -> task2.Task2Scores:
    """Score grids of discovered entities, one a gold document in the same order."""
    return task2.score(
        [row for document, grid in gold for row in action_rows(document, grid)],
        [
            row
            for (document, truth), grid in zip(gold, predicted, strict=True)
            for row in action_rows(document, _with_names_of(truth, grid))
        ],
        entities_given=False,
    )


def _with_names_of(gold: Grid, predicted: Grid) -> Grid:
    """Give each predicted entity gold's name, or a name that none of gold's has."""
    gold_entities = [track.entity for track in gold.tracks]
    same = same_entities([track.entity for track in predicted.tracks], gold_entities)
    return replace(
        predicted,
        tracks=tuple(
            replace(
                track, entity=gold_entities[same[row]] if row in same else _unmatched(track.entity)
            )
            for row, track in enumerate(predicted.tracks)
        ),
    )


def _unmatched(entity: Entity) -> Entity:
    # a second name of one gold entity must not share in the first one's success
    return Entity.parse(f"{entity.name} (not in gold)")
