"""Each feature of a question for yes or no, on sentences that have it and that lack it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.questions.verdict_features import VERDICT_FEATURES, YesNoQuestion, verdict_features

POSITIONS = ("last", "before last", "next")


def values(
    texts: Sequence[str],
    *,
    thing: str = "egg",
    place: str = "pan",
    state: int = 1,
    words: str = "Is it?",
    intent: str = "is-at",
    deciding: tuple[int, ...] = (),
) -> dict[str, float]:
    question = YesNoQuestion(words, intent, thing, place, state, deciding)
    return dict(zip(VERDICT_FEATURES, verdict_features(question, texts), strict=True))


@pytest.mark.parametrize(
    ("feature", "having", "lacking"),
    [
        ("in", "Put the egg in the pan.", "Put the egg in the pot."),
        ("out", "Lift the egg off the pan.", "Lift the egg off the pot."),
        ("names place", "An egg, a pan.", "An egg, a pot."),
        *(("out word", f"An egg {word} there.", "An egg there.")
          for word in ("out", "off", "AWAY", "aside", "from", "without", "gone", "empty", "bare")),
        ("remove verb", "Drain the egg.", "Wash the egg."),
        ("add verb", "Add the egg.", "Wash the egg."),
        ("add verb", "Carry the egg.", "Wash the egg."),
        ("add verb", "Return the egg.", "Wash the egg."),
        ("eat verb", "Drink the egg.", "Wash the egg."),
        *(("towards", f"An egg {word} it.", "An egg by it.")
          for word in ("into", "onto", "in", "on", "to", "under", "Over", "back")),
        *(("stay", f"The egg {word} there, a b c d e f g h.", "An egg there.")
          for word in ("stay", "stays", "leave", "left", "keep", "kept", "remains", "still",
                       "rests", "STANDS")),
        *(("not", f"An egg is {word} there.", "An egg is there.")
          for word in ("not", "never", "no", "without", "don't", "doesn't", "Nothing")),
        *(("passive", f"An egg {word} hot.", "A hot egg.")
          for word in ("is", "are", "was", "were", "be", "been")),
    ],
)  # fmt: skip
def test_a_sentence_has_what_its_words_say(feature, having, lacking):
    last = values((having, lacking))
    after = values((lacking, having))
    before = values((having, lacking), state=2)

    assert (last[f"last {feature}"], last[f"next {feature}"]) == (1.0, 0.0)
    assert (after[f"last {feature}"], after[f"next {feature}"]) == (0.0, 1.0)
    assert (before[f"before last {feature}"], before[f"last {feature}"]) == (1.0, 0.0)
    deciding = values((having, lacking), thing="", words="Is the egg?", deciding=(1, 2))
    assert (deciding[f"first {feature}"], deciding[f"second {feature}"]) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("feature", "sentence"),
    [
        ("out word", "Off a b c d e egg."),
        ("out word", "Egg a b c d off."),
        ("towards", "On a b c d e egg."),
        ("passive", "is a b c d e egg."),
        ("remove verb", "Egg a b c d drained."),
    ],
)
def test_a_word_too_far_from_the_thing_says_nothing(feature, sentence):
    near = sentence.replace(" a b", " a")

    assert values((sentence,))[f"last {feature}"] == 0.0
    assert values((near,))[f"last {feature}"] == 1.0


def test_words_around_several_mentions_reach_from_the_first_to_the_last():
    text = "Drain a b c d egg e f g h i j egg k l m off."

    own = values((text,))

    assert (own["last remove verb"], own["last out word"]) == (1.0, 1.0)


def test_without_a_thing_only_the_deciding_steps_and_the_words_count():
    own = values(("Put the egg in the pan.",), thing="", words="Is the egg in?", deciding=(1,))

    named = {name for name, value in own.items() if value}
    assert named == {
        "first same step", "first covered", "first in", "first names place", "first add verb",
        "first towards", "asks presence",
    }  # fmt: skip


def test_without_a_place_no_relation_to_it_is_known():
    own = values(("Put the egg in the pan.", "Add an egg."), place="", state=1, deciding=(1,))

    assert own["no place"] == 1.0
    for name in (*POSITIONS, "first"):
        assert own[f"{name} in"] == own[f"{name} out"] == own[f"{name} names place"] == 0.0
    assert own["ever in"] == own["ever out"] == own["place emptied"] == 0.0


@pytest.mark.parametrize(
    ("texts", "state", "rule"),
    [
        (("Put the egg in the pan.",), 1, "yes"),
        (("Put the egg in the pan.",), 0, "no"),
        (("Take the egg out of the pan.",), 1, "no"),
        (("Heat the pan.",), 1, "none"),
    ],
)
def test_what_the_rules_say_is_one_of_three_features(texts, state, rule):
    own = values(texts, state=state)

    assert [name for name in ("yes", "no", "none") if own[f"rule {name}"]] == [rule]


@pytest.mark.parametrize(
    ("texts", "state", "features"),
    [
        (("Wait.", "An egg."), 1, {"first named later"}),
        (("An egg.", "An egg."), 1, set()),
        (("Wait.", "Wait."), 1, {"never named"}),
        (("Wait.", "An egg."), 2, set()),
    ],
)
def test_it_is_known_whether_a_thing_is_named_by_then(texts, state, features):
    own = values(texts, state=state)

    assert {name for name in ("first named later", "never named") if own[name]} == features


@pytest.mark.parametrize(
    ("texts", "left"),
    [
        (("Put the egg in the pan.", "Wash the egg."), False),
        (("Put the egg in the pan.", "Lift the egg off."), True),
        (("Put the egg in the pan.", "Eat the egg."), True),
        (("Put the egg in the pan.", "Discard the egg."), True),
        (("Lift the egg off.", "Put the egg in the pan."), False),
        (("Lift the egg off.", "Wash the egg."), True),
    ],
)
def test_a_thing_that_leaves_after_it_came_in_is_seen(texts, left):
    assert values(texts, state=2)["out since in"] == left


@pytest.mark.parametrize(
    ("texts", "state", "emptied"),
    [
        (("Put the egg in the pan.", "Empty the pan."), 2, True),
        (("Put the egg in the pan.", "Empty the pan."), 1, False),
        (("Put the egg in the pan.", "Wash the pan."), 2, False),
        (("Put the egg in the pan.", "Empty the pot."), 2, False),
        (("Empty the pan.", "Put the egg in the pan."), 2, False),
        (("An egg.", "Empty the pan."), 2, False),
        (("Put the egg in the pan.", "Heat it.", "Empty the pan."), 3, True),
        (("Put the egg in the pan; empty the pan.", "Wait."), 2, False),
    ],
)
def test_a_place_that_is_emptied_later_is_seen(texts, state, emptied):
    assert values(texts, state=state)["place emptied"] == emptied


@pytest.mark.parametrize(
    ("feature", "words"),
    [
        ("asks still", ["STILL"]),
        ("asks already", ["already", "yet", "now"]),
        ("asks any", ["any", "left", "anything", "anymore"]),
        ("asks all", ["all"]),
        ("asks while", ["while", "during", "when", "as"]),
        ("asks after", ["after", "once", "end", "finished", "done"]),
        ("asks before", ["before", "until", "First"]),
        ("asks not", ["not", "never", "no", "without", "don't", "nothing"]),
    ],
)
def test_a_word_of_the_question_is_a_feature(feature, words):
    for word in words:
        own = values(("Wait.",), words=f"Is it {word} there?", intent="is-done")
        assert [name for name, value in own.items() if name.startswith("asks") and value] == [
            feature
        ]


def test_a_deciding_step_is_looked_at_by_the_sentence_that_shares_most_words():
    texts = ("An egg. Never boil the egg in a pan! Wait?", "")

    own = values(texts, words="Is the egg boiled in salt?", deciding=(1, 2), state=1)

    assert own["first covered"] == pytest.approx(2 / 3)
    assert (own["first not"], own["second covered"]) == (1.0, 0.0)
    assert (own["first same step"], own["second later"]) == (1.0, 1.0)
    none = values(texts, words="Is it?", deciding=(1,), state=2)
    assert (none["first covered"], none["first earlier"]) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("thing", "named"),
    [("red egg", True), ("egg cup", False), ("big red egg cup", True), ("red egg cup", True),
     ("red cup", False), ("it", False)],
)  # fmt: skip
def test_a_thing_is_named_by_its_head_or_two_other_words(thing, named):
    assert values(("A red egg.",), thing=thing)["mentions"] == (1 / 5 if named else 0.0)
