"""Which reading holds, how documents are named and listed, and what is said of those not there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from pipeline.domain.document import Entity, Material
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.quantity import Quantity
from pipeline.errors import UnknownDocument
from pipeline.stores import OPEN_END, Row, Store
from pipeline.stores.erase import erase
from pipeline.stores.read import (
    StoredReading,
    count_documents,
    documents_page,
    each_document,
    each_reading,
    find_reading,
    list_documents,
    list_readings,
    read_graph,
    read_graphs,
    resolve_document,
    rows_by_reading,
)
from pipeline.stores.write import close, write
from tests.support.graphs import document, graph, reading

NOON = datetime(2026, 1, 1, 12)
HOUR = timedelta(hours=1)


def fill(store: Store, *names: str, number: int = 1, at: datetime = NOON) -> None:
    write([reading(graph(name), number) for name in names], store=store, clock=lambda: at)


def titled(id: str, title: str, source: str = "/x") -> TemporalGraph:
    made = graph(id)
    return replace(made, document=replace(made.document, title=title, source=source))


def stored(start: datetime, until: datetime) -> StoredReading:
    return StoredReading("d", "d:1", 1, "", "", "", "", "", "{}", 2, start, until)


@pytest.mark.parametrize(
    ("moment", "holds"),
    [(NOON - HOUR, False), (NOON, True), (NOON + HOUR, True), (NOON + 2 * HOUR, False)],
)
def test_a_reading_holds_from_its_beginning_to_before_its_end(
    moment: datetime, holds: bool
) -> None:
    assert stored(NOON, NOON + 2 * HOUR).holds_at(moment) == holds


def test_a_reading_without_an_end_is_open() -> None:
    assert stored(NOON, OPEN_END).is_open
    assert not stored(NOON, NOON + HOUR).is_open


@pytest.mark.parametrize("offset", [timedelta(0), HOUR - timedelta(microseconds=1), HOUR])
def test_the_reading_of_a_moment_is_the_one_that_holds_then(
    ladybug_store: Store, offset: timedelta
) -> None:
    fill(ladybug_store, "a")
    fill(ladybug_store, "a", number=2, at=NOON + HOUR)

    holding = find_reading("a", store=ladybug_store, as_of=NOON + offset)

    assert holding.number == (2 if offset == HOUR else 1)


def test_documents_are_listed_and_counted_as_they_are_now(ladybug_store: Store) -> None:
    fill(ladybug_store, "zinc", "ant", "moss")
    fill(ladybug_store, "moss", number=2, at=NOON + HOUR)
    close({"ant": "ant:1"}, store=ladybug_store, clock=lambda: NOON + HOUR)

    assert [each.id for each in list_documents(ladybug_store)] == ["moss:2", "zinc:1"]
    assert [each.id for each in each_document(ladybug_store, after="moss")] == ["zinc:1"]
    assert [each.id for each in each_reading(ladybug_store, after="b")] == [
        "moss:1", "moss:2", "zinc:1"
    ]  # fmt: skip
    assert count_documents(ladybug_store) == 2
    assert [each.number for each in list_readings(ladybug_store, "moss")] == [1, 2]


def test_a_page_begins_after_an_id_and_ends_where_no_more_follow(ladybug_store: Store) -> None:
    fill(ladybug_store, "zinc", "ant", "moss", "bark", "dew")

    page = documents_page(ladybug_store, limit=2, after="ant")
    last = documents_page(ladybug_store, limit=2, after="dew")

    assert ([each.document for each in page.readings], page.next_after) == (["bark", "dew"], "dew")
    assert ([each.document for each in last.readings], last.next_after) == (["moss", "zinc"], None)


def test_a_document_closed_long_ago_is_skipped_until_the_page_is_full(
    ladybug_store: Store,
) -> None:
    fill(ladybug_store, *"abcdefg")
    close({id: f"{id}:1" for id in "abcf"}, store=ladybug_store, clock=lambda: NOON + HOUR)

    first = documents_page(ladybug_store, limit=1)
    rest = documents_page(ladybug_store, limit=2, after="d")

    assert ([each.document for each in first.readings], first.next_after) == (["d"], "d")
    assert ([each.document for each in rest.readings], rest.next_after) == (["e", "g"], None)


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("tea", "b/1"),  # this very title
        ("TEA", "b/2"),
        ("mint.txt", "b/3"),
        ("Black.html", "b/4"),
        ("black.HTML", "b/4"),
        ("1", "b/1"),
    ],
)
def test_a_name_in_the_same_letters_is_preferred_to_one_in_other_letters(
    ladybug_store: Store, name: str, id: str
) -> None:
    names = {"b/1": ("tea", "/x"), "b/2": ("TEA", "/y"), "b/3": ("Herbs", "/a/Mint.txt"),
             "b/4": ("Dark", "/a/Black.html")}  # fmt: skip
    readings = [reading(titled(key, *value)) for key, value in names.items()]
    write(readings, store=ladybug_store, clock=lambda: NOON)

    assert resolve_document(name, store=ladybug_store) == id


def test_a_name_that_differs_from_several_in_its_letters_is_refused(ladybug_store: Store) -> None:
    readings = [reading(titled(id, title)) for id, title in (("1", "Tea"), ("2", "TEA"))]
    write(readings, store=ladybug_store, clock=lambda: NOON)

    with pytest.raises(UnknownDocument, match="2 documents are called 'tea': '1', '2';"):
        resolve_document("tea", store=ladybug_store)


@pytest.mark.parametrize(("count", "ending"), [(5, "'d4'"), (6, "'d4' and 1 more"), (4, "'d3'")])
def test_five_documents_are_named_and_the_rest_counted(
    ladybug_store: Store, count: int, ending: str
) -> None:
    fill(ladybug_store, *(f"d{number}" for number in range(count)))

    with pytest.raises(UnknownDocument, match=f"there are 'd0', .*{ending}$"):
        resolve_document("qqqqqqqqqqqq", store=ladybug_store)


def test_the_three_nearest_names_come_before_all_others(ladybug_store: Store) -> None:
    fill(ladybug_store, "ale", "bun", *(f"zebra{number}" for number in range(1, 5)))

    with pytest.raises(UnknownDocument) as refusal:
        resolve_document("zebra", store=ladybug_store)

    _, _, names = str(refusal.value).partition("there are ")
    assert names == "'zebra4', 'zebra3', 'zebra2', 'ale', 'bun' and 1 more"


def test_a_closed_document_has_no_reading_since_its_last_one_ended(ladybug_store: Store) -> None:
    fill(ladybug_store, "a")
    fill(ladybug_store, "a", number=2, at=NOON + HOUR)
    close({"a": "a:2"}, store=ladybug_store, clock=lambda: NOON + 2 * HOUR)

    with pytest.raises(UnknownDocument, match="'a' was closed at 2026-01-01 14:00:00,"):
        find_reading("a", store=ladybug_store)
    with pytest.raises(UnknownDocument, match=r"its first is of 2026-01-01 12:00:00 UTC$"):
        find_reading("a", store=ladybug_store, as_of=NOON + 3 * HOUR)


def test_a_document_that_is_not_there_is_not_taken_for_a_forgotten_one(
    ladybug_store: Store,
) -> None:
    fill(ladybug_store, "a", "b")
    erase("a", store=ladybug_store, clock=lambda: NOON + HOUR)

    with pytest.raises(UnknownDocument, match="^'a' was forgotten at 2026-01-01 13:00:00$"):
        find_reading("a", store=ladybug_store)
    with pytest.raises(UnknownDocument, match="^no document 'c' in ladybug:"):
        find_reading("c", store=ladybug_store)


def rich() -> TemporalGraph:
    """Twelve entities, steps and materials, and quantities of each kind of owner."""
    text = document("rich", tuple(f"Step {number}." for number in range(1, 13)))
    names = [f"thing {13 - number}" for number in range(12)]
    entities = [Entity.parse(name) for name in names]
    states = [[f"place {(row + state) % 5}" for state in range(13)] for row in range(12)]
    materials = tuple(Material(f"salt {number}", str(number)) for number in range(12, 0, -1))
    owners: Sequence[tuple[int | None, str | None, Entity | None]] = (
        (None, "salt 3", None),
        (None, "salt 11", entities[4]),
        (2, None, entities[7]),
        (11, None, None),
        *((step, None, entities[0]) for step in range(1, 10)),
    )
    quantities = tuple(
        Quantity(
            "duration",
            f"{order} s",
            *(order + 0.5, None, "s", order + 0.5, order + 0.5, "s"),
            *(step, material, entity),
            *((order, order + 2) if step else (-1, -1)),
        )
        for order, (step, material, entity) in enumerate(owners)
    )
    described = replace(text, materials=materials, entities=tuple(entities))
    return TemporalGraph.from_grid(
        described, Grid.from_texts(entities, states), quantities=quantities
    )


def test_more_than_nine_parts_come_back_in_their_order_with_what_they_refer_to(
    ladybug_store: Store,
) -> None:
    write([reading(rich()), reading(graph("a"))], store=ladybug_store, clock=lambda: NOON)

    assert read_graph("rich", store=ladybug_store) == rich()
    assert read_graph("a", store=ladybug_store) == graph("a")


def test_graphs_are_read_some_at_a_time_and_each_text_once(ladybug_store: Store) -> None:
    fill(ladybug_store, "a", "b")
    questions: list[Row] = []

    class Watched:
        schema = ladybug_store.schema

        def ask(self, cypher: str, parameters: dict[str, Any]) -> list[Row]:
            questions.append(parameters)
            return ladybug_store.ask(cypher, parameters)

    first, second = list_readings(ladybug_store)
    graphs = read_graphs([first, second, first], store=Watched())  # type: ignore[arg-type]

    assert [made.document.id for made in graphs] == ["a", "b", "a"]
    assert {tuple(each["readings"]) for each in questions} == {("a:1", "b:1")}


def test_rows_are_gathered_by_the_reading_that_they_are_of(ladybug_store: Store) -> None:
    fill(ladybug_store, "a", "b")
    cypher = (
        "UNWIND $readings AS id MATCH (r:Reading {id: id})-[:HAS_STEP]->(s:Step)"
        " RETURN r.id AS of_reading, s.number AS number ORDER BY number"
    )

    assert rows_by_reading(cypher, ["a:1", "b:1"], store=ladybug_store) == {
        "a:1": [{"number": 1}, {"number": 2}],
        "b:1": [{"number": 1}, {"number": 2}],
    }
