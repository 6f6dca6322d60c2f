"""Yes or no from the words of the steps."""

from __future__ import annotations

import pytest

from pipeline.questions.text_verdict import order_verdict, presence_verdict
from pipeline.questions.time_clauses import TimeClause

TEA = (
    "Boil the water in a kettle.",
    "Put two bags in the teapot and pour the water over them.",
    "Take the bags out of the teapot.",
    "Fill the cup with tea, without milk.",
    "Rinse the spoon with cold water and drain.",
)


@pytest.mark.parametrize(
    ("thing", "place", "step", "is_there"),
    [
        ("the bags", "teapot", 1, False),
        ("the bags", "teapot", 2, True),
        ("the bags", "teapot", 3, False),
        ("water", "kettle", 1, True),
        ("milk", "cup", 5, False),
        ("spoon", None, 5, False),
        ("the tea", "cup", 3, False),
    ],
)
def test_a_thing_is_there_from_the_step_that_puts_it_there_until_it_is_taken_out(
    thing: str, place: str | None, step: int, is_there: bool
) -> None:
    verdict = presence_verdict(thing, place, step, TEA)

    assert verdict is not None and verdict.is_true == is_there


def test_the_step_that_decides_is_known() -> None:
    verdict = presence_verdict("bags", "teapot", 5, TEA)

    assert verdict is not None and verdict.steps == (3,)


@pytest.mark.parametrize(
    "second", ["Then take out the hot bread.", "When brown, the bread is then taken out."]
)
def test_a_verb_a_few_words_before_or_after_the_thing_acts_on_it(second: str) -> None:
    verdict = presence_verdict("bread", "oven", 2, ("Put the bread in the oven.", second))

    assert verdict is not None and not verdict.is_true


def test_the_first_step_that_names_a_thing_decides_that_it_is_not_there_before() -> None:
    verdict = presence_verdict("the tea", "cup", 2, TEA)

    assert verdict is not None and not verdict.is_true and verdict.steps == (4,)


def test_nothing_is_decided_about_what_the_text_does_not_name() -> None:
    assert presence_verdict("sugar", "cup", 3, TEA) is None


@pytest.mark.parametrize(("relation", "is_true"), [("before", True), ("after", False)])
def test_the_order_of_two_events_is_that_of_their_steps(relation, is_true) -> None:  # type: ignore[no-untyped-def]
    clause = TimeClause(relation, "the bags are taken out")

    verdict = order_verdict("the water boil", clause, TEA)

    assert verdict is not None and (verdict.is_true, verdict.steps) == (is_true, (1, 3))
