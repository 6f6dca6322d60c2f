"""Features of the steps for a question."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.questions.meaning import encoded
from pipeline.questions.question_parts import INTENTS, QuestionParts, words_in
from pipeline.questions.step_features import FEATURES, AskedText, step_features

STEPS = ("Fill the kettle with water.", "Boil the water.", "Pour the water over the tea.")
QUESTION = "What goes over the tea after boiling?"


@pytest.fixture(scope="module")
def rows() -> list[dict[str, float]]:
    roles = ("none", "action", "none", "none", "place", "time", "time")
    parts = QuestionParts(
        {intent: float(intent == "goes-into") for intent in INTENTS},
        thing="", place="tea", time="after boiling", action="goes", roles=roles,
        spans=tuple(words_in(QUESTION)),
    )  # fmt: skip
    question, *steps = encoded((QUESTION, *STEPS))
    features = step_features(QUESTION, question, parts, AskedText(STEPS, steps))
    return [dict(zip(FEATURES, row, strict=True)) for row in features.tolist()]


def test_every_step_has_every_feature_and_all_are_numbers(rows: list[dict[str, float]]) -> None:
    assert len(rows) == len(STEPS)
    assert np.isfinite([list(row.values()) for row in rows]).all()


def test_a_step_that_names_the_place_is_distinguished_from_one_that_does_not(
    rows: list[dict[str, float]],
) -> None:
    assert [row["place"] for row in rows] == [0.0, 0.0, 1.0]
    assert rows[2]["late place"] > rows[1]["late place"]


def test_the_step_of_the_time_is_known_to_its_neighbours(rows: list[dict[str, float]]) -> None:
    assert [row["at time"] for row in rows] == [0.0, 1.0, 0.0]
    assert (rows[2]["time before"], rows[0]["time after"]) == (1.0, 1.0)


def test_a_step_knows_how_far_it_is_from_the_start_and_the_end(
    rows: list[dict[str, float]],
) -> None:
    assert [row["position"] for row in rows] == [0.0, 0.5, 1.0]
    assert [row["from end"] for row in rows] == pytest.approx([1 / 3, 1 / 2, 1.0])


def test_a_feature_is_compared_with_the_best_step(rows: list[dict[str, float]]) -> None:
    assert max(row["meaning to best"] for row in rows) == 0.0
    assert all(row["intent goes-into"] == 1.0 for row in rows)
