"""What speaks for yes or no in the words of the steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pipeline.questions.verdict_features import VERDICT_FEATURES, YesNoQuestion, verdict_features

BEANS = (
    "Soak the beans in a bowl overnight.",
    "Lift the beans out of the bowl and rinse them.",
    "Boil the beans in a pot.",
)
ASKED = YesNoQuestion(
    words="Are the beans still in the bowl when I boil them?",
    intent="is-at",
    thing="the beans",
    place="the bowl",
    state=3,
    deciding=(2, 1),
)


def values(question: YesNoQuestion, texts: Sequence[str] = BEANS) -> dict[str, float]:
    return dict(zip(VERDICT_FEATURES, verdict_features(question, texts), strict=True))


def about(thing: str, place: str, state: int, *deciding: int) -> YesNoQuestion:
    return YesNoQuestion(f"Is {thing} in {place}?", "is-at", thing, place, state, deciding)


def test_a_thing_that_was_taken_out_is_seen_to_leave() -> None:
    own = values(ASKED)

    assert own["ever in"] == own["ever out"] == own["out since in"] == 1.0
    assert own["rule no"] == 1.0
    assert own["first remove verb"] == 1.0
    assert own["asks still"] == own["asks presence"] == 1.0


def test_the_deciding_step_is_placed_before_or_after_the_time() -> None:
    assert values(ASKED)["first earlier"] == 1.0
    assert values(replace(ASKED, state=1))["first later"] == 1.0


def test_a_question_without_a_thing_has_features_too() -> None:
    assert len(verdict_features(replace(ASKED, thing=""), BEANS)) == len(VERDICT_FEATURES)


def test_mentions_up_to_the_time_are_told_from_later_ones() -> None:
    before, between = values(about("beans", "pot", 0)), values(about("beans", "pot", 2))

    assert (before["first named later"], before["mentions"], before["steps since"]) == (1, 0, 0)
    assert (between["first named later"], between["mentions"]) == (0, 2 / 5)
    assert values(about("rice", "pot", 3))["never named"] == 1
    assert between["never named"] == 0


def test_mentions_are_counted_by_sentence_and_five_are_many() -> None:
    texts = ("Stir the soup. Taste the soup; salt the soup!", *(["Stir the soup."] * 4), "Wait.")

    assert [values(about("soup", "", state), texts)["mentions"] for state in (0, 1, 2, 6)] == [
        0.0,
        3 / 5,
        4 / 5,
        1.0,
    ]


def test_the_steps_since_the_last_mention_are_a_share_of_all() -> None:
    texts = ("Fill the jar.", "Wait.", "Wait.", "Wait.")

    assert [values(about("jar", "", state), texts)["steps since"] for state in (1, 2, 4)] == [
        0.0,
        1 / 4,
        3 / 4,
    ]


def test_the_start_and_the_end_are_marked() -> None:
    own = [values(about("beans", "pot", state)) for state in (0, 1, 3)]

    assert [each["at start"] for each in own] == [1, 0, 0]
    assert [each["at end"] for each in own] == [0, 0, 1]


def test_the_last_two_mentions_and_the_next_one_are_looked_at() -> None:
    own = values(about("beans", "bowl", 2))

    assert (own["before last in"], own["last out"], own["next in"]) == (1, 1, 0)
    assert (own["last remove verb"], own["last out word"], own["next names place"]) == (1, 1, 0)
    assert values(about("beans", "bowl", 1))["before last in"] == 0
    assert values(about("beans", "pot", 2))["next in"] == 1


def test_what_came_in_again_has_not_left_since() -> None:
    texts = (
        "Put the pan on the stove.",
        "Take the pan off the stove.",
        "Put the pan back on the stove.",
    )
    own = [values(about("pan", "stove", state), texts) for state in (1, 2, 3)]

    assert [each["ever in"] for each in own] == [1, 1, 1]
    assert [each["ever out"] for each in own] == [0, 1, 1]
    assert [each["out since in"] for each in own] == [0, 1, 0]


def test_a_place_that_is_emptied_after_the_thing_came_in_is_seen() -> None:
    texts = ("Pour the milk into the jug.", "Empty the jug.", "Rinse the jug.")
    own = [values(about("milk", "jug", state), texts)["place emptied"] for state in (1, 2, 3)]

    assert own == [0, 1, 1]
    assert values(about("milk", "", 3), texts)["place emptied"] == 0
    assert values(about("milk", "", 3), texts)["no place"] == 1


@pytest.mark.parametrize(
    ("sentence", "feature"),
    [
        ("Put the egg in the pan.", "in"),
        ("Take the egg out of the pan.", "out"),
        ("The egg and the pan are hot.", "names place"),
        ("Wipe the egg off.", "out word"),
        ("Drain the egg.", "remove verb"),
        ("Pour the egg.", "add verb"),
        ("Return the egg.", "add verb"),
        ("Eat the egg.", "eat verb"),
        ("Slide the egg under it.", "towards"),
        ("The egg stays.", "stay"),
        ("Never wash the egg.", "not"),
        ("The egg is washed.", "passive"),
    ],
)
def test_a_sentence_about_the_thing_has_what_it_says(sentence, feature) -> None:
    own = values(about("egg", "pan", 1), (sentence, "Wash the egg."))

    assert own[f"last {feature}"] == 1
    assert own[f"next {feature}"] == 0


def test_words_far_from_the_thing_say_nothing_about_it() -> None:
    near = ("Drain a b c d egg.", "Egg a b c drain.")
    far = ("Drain a b c d e egg.", "Egg a b c d drain.")

    def drained(sentence: str) -> float:
        return values(about("egg", "", 1), (sentence,))["last remove verb"]

    assert [drained(sentence) for sentence in (*near, *far)] == [1, 1, 0, 0]


def test_a_name_of_several_words_is_named_by_its_head_or_by_two_others() -> None:
    def named(sentence: str) -> float:
        return 1 - values(about("red bell pepper", "", 1), (sentence,))["never named"]

    assert [
        named(sentence)
        for sentence in ("Cut a pepper.", "Ring the red bell.", "Ring the bell.", "Wait.")
    ] == [1, 1, 0, 0]


def test_deciding_steps_are_placed_to_the_time_and_share_words_with_the_question() -> None:
    question = replace(about("beans", "pot", 2, 3, 2), words="Are the beans boiled in the pot?")

    own = values(question)

    assert (own["first later"], own["first same step"], own["first earlier"]) == (1, 0, 0)
    assert (own["second later"], own["second same step"], own["second earlier"]) == (0, 1, 0)
    assert (own["first covered"], own["second covered"]) == (1.0, pytest.approx(1 / 3))
    assert own["first in"] == 1 and own["second out"] == 0


def test_the_sentence_of_a_deciding_step_that_fits_best_is_looked_at() -> None:
    texts = ("Wait a while. Never wash the egg. Cook.",)

    own = values(replace(about("egg", "", 1, 1), words="Is the egg washed?"), texts)

    assert (own["first not"], own["first stay"], own["first covered"]) == (1, 0, 1)


@pytest.mark.parametrize(
    ("words", "feature"),
    [
        ("Is it still there?", "asks still"),
        ("Is it already there?", "asks already"),
        ("Is there any left?", "asks any"),
        ("Is all of it there?", "asks all"),
        ("Is it there while it boils?", "asks while"),
        ("Is it there at the end?", "asks after"),
        ("Is it there before that?", "asks before"),
        ("Is it not there?", "asks not"),
    ],
)
def test_words_of_the_question_are_noted(words, feature) -> None:
    plain = values(replace(ASKED, words="Is it there?"))

    assert values(replace(ASKED, words=words))[feature] == 1
    assert plain[feature] == 0
    assert values(replace(ASKED, intent="is-done"))["asks presence"] == 0
