"""Each feature of a step, compared with its definition on vectors of two numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, log1p

import numpy as np
import pytest

from kgmodel.sentence_encoder import EncodedText
from pipeline.questions.question_parts import INTENTS, QuestionParts, words_in
from pipeline.questions.step_features import (
    FEATURES,
    AskedText,
    step_features,
    step_probabilities,
)
from pipeline.questions.step_search import share_of_words

MARKED = (0, 0)  # the offsets of a mark at an end
TEXTS = ("Fill the cup. Boil the tea.", "Wait", "Pour the tea on; stir the tea.", "Drink the tea.")


def encoded(text: str, vectors: Sequence[tuple[float, float]] = ()) -> EncodedText:
    """A mark with the vector (0, 1), then a piece for each word; without ``vectors``, (1, 0)."""
    pieces = words_in(text)
    states = [(0.0, 1.0), *(vectors or [(1.0, 0.0)] * len(pieces))]
    return EncodedText(np.array(states, dtype=np.float32), (MARKED, *pieces))


def parts(question: str, roles: str = "", **words: str) -> QuestionParts:
    """``roles`` has the first letter of the role of each word."""
    names = {"n": "none", "h": "thing", "p": "place", "t": "time", "a": "action"}
    spans = tuple(words_in(question))
    usual = dict.fromkeys(("thing", "place", "time", "action"), "")
    return QuestionParts(
        {intent: order / 100 for order, intent in enumerate(INTENTS)},
        **(usual | words),
        roles=tuple(names[letter] for letter in roles or "n" * len(spans)),
        spans=spans,
    )


def features(
    question: str, texts: Sequence[str] = TEXTS, roles: str = "", **words: str
) -> Mapping[str, list[float]]:
    document = AskedText(texts, [encoded(text) for text in texts])
    own = parts(question, roles, **words)
    values = step_features(question, encoded(question), own, document)
    assert values.dtype == np.float32 and values.shape == (len(texts), len(FEATURES))
    return dict(zip(FEATURES, values.T.tolist(), strict=True))


def test_words_are_shared_without_those_of_the_time():
    own = features("Where is the tea after boiling it?", time="after boiling")

    assert own["covered"] == pytest.approx(share_of_words("tea", TEXTS))
    assert own["at time"] == pytest.approx([1, 0, 0, 0])
    assert features("Where is the boiled tea?")["covered"] == pytest.approx(
        share_of_words("boil tea", TEXTS)
    )


def test_the_sentence_that_shares_most_words_counts():
    texts = ("Stir tea. Stir milk! Wait?", "Tea and milk", "")

    own = features("tea milk", texts)

    assert own["sentence"] == pytest.approx([1 / 2, 1, 0])


def test_the_words_of_each_part_are_looked_for_alone():
    own = features("What goes in?", thing="tea", place="cup", action="pour")

    for name in ("thing", "place", "action"):
        word = {"thing": "tea", "place": "cup", "action": "pour"}[name]
        assert own[name] == pytest.approx(share_of_words(word, TEXTS))
    none = features("What goes in?")
    assert none["thing"] == none["place"] == none["action"] == [0.0] * 4


def test_a_verb_of_the_same_class_is_that_of_the_action_or_else_of_the_question():
    assert features("Is it emptied?", action="cook")["verb"] == [1, 0, 0, 0]
    assert features("Is it cooked?")["verb"] == [1, 0, 0, 0]
    assert features("Is it warmed before it is drunk?", time="before it is drunk")["verb"] == [
        1, 0, 0, 0
    ]  # fmt: skip


def test_a_cue_is_that_of_the_question_without_its_time():
    assert features("Where is it?")["cue"] == [0, 0, 1, 0]
    assert features("Is it hot where it is?", time="where it is")["cue"] == [0] * 4


def test_a_time_is_known_to_the_next_and_the_last_step():
    own = features("Where is it?", time="while pouring")

    assert own["at time"] == [0, 0, 1, 0]
    assert own["time before"] == [0, 0, 0, 1]
    assert own["time after"] == [0, 1, 0, 0]
    assert features("Where is it?", time="then")["at time"] == [0] * 4


@pytest.mark.parametrize(
    ("question", "distances"),
    [
        ("Where is it at step 2?", [1, 0, 1, 2]),
        ("After step 2 where is it?", [1, 0, 1, 2]),
        ("Before step 3 where is it?", [1, 0, 1, 2]),
        ("Where is it at the last step?!", [3, 2, 1, 0]),
        ("Before the last step where is it", [2, 1, 0, 1]),
        ("Where is it in step 1 when it boils?", [0, 1, 2, 3]),
        ("Where is it at the end.", [3, 2, 1, 0]),
    ],
)
def test_a_step_is_near_to_the_number_that_a_question_names(question, distances):
    expected = [1 / (1 + distance) for distance in distances]

    assert features(question)["number"] == pytest.approx(expected)


@pytest.mark.parametrize("question", ["Where is it?", "Where is it at the start?"])
def test_without_a_number_no_step_is_near(question):
    assert features(question)["number"] == [0] * 4


def test_a_step_has_its_place_and_its_length():
    own = features("Where is it?")

    assert own["position"] == pytest.approx([0, 1 / 3, 2 / 3, 1])
    assert own["from end"] == pytest.approx([1 / 4, 1 / 3, 1 / 2, 1])
    assert own["length"] == pytest.approx([log(7), log(2), log(8), log(4)])
    alone = features("Where is it?", ("Wait.",))
    assert (alone["position"], alone["from end"]) == ([0], [1])


def test_the_course_of_the_thing_is_that_of_the_steps_that_name_it_best():
    own = features("?", thing="tea")

    assert own["first of thing"] == [1, 0, 0, 0]
    assert own["last of thing"] == [0, 0, 0, 1]
    assert own["things before"] == pytest.approx([0, log1p(1), log1p(1), log1p(2)])
    assert own["thing before"] == [0, *own["thing"][:-1]]
    assert own["thing after"] == [*own["thing"][1:], 0]
    best = features("?", thing="cup of tea")
    assert best["first of thing"] == best["last of thing"] == [1, 0, 0, 0]
    none = features("?", thing="rice")
    assert none["first of thing"] == none["last of thing"] == none["things before"] == [0] * 4


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, ["into", "onto", "inside", "in", "on", "over", "under", "against"]),
        (1, ["from", "out of", "off", "away"]),
        (2, ["with"]),
        (3, ["x2"]),
        (4, ["s", "sec", "seconds", "min", "minute", "h", "hours", "day", "weeks", "overnight"]),
        (5, ["°", "degrees", "rpm", "%"]),
        (6, ["twice", "times", "every", "each", "again"]),
        (7, ["because", "so", "since", "otherwise", "or else", ";", ":"]),
        (8, ["until", "when", "once", "if"]),
        (9, ["no", "not", "never", "without", "don't", "leave", "keep"]),
    ],
)
def test_a_mark_is_a_word_of_its_kind(number, words):
    texts = ["Stir a cup", *(f"A {word} b" for word in words), *(f"A {w.upper()} b" for w in words)]

    own = features("?", texts)

    assert own[f"mark {number}"] == [0.0, *[1.0] * (2 * len(words))]
    others = [own[f"mark {other}"] for other in range(10)]
    assert all(values[0] == 0.0 for values in others)


def test_meanings_are_compared_as_vectors_of_the_whole_and_of_the_best_sentence():
    text = "Tea x. Milk"
    step = encoded(text, [(1.0, 0.0), (0.0, 1.0), (0.6, 0.8)])
    question = EncodedText(np.array([(0.6, 0.8)], dtype=np.float32), (MARKED,))
    empty = EncodedText(np.array([(0.0, 1.0)], dtype=np.float32), (MARKED,))
    document = AskedText((text, ""), (step, empty))

    values = step_features("?", question, parts("?"), document)

    own = dict(zip(FEATURES, values.T.tolist(), strict=True))
    mean = np.array(step.states).mean(axis=0)
    whole = float(np.array([0.6, 0.8]) @ mean / np.linalg.norm(mean))
    assert own["meaning"] == pytest.approx([whole, 0.8], abs=1e-6)
    assert own["part meaning"] == pytest.approx([1.0, -1.0], abs=1e-6)  # "Milk", and nothing


def test_words_of_a_role_are_compared_with_the_most_similar_word_of_a_step():
    question = "is tea in cup then put"
    own = encoded(question, [(9, 9), (2, 0), (9, 9), (0, 1), (9, 9), (3, 4)])
    steps = [encoded("a b", [(5, 0), (0, -1)]), encoded("c", [(0.6, 0.8)])]
    roles = parts(question, "nhnpta")

    values = step_features(question, own, roles, AskedText(("a b", "c"), steps))

    late = dict(zip(FEATURES, values.T.tolist(), strict=True))
    thing, place, action = [1.0, 0.6], [0.0, 0.8], [0.6, 1.0]
    assert late["late thing"] == pytest.approx(thing, abs=1e-6)
    assert late["late place"] == pytest.approx(place, abs=1e-6)
    assert late["late action"] == pytest.approx(action, abs=1e-6)
    whole = [sum(each) / 3 for each in zip(thing, place, action, strict=True)]
    assert late["late"] == pytest.approx(whole, abs=1e-6)
    assert late["late before"] == pytest.approx([0, whole[0]], abs=1e-6)
    assert late["late after"] == pytest.approx([whole[1], 0], abs=1e-6)
    none = step_features(question, own, parts(question, "nnnntn"), AskedText(("a", "c"), steps))
    assert not none[:, [FEATURES.index(f"late{role}") for role in ("", " thing")]].any()


def test_a_step_without_words_is_compared_by_its_first_mark():
    empty = EncodedText(np.array([(0.0, 2.0), (1.0, 0.0)], dtype=np.float32), (MARKED, (1, 1)))
    question = encoded("tea", [(3, 4)])

    values = step_features("tea", question, parts("tea", "h"), AskedText(("",), [empty]))

    assert values[0, FEATURES.index("late thing")] == pytest.approx(0.8)


def test_the_difference_to_the_best_step_is_a_feature_of_its_own():
    own = features("Where is the cup of tea after boiling?", thing="cup of tea", time="boiling")

    for name in ("old", "covered", "sentence", "thing", "place", "action", "verb", "meaning",
                 "part meaning", "late", "at time"):  # fmt: skip
        best = max(own[name])
        assert own[f"{name} to best"] == pytest.approx([each - best for each in own[name]])


def test_every_step_has_the_probabilities_of_the_intents():
    own = features("Where is it?")

    for order, intent in enumerate(INTENTS):
        assert own[f"intent {intent}"] == pytest.approx([order / 100] * 4)


class Linear:
    """A network whose score is a weighted sum."""

    def __init__(self, *weights: float) -> None:
        self._weights = np.array(weights, dtype=np.float32)

    def scores(self, rows: np.ndarray) -> np.ndarray:
        return np.stack([rows @ self._weights, np.full(len(rows), 99.0)], axis=1)


def test_the_probabilities_of_the_steps_and_of_none_sum_to_one():
    rows = np.array([[1.0, 5.0], [2.0, 4.0]], dtype=np.float32)

    likely = step_probabilities(rows, steps=Linear(1.0, 0.0), none=Linear(0.0, 0.5))  # type: ignore[arg-type]

    exponents = np.exp([1.0, 2.0, 2.5])  # none is scored by the largest of each feature
    assert likely == pytest.approx(exponents / exponents.sum())
    assert likely.dtype == np.float32
    far = step_probabilities(rows * 1000, steps=Linear(1.0, 0.0), none=Linear(0.0, 0.0))  # type: ignore[arg-type]
    assert far == pytest.approx([0.0, 1.0, 0.0])
