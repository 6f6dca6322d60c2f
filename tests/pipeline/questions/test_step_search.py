"""The step that a question is about is found by its words, its time and its meaning."""

from __future__ import annotations

from dataclasses import fields
from math import log

import pytest

from pipeline.questions.step_search import (
    Weights,
    search_steps,
    share_of_words,
    state_named,
    step_of_clause,
)
from tests.support.soup import SOUP


@pytest.mark.parametrize(
    ("question", "step"),
    [
        ("When does the cream go in?", 4),
        ("In which step do I strain the carrots?", 3),
        ("How long do the carrots boil?", 2),
        ("What do I do after straining the carrots?", 4),
        ("What do I do with the carrots first?", 1),
        ("Where does the soup end up?", 5),
    ],
)
def test_the_step_is_found(question: str, step: int) -> None:
    assert search_steps(question, SOUP)[0].step == step


def test_meaning_decides_where_words_do_not() -> None:
    def likes_the_second(question: str, texts: object) -> list[float]:
        return [0.0, 1.0, 0.0, 0.0, 0.0]

    assert search_steps("How is it seasoned?", SOUP, similarity=likes_the_second)[0].step == 2


def test_a_passage_states_how_much_of_the_question_it_covers() -> None:
    best = search_steps("Is the cream stirred?", SOUP)[0]

    assert (best.step, best.covered) == (4, pytest.approx(1.0))
    assert search_steps("What about lightning?", SOUP)[0].covered == 0.0


@pytest.mark.parametrize(("words", "step"), [("the cream goes in", 4), ("straining", 3)])
def test_a_clause_is_resolved_to_its_step(words: str, step: int) -> None:
    assert step_of_clause(words, SOUP) == step


def test_a_clause_without_a_word_of_the_text_has_no_step() -> None:
    assert step_of_clause("it thunders", SOUP) is None


BIKE = ("Lift the bike.", "Take the wheel off the bike.", "Patch the hub cap.")


def test_a_word_of_few_texts_counts_more() -> None:
    in_two, in_one = log(1 + 3 / 3), log(1 + 3 / 2)

    assert share_of_words("the wheel of the bike", BIKE) == pytest.approx(
        [in_two / (in_two + in_one), 1.0, 0.0]
    )
    assert share_of_words("hubcap", BIKE) == [0.0, 0.0, 1.0]
    assert share_of_words("what is it", BIKE) == [0.0, 0.0, 0.0]


def scores(question: str, **weights: float) -> dict[int, float]:
    """Scores by step, of the parts that have a weight alone."""
    own = Weights(**{field.name: weights.get(field.name, 0.0) for field in fields(Weights)})
    passages = search_steps(question, BIKE, weights=own)
    return {passage.step: passage.score - passage.covered for passage in passages}


@pytest.mark.parametrize(
    ("question", "weights", "added"),
    [
        ("What is lifted?", {}, [0, 0, 0]),
        ("When is it removed?", {"verb": 1.0}, [1, 1, 0]),  # "lift" and "take off" remove
        ("What is washed first?", {"order": 1.0}, [1, 0.5, 0]),
        ("What is washed to begin with?", {"order": 1.0}, [1, 0.5, 0]),
        ("What is finally washed?", {"order": 1.0}, [0, 0.5, 1]),
        ("What is washed last?", {"order": 1.0}, [0, 0.5, 1]),
        ("What is washed in step 2?", {"step": 1.0}, [0.3, 1, 0.3]),
        ("What is washed after step 1?", {"step": 1.0}, [0.6, 1, 0.6]),
        ("What is washed before step 3?", {"step": 1.0}, [0.6, 1, 0.6]),
        ("What is washed when the wheel comes off?", {"clause": 1.0}, [0.3, 1, 0.3]),
        ("What is washed after lifting the bike?", {"clause": 1.0}, [0.6, 1, 0.6]),
    ],
)
def test_each_part_adds_to_the_score_of_the_steps_that_it_speaks_for(
    question: str, weights: dict[str, float], added: list[float]
) -> None:
    own = scores(question, **weights)

    assert [own[step] for step in (1, 2, 3)] == pytest.approx(added)


def test_what_is_done_after_or_before_something_is_the_next_or_the_last_step() -> None:
    def order(question: str) -> list[int]:
        return [passage.step for passage in search_steps(question, BIKE)]

    assert order("What do I do after lifting the bike?") == [2, 1, 3]
    assert order("What do I do before patching the hub cap?") == [2, 1, 3]
    assert order("What do I do while patching the hub cap?") == [3, 2, 1]
    assert order("What do I do after it thunders?") == [1, 2, 3]


def test_steps_of_equal_score_are_in_order_and_the_first_one_is_that_of_a_clause() -> None:
    assert [passage.step for passage in search_steps("Why?", BIKE)] == [1, 2, 3]
    assert step_of_clause("bike", ("A bike.", "Wait.", "A bike.")) == 1


def test_meaning_decides_between_steps_that_share_words_with_a_clause() -> None:
    def likes_the_second(words: str, texts: object) -> list[float]:
        return [0.0, 1.0, 2.0]

    assert step_of_clause("the bike", BIKE) == 1
    assert step_of_clause("the bike", BIKE, similarity=likes_the_second) == 2


@pytest.mark.parametrize(
    ("time", "state"),
    [
        ("after step 1", 1),
        ("before step 1", 0),
        ("before step 3", 2),
        ("at the start", 0),
        ("at the end", 3),
        ("after step 9", 3),
        ("before step 9", 2),
        ("before the last step", 2),
        ("when the wheel comes off", 2),
        ("before the wheel comes off", 1),
        ("after it thunders", 3),
        ("lifting the bike", 1),
    ],
)
def test_words_of_time_name_a_state(time: str, state: int) -> None:
    assert state_named(time, BIKE) == state
