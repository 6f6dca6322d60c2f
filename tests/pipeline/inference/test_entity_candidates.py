"""Candidates: names that could be entities, and where they stand."""

from __future__ import annotations

import pytest

from pipeline.domain.document import Material
from pipeline.inference.entity_candidates import (
    TaggedText,
    candidates_in,
    is_number,
    is_quantity,
    likeliest_word,
)
from pipeline.text.material_entries import is_unit
from tests.support.tagged_texts import tagged


def written(text: TaggedText) -> list[str]:
    """Each candidate as it is written where it stands first."""
    return [
        " ".join(word.text for word in text.words(candidate.spans[0]))
        for candidate in candidates_in(text)
    ]


def test_neighbouring_likely_words_are_one_name_and_so_is_the_end_of_them():
    text = tagged({"rain": 0.9, "water": 0.8}, "The rain water sinks.")

    whole, end = candidates_in(text)

    assert (whole.key, whole.whole, whole.part) == (("rain", "water"), 0.7, 0.0)
    assert (end.key, end.whole, end.part) == (("water",), 0.0, 0.7)


def test_words_of_unlike_chances_are_names_of_several_lengths():
    text = tagged({"cold": 0.3, "milk": 0.9}, "Pour the cold milk.")

    [longer, bare] = candidates_in(text)

    assert (longer.whole, bare.whole) == (0.2, 0.7)


@pytest.mark.parametrize("between", [", ", " and ", " or ", ". ", " (", "/", " the "])
def test_punctuation_conjunctions_and_other_words_divide_names(between):
    assert written(tagged({"salt": 0.9, "yeast": 0.9}, f"Add salt{between}yeast.")) == [
        "salt",
        "yeast",
    ]


def test_a_name_does_not_begin_or_end_with_loose_words():
    text = tagged({"the": 0.9, "sand": 0.9, "of": 0.9}, "Take the sand of it.")

    assert written(text) == ["sand"]


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Stir in 1 tsp salt.", ["salt"]),
        ("Add 2μL loading dye.", ["loading dye", "dye"]),
        ("Add 10 ml ethanol.", ["ethanol"]),
        ("Fill 10 cups.", ["cups"]),
        ("Weigh ½ cup oats.", ["oats"]),
        ("Swallow B12.", ["B12"]),
    ],
)
def test_amounts_and_units_begin_no_name(sentence, names):
    verbs = {"Stir", "Add", "Fill", "Weigh", "Swallow", "in"}
    words = {word.strip("."): 0.9 for word in sentence.split()}

    assert written(tagged({w: c for w, c in words.items() if w not in verbs}, sentence)) == names


def test_every_place_of_a_name_is_found_in_any_number_even_where_the_tagger_missed_it():
    text = tagged({"leaf": 0.9}, "A leaf falls.", "The Leaves rot.")

    [leaf] = candidates_in(text)

    assert leaf.spans == ((0, 1, 2), (1, 1, 2))
    assert leaf.tagged(text) == pytest.approx(0.9)


def test_mentions_that_are_unlikely_alone_are_likely_together():
    text = tagged({"heat": 0.5}, "The heat moves.", "More heat comes.")

    [heat] = candidates_in(text)

    assert heat.tagged(text) == pytest.approx(0.75)


def test_hyphens_and_line_breaks_within_a_name_do_not_matter():
    text = tagged(
        {"gel-slice": 0.9, "gel": 0.9, "slice": 0.9}, "Cut the gel-slice.", "A gel\nslice."
    )

    assert [each.spans for each in candidates_in(text) if each.key == ("gel", "slice")] == [
        ((0, 2, 3), (1, 1, 3))
    ]


def test_a_run_of_words_too_long_for_a_name_is_none():
    text = tagged({"ha": 0.9, "joke": 0.9}, " ".join(["ha"] * 40), "The joke.")

    assert written(text) == ["joke"]


def test_what_a_list_of_materials_names_is_a_candidate_where_the_text_names_it():
    text = tagged(
        {"rice": 0.9},
        "Boil the rice.",
        "Add the beans.",
        materials=(Material("dried black beans", "200", "g"), Material("lime")),
    )

    assert [(each.key, each.listed) for each in candidates_in(text)] == [
        (("rice",), False),
        (("bean",), True),
    ]


def test_the_likeliest_word_is_a_candidate_where_no_other_is():
    assert [each.key for each in likeliest_word(tagged({"salt": 0.015}, "Mix the salt."))] == [
        ("salt",)
    ]
    assert [each.key for each in likeliest_word(tagged({"the": 0.015}, "The."))] == [("the",)]
    assert likeliest_word(tagged({}, "…!", "— — —")) == []


def test_numbers_units_and_quantities_are_known_by_their_form():
    assert all(map(is_number, ["10", "½", "1.5", "two"])) and not is_number("B12")
    assert all(map(is_unit, ["tsp", "Cups", "mL", "g"])) and not is_unit("flour")
    assert all(map(is_quantity, ["2μL", "10ml", "1.5kg"])) and not is_quantity("H2O")
