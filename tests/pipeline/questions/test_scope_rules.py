"""Pages of many documents as sentences, with what they share and what supports it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest

from pipeline.questions import cross_document, shared_concepts, shared_conversions
from pipeline.questions.cross_document import (
    StoreScope,
    describe_converters,
    describe_documents,
    describe_hop,
    describe_lineage,
    describe_places_across,
    describe_shared_conversions,
    up_to,
)
from pipeline.questions.lineage import End, Hop, Lineage
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.row_pages import FIRST_PAGE, RowsPage

Row = dict[str, Any]
DAY = datetime(2024, 1, 1)


class Pages:
    """Stands in for ``ask_page``: the same rows for every question, or those of its name."""

    def __init__(self, *rows: Row, next_after: str | None = None, **named: list[Row]) -> None:
        self.asked: list[tuple[str, Mapping[str, Any], Mapping[str, Any]]] = []
        self._rows = list(rows)
        self._named = {name.replace("_", "-"): own for name, own in named.items()}
        self._next_after = next_after

    def page(self, question: str, parameters: Mapping[str, Any], **options: Any) -> RowsPage:
        self.asked.append((question, dict(parameters), options))
        return RowsPage(self._named.get(question, self._rows), self._next_after)

    def rows(self, question: str, parameters: Mapping[str, Any], **options: Any) -> list[Row]:
        return self.page(question, parameters, **options).rows


@pytest.fixture
def scope(monkeypatch: pytest.MonkeyPatch) -> Any:
    def of(pages: Pages, document: str | None = None, after: str = "") -> StoreScope:
        monkeypatch.setattr(cross_document, "ask_page", pages.page)
        monkeypatch.setattr(cross_document, "ask", pages.rows)
        return StoreScope(None, DAY, document, limit=7, after=after)  # type: ignore[arg-type]

    return of


def asked(entity: str | None = "tea", product: str | None = None) -> ParsedQuestion:
    return ParsedQuestion("", "users", entity, product=product)


def test_a_page_is_that_of_the_scope_and_of_its_document_if_it_has_one(scope):
    pages = Pages()

    scope(pages, "d", "b").page("trackers", concept="tea")
    scope(pages).page("trackers", concept="tea")
    scope(pages).ask("steps", document="d")

    options = {"store": None, "as_of": DAY, "limit": 7}
    assert pages.asked == [
        ("trackers", {"concept": "tea", "documents": ["d"]}, options | {"after": "b"}),
        ("trackers", {"concept": "tea"}, options | {"after": ""}),
        ("steps", {"document": "d"}, {"store": None, "as_of": DAY}),
    ]
    plain = StoreScope(None, None, None)  # type: ignore[arg-type]
    assert (plain.limit, plain.after) == (FIRST_PAGE, "")
    assert (up_to(None), up_to("d")) == ("", " up to d")


@pytest.mark.parametrize(
    ("rows", "after", "next_after", "sentence"),
    [
        ("", "", None, "Tea is brewed in no document."),
        ("", "a", None, "Tea is brewed in no more documents."),
        ("", "", "d", "Tea is brewed in no document up to d."),
        ("b", "", None, "Tea is brewed in 1 document: b (step 1)."),
        ("bcb", "", None, "Tea is brewed in 2 documents: b (step 1), c (step 2) and b (step 3)."),
        ("bc", "a", None, "Tea is brewed in 2 more documents: b (step 1) and c (step 2)."),
        ("b", "a", "b", "Tea is brewed in at least 1 more document: b (step 1)."),
    ],
)
def test_documents_are_counted_and_listed_with_the_step(scope, rows, after, next_after, sentence):
    own = [
        {"document": document, "step": step, "evidence_step": step}
        for step, document in enumerate(rows, 1)
    ]
    pages = Pages(*own, next_after=next_after)

    reply = describe_documents(scope(pages, "d", after), asked("teas"), participle="brewed")

    assert reply.sentence.replace("Teas are", "Tea is") == sentence
    assert (reply.parameters, reply.next_after) == ({"concept": "tea"}, next_after)
    assert list(reply.rows) == list(reply.support) == own
    assert "documents" not in pages.asked[0][1]


def test_documents_without_a_step_are_listed_once_and_without_support(scope):
    rows = [{"document": "b", "entity": name} for name in ("tea", "chai")]

    reply = describe_documents(scope(Pages(*rows)), asked(), participle="tracked")

    assert reply.sentence == "Tea is tracked in 1 document: b."
    assert (list(reply.support), len(reply.rows)) == ([], 2)


def test_converters_are_supported_by_what_they_make(scope):
    rows = [{"document": "b", "step": 2, "produced_entity": "green tea", "entity": "x"}]
    pages = Pages(*rows, next_after="b")

    reply = describe_converters(scope(pages, "d"), asked("Leaves", "teas"))

    assert reply.sentence == (
        "Leaves are converted into the teas in at least 1 document: b (step 2)."
    )
    assert reply.parameters == {"consumed": "leaf", "produced": "tea"} == pages.asked[0][1]
    assert [row["entity"] for row in reply.support] == ["green tea"]
    assert (list(reply.rows), reply.next_after) == (rows, "b")


def test_stated_places_are_listed_each_with_its_documents(scope):
    rows = [
        {"document": "b", "location": "pot", "kind": "stated"},
        {"document": "c", "location": "cup", "kind": "stated"},
        {"document": "c", "location": "pot", "kind": "stated"},
        {"document": "c", "location": "pot", "kind": "stated"},
        {"document": "c", "location": "?", "kind": "somewhere"},
    ]
    every = describe_places_across(scope(Pages(*rows)), asked())
    first = describe_places_across(scope(Pages(*rows[:1], next_after="b")), asked())
    none = describe_places_across(scope(Pages(rows[4], next_after="c")), asked())

    assert every.sentence == "Tea is found in the pot (b, c) and in the cup (c)."
    assert (list(every.support), len(every.rows)) == (rows[:4], 5)
    assert first.sentence == "Tea is found in the pot (b) in at least 1 document."
    assert none.sentence == "Tea is at no place that any document up to c states."
    assert (none.next_after, every.parameters) == ("c", {"concept": "tea"})


def hop(maker: str, user: str) -> Hop:
    ends = (End(document, "tea", n, 1.0, n, "", 0, 1) for n, document in enumerate((maker, user)))
    return Hop(1, "tea", *ends)


@pytest.mark.parametrize(
    ("direction", "next_after", "sentence"),
    [
        ("onward", None, "No document uses up what a makes."),
        ("onward", "m", "No document up to m uses up what a makes."),
        ("back", None, "No document makes what a uses up."),
        ("back", "m", "No document up to m makes what a uses up."),
    ],
)
def test_a_document_without_hops_has_a_sentence_for_it(
    scope, monkeypatch, direction, next_after, sentence
):
    monkeypatch.setattr(cross_document, "hops_page", lambda *_, **__: ([], next_after))

    reply = describe_hop(scope(Pages(), "a"), asked(), direction=direction)

    assert (reply.sentence, reply.next_after, list(reply.rows)) == (sentence, next_after, [])


def test_a_hop_has_both_ends_once(scope, monkeypatch):
    calls: list[Any] = []

    def hops_page(document: str, **options: Any) -> Any:
        calls.append((document, options))
        return [hop("a", "b"), hop("a", "c")], "c"

    monkeypatch.setattr(cross_document, "hops_page", hops_page)
    reply = describe_hop(scope(Pages(), "a", "x"), asked(), direction="back")

    assert reply.sentence == (
        "What a makes in step 0, the tea, is used up in step 1 of b and what a makes in step 0,"
        " the tea, is used up in step 1 of c."
    )
    assert [row["document"] for row in reply.support] == ["a", "b", "c"]
    assert (reply.next_after, reply.parameters) == ("c", {"document": "a"})
    assert [row["user"]["document"] for row in reply.rows] == ["b", "c"]
    options = {"store": None, "direction": "back", "as_of": DAY, "limit": 7, "after": "x"}
    assert calls == [("a", options)]


def test_a_lineage_has_a_line_for_each_hop_and_each_circle(scope, monkeypatch):
    own = Lineage("a", "onward", (hop("a", "b"), hop("b", "a")), (("a", "b"),), False)
    monkeypatch.setattr(cross_document, "lineage", lambda *_, **__: own)
    reply = describe_lineage(scope(Pages(), "a"), asked())
    own = Lineage("a", "onward", (), (), False)
    none = describe_lineage(scope(Pages(), "a"), asked())

    assert reply.sentence.splitlines()[1:] == [
        "What b makes in step 0, the tea, is used up in step 1 of a.",
        "In a circle: a, b, a.",
    ]
    assert (len(reply.rows), len(reply.support)) == (2, 4)
    assert none.sentence == "No document uses up what a makes."


CONVERSIONS: dict[str, list[Row]] = {
    "entities": [
        {"entity": "leaf", "concept": "leaf"},
        {"entity": "tea", "concept": "tea"},
        {"entity": "tea", "concept": "chai"},
        {"entity": "lid", "concept": "lid"},
    ],
    "conversions": [
        {"change": "destroy", "entity": "leaf", "step": 2},
        {"change": "create", "entity": "tea", "step": 2},
        {"change": "create", "entity": "lid", "step": 3},
    ],
    "converters": [
        {"document": document, "step": 9, "consumed_entity": "leaves", "produced_entity": "tea"}
        for document in ("a", "b")
    ],
}


def test_conversions_are_shared_by_step_with_both_of_their_concepts(scope, monkeypatch):
    pages = Pages(**CONVERSIONS)
    monkeypatch.setattr(shared_conversions, "ask", pages.rows)
    monkeypatch.setattr(shared_conversions, "ask_page", pages.page)

    reply = describe_shared_conversions(scope(pages, "a"), asked())

    keys = ("own_step", "consumed", "produced", "document")
    rows = [tuple(row[key] for key in keys) for row in reply.rows]
    assert rows == [(2, "leaf", "chai", "b"), (2, "leaf", "tea", "b")]
    assert reply.sentence.startswith(
        "As in step 2, the leaves are converted into the tea in step 9 of b and as in step 2, the"
    )
    assert [row["entity"] for row in reply.support] == ["tea", "tea"]
    (first, *_) = [options for question, _, options in pages.asked if question == "converters"]
    assert first == {"store": None, "as_of": DAY, "limit": FIRST_PAGE}


def concept_rows(*pairs: tuple[str, str]) -> list[Row]:
    return [{"concept": concept, "entity": entity} for concept, entity in pairs]


class Things:
    """A store of the concepts of each document."""

    def __init__(self, **things: list[Row]) -> None:
        self._things = things

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        return self._things[parameters["document"]]


def test_the_dozen_concepts_that_most_documents_share_are_listed():
    every = [(f"c{number:02}", f"e{number}") for number in range(14)]
    store = Things(
        a=concept_rows(*every, ("c13", "second name")),
        b=concept_rows(*every[:13]),
        c=concept_rows(every[12], ("alone", "x")),
    )

    shared = shared_concepts.concepts_among("abc", store=store)  # type: ignore[arg-type]

    names = [concept.name for concept in shared]
    assert names == ["c12", *(f"c{number:02}" for number in range(11))]
    assert shared[0].entities == {"a": "e12", "b": "e12", "c": "e12"}


def test_the_first_name_of_a_concept_counts_around_a_document(monkeypatch):
    rows = [{"document": document, "entity": entity}
            for document, entity in (("b", "tea"), ("a", "tea"), ("a", "chai"))]  # fmt: skip
    pages = Pages(*rows)
    monkeypatch.setattr(shared_concepts, "ask_page", pages.page)
    store = Things(a=concept_rows(("tea", "tea"), ("tea", "chai")))

    (concept,) = shared_concepts.concepts_around("a", store=store)  # type: ignore[arg-type]

    assert list(concept.entities.items()) == [("a", "tea"), ("b", "tea")]
    assert pages.asked == [("trackers", {"concept": "tea"}, {"store": store, "limit": 1000})]
