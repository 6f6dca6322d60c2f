"""What is read back is what was written, whatever it is made of."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput, UnknownDocument
from pipeline.stores import Row, Store
from pipeline.stores.read import (
    documents_page,
    list_documents,
    list_readings,
    read_graph,
    read_graphs,
    reading_pair,
    resolve_document,
)
from pipeline.stores.write import write
from tests.support.graphs import HOSTILE, document, graph, graphs, reading

NOON = datetime(2026, 1, 1, 12)


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(graphs(), min_size=1, max_size=3, unique_by=lambda made: made.document.id))
def test_any_graph_is_read_back_equal(store: Store, batch: list[TemporalGraph]) -> None:
    known = {stored.document: stored.number for stored in list_documents(store)}
    numbered = [reading(made, known.get(made.document.id, 0) + 1) for made in batch]

    write(numbered, store=store, clock=lambda: NOON)

    for made in batch:
        assert read_graph(made.document.id, store=store) == made


def test_text_made_of_cypher_is_only_ever_text(store: Store) -> None:
    hostile = {
        name: TemporalGraph.from_grid(
            replace(document(name, steps=(name, name)), title=name, source=name),
            Grid.from_texts([Entity(name, (name,))], [[name, "?", name]]),
        )
        for name in HOSTILE
    }
    write([reading(graph("bystander"))], store=store, clock=lambda: NOON)

    write([reading(made) for made in hostile.values()], store=store, clock=lambda: NOON)

    assert read_graph("bystander", store=store) == graph("bystander")
    assert {stored.document for stored in list_documents(store)} == {"bystander", *HOSTILE}
    for name, made in hostile.items():
        assert read_graph(name, store=store) == made
        assert resolve_document(name, store=store) == name


def test_the_past_is_read_as_it_was_recorded(store: Store) -> None:
    old, new = graph(states=("soil", "root", "leaf")), graph(states=("?", "-"))
    write([reading(old, 1)], store=store, clock=lambda: NOON)
    write([reading(new, 2)], store=store, clock=lambda: NOON.replace(hour=13))

    then = read_graph("leaf.txt", store=store, as_of=NOON.replace(minute=59))

    assert then == old
    assert read_graph("leaf.txt", store=store) == new
    assert [stored.number for stored in list_documents(store, as_of=NOON)] == [1]
    assert [stored.number for stored in list_documents(store)] == [2]
    assert [stored.is_open for stored in list_readings(store, "leaf.txt")] == [False, True]


def test_before_its_first_reading_a_document_is_unknown(store: Store) -> None:
    write([reading()], store=store, clock=lambda: NOON)

    with pytest.raises(UnknownDocument, match=r"'leaf.txt' has no reading .* 2026-01-01 12:00"):
        read_graph("leaf.txt", store=store, as_of=NOON.replace(hour=11))


def test_the_time_of_the_first_reading_is_in_whole_seconds_at_which_it_holds(store: Store) -> None:
    write([reading()], store=store, clock=lambda: NOON.replace(microsecond=1))

    with pytest.raises(UnknownDocument, match="first is of 2026-01-01 12:00:01 UTC$"):
        read_graph("leaf.txt", store=store, as_of=NOON)

    assert read_graph("leaf.txt", store=store, as_of=NOON.replace(second=1)) == graph()


def test_many_readings_are_read_in_the_order_asked_for(store: Store) -> None:
    names = [f"d{number}" for number in range(12)]
    write([reading(graph(name)) for name in names], store=store, clock=lambda: NOON)
    backwards = list_readings(store)[::-1]

    graphs_read = list(read_graphs(backwards, store=store))

    assert [stored.document.id for stored in graphs_read] == sorted(names)[::-1]
    assert graphs_read[0] == graph(graphs_read[0].document.id)


def test_a_document_is_found_by_id_title_or_file_name(store: Store) -> None:
    write([reading(graph("plants/leaf.txt"))], store=store, clock=lambda: NOON)

    for name in ("plants/leaf.txt", "leaf.txt", "LEAF.TXT", "About plants/leaf.txt"):
        assert resolve_document(name, store=store) == "plants/leaf.txt"


def test_a_name_that_several_documents_have_is_refused_with_the_candidates(store: Store) -> None:
    write(
        [reading(graph(id)) for id in ("a/leaf.txt", "b/leaf.txt")],
        store=store,
        clock=lambda: NOON,
    )

    with pytest.raises(UnknownDocument, match="2 documents .* 'a/leaf.txt', 'b/leaf.txt'"):
        resolve_document("leaf.txt", store=store)


def test_an_unknown_name_is_refused_with_the_nearest_ones_first(store: Store) -> None:
    write([reading(graph(f"d{n}")) for n in range(9)], store=store, clock=lambda: NOON)
    write([reading(graph("zebra.txt"))], store=store, clock=lambda: NOON)

    with pytest.raises(
        UnknownDocument, match=r"no document 'zebras'; there are 'zebra.txt', .*more"
    ):
        resolve_document("zebras", store=store)


def test_pages_of_documents_follow_each_other(store: Store) -> None:
    write([reading(graph(name)) for name in "dbca"], store=store, clock=lambda: NOON)

    def pages(limit: int, **options: object) -> list[list[str]]:
        names, after = [], ""
        while True:
            page = documents_page(store, limit=limit, after=after, **options)  # type: ignore[arg-type]
            names.append([each.document for each in page.readings])
            if page.next_after is None:
                return names
            after = page.next_after

    assert pages(1) == [["a"], ["b"], ["c"], ["d"]]
    assert pages(3) == [["a", "b", "c"], ["d"]]
    assert pages(4) == pages(9) == [["a", "b", "c", "d"]]
    assert pages(9, words=["ABOUT b"]) == [["b"]]
    assert pages(9, words=["about", "moon"]) == [[]]


def test_a_page_has_the_documents_that_were_there_at_a_time(store: Store) -> None:
    later = NOON.replace(day=2)
    write([reading(graph(name)) for name in "ace"], store=store, clock=lambda: later)
    write([reading(graph(name)) for name in "bd"], store=store, clock=lambda: NOON)

    page = documents_page(store, limit=1, as_of=NOON)

    assert ([each.document for each in page.readings], page.next_after) == (["b"], "b")
    page = documents_page(store, limit=1, after="b", as_of=NOON)
    assert ([each.document for each in page.readings], page.next_after) == (["d"], None)


def test_the_end_of_a_list_is_known_without_another_question(store: Store) -> None:
    write([reading(graph(name)) for name in "ab"], store=store, clock=lambda: NOON)
    questions: list[str] = []

    class Watched:
        def ask(self, cypher: str, parameters: dict[str, object]) -> list[Row]:
            if "most" in parameters:
                questions.append(cypher)
            return store.ask(cypher, parameters)

    page = documents_page(Watched(), limit=2)  # type: ignore[arg-type]

    assert (len(page.readings), len(questions)) == (2, 1)


def test_in_an_empty_store_every_document_is_unknown(store: Store) -> None:
    with pytest.raises(UnknownDocument, match="is empty"):
        resolve_document("leaf.txt", store=store)
    with pytest.raises(UnknownDocument, match="no document 'leaf.txt'"):
        read_graph("leaf.txt", store=store)


@pytest.mark.parametrize(
    ("first", "second", "numbers"),
    [
        (None, None, (2, 4)),
        (1, None, (1, 4)),
        (None, 2, (1, 2)),
        (4, 1, (4, 1)),
    ],
)
def test_the_newest_reading_is_compared_with_the_one_before_unless_others_are_named(
    ladybug_store: Store, first: int | None, second: int | None, numbers: tuple[int, int]
) -> None:
    for number in (1, 2, 4):
        write([reading(graph(), number)], store=ladybug_store, clock=lambda: NOON)
    readings = list_readings(ladybug_store)

    pair = reading_pair(readings, "leaf.txt", first, second)

    assert tuple(stored.number for stored in pair) == numbers


@pytest.mark.parametrize(
    ("first", "second", "refusal"),
    [
        (None, 1, "no reading before 1 to compare with"),
        (3, None, "no reading 3; it has 1, 2"),
        (1, 3, "no reading 3; it has 1, 2"),
    ],
)
def test_a_reading_that_is_not_there_is_compared_with_none(
    ladybug_store: Store, first: int | None, second: int | None, refusal: str
) -> None:
    for number in (1, 2):
        write([reading(graph(), number)], store=ladybug_store, clock=lambda: NOON)

    with pytest.raises(BadInput, match=refusal):
        reading_pair(list_readings(ladybug_store), "leaf.txt", first, second)
    with pytest.raises(BadInput, match="'leaf.txt' has no reading"):
        reading_pair([], "leaf.txt", first, second)
