"""When a reading of a question is sure, has alternatives, or asks for yes or no."""

from __future__ import annotations

from math import exp, log
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pipeline.questions import question_reader
from pipeline.questions.question_networks import Thresholds
from pipeline.questions.question_parts import INTENTS, QuestionParts
from pipeline.questions.question_reader import QuestionReading, read_question
from pipeline.questions.step_search import Passage
from pipeline.questions.verdict_features import VERDICT_FEATURES

TEXTS = ("Boil 2 eggs.", "Peel the eggs.", "Eat three of them.", "Wash up.")


class Verdict:
    """A network that keeps the features and scores them all alike."""

    def __init__(self, score: float) -> None:
        self._score = score
        self.features: dict[str, float] = {}

    def scores(self, features: Any) -> Any:
        (row,) = features.tolist()
        self.features = dict(zip(VERDICT_FEATURES, row, strict=True))
        return np.array([[self._score]])


def parts(**intents: float) -> QuestionParts:
    own = {name.replace("_", "-"): likely for name, likely in intents.items()}
    probabilities = dict.fromkeys(INTENTS, 0.0) | own
    return QuestionParts(probabilities, "the eggs", "", "after step 2", "", (), ())


def reading(
    *scores: float,
    question: str = "Are the eggs hot?",
    covered: tuple[float, ...] = (1.0,) * 4,
    n_chosen: int = 1,
    verdict: float = 0.9,
    score: float = 0.0,
    **intents: float,
) -> QuestionReading:
    passages = tuple(
        Passage(step, TEXTS[step - 1], score, covered[step - 1])
        for step, score in enumerate(scores, 1)
    )
    networks = SimpleNamespace(thresholds=Thresholds(0.8, 0.6, verdict), verdict=Verdict(score))
    return QuestionReading(
        question, parts(**intents), passages, passages, passages[:n_chosen], networks
    )  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scores", "is_sure"),
    [
        ((0.8,), True),
        ((0.79,), True),  # the best two may hold it
        ((0.59,), False),
        ((0.4, 0.2), True),
        ((0.4, 0.19), False),
        ((), False),
    ],
)
def test_a_reading_is_sure_if_its_best_steps_are_likely(scores, is_sure):
    assert reading(*scores).is_sure is is_sure


@pytest.mark.parametrize(
    ("covered", "n_chosen", "is_sure"),
    [((0.0, 0.1), 1, False), ((0.0, 0.1), 2, True), ((0.1, 0.0), 1, True), ((0.0, 0.0), 2, False)],
)
def test_a_step_that_is_quoted_must_share_a_word_with_the_question(covered, n_chosen, is_sure):
    assert reading(0.8, 0.1, covered=covered, n_chosen=n_chosen).is_sure is is_sure


@pytest.mark.parametrize(("score", "is_sure"), [(0.8, True), (0.79, False)])
def test_a_question_without_content_needs_a_step_that_is_sure_alone(score, is_sure):
    own = reading(score, 0.2, question="What is it for?", covered=(0.0, 0.0))

    assert own.is_sure is is_sure


@pytest.mark.parametrize(
    ("scores", "n_chosen", "intent", "has_alternatives"),
    [
        ((0.5, 0.1), 1, "fact", False),
        ((0.5, 0.3), 2, "fact", True),
        ((0.5, 0.3), 2, "contents", False),
        ((0.5, 0.29), 2, "contents", True),
        ((0.5, 0.4, 0.3), 3, "contents", False),
        ((0.5, 0.4, 0.29), 3, "contents", True),
        ((0.5, 0.4, 0.3), 3, "fact", True),
        ((0.3, 0.3, 0.3, 0.1), 4, "fact", False),
    ],
)
def test_two_or_three_steps_are_alternatives_unless_a_list_has_them_alike(
    scores, n_chosen, intent, has_alternatives
):
    own = reading(*scores, n_chosen=n_chosen, **{intent: 1.0})

    assert own.has_alternatives is has_alternatives


@pytest.mark.parametrize(
    ("intent", "asks"), [("when", True), ("steps-using", True), ("where-at", False)]
)
def test_the_numbers_of_steps_are_asked_for_by_two_intents(intent, asks):
    assert reading(0.5, **{intent: 1.0}).asks_for_steps is asks


@pytest.mark.parametrize(
    ("question", "intents", "asks"),
    [
        ("Are they hot?", {"is-at": 0.51}, True),
        ("Are they hot?", {"is-at": 0.5}, False),
        ("may they be hot?", {"is-at": 0.2, "is-done": 0.2, "is-in-order": 0.2}, True),
        ("Were they hot?", {"is-done": 0.9}, True),
        ("Is it before noon?", {"is-in-order": 0.9}, True),
        ("Where are they?", {"is-at": 0.9}, False),
        ("Are they hot or cold?", {"is-at": 0.9}, False),
        ("Are they ordinary?", {"is-at": 0.9}, True),
        ("Island or sea?", {"is-at": 0.9}, False),
        ("Doing it?", {"is-at": 0.9}, False),
    ],
)
def test_yes_or_no_is_asked_for_by_the_first_word_and_the_intent(question, intents, asks):
    assert reading(0.5, question=question, **intents).asks_yes_or_no is asks


