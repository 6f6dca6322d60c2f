"""Names that repeat, made pronouns or left out."""

from random import Random

import pytest

from pipeline.training.pronouns import mention_of, with_pronouns

BUTTER, SLICES, WATER = ("butter",), ("apple slices", "slices"), ("water",)


class AlwaysLow(Random):
    """Every chance comes true."""

    def random(self) -> float:
        return 0.0


class AlwaysMiddling(Random):
    """Chances above a half come true: a pronoun, never an omission."""

    def random(self) -> float:
        return 0.5


def changed(sentence, previous, *entities, random=None):
    chance = random or AlwaysMiddling()
    return with_pronouns(sentence, previous, entities, share=0.6, random=chance)


@pytest.mark.parametrize(
    ("previous", "sentence", "expected"),
    [
        ("Melt the butter.", "Pour the butter into the tin.", "Pour it into the tin."),
        ("Peel the apple slices.", "Dip your slices in sugar.", "Dip them in sugar."),
        ("The water boils.", "Water rises to the lid.", "It rises to the lid."),
        ("Cut the slices.", "Slices fall into the bowl.", "They fall into the bowl."),
    ],
)
def test_a_name_that_repeats_becomes_a_pronoun(previous, sentence, expected):
    assert changed(sentence, previous, BUTTER, SLICES, WATER) == expected


def test_the_object_of_an_order_can_be_left_out():
    shortened = changed(
        "Pour the butter into the tin.", "Melt the butter.", BUTTER, random=AlwaysLow()
    )
    assert shortened == "Pour into the tin."


@pytest.mark.parametrize(
    ("previous", "sentence"),
    [
        ("Melt the butter.", "Pour the cream into the tin."),
        ("Melt the butter.", "Put the butter dish away."),
        ("Boil the water.", "Use cold water from the tap."),
        ("Boil the water.", "Add a cup of the water to the flour."),
    ],
)
def test_a_sentence_in_which_no_pronoun_fits_stays(previous, sentence):
    assert changed(sentence, previous, BUTTER, WATER) == sentence


def test_a_name_within_another_entitys_longer_name_stays():
    sentence = "Add the butter to the peanut butter."
    assert changed(sentence, "Melt the butter.", BUTTER, ("peanut butter",)) == sentence


def test_the_longest_alias_is_the_mention():
    match = mention_of("Lay the apple slices down.", SLICES)
    assert match is not None
    assert match[0] == "apple slices"
    assert mention_of("Lay the pears down.", SLICES) is None
