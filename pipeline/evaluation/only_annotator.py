"""Task 1 against annotated grids: each grid is the answer of the only annotator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pipeline.datasets.propara import ActionRow
from pipeline.evaluation import task1
from pipeline.evaluation.task1_files import AnnotatedChange, PlaceRow, Task1Gold

__all__ = ["score_only_annotator"]

_SPELLINGS = {"-": "null", "?": "unk"}


def score_only_annotator(
    gold: Sequence[ActionRow], predicted: Iterable[ActionRow]
) -> dict[str, Any]:
    """Return task 1's scores in percent, and under ``questions`` those of each question.

    An entity goes by its full name. One without predicted rows never exists, so nothing happens
    to it; predicted rows about other entities do not count.
    """
    answers: dict[str, list[AnnotatedChange]] = {}
    rows: dict[tuple[str, str, int], PlaceRow] = {}
    for row in gold:
        answers.setdefault(row.document, []).append(
            AnnotatedChange(
                row.step, row.entity, row.action.lower(), _spelt(row.before), _spelt(row.after)
            )
        )
        rows[row.document, row.entity, row.step] = PlaceRow(
            row.document, row.step, row.entity, "null", "null"
        )
    for row in predicted:
        if (key := (row.document, row.entity, row.step)) in rows:
            before, after = _spelt(row.before), _spelt(row.after)
            rows[key] = PlaceRow(row.document, row.step, row.entity, before, after)
    annotators = {document: [changes] for document, changes in answers.items()}
    scores = task1.score(Task1Gold({}, annotators), rows.values())
    return {**scores.as_json(), "questions": scores.questions_as_json()}


def _spelt(place: str) -> str:
    return _SPELLINGS.get(place, place)
