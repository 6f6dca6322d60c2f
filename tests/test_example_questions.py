"""The questions to learn from are well formed and about our own procedures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.questions.question_parts import INTENTS
from pipeline.training.question_examples import QuestionExample, load_questions

ROOT = Path(__file__).parents[1]
QUESTIONS = ROOT / "examples" / "questions"
GRIDS = (ROOT / "examples" / "annotated" / "everyday.json", QUESTIONS / "untidy.json")
LEARNT = ("everyday.json",)  # by the networks that ship
FILES = (*LEARNT, "everyday_further.json", "untidy_questions.json")


@pytest.fixture(scope="module")
def documents() -> dict[str, list[str]]:
    """The steps of each procedure."""
    lines = [line for path in GRIDS for line in path.read_text(encoding="utf-8").splitlines()]
    records = map(json.loads, lines)
    return {record["para_id"]: record["sentence_texts"] for record in records}


@pytest.fixture(scope="module")
def examples(documents: dict[str, list[str]]) -> list[QuestionExample]:
    return [example for name in FILES for example in load_questions(QUESTIONS / name, documents)]


def test_every_intent_is_asked(examples: list[QuestionExample]) -> None:
    assert {example.intent for example in examples} == set(INTENTS)


def test_the_parts_are_words_of_their_question(examples: list[QuestionExample]) -> None:
    for example in examples:
        for words in example.parts.values():
            assert words in example.question


def test_no_question_is_asked_twice(examples: list[QuestionExample]) -> None:
    questions = [(example.document, example.question.lower()) for example in examples]

    assert len(questions) == len(set(questions))


def test_only_questions_without_an_answer_have_no_step(examples: list[QuestionExample]) -> None:
    for example in examples:
        assert bool(example.steps) == (example.intent not in ("outside", "how-many-steps"))


def test_what_ships_learnt_from_exactly_these_questions(documents: dict[str, list[str]]) -> None:
    learnt = [example for name in LEARNT for example in load_questions(QUESTIONS / name, documents)]
    folder = ROOT / "kgmodel" / "checkpoints" / "questions"
    training = json.loads((folder / "config.json").read_text(encoding="utf-8"))["training"]

    assert training["questions"] == len(learnt)
    assert training["documents"] == len({example.document for example in learnt})
    assert training["files"] == list(LEARNT)
