"""A question whose parts are known is asked in words that have a form."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.questions.parser import parse
from pipeline.questions.question_parts import INTENTS, QuestionParts
from pipeline.questions.rephrasing import known_question


def parts(intent: str, probability: float = 0.9, **words: str) -> QuestionParts:
    others: dict[str, Any] = dict.fromkeys(("thing", "place", "time", "action"), "")
    intents = dict.fromkeys(INTENTS, 0.0) | {intent: probability, "outside": 0.01}
    return QuestionParts(intents, **(others | words), roles=(), spans=())


@pytest.mark.parametrize(
    ("intent", "words", "question", "form"),
    [
        ("how-many-steps", {}, "How many steps are there?", "how-many-steps"),
        ("steps-using", {"thing": "oven"}, "Which steps use the oven?", "steps-naming"),
        ("duration", {"thing": "the dough", "action": "rest"}, "How long the dough rest?",
         "duration"),
        ("is-at", {"thing": "the eggs", "place": "the bowl", "time": "after step 3"},
         "Is the eggs in the bowl after step 3?", "is-at"),
    ],
)  # fmt: skip
def test_a_known_question_asks_the_same(
    intent: str, words: dict[str, str], question: str, form: str
) -> None:
    known = known_question(parts(intent, **words))

    assert known == question
    assert parse(known).form == form


@pytest.mark.parametrize(
    "own",
    [parts("where-to", thing="the eggs"), parts("steps-using"),
     parts("steps-using", 0.3, thing="the oven")],
    ids=["no form", "no thing", "an unsure intent"],
)  # fmt: skip
def test_no_question_is_made_up(own: QuestionParts) -> None:
    assert known_question(own) is None
