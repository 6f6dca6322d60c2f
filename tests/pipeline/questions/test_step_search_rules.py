"""What makes a step likely to answer: cues for the kind of question, verbs, order and time."""

from __future__ import annotations

from math import log

import pytest

from pipeline.questions.cues import cues
from pipeline.questions.question_words import classes_of, content_stems, verbs
from pipeline.questions.spelling import corrected
from pipeline.questions.step_search import (
    Weights,
    search_steps,
    share_of_words,
    state_named,
    step_of_clause,
)

PLAIN = "Rinse a cup."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where do I get the milk from?", "Get it out of the fridge."),
        ("Where is it drawn from?", "Take it off the shelf."),
        ("From where is it?", "It is from a shelf."),
        ("WHERE is it?", "Tip it INTO a jar."),
        ("What do I put it in", "Hold it under a lamp."),
        ("How long is it kept?", "Keep it 5 min."),
        ("How often is it stirred?", "Stir it twice."),
        ("How many hours is it kept?", "Keep it an hour."),
        ("How hot is it?", "Heat it, at a high temperature."),
        ("What is the temp of it?", "Heat it, 5 ° or more."),
        ("How much is it?", "Pour half of it."),
        ("How many eggs?", "Beat 2 eggs."),
        ("What pressure has it?", "Pump it up, size ten."),
        ("What is it made of?", "Whisk it."),
        ("How is it made?", "Blend it."),
        ("What does it become?", "Heat it until it is hard."),
        ("What is it converted", "It forms ice."),
        ("Why is it rinsed?", "Rinse it, since it is wet."),
        ("Who does it?", "The nurse rinses it."),
    ],
)
def test_a_step_that_holds_what_is_asked_for_has_a_cue(question, text):
    assert cues(question, [PLAIN, text]) == [0.0, 1.0]


@pytest.mark.parametrize(
    "text",
    ["It is from a jar.", "Put it in.", "Keep it 5 min.", "It has 5 degrees.", "Use half.",
     "Whisk it.", "It becomes ice.", "It is too wet, so wait.", "The nurse waits."],
)  # fmt: skip
def test_another_question_asks_for_none_of_these(text):
    assert cues("Is it rinsed?", [text]) == [0.0]


@pytest.mark.parametrize(
    ("question", "added"),
    [
        ("Is it washed?", {"verb": 0.15}),
        ("Why is gold rinsed? It is blue.", {"verb": 0.15}),
        ("Where is the gold?", {}),
        ("Where is it under there?", {}),
    ],
)
def test_a_verb_of_the_same_class_adds_to_a_score(question, added):
    (passage,) = search_steps(question, ["Rinse a bowl of tea."])

    assert passage.score - passage.covered == pytest.approx(sum(added.values()))


def test_each_part_of_a_score_has_its_weight():
    def added(question: str, text: str, meaning: float | None = None) -> float:
        similarity = None if meaning is None else (lambda words, texts: [meaning] * len(texts))
        first = search_steps(question, [text], similarity=similarity)[0]
        return first.score - first.covered

    assert added("Where is gold?", "Look over there.") == pytest.approx(0.15)  # a cue
    assert added("Gold?", "Tea.", 0.5) == pytest.approx(0.25)  # half as much as words
    assert added("What about gold first?", "Tea.") == pytest.approx(0.2)
    assert added("What about gold in step 1?", "Tea.") == pytest.approx(0.5)
    assert added("What about gold when it is tea?", "Tea.") == pytest.approx(0.25)


FOUR = ("Wash a cup.", "Fill a jug.", "Open a tin.", "Wipe a table.")


def priors(question: str, **weights: float) -> list[float]:
    usual = dict.fromkeys(("verb", "cue", "meaning", "clause", "order", "step"), 0.0)
    passages = search_steps(question, FOUR, weights=Weights(**(usual | weights)))
    return [each.score for each in sorted(passages, key=lambda each: each.step)]


@pytest.mark.parametrize(
    ("question", "scores"),
    [
        ("What is blue first?", [1, 2 / 3, 1 / 3, 0]),
        ("What is blue, to start with?", [1, 2 / 3, 1 / 3, 0]),
        ("What begins blue?", [1, 2 / 3, 1 / 3, 0]),
        ("What is blue at last?", [0, 1 / 3, 2 / 3, 1]),
        ("What is finally blue?", [0, 1 / 3, 2 / 3, 1]),
        ("What is finished blue?", [0, 1 / 3, 2 / 3, 1]),
        ("What is blue in the end?", [0, 1 / 3, 2 / 3, 1]),
        ("What is blue first and last?", [1, 1, 1, 1]),
        ("What is blue?", [0, 0, 0, 0]),
        ("What is ending blue?", [0, 0, 0, 0]),
    ],
)
def test_words_of_order_prefer_the_steps_near_one_end(question, scores):
    assert priors(question, order=1.0) == pytest.approx(scores)


