"""Words of a text, and the keys by which two names are equal."""

from __future__ import annotations

import pytest

from pipeline.domain.document import Document, Step
from pipeline.text.names import head, key_of, words_of


def words(text: str) -> list[str]:
    document = Document("d", "d", text, (Step(1, text, 0),), "d.txt")
    return [word.text for word in words_of(document)[0]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The plant's roots, then CO2.", ["The", "plant", "roots", "then", "CO2"]),
        (
            "Use an oxygen-rich mix; don't stir",
            ["Use", "an", "oxygen-rich", "mix", "don't", "stir"],
        ),
        ("Füge 3 ml Öl hinzu", ["Füge", "3", "ml", "Öl", "hinzu"]),
        ("Melt the pa\u0302te\u0301", ["Melt", "the", "pa\u0302te\u0301"]),
        ("{} `MATCH (n)` \\'", ["MATCH", "n"]),
        ("— … !", []),
    ],
)
def test_words_are_letters_and_digits_without_the_possessive(text, expected):
    assert words(text) == expected


def test_offsets_of_a_word_are_those_of_its_step():
    steps = (Step(1, "Add salt.", 3), Step(2, "Stir.", 15))
    document = Document("d", "d", "1. Add salt.\n\n Stir.", steps, "d.txt")

    words = words_of(document)

    assert [(word.step, word.char_start, word.char_end) for word in words[0]] == [
        (1, 0, 3),
        (1, 4, 8),
    ]
    assert [(word.step, word.text) for word in words[1]] == [(2, "Stir")]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("the leaves", "Leaf"),
        ("oxygen-rich blood", "oxygen rich blood"),
        ("CO2", "co2"),
        ("plant’s root", "plant roots"),
    ],
)
def test_case_number_article_and_hyphen_do_not_make_another_name(name, other):
    assert key_of(name) == key_of(other)


def test_another_word_makes_another_name():
    assert key_of("rain cloud") != key_of("cloud")
    assert key_of("the") == ("the",)
    assert key_of("?!") == ("?!",)


def test_the_head_is_the_last_word_or_the_one_before_a_preposition():
    assert head(key_of("rain clouds")) == "cloud"
    assert head(key_of("remains of living things")) == "remain"
    assert head(("of", "water")) == "water"
