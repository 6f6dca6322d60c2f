"""The table of forms: a question is one Cypher file and one entry, and no entry lacks a part."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest

from pipeline.questions.catalogue import catalogue
from pipeline.questions.forms import FORMS, CrossDocumentForm, Form, form_named
from pipeline.questions.parser import parse


def faults(form: Form) -> list[str]:
    """The parts that an entry lacks."""
    parameters = ("scope", "parsed")
    if not isinstance(form, CrossDocumentForm):
        parameters += ("names",)
    lacking = []
    if form.question not in catalogue():
        lacking.append("a Cypher file")
    if not form.patterns:
        lacking.append("a pattern")
    try:
        inspect.signature(form.reply).bind(*parameters)
    except TypeError:
        lacking.append("a reply")
    return lacking


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_has_a_cypher_file_a_pattern_and_a_reply(form):
    assert faults(form) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"question": "no-such-file"}, "a Cypher file"),
        ({"patterns": ()}, "a pattern"),
        ({"reply": None}, "a reply"),
        ({"reply": lambda: None}, "a reply"),
    ],
)
@pytest.mark.parametrize("form", [FORMS[0], FORMS[-1]], ids=lambda form: form.name)
def test_a_form_that_lacks_a_part_is_noticed(form, change, fault):
    assert faults(replace(form, **change)) == [fault]


def test_no_two_forms_share_a_name():
    assert [form_named(form.name) for form in FORMS] == list(FORMS)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_example_of_a_form_is_parsed_as_that_form(form):
    parsed = parse(form.example)

    assert (parsed.form, parsed.question) == (form.name, form.question)
