"""Documents that are about a subject, and the step that shows it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from pipeline.questions import subject_replies
from pipeline.questions.cross_document import StoreScope
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.subject_replies import describe_subject, describe_users
from pipeline.stores import Store
from pipeline.stores.write import write
from tests.pipeline.questions.test_answer import reading


def scope(store: Store, *names: str) -> StoreScope:
    steps = ("Pour the tea.", "Drink the Green Tea, hot.")
    rows = {"green tea": ("pot", "cup", "-")}
    readings = [reading(name, steps, rows) for name in names]
    write(readings, store=store, clock=lambda: datetime(2024, 1, 1))
    return StoreScope(store, None, None)


def asked(entity: str) -> ParsedQuestion:
    return ParsedQuestion("", "consumers", entity)


def test_one_document_is_and_two_are_about_a_subject(ladybug_store):
    first = describe_subject(scope(ladybug_store, "a"), asked("tea"))
    both = describe_subject(scope(ladybug_store, "b"), asked("tea"))

    assert first.sentence == "1 document is about tea: a (thing: green tea)."
    assert both.sentence == (
        "2 documents are about tea: a (thing: green tea) and b (thing: green tea)."
    )


def test_a_full_page_of_documents_may_not_be_all(ladybug_store):
    first = describe_subject(replace(scope(ladybug_store, "a"), limit=2), asked("tea"))
    full = describe_subject(replace(scope(ladybug_store, "b", "c"), limit=2), asked("tea"))

    assert first.sentence.startswith("1 document is")
    assert full.sentence.startswith("At least 2 documents are")


def test_the_step_that_has_the_whole_name_is_shown_before_an_earlier_one_that_has_a_part(
    ladybug_store,
):
    reply = describe_subject(scope(ladybug_store, "a"), asked("tea"))

    (step,) = reply.support
    assert step["evidence_step"] == 2
    assert step["evidence_text"][step["char_start"] : step["char_end"]] == "Tea"


def test_only_the_first_documents_are_shown_with_a_step(ladybug_store, monkeypatch):
    monkeypatch.setattr(subject_replies, "MOST_DOCUMENTS_ASKED", 1)

    reply = describe_subject(scope(ladybug_store, "a", "b"), asked("tea"))

    assert [row["document"] for row in reply.rows] == ["a", "b"]
    assert [row["document"] for row in reply.support] == ["a"]


def test_what_no_document_names_has_a_sentence_that_says_where_it_was_looked_for(ladybug_store):
    reply = describe_subject(scope(ladybug_store, "a"), asked("gold"))

    assert reply.sentence == "No document has 'gold' in its title, things, materials or places."
    assert not reply.rows and not reply.support


@pytest.mark.parametrize(
    ("entity", "sentence"),
    [
        ("green tea", "Green tea is used up in 1 document: a (step 2)."),
        ("cup", "Cup is used up in no document. 1 document is about cup: a (place: cup)."),
        ("gold", "Gold is used up in no document."),
    ],
)
def test_users_are_those_that_use_a_thing_up_else_those_that_name_it(
    ladybug_store, entity, sentence
):
    reply = describe_users(scope(ladybug_store, "a"), asked(entity))

    assert reply.sentence == sentence
