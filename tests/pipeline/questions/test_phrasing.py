"""Rows as English phrases."""

import pytest

from pipeline.questions.phrasing import (
    after,
    at,
    change_clause,
    changes,
    comma_list,
    conversions,
    course,
    from_to,
    named,
    number,
    quoted,
    sentence,
    short,
    span,
    steps,
    subject,
)


@pytest.mark.parametrize(
    ("place", "phrase"),
    [
        ("soil", "in the soil"),
        ("rack", "on the rack"),
        ("shelves of the larder", "on the shelves of the larder"),
        ("road surface", "on the road surface"),
        ("under the table", "under the table"),
        ("Under the table", "Under the table"),
        ("a bowl", "in a bowl"),
        ("?", "at a place that is not stated"),
    ],
)
def test_a_place_has_the_preposition_of_its_kind(place, phrase):
    assert at(place) == phrase


@pytest.mark.parametrize(
    ("name", "shown", "with_article"),
    [
        ("water; H2O", "water", "the water"),
        ("two  eggs", "two eggs", "two eggs"),
        ("The egg", "The egg", "The egg"),
        ("12 eggs", "12 eggs", "12 eggs"),
        ("another egg", "another egg", "the another egg"),
        (";", ";", "the ;"),
    ],
)
def test_a_name_is_its_first_one_with_an_article_unless_it_has_its_own(name, shown, with_article):
    assert (short(name), named(name)) == (shown, with_article)


@pytest.mark.parametrize(
    ("names", "verb", "phrase"),
    [
        ("water", "moves", "the water moves"),
        ("leaves", "moves", "the leaves move"),
        ("leaves", "is created", "the leaves are created"),
        ("egg", "does", "the egg does"),
        (["egg"], "does", "the egg does"),
        (["egg", "milk"], "does", "the egg and the milk do"),
        (["egg", "milk"], "is", "the egg and the milk are"),
        ("baker's", "moves", "the baker's moves"),
    ],
)
def test_a_verb_agrees_with_its_names(names, verb, phrase):
    assert subject(names, verb) == phrase


@pytest.mark.parametrize(
    ("first", "until", "phrase"),
    [
        (0, 4, "all the time"),
        (2, 4, "from step 2 on"),
        (0, 3, "from the start to step 3"),
        (1, 3, "from step 1 to step 3"),
    ],
)
def test_the_steps_of_a_presence(first, until, phrase):
    assert span({"from_step": first, "until_step": until}, n_steps=3) == phrase


def test_a_state_is_named_by_its_step():
    assert (after(0), after(1)) == ("at the start", "after step 1")


def test_steps_are_counted_and_listed():
    assert (steps([2]), steps([2, 3, 5])) == ("step 2", "steps 2, 3 and 5")
    assert [number(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]


def test_words_of_a_step_are_on_one_line_and_a_sentence_begins_with_a_capital():
    assert quoted(" Stir\n it ") == "“Stir it”"
    assert (sentence("it rains"), sentence("")) == ("It rains.", ".")


@pytest.mark.parametrize(
    ("n_items", "phrase"),
    [
        (0, ""),
        (1, "0"),
        (2, "0 and 1"),
        (3, "0, 1 and 2"),
        (12, "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11"),
        (14, "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more"),
    ],
)
def test_a_list_has_commas_and_an_and_and_at_most_a_dozen_items(n_items, phrase):
    assert comma_list(list(map(str, range(n_items)))) == phrase


@pytest.mark.parametrize(
    ("count", "ending"),
    [(12, "."), (13, "There is 1 more change."), (14, "There are 2 more changes.")],
)
def test_changes_left_out_of_a_long_list_are_counted(count, ending):
    row = {"change": "destroy", "entity": "water", "origin": "pot"}

    assert changes([row | {"step": step} for step in range(1, count + 1)]).endswith(ending)


@pytest.mark.parametrize(
    ("row", "clause"),
    [
        ({"change": "create", "origin": None, "destination": "pot"},
         "the eggs are created in the pot"),
        ({"change": "destroy", "origin": "pot", "destination": None},
         "the eggs are destroyed in the pot"),
        ({"change": "move", "origin": "pot", "destination": "?"},
         "the eggs move from the pot to a place that is not stated"),
    ],
)  # fmt: skip
def test_a_change_is_a_clause(row, clause):
    assert change_clause(row | {"entity": "eggs", "step": 1}) == clause


def test_both_places_of_a_move_are_named():
    assert from_to({"origin": "?", "destination": "a pot"}) == (
        "from a place that is not stated to a pot"
    )


def test_changes_of_one_step_are_one_sentence():
    row = {"change": "destroy", "entity": "egg", "origin": "pot", "step": 1}

    assert changes([row, row | {"entity": "milk"}, row | {"entity": "salt", "step": 3}]) == (
        "In step 1 the egg is destroyed in the pot and the milk is destroyed in the pot. In step 3"
        " the salt is destroyed in the pot."
    )


def test_a_conversion_names_all_its_steps_and_what_goes_in_and_comes_out():
    rows = [
        {"step": 2, "change_step": 2, "change": "destroy", "entity": "flour"},
        {"step": 2, "change_step": 2, "change": "destroy", "entity": "eggs"},
        {"step": 2, "change_step": 3, "change": "create", "entity": "dough"},
        {"step": 4, "change_step": 4, "change": "destroy", "entity": "dough"},
        {"step": 4, "change_step": 4, "change": "create", "entity": "bread"},
    ]

    assert conversions(rows) == (
        "In steps 2 and 3 the flour and the eggs are converted into the dough. In step 4 the dough"
        " is converted into the bread."
    )


@pytest.mark.parametrize(
    ("presences", "text"),
    [
        ([], "The ice does not exist at any step."),
        ([("sea", 0, 6)], "The ice is in the sea all the time."),
        ([("sea", 0, 2), ("air", 2, 6)],
         "The ice starts in the sea and moves to the air in step 2."),
        ([("sea", 0, 5)], "The ice starts in the sea and is destroyed in step 5."),
        ([("sea", 2, 6)], "The ice is created in the sea in step 2."),
        ([("sea", 1, 2), ("?", 2, 3), ("sea", 4, 5)],
         "The ice is created in the sea in step 1, moves to a place that is not stated in step 2,"
         " is destroyed in step 3, is created again in the sea in step 4 and is destroyed in"
         " step 5."),
    ],
)  # fmt: skip
def test_the_course_of_a_thing_is_one_sentence(presences, text):
    rows = [
        {"location": place, "from_step": first, "until_step": until}
        for place, first, until in presences
    ]

    assert course("ice", rows, n_steps=5) == text
