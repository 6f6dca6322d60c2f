"""Task 2 where the entities were found too: what is read is scored as answers about gold's.

The official scorer knows entities by gold's exact strings. A found entity that names one of gold's,
one to one as in `pipeline.evaluation.entity_discovery`, answers under that string. Gold's other
entities get no answer, which costs recall; answers about other found entities are wrong, which
costs precision.
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
    """Score grids of found entities, one a gold document in the same order."""
    return task2.score(
        [row for document, grid in gold for row in action_rows(document, grid)],
        [
            row
            for (document, wanted), grid in zip(gold, predicted, strict=True)
            for row in action_rows(document, _by_names_of(wanted, grid))
        ],
        entities_given=False,
    )


def _by_names_of(gold: Grid, found: Grid) -> Grid:
    """Call each found entity what gold calls it, or by a name that is none of gold's."""
    wanted = [track.entity for track in gold.tracks]
    same = same_entities([track.entity for track in found.tracks], wanted)
    return replace(
        found,
        tracks=tuple(
            replace(track, entity=wanted[same[place]] if place in same else _stranger(track.entity))
            for place, track in enumerate(found.tracks)
        ),
    )


def _stranger(entity: Entity) -> Entity:
    # a second name for what gold has once must not share in the first one's success
    return Entity.parse(f"{entity.name} (not in gold)")
