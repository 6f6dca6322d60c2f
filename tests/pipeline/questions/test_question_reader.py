"""The networks that ship read a question: its parts, the steps that answer it, yes or no."""

from __future__ import annotations

import pytest

from pipeline.questions.question_reader import read_question
from tests.support.soup import SOUP


@pytest.mark.parametrize(
    ("question", "step"),
    [
        ("When does the cream go in?", 4),
        ("when do the carrots lose their skin, at wich step do i peel", 1),
        ("At which point do I drain the carrots?", 3),
        ("What do I serve the soup in?", 5),
    ],
)
def test_the_step_that_answers_is_the_likeliest(question: str, step: int) -> None:
    assert read_question(question, SOUP).passages[0].step == step


def test_the_parts_of_a_question_are_its_own_words() -> None:
    parts = read_question("Where do I put the carrots after straining?", SOUP).parts

    assert parts.intent == "where-to"
    assert (parts.thing, parts.time) == ("the carrots", "after straining")
    assert parts.action == "put"


def test_the_probabilities_of_all_steps_leave_some_for_none() -> None:
    reading = read_question("How much does a bowl cost?", SOUP)

    assert sum(passage.score for passage in reading.passages) < 1.0
    assert not reading.is_sure


def test_the_steps_to_quote_are_the_likeliest() -> None:
    reading = read_question("When do I stir in the cream?", SOUP)

    assert reading.is_sure
    assert reading.chosen == reading.passages[: len(reading.chosen)]


def test_a_step_that_shares_no_word_with_the_question_is_not_quoted() -> None:
    assert not read_question("Where is the anvil after step 1?", SOUP).is_sure


@pytest.mark.parametrize(
    ("question", "is_so"),
    [
        ("Is the water still in the pot after step 3?", True),
        ("Do the carrots go in the pot or in the bowl?", False),
        ("Where are the carrots?", False),
    ],
)
def test_a_question_for_yes_or_no_is_recognised(question: str, is_so: bool) -> None:
    assert read_question(question, SOUP).asks_yes_or_no is is_so


@pytest.mark.parametrize(
    ("question", "is_so"),
    [
        ("When does the cream go in?", True),
        ("Which steps use the pot?", True),
        ("Where are the carrots?", False),
    ],
)
def test_a_question_for_steps_is_recognised(question: str, is_so: bool) -> None:
    assert read_question(question, SOUP).asks_for_steps is is_so


def test_the_chance_of_yes_is_about_the_state_that_is_given() -> None:
    reading = read_question("Is the water still in the pot after step 3?", SOUP)

    assert reading.chance_of_yes(SOUP) == reading.chance_of_yes(SOUP, state=3)
    assert reading.chance_of_yes(SOUP, state=2) > reading.chance_of_yes(SOUP, state=3)


def test_how_many_is_answered_by_a_step_with_a_number() -> None:
    reading = read_question("How many minutes do the carrots boil in the pot?", SOUP)

    assert [passage.step for passage in reading.candidates] == [2]
    assert not read_question("How many carrots are there?", SOUP[2:]).is_sure


def test_the_least_plain_probabilities_have_one_vote() -> None:
    reading = read_question("Is the water still in the pot?", SOUP)
    least = reading.networks.thresholds.verdict

    assert reading.vote(least) == pytest.approx(1.0)
    assert reading.vote(1.0 - least) == pytest.approx(-1.0)
    assert reading.vote(1.0) > 1.0 > reading.vote(0.5) == 0.0
