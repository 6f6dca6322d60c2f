"""In which documents a question looks, and how many at a time, on a store of made-up answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import pytest

from pipeline.questions import candidates
from pipeline.questions.candidates import candidates_for
from pipeline.questions.catalogue import catalogue
from pipeline.questions.row_pages import RowsPage, rows_after
from pipeline.stores.statements import statement
from pipeline.stores.transaction_time import LATEST

Row = dict[str, Any]
DAY = datetime(2024, 1, 1)
STORED = ["a", "b", "c", "d", "e", "f"]


class Answering:
    """A store that answers each statement by a function of its parameters, and keeps them."""

    def __init__(self, **answers: Callable[[Mapping[str, Any]], list[Row]]) -> None:
        stored = {"documents_after": self._documents_after} | answers
        self._answers = {statement(f"read/{name}"): (name, stored[name]) for name in stored}
        self.asked: list[tuple[str, Mapping[str, Any]]] = []

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        name, answer = self._answers[cypher]
        self.asked.append((name, parameters))
        return answer(parameters)

    def set_rows(self, name: str, cypher: str, rows: list[Row]) -> None:
        self._answers[cypher] = name, lambda parameters: rows

    def parameters_of(self, name: str) -> list[Mapping[str, Any]]:
        return [parameters for own, parameters in self.asked if own == name]

    @staticmethod
    def _documents_after(parameters: Mapping[str, Any]) -> list[Row]:
        later = [each for each in STORED if each > parameters["after"]]
        return [{"document": each} for each in later[: parameters["most"]]]


def looked_in(store: Answering, question: str, all_at_once: bool = False, **parameters: Any) -> str:
    """All documents that are looked in, one after the other."""
    own = candidates_for(
        catalogue()[question], parameters, store=store, as_of=DAY, all_at_once=all_at_once
    )  # type: ignore[arg-type]
    documents = ""
    while following := own.after(documents[-1:], 2):
        documents += "".join(following)
    return documents


def keys(*documents: str) -> list[Row]:
    return [{"id": f"{document}:1/entity/{n}"} for n, document in enumerate(documents)]


@pytest.mark.parametrize(
    ("after", "most", "documents"),
    [("", 2, ["a", "c"]), ("a", 2, ["c", "x"]), ("b", 1, ["c"]), ("c", 9, ["x"]), ("x", 1, [])],
)
def test_documents_that_are_named_come_once_and_in_order(after, most, documents):
    named = {"documents": ["x", "a", "c", "a"], "concept": "tea"}

    own = candidates_for(
        catalogue()["trackers"], named, store=Answering(), as_of=None, all_at_once=False
    )  # type: ignore[arg-type]

    assert own.after(after, most) == documents


def test_without_a_concept_the_documents_of_the_store_come_in_turn():
    assert looked_in(Answering(), "documents") == "abcdef"


@pytest.mark.parametrize(
    ("question", "above", "below"),
    [("quantities-above", 3.0, 1.7e308), ("quantities-below", -1.7e308, 3.0)],
)
def test_quantities_on_one_side_of_a_value_lead_to_their_documents(question, above, below):
    store = Answering(quantities_between=lambda _: keys("c", "a", "c"))

    assert looked_in(store, question, kind="amount", unit="g", value=3.0) == "ac"
    assert store.parameters_of("quantities_between") == [
        {"kind": "amount", "unit": "g", "above": above, "below": below, "most": 30_001}
    ]


@pytest.mark.parametrize(("n_rows", "documents"), [(2, "c"), (3, "abcdef")])
def test_too_many_quantities_are_not_listed_unless_all_are_wanted(monkeypatch, n_rows, documents):
    monkeypatch.setattr(candidates, "MOST_LISTED", 2)
    store = Answering(quantities_between=lambda _: keys(*"c" * n_rows))
    own = {"kind": "amount", "unit": "g", "value": 3.0}

    assert looked_in(store, "quantities-above", **own) == documents
    assert looked_in(store, "quantities-above", all_at_once=True, **own) == "c"
    first, every = (each["most"] for each in store.parameters_of("quantities_between"))
    assert first == 3
    assert 10**18 < every < 2**63  # an integer of 64 bits, and more than any store holds


NAMED = [
    {"id": "d:2", "is_reading": True},
    {"id": "b:1/entity/0", "is_reading": False},
]


def test_words_are_searched_by_the_longest_of_each_phrase_unless_another_is_part_of_it():
    store = Answering(named=lambda _: NAMED)

    words = ["red onion", "red onions", "a leek"]
    assert looked_in(store, "documents-about", all_at_once=True, words=words) == "bd"
    assert sorted(each["word"] for each in store.parameters_of("named")) == ["leek", "onion"]
    assert all(10**18 < each["most"] < 2**63 for each in store.parameters_of("named"))


def test_words_are_searched_only_after_the_first_documents(monkeypatch):
    monkeypatch.setattr(candidates, "LEAST_IN_TURN", 3)
    store = Answering(named=lambda _: [*NAMED, {"id": "f:1", "is_reading": True}])

    assert looked_in(store, "documents-about", words=["leek"]) == "abcdf"
    names = [name for name, _ in store.asked]
    assert names == ["documents_after", "documents_after", "named"]
    assert store.parameters_of("named") == [{"word": "leek", "most": 30_001}]


@pytest.mark.parametrize(("most", "documents"), [(2, "bd"), (1, "abcdef")])
def test_a_word_of_too_many_names_is_not_searched(monkeypatch, most, documents):
    monkeypatch.setattr(candidates, "LEAST_IN_TURN", 0)
    monkeypatch.setattr(candidates, "MOST_LISTED", most)

    assert looked_in(Answering(named=lambda _: NAMED), "documents-about", words=["x"]) == documents


INSTANCES = {"tea": "ace", "chai": "f", "cup": "acd", "spoon": ""}


def knowing(**merged: list[str]) -> Answering:
    """A store of the instances above; ``merged`` are all names of a concept."""

    def instances(parameters: Mapping[str, Any]) -> str:
        return "".join(INSTANCES[name] for name in parameters["concepts"])

    return Answering(
        concept=lambda parameters: [
            {"name": name} for name in merged.get(parameters["concept"], [])
        ],
        instance_count=lambda parameters: [
            {"entities": min(len(instances(parameters)), parameters["most"])}
        ],
        instances=lambda parameters: keys(*instances(parameters)),
    )


def test_a_concept_leads_to_the_documents_of_all_its_names():
    store = knowing(tea=["tea", "chai"])

    assert looked_in(store, "trackers", concept="tea") == "acef"
    assert store.parameters_of("concept") == [{"concept": "tea", "as_of": DAY}]
    assert store.parameters_of("instance_count") == [{"concepts": ["tea", "chai"], "most": 30_001}]


def test_an_unknown_concept_leads_to_no_document():
    assert looked_in(knowing(), "trackers", concept="tea") == ""
    assert looked_in(knowing(tea=["tea"]), "converters", consumed="tea", produced="x") == ""


@pytest.mark.parametrize(
    ("most", "all_at_once", "documents"),
    [
        (3, False, "ac"),  # both are few
        (2, False, "abcdef"),  # both are many
        (2, True, "ace"),  # of many, the first
    ],
)
def test_two_concepts_lead_to_the_documents_of_both(monkeypatch, most, all_at_once, documents):
    monkeypatch.setattr(candidates, "MOST_LISTED", most)
    store = knowing(tea=["tea"], cup=["cup"])

    both = looked_in(store, "converters", all_at_once, consumed="tea", produced="cup")

    assert both == documents


@pytest.mark.parametrize(
    ("consumed", "produced", "documents"), [("chai", "cup", "f"), ("cup", "chai", "f")]
)
def test_of_two_concepts_the_rarer_leads_if_the_other_has_too_many(
    monkeypatch, consumed, produced, documents
):
    monkeypatch.setattr(candidates, "MOST_LISTED", 2)
    store = knowing(chai=["chai"], cup=["cup"])

    assert looked_in(store, "converters", consumed=consumed, produced=produced) == documents


@pytest.mark.parametrize(("question", "things"), [("feeds", "outputs"), ("fed-by", "inputs")])
def test_what_a_document_makes_or_uses_up_leads_to_others(question, things):
    store = knowing(tea=["tea"], cup=["cup", "chai"])
    concepts = [("tea", "green tea"), ("cup", "blue cup"), ("spoon", "spoon")]
    rows = [{"concept": concept, "entity": entity} for concept, entity in concepts]
    store.set_rows("things", statement("read/things"), rows)
    own = [{"entity": "green tea"}, {"entity": "blue cup"}]
    store.set_rows(things, catalogue()[things].cypher, own)

    assert looked_in(store, question, document="z") == "acdef"
    assert store.parameters_of("things") == [{"document": "z", "as_of": DAY}]
    assert store.parameters_of("instances") == [{"concepts": ["chai", "cup", "tea"]}]


class Rows:
    """A store whose documents have an answer if they are in ``answering``, once or more."""

    def __init__(self, answering: str = "") -> None:
        self.sizes: list[int] = []
        self.moments: list[Any] = []
        self._answering = answering

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        self.sizes.append(len(parameters["documents"]))
        self.moments.append(parameters["as_of"])
        return [
            {"document": each, "consumer": each, "producer": each}
            for each in reversed(self._answering)
            if each in parameters["documents"]
        ]


def page(
    store: Rows, documents: Any, *, limit: int | None, after: str = "", as_of: Any = None
) -> RowsPage:
    parameters = {"documents": list(documents), "concept": "tea"}
    return rows_after(
        after, catalogue()["trackers"], parameters, store=store, as_of=as_of, limit=limit
    )  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answering", "after", "limit", "documents", "next_after"),
    [
        ("ac", "", 2, "ac", None),
        ("acd", "", 2, "ac", "c"),
        ("acd", "c", 2, "d", None),
        ("aaccd", "", 2, "aacc", "c"),
        ("aaccd", "", None, "aaccd", None),
        ("f", "", 1, "f", None),
        ("", "", 3, "", None),
        ("abcdef", "", 6, "abcdef", None),
    ],
)
def test_a_page_has_all_rows_of_its_documents(answering, after, limit, documents, next_after):
    own = page(Rows(answering), "abcdef", limit=limit, after=after)

    assert ("".join(row["document"] for row in own.rows), own.next_after) == (
        documents,
        next_after,
    )


MANY = [f"{number:04}" for number in range(3000)]


@pytest.mark.parametrize(
    ("limit", "sizes", "next_after"),
    [
        (1, [1, 4, 16, 64, 256, 659], "0999"),
        (10, [12, 48, 192, 748], "0999"),
        (100, [125, 500, 375], "0999"),
        (200, [250, 1000, 750], "1999"),
        (1000, [1000, 1000, 1000], None),
        (None, [1000, 1000, 1000], None),
    ],
)
def test_a_page_looks_in_more_documents_each_time_and_ends(limit, sizes, next_after):
    store = Rows()

    assert page(store, MANY, limit=limit) == RowsPage([], next_after)
    assert store.sizes == sizes


def test_rows_are_those_of_the_moment():
    store = Rows()

    page(store, "a", limit=1)
    page(store, "a", limit=1, as_of=DAY)

    assert store.moments == [LATEST, DAY]
