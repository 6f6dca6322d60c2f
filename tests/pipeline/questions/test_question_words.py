"""Words that carry meaning, as stems, and the classes of verbs."""

from __future__ import annotations

import pytest

from pipeline.questions.question_words import classes_of, content_stems, stem, stems_of, verbs


@pytest.mark.parametrize(
    ("words", "stems"),
    [
        ("Where is the water?", ["water"]),
        ("Stirring the stirred leaves", ["stir", "leaf"]),
        ("a well-mixed drink", ["well", "mix", "drink"]),
        ("Which ingredients do I need to use?", []),
    ],
)
def test_the_content_of_a_question_is_the_stems_of_its_meaningful_words(words, stems):
    assert content_stems(words) == stems


def test_stems_are_in_order_with_those_of_function_words():
    assert stems_of("The cup and the cups") == ["the", "cup", "and", "the", "cup"]
    assert stem("knives") == stem("knife")


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("stir the soup", {"add", "mix"}),
        ("draining it", {"remove"}),
        ("put it there", {"add"}),
        ("the lid comes off", {"close", "remove"}),
        ("it goes in", {"add"}),
        ("take it out of the box", {"remove"}),
        ("put the lid back on", {"add", "return", "close"}),
        ("take a look in it", {"add", "check"}),
        ("take it", set()),
        ("out of luck", set()),
        ("the soup", set()),
    ],
)
def test_verbs_of_one_class_are_related(text, classes):
    assert classes_of(text) == classes


def test_every_verb_has_a_class():
    assert all(classes_of(verb) for verb in verbs())
