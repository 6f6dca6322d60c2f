"""How synonyms, the order of rows and steps without a mention count in violations."""

from __future__ import annotations

import pytest

from pipeline.datasets.propara import ActionRow
from pipeline.evaluation.violations import Violations, count_violations

STEPS = {"1": ["Water the seeds.", "A young plant grows.", "It blooms."]}


def rows(entity: str, actions: str) -> list[ActionRow]:
    return [
        ActionRow("1", step, entity, name, "", "") for step, name in enumerate(actions.split(), 1)
    ]


@pytest.mark.parametrize(
    ("violations", "percent"),
    [(Violations(3, 1), 33.33), (Violations(6, 4), 66.67), (Violations(4, 4), 100.0)],
)
def test_the_percentage_is_printed_with_two_digits(violations, percent):
    predictions, broken = violations.predictions, violations.violations

    assert violations.percent == pytest.approx(100 * broken / predictions)
    assert violations.as_json() == {
        "predictions": predictions,
        "violations": broken,
        "percent": percent,
    }


@pytest.mark.parametrize(
    ("entity", "actions", "changes", "broken"),
    [
        ("moon", "NONE NONE MOVE", 1, 1),  # mentioned nowhere
        ("moon", "NONE MOVE MOVE", 2, 2),
        ("seed;", "MOVE NONE NONE", 1, 0),
        ("seed; ", "MOVE NONE NONE", 1, 0),
        (" ; seed", "MOVE NONE NONE", 1, 0),
        (";", "MOVE NONE NONE", 1, 1),
        ("seed; water; moon", "MOVE NONE NONE", 3, 0),
        ("the seeds", "MOVE NONE NONE", 1, 0),
    ],
)
def test_each_synonym_that_is_a_word_counts_once(entity, actions, changes, broken):
    assert count_violations(rows(entity, actions), STEPS) == Violations(changes, broken)


def test_rows_count_in_the_order_of_their_steps():
    moved = rows("seed", "MOVE DESTROY CREATE")

    assert count_violations(moved[::-1], STEPS) == Violations(3, 0)
    assert count_violations(rows("seed", "CREATE NONE CREATE")[::-1], STEPS) == Violations(2, 1)
