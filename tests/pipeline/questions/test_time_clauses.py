"""Time clauses are split off a question."""

from __future__ import annotations

import pytest

from pipeline.questions.time_clauses import TimeClause, split_clause


@pytest.mark.parametrize(
    ("question", "rest", "clause"),
    [
        ("Where is it when the shrimp goes in", "Where is it", ("at", "the shrimp goes in")),
        ("What do I add after straining", "What do I add", ("after", "straining")),
        ("Is it full before I shake it", "Is it full", ("before", "I shake it")),
        ("While I make the sauce, where is it", "where is it", ("at", "I make the sauce")),
        ("What comes right after the boiling", "What comes", ("after", "the boiling")),
    ],
)
def test_a_clause_is_split_off(question: str, rest: str, clause: tuple[str, str]) -> None:
    relation, words = clause

    assert split_clause(question) == (rest, TimeClause(relation, words))  # type: ignore[arg-type]


@pytest.mark.parametrize("question", ["When is the dough made", "Where is the afterburner"])
def test_a_question_without_a_clause_stays_whole(question: str) -> None:
    assert split_clause(question) == (question, None)
