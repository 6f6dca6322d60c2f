"""Common-sense violations: counted by hand, then against the official counts."""

from __future__ import annotations

import json

import pytest

from pipeline.datasets.propara import ActionRow, load_split, read_actions
from pipeline.evaluation.violations import Violations, count_violations

STEPS = {"1": ["Water the seeds.", "A young plant grows.", "It blooms."]}


def rows(entity: str, *actions: str) -> list[ActionRow]:
    return [ActionRow("1", step, entity, name, "", "") for step, name in enumerate(actions, 1)]


@pytest.mark.parametrize(
    ("entity", "actions", "changes", "broken"),
    [
        ("seed", "NONE NONE NONE", 0, 0),
        ("seed", "MOVE MOVE DESTROY", 3, 0),
        ("seed", "DESTROY MOVE NONE", 2, 1),  # moved when gone
        ("seed", "DESTROY NONE DESTROY", 2, 1),  # destroyed when gone
        ("seed", "MOVE CREATE NONE", 2, 1),  # created while there
        ("seed", "CREATE CREATE CREATE", 3, 2),
        ("seed", "CREATE DESTROY CREATE", 3, 0),  # created again
        ("plant", "NONE CREATE NONE", 1, 0),  # the step itself counts as mention
        ("plant", "CREATE NONE NONE", 1, 1),  # not yet mentioned
        ("plants", "NONE CREATE NONE", 1, 0),  # stemmed
        ("young plant", "NONE CREATE NONE", 1, 0),
        ("plant young", "NONE CREATE NONE", 1, 1),  # its words, but not in a row
        ("plan", "NONE CREATE NONE", 1, 1),  # no part of a word
        ("plant", "DESTROY MOVE NONE", 2, 2),  # two rules at step 1 would count once, too
        ("sprout; plant", "CREATE NONE MOVE", 4, 2),  # each change once a synonym
    ],
)
def test_changes_and_violations_are_those_counted_by_hand(entity, actions, changes, broken):
    counted = count_violations(rows(entity, *actions.split()), STEPS)

    assert counted == Violations(changes, broken)


def test_a_change_that_breaks_two_rules_counts_once():
    counted = count_violations(
        rows("plant", "CREATE", "NONE") + rows("moon", "MOVE", "CREATE"), STEPS
    )

    assert counted == Violations(3, 3)


def test_documents_without_steps_are_left_out_and_no_change_is_zero_percent():
    elsewhere = [ActionRow("2", 1, "seed", "MOVE", "", "")]

    assert count_violations(elsewhere, STEPS).as_json() == {
        "predictions": 0,
        "violations": 0,
        "percent": 0.0,
    }


@pytest.mark.propara
@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("prostruct.test", "predictions/prostruct.test.tsv"),
        ("proglobal.leaderboard.test", "predictions/proglobal.leaderboard.test.tsv"),
        ("proglobal.untuned.test", "predictions/proglobal.untuned.test.tsv"),
        ("prolocal.run1.test", "predictions/prolocal.run1.test.tsv"),
        ("prolocal.run2.test", "predictions/prolocal.run2.test.tsv"),
        ("gold answers.tsv (test)", "test/answers.tsv"),
    ],
)
def test_published_predictions_violate_as_often_as_was_measured(propara, name, path):
    expected = json.loads((propara / "constraints" / "violations.json").read_text())[name]
    steps = {
        document.id: [step.text for step in document.steps]
        for document, _ in load_split(propara, "test")
    }

    counted = count_violations(read_actions(propara / "task2" / path), steps)

    assert counted.as_json() == {
        "predictions": expected["state_change_predictions"],
        "violations": expected["violations"],
        "percent": expected["percent"],
    }
