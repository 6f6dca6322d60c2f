"""Documents about a subject: where each has the name, and the step that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.questions import cross_document, subject_replies
from pipeline.questions.cross_document import StoreScope
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.subject_replies import describe_subject, describe_users
from tests.pipeline.questions.test_scope_rules import DAY, Pages


@pytest.fixture
def scope(monkeypatch: pytest.MonkeyPatch) -> Any:
    def of(pages: Pages, document: str | None = None, after: str = "") -> StoreScope:
        monkeypatch.setattr(cross_document, "ask_page", pages.page)
        monkeypatch.setattr(cross_document, "ask", pages.rows)
        monkeypatch.setattr(subject_replies, "same_as", lambda *_, **__: ["herb drinks"])
        return StoreScope(None, DAY, document, limit=7, after=after)  # type: ignore[arg-type]

    return of


def asked(entity: str) -> ParsedQuestion:
    return ParsedQuestion("", "users", entity)


STEPS = [
    {"step": 1, "text": "Pour the tea."},
    {"step": 2, "text": "Stir the Green teas."},
    {"step": 3, "text": "Drink green tea."},
]


@pytest.mark.parametrize(
    ("name", "step", "words"),
    [("green tea", 2, "teas"), ("Tea", 1, "tea"), ("green teas", 2, "teas"), ("herbs", 1, "tea")],
)
def test_a_document_about_a_subject_shows_the_first_step_with_the_name(scope, name, step, words):
    row = {"document": "b", "part": "entity", "name": name}
    pages = Pages(documents_about=[row], steps_naming=STEPS[::-1])

    reply = describe_subject(scope(pages, "d"), asked("tea"))

    (support,) = reply.support
    assert (support["document"], support["evidence_step"]) == ("b", step)
    start, end = support["char_start"], support["char_end"]
    assert support["evidence_text"][start:end] == words
    assert (support["entity"], support["probability"]) == (None, None)


def test_a_subject_is_looked_for_in_all_forms_of_all_its_names(scope):
    pages = Pages(documents_about=[], steps_naming=[])

    reply = describe_subject(scope(pages, "d"), asked("Iced-tea's"))

    words = pages.asked[0][1]["words"]
    assert pages.asked[0][1].keys() == {"words"}
    assert {"iced tea", "iced teas", "herb drink", "herb drinks"} <= set(words)
    assert all(word == " ".join(word.replace("-", " ").split()) for word in words)
    assert len(words) == len(set(words)) and reply.parameters == {"words": words}


@pytest.mark.parametrize(
    ("parts", "after", "next_after", "sentence"),
    [
        (["location", "material", "entity", "title"], "", None,
         "4 documents are about tea: 3 (title: n), 2 (thing: n), 1 (material: n) and 0 (place:"
         " n)."),
        (["title"], "", None, "1 document is about tea: 0 (title: n)."),
        (["title"], "a", "z", "At least 1 more document is about tea: 0 (title: n)."),
        ([], "", None, "No document has 'tea' in its title, things, materials or places."),
        ([], "a", "z", "No more document up to z has 'tea' in its title, things, materials or"
         " places."),
    ],
)  # fmt: skip
def test_documents_about_a_subject_come_by_the_part_that_has_it(
    scope, parts, after, next_after, sentence
):
    rows = [
        {"document": str(number), "part": part, "name": "n; m"} for number, part in enumerate(parts)
    ]
    pages = Pages(documents_about=rows, steps_naming=[], next_after=next_after)

    reply = describe_subject(scope(pages, None, after), asked("tea"))

    assert (reply.sentence, list(reply.support)) == (sentence, [])
    assert [row["document"] for row in reply.rows] == [str(n) for n in reversed(range(len(parts)))]
    assert reply.next_after == next_after


@pytest.mark.parametrize(
    ("n_users", "n_named", "next_after", "sentence"),
    [
        (1, 1, None, "Tea is used up in 1 document: u."),
        (0, 1, None, "Tea is used up in no document. 1 document is about tea: n (title: n)."),
        (0, 0, None, "Tea is used up in no document."),
        (0, 1, "z", "Tea is used up in no document up to z."),
    ],
)
def test_documents_that_name_a_thing_are_listed_if_none_uses_it_up(
    scope, n_users, n_named, next_after, sentence
):
    pages = Pages(
        users=[{"document": "u"}] * n_users,
        documents_about=[{"document": "n", "part": "title", "name": "n"}] * n_named,
        steps_naming=STEPS,
        next_after=next_after,
    )

    reply = describe_users(scope(pages), asked("tea"))

    assert reply.sentence == sentence
    assert len(reply.rows) == n_users
    assert len(reply.support) == ("is about" in sentence)