@pytest.mark.parametrize(
    ("question", "scores"),
    [
        ("What is blue at step 1?", [1, 0.3, 0, 0]),
        ("What is blue at step 3?", [0, 0.3, 1, 0.3]),
        ("What is blue after step 1?", [0.6, 1, 0.6, 0]),
        ("What is blue before step 4?", [0, 0.6, 1, 0.6]),
        ("What is blue at the start?", [0, 0, 0, 0]),
        ("What is blue at the end?", [0, 0, 0, 0]),
    ],
)
def test_a_numbered_step_prefers_those_that_fit_the_time(question, scores):
    assert priors(question, step=1.0) == pytest.approx(scores)


@pytest.mark.parametrize(
    ("question", "scores"),
    [
        ("What is blue while I fill the jug?", [0.3, 1, 0.3, 0]),
        ("What is blue after I fill the jug?", [0, 0.6, 1, 0.6]),
        ("What is blue before I open the tin?", [0.6, 1, 0.6, 0]),
        ("What is blue before it thunders?", [0, 0, 0, 0]),
    ],
)
def test_a_clause_prefers_the_steps_that_fit_its_own(question, scores):
    assert priors(question, clause=1.0) == pytest.approx(scores)


def test_what_is_done_around_a_step_is_scored_by_the_distance_and_covered_by_the_clause():
    passages = search_steps("What do I do after I open the red tin?", FOUR)

    assert [(each.step, each.score) for each in passages] == [
        (4, 1.0), (3, 0.6), (1, 0.0), (2, 0.0)
    ]  # fmt: skip
    rarity = [log(1 + 4 / 2), log(1 + 4 / 1), log(1 + 4 / 2)]  # open, red, tin
    assert passages[0].covered == pytest.approx((rarity[0] + rarity[2]) / sum(rarity))


def test_a_verb_of_the_same_class_counts_less_than_many_words_of_a_clause():
    more_words = ("The red cup is here.", "Rinse a cup.", "Wait.")

    assert step_of_clause("washing the red cup", more_words) == 1
    assert step_of_clause("washing the cup", ("The cup is here.", "Rinse a cup.")) == 2


@pytest.mark.parametrize(
    ("time", "state"),
    [("before step 0", 0), ("after step 4", 4), ("after step 5", 4), ("at step -1", 4),
     ("after the first step", 1), ("before filling the jug", 1), ("once the jug is full", 2),
     ("the jug is full", 2), ("", 4), ("before it thunders", 3)],
)  # fmt: skip
def test_a_state_lies_within_the_document(time, state):
    assert state_named(time, FOUR) == state


def test_a_word_that_every_text_has_still_counts_and_no_word_counts_nothing():
    assert share_of_words("cup", ["A cup.", "Cups."]) == [1.0, 1.0]
    assert share_of_words("red cup", ["A cup.", "Cups."]) == pytest.approx(
        [log(1 + 2 / 3) / (log(1 + 2 / 3) + log(3))] * 2
    )
    assert share_of_words("redcup", ["A red cup.", "A cup, red."]) == [1.0, 0.0]


@pytest.mark.parametrize(
    ("text", "has", "has_not"),
    [
        ("put it away", "remove", "return"),
        ("put it back", "return", "remove"),
        ("get it out", "remove", "add"),
        ("switch it off", "remove", "add"),
        ("it goes inside", "add", "remove"),
        ("it goes onto it", "add", "remove"),
        ("pour it into it", "add", "remove"),
        ("put it there", "add", "remove"),
        ("turned on", "add", "remove"),
    ],
)
def test_a_verb_of_moving_adds_removes_or_returns_by_its_direction(text, has, has_not):
    classes = classes_of(text)

    assert has in classes and has_not not in classes


def test_hyphens_divide_words_and_function_words_are_no_content():
    assert content_stems("Which re-used, wide-open jars -- are-not here?") == [
        "re", "wide", "open", "jar"
    ]  # fmt: skip
    assert {"pour", "vortex", "unlock"} <= verbs()


@pytest.mark.parametrize(
    ("typed", "correct"),
    [
        ("WASH the Cup", "WASH the Cup"),
        ("wash the tabel", "wash the tabel"),
        ("wash the cpu", "wash the cpu"),  # three letters are too few
        ("opne the tin", "opne the tin"),  # four letters in five are too few
        ("wipe the taable3", "wipe the taable3"),
        ("wipe the tble", "wipe the table"),
    ],
)
def test_a_word_is_corrected_if_it_is_long_and_nearly_one_of_the_text(typed, correct):
    assert corrected(typed, FOUR) == correct
