"""How a question is read: politeness, quotes, articles, and the parts that a form takes from it."""

from __future__ import annotations

import pytest

from pipeline.errors import BadInput
from pipeline.questions.parsed_question import Time
from pipeline.questions.parser import NotUnderstood, parse
from pipeline.questions.time_clauses import TimeClause


@pytest.mark.parametrize(
    "text",
    [
        "Where is the tea?",
        "  Where\n is\tthe tea ? ",
        "Where is the tea?!",
        "Where is the tea.",
        "Where's the tea",
        "where’s the tea?",
        "WHERE'S the tea",
        "Please, where is the tea?",
        "So then where is the tea?",
        "Okay, now, where is the tea?",
        "Tell me where is the tea",
        "Could you please tell me where is the tea?",
        "I want to know where is the tea",
        "In this recipe, where is the tea?",
        "Where is the tea, please?",
        "Where is the tea exactly?",
        "Where is the tea in this recipe?",
        "Where is the tea of the recipe, please?",
        "Where is the tea here?",
        "Where is “tea”?",
        "Where is ‘tea’?",
        "Where is `tea`?",
        "Where is 'tea'?",
        'Where is "tea",?',
        "Where is a tea?",
        "Where is an tea?",
        "Where is any tea?",
        "Where is some tea?",
        "Where is all of the tea?",
        "Where is all tea?",
    ],
)
def test_polite_words_quotes_and_articles_are_no_part_of_a_name(text):
    parsed = parse(text)

    assert (parsed.form, parsed.entity) == ("timeline", "tea")


@pytest.mark.parametrize(
    ("text", "entity"),
    [("Where're the cups?", "cups"), ("where’re the cups?", "cups"), ('Where is "?', '"')],
)
def test_a_contraction_is_written_out_and_a_name_is_never_empty(text, entity):
    assert parse(text).entity == entity


def test_the_whole_question_is_kept_without_its_politeness():
    assert (
        parse("Please, where is   the tea after step 3?").words == "where is the tea after step 3"
    )


@pytest.mark.parametrize(("length", "is_read"), [(2000, True), (2001, False)])
def test_a_question_of_two_thousand_characters_is_read_and_no_longer_one(length, is_read):
    text = "z" * length

    with pytest.raises(BadInput) as refusal:
        parse(text)

    assert isinstance(refusal.value, NotUnderstood) is is_read
    assert is_read or "has 2001 characters; the most allowed is 2000" in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "relation", "words"),
    [
        ("Where is the tea when the kettle boils?", "at", "the kettle boils"),
        ("Where is the tea after straining it?", "after", "straining it"),
        ("Before I pour it, where is the tea?", "before", "I pour it"),
    ],
)
def test_a_clause_is_a_time_that_the_document_decides(text, relation, words):
    parsed = parse(text)

    assert (parsed.form, parsed.entity, parsed.time) == ("location", "tea", None)
    assert parsed.clause == TimeClause(relation, words)


def test_a_step_that_is_named_after_a_clause_decides_the_time():
    parsed = parse("Where is the tea after straining it in step 3?")

    assert parsed.time == Time("after", 3)
    assert parsed.clause == TimeClause("after", "straining it")


@pytest.mark.parametrize("relation", ["before", "after"])
def test_an_event_before_or_after_another_is_a_question_of_order(relation):
    parsed = parse(f"Does the bread cool {relation} I slice it?")

    assert (parsed.form, parsed.thing) == ("in-order", "bread cool")
    assert parsed.clause == TimeClause(relation, "I slice it")


@pytest.mark.parametrize(
    "text",
    [
        "Does the bread cool when I slice it?",
        "Does the bread cool?",
        "Does the bread exist?",
        "What follows?",
        "Is there any bread left?",
    ],
)
def test_a_form_that_needs_a_time_or_another_event_fits_none_without_it(text):
    with pytest.raises(NotUnderstood):
        parse(text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("What is left?", "outputs"),
        ("What is left in the end?", "left"),
        ("What is consumed?", "inputs"),
        ("What is consumed at step 3?", "destroyed-things"),
        ("What is produced at step 3?", "created-things"),
        ("Does the bread exist after step 2?", "exists"),
        ("What follows after step 2?", "step-text"),
    ],
)
def test_a_time_decides_between_forms(text, form):
    assert parse(text).form == form


def test_steps_between_which_things_change_are_numbers():
    parsed = parse("What changed between steps 2 and 11?")

    assert (parsed.form, parsed.between) == ("changes-between", (2, 11))
    assert parse("What changes?").between is None


@pytest.mark.parametrize(
    ("text", "form", "about", "limit"),
    [
        ("Which recipes bake above 200 °C?", "quantities-above", "bake", "200 °C"),
        ("Which steps take more than half an hour?", "quantities-above", "take", "half an hour"),
        ("What rests for less than 2 h?", "quantities-below", "rests", "2 h"),
        ("How long does the dough rest?", "duration", "does the dough rest", None),
        ("What concentration of salt is used?", "concentration", "salt is used", None),
    ],
)
def test_the_words_about_a_quantity_and_its_limit_are_kept(text, form, about, limit):
    parsed = parse(text)

    assert (parsed.form, parsed.about, parsed.limit) == (form, about, limit)


def test_a_question_has_only_the_names_that_its_form_takes():
    parsed = parse("Which steps use the oven?")

    assert (parsed.thing, parsed.entity, parsed.location, parsed.place) == (
        "oven",
        None,
        None,
        None,
    )
    assert (parsed.product, parsed.clause, parsed.time, parsed.limit) == (None, None, None, None)
