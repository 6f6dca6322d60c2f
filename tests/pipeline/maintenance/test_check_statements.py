"""Rows that the checks of a store are made of, for some of several readings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from pipeline.domain.graph import TemporalGraph
from pipeline.stores import OPEN_END, Store, open_store
from pipeline.stores.erase import erase
from pipeline.stores.statements import statement
from pipeline.stores.write import write
from tests.support.examples import example
from tests.support.graphs import reading

FIRST, SECOND = datetime(2024, 5, 1), datetime(2024, 5, 2)
STEPS = ("Pour MILK into a pan.", "Drink the oats.", "Wait.")
STATES = {
    "milk; cream": ("jug", "pan", "pan", "-"),
    "oats": ("-", "pan", "?", "?"),
    "ghost; spirit": ("-", "-", "-", "-"),
}
READINGS = ["soup:2", "bare:1", "nowhere:1"]


def graph(id: str) -> TemporalGraph:
    return example(id, STEPS, STATES)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(f"ladybug:{tmp_path_factory.mktemp('checks') / 'graph'}")
    for number, at in ((1, FIRST), (2, SECOND)):
        write([reading(graph("soup"), number)], store=opened, clock=lambda at=at: at)  # type: ignore[misc]
    for id in ("tea", "ale", "bare"):
        write([reading(graph(id))], store=opened, clock=lambda: FIRST)
    erase("tea", store=opened, clock=lambda: SECOND)
    opened.write(
        lambda ask: [
            ask("MATCH (s:Step) WHERE s.id STARTS WITH 'bare' DETACH DELETE s", {}),
            ask("MATCH (e:Entity) WHERE e.id STARTS WITH 'bare' DETACH DELETE e", {}),
        ]
    )
    yield opened
    opened.close()


def rows(store: Store, name: str, **parameters: Any) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in store.ask(statement(f"checks/{name}"), parameters)]


@pytest.mark.parametrize(
    ("after", "most", "documents"),
    [
        ("", 9, ["ale", "bare", "soup", "tea"]),
        ("ale", 2, ["bare", "soup"]),
        ("alf", 1, ["bare"]),
        ("soup", 9, ["tea"]),
    ],
)
def test_documents_come_by_id_with_when_they_were_forgotten(
    store: Store, after: str, most: int, documents: list[str]
) -> None:
    expected = [(id, SECOND if id == "tea" else None) for id in documents]

    assert rows(store, "documents", after=after, most=most) == expected


def test_readings_come_by_document_and_number_with_when_they_hold(store: Store) -> None:
    listed = rows(store, "readings", documents=["tea", "soup", "ale", "nowhere"])

    assert listed == [
        ("ale", "ale:1", 1, 3, FIRST, OPEN_END),
        ("soup", "soup:1", 1, 3, FIRST, SECOND),
        ("soup", "soup:2", 2, 3, SECOND, OPEN_END),
    ]


def test_entities_have_the_number_of_states_with_a_probability(store: Store) -> None:
    assert sorted(rows(store, "entities", readings=READINGS)) == [
        ("soup:2", "soup:2/entity/0", "milk; cream", 4),
        ("soup:2", "soup:2/entity/1", "oats", 4),
        ("soup:2", "soup:2/entity/2", "ghost; spirit", 4),
    ]


def test_events_have_the_places_that_they_lead_from_and_to(store: Store) -> None:
    assert sorted(rows(store, "events", readings=READINGS), key=str) == [
        ("soup:2", "soup:2/entity/0", 1, "jug", "pan"),
        ("soup:2", "soup:2/entity/0", 3, "pan", None),
        ("soup:2", "soup:2/entity/1", 1, None, "pan"),
        ("soup:2", "soup:2/entity/1", 2, "pan", "?"),
    ]


def test_presences_have_the_states_over_which_they_hold(store: Store) -> None:
    assert sorted(rows(store, "presences", readings=READINGS)) == [
        ("soup:2", "soup:2/entity/0", "jug", 0, 1, 1),
        ("soup:2", "soup:2/entity/0", "pan", 1, 3, 2),
        ("soup:2", "soup:2/entity/1", "?", 2, 4, 2),
        ("soup:2", "soup:2/entity/1", "pan", 1, 2, 1),
    ]


def test_steps_are_counted_with_their_least_and_greatest_number(store: Store) -> None:
    assert rows(store, "steps", readings=READINGS) == [("soup:2", 3, 3, 1, 3)]


def test_numbers_of_steps_are_counted_once_each(ladybug_store: Store) -> None:
    write([reading(graph("soup"))], store=ladybug_store, clock=lambda: FIRST)
    ladybug_store.write(lambda ask: ask("MATCH (s:Step) WHERE s.number = 3 SET s.number = 2", {}))

    assert rows(ladybug_store, "steps", readings=["soup:1"]) == [("soup:1", 3, 2, 1, 2)]


def test_an_entity_is_unmentioned_if_no_name_of_it_is_in_the_text(store: Store) -> None:
    text = " ".join(STEPS)

    unmentioned = rows(store, "unmentioned", readings=READINGS)

    assert unmentioned == [("soup:2", "ghost; spirit", ["ghost", "spirit"], text)]
