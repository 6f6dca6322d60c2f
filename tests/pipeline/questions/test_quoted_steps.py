"""How many steps are quoted, by how likely they answer."""

from __future__ import annotations

import pytest

from pipeline.questions.question_networks import Thresholds
from pipeline.questions.quoted_steps import is_likely, number_quoted

LEAST = Thresholds(alone=0.8, either=0.6, verdict=0.9)


@pytest.mark.parametrize(
    ("likely", "intent", "number"),
    [
        ([0.9, 0.05], "where-to", 1),
        ([0.7, 0.05], "where-to", 2),
        ([0.8, 0.2], "goes-into", 2),
        ([0.8, 0.2], "where-to", 1),
        ([0.5], "when", 1),
        ([], "when", 0),
        ([0.3, 0.25, 0.2, 0.16, 0.1], "goes-into", 4),
        ([0.85, 0.05, 0.05], "goes-into", 1),
        ([0.4, 0.3, 0.2], "where-to", 3),
        ([0.5, 0.3, 0.2], "where-to", 2),
        ([0.4, 0.3, 0.04], "where-to", 2),
        ([0.4, 0.3], "where-to", 2),
    ],
)
def test_a_step_is_quoted_alone_if_it_is_sure_and_the_answer_is_no_list(
    likely: list[float], intent: str, number: int
) -> None:
    assert number_quoted(likely, intent, LEAST) == number


@pytest.mark.parametrize(
    ("likely", "is_so"),
    [([0.8, 0.0], True), ([0.4, 0.2], True), ([0.3, 0.2, 0.2], False), ([0.5], False)],
)
def test_two_steps_are_likely_enough_together(likely: list[float], is_so: bool) -> None:
    assert is_likely(likely, LEAST) is is_so
