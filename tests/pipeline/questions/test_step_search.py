"""The step that a question is about is found by its words, its time and its meaning."""

from __future__ import annotations

import pytest

from pipeline.questions.step_search import search_steps, step_of_clause
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