@pytest.mark.parametrize("score", [-1.5, 0.0, 2.0])
def test_the_chance_of_yes_is_the_logistic_function_of_the_score(score):
    assert reading(0.5, score=score).chance_of_yes(TEXTS) == pytest.approx(1 / (1 + exp(-score)))


def test_the_verdict_is_about_the_thing_the_state_and_the_two_best_steps():
    own = reading(0.4, 0.3, 0.2, question="Are the eggs peeled?", is_at=0.3, is_done=0.2)
    features = own.networks.verdict.features  # type: ignore[attr-defined]
    assert features == {}

    own.chance_of_yes(TEXTS)
    features = own.networks.verdict.features  # type: ignore[attr-defined]
    assert (features["mentions"], features["at end"]) == (pytest.approx(2 / 5), 0.0)
    assert (features["first earlier"], features["second same step"]) == (1.0, 1.0)
    assert features["asks presence"] == 1.0

    own.chance_of_yes(TEXTS, state=0)
    features = own.networks.verdict.features  # type: ignore[attr-defined]
    assert (features["mentions"], features["at start"]) == (0.0, 1.0)
    done = reading(0.4, is_at=0.2, is_done=0.3, is_in_order=0.5)
    done.chance_of_yes(TEXTS)
    assert done.networks.verdict.features["asks presence"] == 0.0  # type: ignore[attr-defined]


def odds(probability: float) -> float:
    return log(probability / (1 - probability))


@pytest.mark.parametrize(
    ("least", "chance", "vote"),
    [
        (0.9, 0.9, 1.0),
        (0.9, 0.1, -1.0),
        (0.9, 0.5, 0.0),
        (0.9, 0.7, odds(0.7) / odds(0.9)),
        (0.5, 0.6, 1.0),  # a plain probability is at least 0.6
        (0.99, 0.95, 1.0),  # and at most 0.95
        (0.9, 1.0, odds(0.999) / odds(0.9)),
        (0.9, 0.0, -odds(0.999) / odds(0.9)),
    ],
)
def test_a_vote_is_the_log_odds_in_units_of_the_least_plain_ones(least, chance, vote):
    assert reading(0.5, verdict=least).vote(chance) == pytest.approx(vote)


def read(monkeypatch: pytest.MonkeyPatch, question: str, *likely: float) -> QuestionReading:
    """Reads the question with networks that find the steps so likely."""
    networks = SimpleNamespace(thresholds=Thresholds(0.8, 0.6, 0.9))
    for name in ("intents", "roles", "steps", "none"):
        setattr(networks, name, None)
    stand_ins = {
        "load_question_networks": lambda: networks,
        "encoded": lambda texts: [None] * len(texts),
        "encoded_steps": lambda texts: (None,) * len(texts),
        "read_parts": lambda *_, **__: parts(contents=1.0),
        "step_features": lambda *_: None,
        "step_probabilities": lambda *_, **__: np.array([*likely, 0.0]),
    }
    for name, stand_in in stand_ins.items():
        monkeypatch.setattr(question_reader, name, stand_in)
    return read_question(question, TEXTS)


def test_steps_come_by_their_probability_and_then_in_order(monkeypatch):
    own = read(monkeypatch, "Where are the eggs?", 0.1, 0.4, 0.4, 0.1)

    assert [passage.step for passage in own.passages] == [2, 3, 1, 4]
    assert [passage.text for passage in own.passages] == [TEXTS[1], TEXTS[2], TEXTS[0], TEXTS[3]]
    assert [passage.score for passage in own.passages] == [0.4, 0.4, 0.1, 0.1]
    assert [passage.covered for passage in own.passages] == [1.0, 0.0, 1.0, 0.0]
    assert own.candidates == own.passages
    assert own.chosen == own.passages[:2]


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        ("How many eggs are there?", [3, 1]),
        ("how many eggs are there?", [3, 1]),
        ("How much is it?", [4, 3, 2, 1]),
        ("Say how many eggs", [4, 3, 2, 1]),
    ],
)
def test_how_many_is_answered_by_steps_with_a_number(monkeypatch, question, steps):
    own = read(monkeypatch, question, 0.1, 0.2, 0.3, 0.4)

    assert [passage.step for passage in own.candidates] == steps
    assert len(own.passages) == 4
