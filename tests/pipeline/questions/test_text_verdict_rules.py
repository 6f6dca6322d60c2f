"""Rules by which the words of the steps say that a thing is at a place, or comes before another."""

from __future__ import annotations

import pytest

from pipeline.questions.text_verdict import (
    Verdict,
    order_verdict,
    place_relation,
    presence_verdict,
)
from pipeline.questions.time_clauses import TimeClause


@pytest.mark.parametrize(
    ("sentence", "relation"),
    [
        *((f"Put it {word} the pan.", "in")
          for word in "into onto in on to at under inside over".split()),
        *((f"Take it {words} the pan.", "out")
          for words in ("out of", "from", "off", "away from")),
        ("It leaves the pan.", "out"),
        ("Take it out of the pot into the pan.", "in"),
        ("Take it into the light, off the PAN.", "out"),
        ("Take it from a b c pan.", "out"),
        ("Take it from a b c d pan.", "in"),
        ("The pan is hot, so lift it off the pan.", "out"),
        ("Fill the pan with it.", "in"),
        ("Put it in the pans.", "in"),
        ("Put it in the pot.", None),
        ("", None),
    ],
)  # fmt: skip
def test_the_last_preposition_before_a_place_leads_into_it_or_out_of_it(sentence, relation):
    assert place_relation(sentence, "the big pan") == relation


def test_a_place_without_words_of_its_own_is_never_named():
    assert place_relation("Put it in there.", "there") is None


@pytest.mark.parametrize(
    ("sentence", "is_there"),
    [
        ("Have the tea with milk.", True),
        ("Have the tea without milk.", False),
        ("Have the tea without any milk.", False),
        ("Remove the milk.", False),
        ("Drink the milk.", False),
        ("The milk is then removed.", False),
        ("The milk gets poured away, all of it drained.", False),
        ("The milk; remove the tea.", True),
        ("Remove a b c d e milk.", False),
        ("Remove a b c d e f milk.", True),
        ("The milk is a b c d removed.", False),
        ("The milk is a b c d e removed.", True),
        ("Add milk and drain.", False),
        ("Add milk and drain it.", False),
        ("Add milk, drain.", True),
        *((f"Add milk and drain {word} rice.", True)
          for word in "a an the any some all your its their this that each".split()),
        ("Add milk. Remove the tea.", True),
        ("Remove the tea! Add milk?", True),
        ("Add milk. Remove the milk; add the milk.", True),
        ("Add milk. Remove the milk.", False),
    ],
)  # fmt: skip
def test_a_thing_is_there_where_it_is_named_unless_it_is_taken_away(sentence, is_there):
    assert presence_verdict("the milk", None, 1, (sentence,)) == Verdict(is_there, (1,))


@pytest.mark.parametrize(
    ("sentence", "is_there"),
    [
        ("Put the egg in the pan.", True),
        ("Add the egg.", True),
        ("Return the egg.", True),
        ("The egg moves to it.", False),
        ("The egg runs.", True),
        ("The egg then runs.", True),
        ("The egg there now runs.", False),
        ("Add the egg to it.", False),
        ("Pour the egg into it.", False),
        ("Put the egg on it.", False),
        ("Look at the egg.", False),
        ("Take the egg off the pan.", False),
        ("The egg is added.", True),
        ("The egg is not there, add it.", True),
        ("Add the pan without the egg.", False),
    ],
)
def test_a_thing_is_at_a_place_if_it_is_put_there_and_nowhere_else(sentence, is_there):
    assert presence_verdict("egg", "pan", 1, (sentence,)) == Verdict(is_there, (1,))


EGG = (
    "Heat the stove.",
    "Put the egg in the pan.",
    "Look at the egg.",
    "Take the egg out of the pan.",
    "Wait.",
    "Return the egg.",
)


@pytest.mark.parametrize(
    ("step", "is_there", "decided"),
    [(0, False, 2), (1, False, 2), (2, True, 2), (3, True, 2), (4, False, 4), (5, False, 4),
     (6, True, 6), (9, True, 6)],
)  # fmt: skip
def test_the_last_step_up_to_the_time_that_says_where_a_thing_is_decides(step, is_there, decided):
    assert presence_verdict("egg", "pan", step, EGG) == Verdict(is_there, (decided,))


@pytest.mark.parametrize("thing", ["spoon", "it", ""])
def test_a_thing_that_is_not_named_is_not_decided(thing):
    assert presence_verdict(thing, "pan", 3, EGG) is None


@pytest.mark.parametrize(
    ("event", "relation", "words", "verdict"),
    [
        ("the stove hot", "before", "the egg is taken out of the pan", Verdict(True, (1, 4))),
        ("the stove hot", "after", "the egg is taken out of the pan", Verdict(False, (1, 4))),
        ("wait", "before", "heating the stove", Verdict(False, (1, 5))),
        ("wait", "after", "heating the stove", Verdict(True, (1, 5))),
        ("wait", "after", "waiting", None),
        ("wait", "at", "heating the stove", None),
        ("wait", "after", "it thunders", None),
        ("thunder", "after", "heating the stove", None),
    ],
)
def test_two_events_are_in_the_order_of_their_steps(event, relation, words, verdict):
    assert order_verdict(event, TimeClause(relation, words), EGG) == verdict


def test_meaning_helps_to_find_the_steps_of_both_events():
    texts = ("Stir the egg.", "Cook the egg.", "Cool the egg.")

    def by_step(words: str, of: object) -> list[float]:
        return [0.0, 0.0, 1.0] if words == "egg set" else [0.0, 1.0, 0.0]

    clause = TimeClause("after", "the egg sets")

    assert order_verdict("egg set", clause, texts, similarity=by_step) == Verdict(True, (2, 3))
