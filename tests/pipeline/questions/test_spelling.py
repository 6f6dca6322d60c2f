"""Typing errors are corrected by the words of the document."""

from __future__ import annotations

import pytest

from pipeline.questions.spelling import corrected

TEXTS = ("Knead the dough on the worktop.", "Sieve the compost.")


@pytest.mark.parametrize(
    ("typed", "correct"),
    [
        ("whre is the doough?", "where is the dough?"),
        ("When do I sieve the compst", "When do I sieve the compost"),
        ("Where is the kneaded dough?", "Where is the kneaded dough?"),
        ("Where is the butter?", "Where is the butter?"),
    ],
)
def test_an_unknown_word_is_replaced_by_a_known_one_that_looks_alike(typed, correct) -> None:  # type: ignore[no-untyped-def]
    assert corrected(typed, TEXTS) == correct
