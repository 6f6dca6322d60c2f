"""The parts of a question are read from scores of its words, and put in words that are known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kgmodel.sentence_encoder import EncodedText
from pipeline.questions.question_networks import Thresholds
from pipeline.questions.question_parts import (
    INTENTS,
    ROLES,
    QuestionParts,
    intent_features,
    read_parts,
    role_features,
    words_in,
)
from pipeline.questions.quoted_steps import is_likely, number_quoted
from pipeline.questions.rephrasing import known_question

STATES = np.array([[9, 1], [1, 2], [3, 4], [5, 0], [8, 8]], dtype=np.float32)
PIECES = ((0, 0), (0, 2), (2, 3), (4, 6), (0, 0))
ENCODED = EncodedText(STATES, PIECES)  # "tea is" with the pieces "te", "a" and "is"


class Scoring:
    """A network with these scores, which keeps its features."""

    def __init__(self, scores: Any) -> None:
        self._scores = np.array(scores, dtype=np.float32)
        self.features = np.zeros(0)

    def scores(self, features: Any) -> Any:
        self.features = features
        return self._scores


def read(question: str, roles: list[str], intents: list[float] | None = None) -> QuestionParts:
    likely = Scoring([intents or [0.0] * len(INTENTS)])
    by_role = Scoring([[float(name == role) for name in ROLES] for role in roles])
    states = np.ones((1, 2), dtype=np.float32)
    encoded = EncodedText(states, ((0, 0),))
    return read_parts(question, encoded, intents=likely, roles=by_role)  # type: ignore[arg-type]


def test_words_stand_between_spaces():
    assert words_in(" Is it\thot?") == [(1, 3), (4, 6), (7, 11)]


def test_an_intent_is_read_from_the_mean_and_the_largest_state():
    assert intent_features(ENCODED).tolist() == [
        pytest.approx([26 / 5, 3, 9, 8])
    ]  # fmt: skip
    assert intent_features(ENCODED).dtype == np.float32


def test_a_word_is_read_with_its_neighbours():
    rows = role_features(ENCODED, [(0, 3), (4, 6)])

    assert rows.tolist() == [[2, 3, 0, 0, 5, 0], [5, 0, 2, 3, 0, 0]]
    assert rows.dtype == np.float32


def test_a_word_without_pieces_is_read_as_the_first_mark():
    assert role_features(ENCODED, [(6, 9), (3, 4)])[:, :2].tolist() == [[9, 1], [9, 1]]


def test_intents_are_probabilities_in_proportion_to_exponentials():
    scores = [0.0] * len(INTENTS)
    scores[3], scores[5] = 2.0, 1.0

    parts = read("Is it", ["none", "none"], scores)

    total = np.exp(scores).sum()
    assert list(parts.intents) == list(INTENTS)
    assert list(parts.intents.values()) == pytest.approx(np.exp(scores) / total)
    assert parts.intent == INTENTS[3]


@pytest.mark.parametrize(
    ("roles", "thing"),
    [
        ("h h n h", "The red"),
        ("h n h h", "and tea"),
        ("n n n h", "tea"),
        ("h n n h", "The"),
        ("n n n n", ""),
        ("h h h h", "The red and tea"),
    ],
)
def test_a_part_is_the_first_of_the_longest_runs_of_its_words(roles, thing):
    names = ["thing" if letter == "h" else "none" for letter in roles.split()]

    parts = read("The red and tea?!", names)

    assert parts.thing == thing
    assert parts.roles == tuple(names)
    assert parts.spans == ((0, 3), (4, 7), (8, 11), (12, 17))


@pytest.mark.parametrize("role", ROLES[1:])
def test_each_role_has_a_part_of_its_own(role):
    parts = read("“Tea”, 'now'.", [role, "none"])

    assert {name: getattr(parts, name) for name in ROLES[1:]} == {
        name: "Tea" if name == role else "" for name in ROLES[1:]
    }


LEAST = Thresholds(alone=0.8, either=0.6, verdict=0.9)


@pytest.mark.parametrize(
    ("likely", "intent", "number"),
    [
        ([0.8], "fact", 1),
        ([0.79, 0.01], "fact", 2),
        ([0.8, 0.2], "fact", 1),
        ([0.8, 0.2], "goes-into", 2),
        ([0.8, 0.19], "goes-into", 1),
        ([0.8, 0.4], "when", 2),
        ([0.8, 0.4, 0.4], "when", 2),
        ([0.8, 0.4, 0.4, 0.4], "happens", 3),
        ([0.8, 0.4, 0.4, 0.4, 0.4], "contents", 4),
        ([0.8, 0.4, 0.4, 0.4, 0.4], "made-of", 4),
        ([0.8, 0.4, 0.4, 0.4, 0.4], "materials", 4),
        ([0.8, 0.4, 0.4, 0.4, 0.4], "steps-using", 4),
        ([0.8, 0.4, 0.39, 0.39], "goes-into", 2),
        ([0.8, 0.2, 0.39, 0.39], "goes-into", 2),
        ([0.5, 0.29, 0.05], "fact", 3),
        ([0.5, 0.3, 0.05], "fact", 2),
        ([0.5, 0.29, 0.04], "fact", 2),
        ([0.4, 0.3, 0.2, 0.2], "fact", 3),
    ],
)
def test_as_many_steps_are_quoted_as_are_likely_parts(likely, intent, number):
    assert number_quoted(likely, intent, LEAST) == number


@pytest.mark.parametrize(
    ("likely", "is_so"),
    [([0.8], True), ([0.6], True), ([0.59], False), ([0.3, 0.3], True), ([0.3, 0.29, 0.3], False)],
)
def test_an_answer_is_likely_in_the_best_step_or_in_the_best_two(likely, is_so):
    assert is_likely(likely, LEAST) is is_so


def known(intent: str, probability: float = 0.9, **words: str) -> str | None:
    usual: dict[str, Any] = dict.fromkeys(("thing", "place", "time", "action"), "")
    intents = dict.fromkeys(INTENTS, 0.0) | {intent: probability}
    return known_question(QuestionParts(intents, **(usual | words), roles=(), spans=()))


@pytest.mark.parametrize(
    ("intent", "words", "question"),
    [
        ("materials", {}, "Which ingredients are listed?"),
        ("materials", {"thing": "tea"}, "Which ingredients are listed?"),
        ("duration", {"thing": "tea", "action": "boil", "place": "in it", "time": "first"},
         "How long the tea boil in it first?"),
        ("temperature", {"action": "bake"}, "At what temperature bake?"),
        ("frequency", {"thing": "a cup"}, "How often a cup?"),
        ("amount", {"thing": "my tea"}, "How much my tea?"),
        ("amount", {}, None),
        ("steps-using", {"thing": "Those cups"}, "Which steps use Those cups?"),
        ("steps-using", {"thing": "anvil"}, "Which steps use the anvil?"),
        ("is-at", {"thing": "tea"}, "Is the tea still there?"),
        ("is-at", {"thing": "tea", "place": "cup"}, "Is the tea in cup?"),
        ("is-at", {"thing": "tea", "place": "On the cup", "time": "after step 1"},
         "Is the tea On the cup after step 1?"),
        ("is-at", {"thing": "tea", "place": "inner cup"}, "Is the tea in inner cup?"),
        ("is-at", {"place": "cup"}, None),
        ("fact", {"thing": "tea"}, None),
    ],
)  # fmt: skip
def test_a_question_is_put_in_the_words_of_a_known_one(intent, words, question):
    assert known(intent, **words) == question


@pytest.mark.parametrize(("probability", "is_known"), [(0.6, True), (0.59, False)])
def test_an_intent_must_be_likely(probability, is_known):
    assert (known("materials", probability) is not None) is is_known


def test_words_that_fit_no_form_are_no_question():
    assert known("is-at", thing="tea", place="cup or in pot") is None
