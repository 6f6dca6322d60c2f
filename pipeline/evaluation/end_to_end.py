"""Both tasks with discovered entities, whose answers are scored as answers about gold's entities.

The official scorers know entities by gold's exact strings. A discovered entity that names one of
gold's, one to one as in `pipeline.evaluation.entity_discovery`, answers under that string. Gold's
other entities get no answer, which costs recall; answers about other discovered entities are wrong,
which costs precision in task 2. Task 1 asks about gold's entities alone: one that was not found
counts as one that nothing happens to, and the other discovered ones do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pipeline.datasets.propara import action_rows
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import Grid
from pipeline.evaluation import task2
from pipeline.evaluation.entity_discovery import entity_scores, same_entities
from pipeline.evaluation.only_annotator import score_only_annotator
from pipeline.evaluation.violations import count_violations

__all__ = ["evaluate_found", "score_found"]


def evaluate_found(
    gold: Sequence[tuple[Document, Grid]], predicted: Sequence[Grid]
) -> dict[str, Any]:
    """Score grids of discovered entities in both tasks, and the entities; as `evaluate_grids`."""
    named = [_with_names_of(truth, grid) for (_, truth), grid in zip(gold, predicted, strict=True)]
    documents = [document for document, _ in gold]
    gold_rows = [row for document, grid in gold for row in action_rows(document, grid)]
    rows, own_rows = (
        [
            row
            for document, grid in zip(documents, grids, strict=True)
            for row in action_rows(document, grid)
        ]
        for grids in (named, predicted)
    )
    entities = entity_scores(
        (_entities(grid), _entities(truth))
        for (_, truth), grid in zip(gold, predicted, strict=True)
    )
    texts = {document.id: [step.text for step in document.steps] for document in documents}
    return {
        "task2": task2.score(gold_rows, rows, entities_given=False).as_json(),
        "task1": score_only_annotator(gold_rows, rows),
        "entities": {name: score.as_json() for name, score in entities.items()},
        "violations": count_violations(own_rows, texts).as_json(),
    }


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
    gold_entities = _entities(gold)
    same = same_entities(_entities(predicted), gold_entities)
    return replace(
        predicted,
        tracks=tuple(
            replace(
                track, entity=gold_entities[same[row]] if row in same else _unmatched(track.entity)
            )
            for row, track in enumerate(predicted.tracks)
        ),
    )


def _entities(grid: Grid) -> list[Entity]:
    return [track.entity for track in grid.tracks]


def _unmatched(entity: Entity) -> Entity:
    # a second name of one gold entity must not share in the first one's success
    return Entity.parse(f"{entity.name} (not in gold)")
