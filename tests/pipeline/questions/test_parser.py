"""English questions are parsed as a form, a name and a time."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from pipeline.errors import BadInput
from pipeline.questions.parsed_question import Time
from pipeline.questions.parser import NotUnderstood, parse

AFTER_3, AT_3, BEFORE_3 = Time("after", 3), Time("at", 3), Time("before", 3)
START, END = Time("after", 0), Time("after", -1)


def test_a_file_on_a_desk_is_a_thing_at_a_place() -> None:
    assert parse("Is there a file on the desk?").form == "is-at"


@pytest.mark.parametrize(
    ("text", "form", "name", "when"),
    [
        ("Where's the water after step three?", "location", "water", AFTER_3),
        ("WHERE ARE THE LEAVES BEFORE THE THIRD STEP", "location", "LEAVES", BEFORE_3),
        ("Before step 3, where is the carbon dioxide?", "location", "carbon dioxide", BEFORE_3),
        ("Where is the water at the 3rd step?", "location", "water", AT_3),
        ("Where was the water at the start?", "location", "water", START),
        ("Where is the water in the beginning?", "location", "water", START),
        ("Where was the sugar finally?", "location", "sugar", END),
        ("Where is the water in the last step?", "location", "water", Time("at", -1)),
        ("Where is the water before the penultimate step?", "location", "water")
        + (Time("before", -2),),
        ("Where is the water after the second to last step?", "location", "water")
        + (Time("after", -2),),
        ("Where is the water in the next to last step?", "location", "water", Time("at", -2)),
        ("Where does the water end up?", "location", "water", END),
        ("Where can I find the water at the end?", "location", "water", END),
        ("What is the location of the “dough” after step #3?", "location", "dough", AFTER_3),
        ("Please tell me where the water is after step 3.", "location", "water", AFTER_3),
        ("Where is the step 3 result after step 3?", "location", "step 3 result", AFTER_3),
        ("Where is the water?", "timeline", "water", None),
        ("Where are those leaves?", "timeline", "leaves", None),
        ("Where are these leaves?", "timeline", "leaves", None),
        ("Where is that leaf?", "timeline", "leaf", None),
        ("Where is this leaf?", "timeline", "leaf", None),
        ("What is the history of the first-aid kit?", "timeline", "first-aid kit", None),
        ("What becomes of the water?", "timeline", "water", None),
        ("Is the sugar ever made?", "is-created", "sugar", None),
        ("Does the sugar form?", "is-created", "sugar", None),
        ("Is the water used up?", "is-destroyed", "water", None),
        ("Does the water ever move?", "is-moved", "water", None),
        ("What step creates the sugar?", "when-created", "sugar", None),
        ("When is the sugar produced?", "when-created", "sugar", None),
        ("When does the oxygen disappear?", "when-destroyed", "oxygen", None),
        ("In which steps is the water moved?", "when-moved", "water", None),
        ("Where does the sugar form?", "where-created", "sugar", None),
        ("Where is the sugar destroyed?", "where-destroyed", "sugar", None),
        ("Where does the water come from?", "origin", "water", None),
        ("From where is the water taken?", "origin", "water", None),
        ("How many steps does it take?", "how-many-steps", None, None),
        ("Which ingredients do I need?", "materials", None, None),
        ("What comes after step 3?", "step-text", None, AFTER_3),
        ("What do I do first?", "step-text", None, Time("at", 1)),
        ("What is the last thing I do?", "step-text", None, Time("at", -1)),
        ("What is left at the end?", "left", None, END),
        ("From where does the water move?", "where-moved", "water", None),
        ("Where does the water go?", "where-moved", "water", None),
        ("What goes in?", "inputs", None, None),
        ("What is consumed?", "inputs", None, None),
        ("In this recipe, what is needed?", "inputs", None, None),
        ("What comes out of the process?", "outputs", None, None),
        ("What is produced?", "outputs", None, None),
        ("What turns into what?", "conversions", None, None),
        ("What is the flour turned into?", "becomes", "flour", None),
        ("How is sugar made?", "made-of", "sugar", None),
        ("What is sugar made of?", "made-of", "sugar", None),
        ("What moves at step 3?", "moves", None, AT_3),
        ("What happens after step 3?", "changes", None, AFTER_3),
        ("What happens?", "changes", None, None),
        ("Is the water destroyed in step 3?", "happens-to-at", "water", AT_3),
        ("Is there any water left after step 3?", "exists", "water", AFTER_3),
        ("What is where at the end?", "snapshot", None, END),
        ("Where is everything?", "snapshot", None, None),
        ("What else is in the same place as the dough?", "together-with", "dough", None),
        ("What is together at step 3?", "together-at", None, AT_3),
        ("Which procedures make bread?", "producers", "bread", None),
        ("In which documents is water consumed?", "consumers", "water", None),
        ("Which recipes need flour?", "consumers", "flour", None),
        ("Which texts are about water?", "documents-about", "water", None),
        ("What documents mention yeast?", "documents-about", "yeast", None),
        ("Show me the recipes with onions", "documents-about", "onions", None),
        ("Are there any recipes with onions?", "documents-about", "onions", None),
        ("Which protocols deal with cold samples?", "documents-about", "cold samples", None),
        ("In which recipes is yeast mentioned?", "documents-about", "yeast", None),
        ("Which documents track water?", "trackers", "water", None),
        ("Which protocols transport the sample?", "movers", "sample", None),
        ("In which procedures does the water flow?", "movers", "water", None),
        ("Where is salt ever found?", "found-at", "salt", None),
        ("Which recipes turn flour into bread?", "converters", "flour", None),
        ("Which documents use up its outputs?", "feeds", None, None),
        ("Where do the ingredients come from?", "fed-by", None, None),
        ("Show me the lineage", "lineage", None, None),
        ("Which documents have the same conversion as this procedure?", "shared-conversions")
        + (None, None),
    ],
)
def test_a_wording_is_parsed_as_its_form(
    text: str, form: str, name: str | None, when: Time | None
) -> None:
    parsed = parse(text)

    assert (parsed.form, parsed.entity, parsed.time) == (form, name, when)


@pytest.mark.parametrize(
    ("text", "place", "when"),
    [
        ("What is in the leaf?", "leaf", None),
        ("What was ever at the roots of the tree?", "roots of the tree", None),
        ("What is in the bowl after step 3?", "bowl", AFTER_3),
        ("Which things are on the table at the start?", "table", START),
    ],
)
def test_a_question_about_a_place_names_that_place(
    text: str, place: str, when: Time | None
) -> None:
    parsed = parse(text)

    assert (parsed.form, parsed.location, parsed.time) == ("ever-at", place, when)


@pytest.mark.parametrize(
    "question",
    ["Is the water in the soil or in the leaf?", "Does it go in the pan or the pot before I stir?"],
)
def test_a_choice_is_no_question_for_yes_or_no(question: str) -> None:
    with pytest.raises(NotUnderstood):
        parse(question)


@pytest.mark.parametrize(
    ("question", "thing", "place"),
    [
        ("Are any beads left in the tube?", "beads", "tube"),
        ("Is the lid back on the jar?", "lid", "jar"),
        ("Is the buffer still with the cells?", "buffer", "cells"),
    ],
)
def test_words_of_presence_are_no_part_of_a_name(question: str, thing: str, place: str) -> None:
    parsed = parse(question)

    assert (parsed.form, parsed.thing, parsed.place) == ("is-at", thing, place)


def test_a_conversion_names_what_is_used_up_and_what_is_made() -> None:
    parsed = parse("In which documents are the grapes converted into red wine?")

    assert (parsed.form, parsed.entity, parsed.product) == (
        "converters",
        "grapes",
        "red wine",
    )


def test_a_question_before_a_step_asks_for_the_location_before_it() -> None:
    assert parse("Where is the water before step 3?").question == "location-before"
    assert parse("Where is the water after step 3?").question == "location-after"


@pytest.mark.parametrize("text", ["", "What colour is the sky?", "water", "what is 5", "?" * 50])
def test_a_text_that_fits_no_form_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood, match="is not understood"):
        parse(text)


def test_a_very_long_question_is_refused_at_once() -> None:
    with pytest.raises(BadInput, match="the most allowed is"):
        parse("where is " * 10_000)


@pytest.mark.parametrize("word", ["in ", "is ", "step ", "where is ", "the last step "])
def test_no_wording_takes_long_to_parse(word: str) -> None:
    start = time.perf_counter()

    with pytest.raises(NotUnderstood):
        parse("zz " + word * (1_900 // len(word)))

    assert time.perf_counter() - start < 5.0


def test_answering_loads_no_heavy_library() -> None:
    heavy = "torch transformers spacy ladybug neo4j networkx sqlalchemy prefect".split()
    code = f"import sys, pipeline.questions.answer; print([m for m in {heavy} if m in sys.modules])"

    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert process.stdout.strip() == "[]"
