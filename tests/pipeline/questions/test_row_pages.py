"""Pages of questions across documents: complete, in order, and as cheap as their rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from pipeline.errors import BadInput
from pipeline.questions import candidates, row_pages
from pipeline.questions.catalogue import ask, ask_page
from pipeline.stores import Store
from pipeline.stores.read import documents_page, list_documents
from pipeline.stores.store import Row
from pipeline.stores.write import write
from tests.support.graphs import graph, reading
from tests.support.histories import Merging, check_all, hand, moments, pages_of, record

DAY = datetime(2024, 5, 1)
IN_ORDER = ["b", "bz", "b中", "b（", "b🍰", "c"]  # by code points, in which UTF-16 differs


@pytest.fixture(params=[0, 30_000], ids=["documents in turn", "listed documents"])
def most_listed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(candidates, "MOST_LISTED", request.param)
    monkeypatch.setattr(candidates, "LEAST_IN_TURN", 0)
    return int(request.param)


def test_however_candidates_are_found_the_answers_are_the_same(
    store: Store, most_listed: int
) -> None:
    history = [
        *hand(("?", "-", "-", "-"), ("-", "a", "b", "b"), id="a"),
        *hand(("-", "?", "?"), ("?", "?", "-"), id="b"),
        Merging("h2o", "leaf"),
        *hand(("?", "-"), ("-", "a"), id="a"),
    ]
    oracle = record(history, store)

    for moment in moments(oracle):
        check_all(store, oracle, moment)


def test_pages_come_in_the_order_of_ids_by_code_points(store: Store, most_listed: int) -> None:
    batch = [reading(graph(name)) for name in reversed(IN_ORDER)]
    write(batch, store=store, clock=lambda: DAY)

    for question, parameters in (("trackers", {"concept": "water"}), ("documents", {})):
        for limit in (1, 2, 9):
            pages = list(pages_of(question, parameters, store=store, limit=limit))

            assert [row["document"] for page in pages for row in page] == IN_ORDER
            assert len(pages) == -(-len(IN_ORDER) // limit)
    assert [each.document for each in list_documents(store)] == IN_ORDER
    assert documents_page(store, limit=4).next_after == IN_ORDER[3]


class CountingStore:
    """A store that keeps what it was asked: the sizes of the lists of documents."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.sizes: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        self.sizes.append(len(parameters.get("documents", ())))
        return self._store.ask(cypher, parameters)


def test_a_first_page_of_a_common_concept_looks_in_few_documents(
    ladybug_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "MOST_LISTED", 10)
    batch = [reading(graph(f"{number:03}")) for number in range(200)]
    write(batch, store=ladybug_store, clock=lambda: DAY)
    counting = CountingStore(ladybug_store)

    page = ask_page("trackers", {"concept": "water"}, store=counting, limit=8)  # type: ignore[arg-type]

    assert [row["document"] for row in page.rows] == [f"{number:03}" for number in range(8)]
    assert page.next_after == "007"
    assert len(counting.sizes) == 4
    assert sum(counting.sizes) == 10


@pytest.mark.parametrize(
    ("water", "leaf", "concepts"),
    [
        (("?", "-"), ("-", "?"), {"consumed": "water", "produced": "leaf"}),
        (("-", "?"), ("?", "-"), {"consumed": "leaf", "produced": "water"}),
    ],
)
def test_of_two_concepts_only_documents_with_both_are_looked_in(
    ladybug_store: Store, water: tuple[str, ...], leaf: tuple[str, ...], concepts: dict[str, str]
) -> None:
    documents = [*hand(water, id="water"), *hand(water, leaf, id="both")]
    write([reading(each) for each in documents], store=ladybug_store, clock=lambda: DAY)
    counting = CountingStore(ladybug_store)

    page = ask_page("converters", concepts, store=counting, limit=8)  # type: ignore[arg-type]

    assert [row["document"] for row in page.rows] == ["both"]
    assert max(counting.sizes) == 1


def test_a_page_without_an_answer_ends_after_many_documents(
    ladybug_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "MOST_LISTED", 10)
    monkeypatch.setattr(row_pages, "MOST_LOOKED_IN", 20)
    batch = [reading(graph(f"{number:02}")) for number in range(60)]
    write(batch, store=ladybug_store, clock=lambda: DAY)
    counting = CountingStore(ladybug_store)
    producers = {"concept": "water"}

    page = ask_page("producers", producers, store=counting, limit=2)  # type: ignore[arg-type]

    assert page.rows == []
    assert page.next_after == "19"
    assert counting.sizes[-5::2] == [2, 8, 10]
    following = ask_page("producers", producers, store=ladybug_store, limit=5, after="19")
    assert following == row_pages.RowsPage([], None)


def test_a_rare_word_is_searched_among_names_and_a_common_one_is_not(
    ladybug_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "LEAST_IN_TURN", 4)
    batch = [reading(graph(f"{number:02}")) for number in range(40)]
    rare = replace(graph("39").document, title="Of red onions")
    batch[39] = reading(replace(graph("39"), document=rare))
    write(batch, store=ladybug_store, clock=lambda: DAY)

    def asked(*words: str) -> tuple[list[str], list[int]]:
        counting = CountingStore(ladybug_store)
        page = ask_page("documents-about", {"words": list(words)}, store=counting, limit=4)  # type: ignore[arg-type]
        return [row["document"] for row in page.rows], counting.sizes

    assert asked("leaf") == (["00", "01", "02", "03"], [0, 5])
    assert asked("red onion", "red onions") == (["39"], [0, 5, 0, 1])


def test_documents_may_be_named(ladybug_store: Store) -> None:
    batch = [reading(graph(name)) for name in ("a", "b", "c")]
    write(batch, store=ladybug_store, clock=lambda: DAY)
    parameters = {"concept": "water", "documents": ["c", "a", "none"]}

    rows = ask("trackers", parameters, store=ladybug_store)

    assert [row["document"] for row in rows] == ["a", "c"]


@pytest.mark.parametrize(
    ("name", "parameters", "page", "message"),
    [
        ("trackers", {"concept": "water"}, {"limit": 0}, "the limit must be 1 to 100,000"),
        ("trackers", {"concept": "water"}, {"limit": 1, "after": "a\0"}, "contains a NUL"),
        ("trackers", {"concept": "water", "documents": [1]}, {"limit": 1}, "must be STRING[]"),
        ("inputs", {"document": "leaf.txt"}, {"limit": 1, "after": "a"}, "has one page"),
    ],
)
def test_a_page_that_cannot_be_is_refused_in_one_line(
    ladybug_store: Store,
    name: str,
    parameters: dict[str, Any],
    page: dict[str, Any],
    message: str,
) -> None:
    write([reading()], store=ladybug_store, clock=lambda: DAY)

    with pytest.raises(BadInput) as refusal:
        ask_page(name, parameters, store=ladybug_store, **page)

    assert message in str(refusal.value)
