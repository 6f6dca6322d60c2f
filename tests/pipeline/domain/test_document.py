"""Documents, their parts, and the names that can be stored."""

from dataclasses import FrozenInstanceError, replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.domain.document import (
    MAX_NAME_LENGTH,
    AnnotatedDocument,
    Document,
    Entity,
    Mention,
    Step,
    Token,
    checked_name,
)

DOCUMENT = Document(
    id="tea.txt",
    title="Tea",
    text="Boil water. Pour it.",
    steps=(Step(1, "Boil water.", 0), Step(2, "Pour it.", 12)),
    source="/texts/tea.txt",
)


def test_a_name_that_can_be_stored_is_returned_as_it_is():
    assert checked_name(" Water \u202e ", role="the entity") == " Water \u202e "
    assert checked_name("x" * MAX_NAME_LENGTH, role="the id") == "x" * MAX_NAME_LENGTH


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "the id is empty"),
        (" \t\n", "the id is empty"),
        ("a\0b", "contains a NUL character"),
        ("x" * (MAX_NAME_LENGTH + 1), "has 1001 characters; at most 1000"),
        ("half \ud800 pair", "is not valid Unicode"),
    ],
)
def test_a_name_that_cannot_be_stored_is_refused_with_its_role(name, fault):
    with pytest.raises(ValueError, match=fault) as refusal:
        checked_name(name, role="the id")

    assert str(refusal.value).startswith("the id")
    assert len(str(refusal.value)) < 120


def test_an_entity_keeps_its_name_and_lists_each_synonym_once():
    water = Entity.parse(" water;  H2O ;water;; ")

    assert water.name == " water;  H2O ;water;; "
    assert water.aliases == ("water", "H2O")


@pytest.mark.parametrize("name", ["", "  ", ";", " ; ;"])
def test_an_entity_needs_at_least_one_name(name):
    with pytest.raises(ValueError, match="is empty|holds no name"):
        Entity.parse(name)


def test_a_list_of_entities_keeps_its_order():
    assert Entity.parse_all(["water", "leaf"]) == (Entity.parse("water"), Entity.parse("leaf"))
    assert Entity.parse_all([]) == ()


def test_an_entity_that_is_listed_twice_is_refused_whatever_the_space_around_it():
    with pytest.raises(ValueError, match="'water ' is given twice"):
        Entity.parse_all(["water", "leaf", "water "])


def test_a_document_counts_its_steps():
    assert DOCUMENT.n_steps == 2
    assert replace(DOCUMENT, steps=()).n_steps == 0


def test_the_hash_of_a_text_depends_on_the_text_alone():
    renamed = replace(DOCUMENT, id="b", title="B", source="/b", steps=())

    assert renamed.text_sha256 == DOCUMENT.text_sha256
    assert replace(DOCUMENT, text="Boil it.").text_sha256 != DOCUMENT.text_sha256


NOON = datetime(2026, 1, 1, 12)


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "Green tea"},
        {"text": "Boil water. Pour it. "},
        {"steps": DOCUMENT.steps[:1]},
        {"steps": (replace(DOCUMENT.steps[0], char_start=1), DOCUMENT.steps[1])},
        {"steps": (replace(DOCUMENT.steps[0], starts_at=NOON), DOCUMENT.steps[1])},
        {"steps": (replace(DOCUMENT.steps[0], ends_at=NOON), DOCUMENT.steps[1])},
        {"entities": ()},
        {"entities": (Entity.parse("water"),)},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_the_fingerprint_changes_with_everything_a_reading_depends_on(changes):
    assert replace(DOCUMENT, **changes).fingerprint != DOCUMENT.fingerprint


def test_the_fingerprint_does_not_depend_on_where_a_document_is_stored():
    moved = replace(DOCUMENT, id="other.txt", source="/elsewhere/other.txt")

    assert moved.fingerprint == DOCUMENT.fingerprint


def test_the_fingerprint_is_the_same_in_every_process_and_version():
    """The ledger compares it with stored ones: a change would have every document read anew."""
    expected = "ff97ecb134a4c8972ed4e49d48abe45c06a703d8acd51fe1aa6962a9f7ce844e"
    assert DOCUMENT.fingerprint == expected


def test_the_fingerprint_of_any_script_is_the_same_in_every_process_and_version():
    expected = "2fc258f0feec66b2b3bd7bed7157c690e305501dc30b62268b642d9f6fc2fe69"
    assert replace(DOCUMENT, title="Maté 馬黛茶").fingerprint == expected


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_text_that_moves_from_one_field_to_the_next_changes_the_fingerprint(words):
    assert (
        replace(DOCUMENT, title=f"{words}a", text="b").fingerprint
        != replace(DOCUMENT, title=words, text="ab").fingerprint
    )


def test_the_parts_of_a_document_are_values_that_never_change():
    mention = Mention(1, 5, 10)
    token = Token("Water", "water", 5, 10)
    annotated = AnnotatedDocument(DOCUMENT, ((token,), ()), (Entity.parse("water"),))

    assert annotated.mentions == ()
    assert (mention, token) == (Mention(1, 5, 10), Token("Water", "water", 5, 10))
    values = ((mention, "step"), (token, "lemma"), (DOCUMENT, "id"), (annotated, "tokens"))
    for value, field in values:
        with pytest.raises(FrozenInstanceError):
            setattr(value, field, None)
