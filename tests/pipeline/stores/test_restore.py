"""Readings of the past are written as they held, and never over another history."""

from __future__ import annotations

from datetime import datetime

import pytest

from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput
from pipeline.stores import OPEN_END, Store
from pipeline.stores.restore import Instance, PastReading, restore
from tests.support.graphs import graph

DAYS = [datetime(2024, 5, day) for day in range(1, 6)]
RECORDED = """
    MATCH (d:Document)-[:READ_AS]->(r:Reading)
    RETURN d.id AS document, r.number AS number, r.recorded_from AS recorded_from,
           r.recorded_until AS recorded_until
    ORDER BY document, number
"""


def past(
    number: int,
    recorded_from: datetime,
    recorded_until: datetime = OPEN_END,
    *,
    id: str = "leaf.txt",
    states: tuple[str, ...] = ("soil", "root"),
    instances: tuple[Instance, ...] | None = None,
) -> PastReading:
    reading = NumberedReading(graph(id, states), number, "default", "0abc", "{}")
    return PastReading(reading, recorded_from, recorded_until, instances)


def recorded(store: Store) -> list[tuple[object, ...]]:
    return [tuple(row.values()) for row in store.ask(RECORDED, {})]


def test_readings_are_restored_once_with_the_times_at_which_they_held(store):
    history = [
        past(1, DAYS[0], DAYS[1]),
        past(3, DAYS[1]),
        past(1, DAYS[2], id="root.txt"),
    ]

    assert restore(history, store=store) == ["leaf.txt:1", "leaf.txt:3", "root.txt:1"]
    assert restore(history, store=store) == []
    assert restore([], store=store) == []

    assert recorded(store) == [
        ("leaf.txt", 1, DAYS[0], DAYS[1]),
        ("leaf.txt", 3, DAYS[1], OPEN_END),
        ("root.txt", 1, DAYS[2], OPEN_END),
    ]


def test_a_reading_that_was_open_is_closed_as_in_the_history(store):
    restore([past(1, DAYS[0])], store=store)

    written = restore([past(1, DAYS[0], DAYS[1]), past(2, DAYS[1])], store=store)

    assert written == ["leaf.txt:2"]
    assert recorded(store) == [
        ("leaf.txt", 1, DAYS[0], DAYS[1]),
        ("leaf.txt", 2, DAYS[1], OPEN_END),
    ]


def test_a_reading_that_is_closed_stays_closed(store):
    restore([past(1, DAYS[0], DAYS[1])], store=store)

    restore([past(1, DAYS[0])], store=store)

    assert recorded(store) == [("leaf.txt", 1, DAYS[0], DAYS[1])]


@pytest.mark.parametrize(
    "other",
    [
        past(2, DAYS[2]),  # at another time
        past(2, DAYS[1], states=("soil", "root", "leaf")),  # of another text
        past(1, DAYS[3]),  # a number below one that is there
        past(3, DAYS[0]),  # before the end of one that is there
        past(3, DAYS[2]),
    ],
    ids=["time", "text", "number", "before", "within"],
)
def test_another_history_is_refused_and_nothing_changes(store, other):
    restore([past(2, DAYS[1], DAYS[3])], store=store)
    before = recorded(store)

    with pytest.raises(BadInput, match=f"reading {other.reading.number} does not fit; import into"):
        restore([past(1, DAYS[0], id="a.txt"), other], store=store)

    assert recorded(store) == before


def test_a_reading_that_begins_as_the_last_one_ends_fits(store):
    restore([past(2, DAYS[1], DAYS[3])], store=store)

    assert restore([past(3, DAYS[3])], store=store) == ["leaf.txt:3"]


def test_instances_are_those_that_the_reading_had(store):
    named = (Instance("water; H2O", "ice", None, None),)
    restore([past(1, DAYS[0], instances=named), past(1, DAYS[0], id="b.txt")], store=store)

    rows = store.ask(
        "MATCH (r:Reading)-[:MENTIONS]->(e:Entity)-[:INSTANCE_OF]->(c:Concept)"
        " RETURN r.id AS reading, c.name AS concept ORDER BY reading, concept",
        {},
    )

    assert [(row["reading"], row["concept"]) for row in rows] == [
        ("b.txt:1", "h2o"),
        ("b.txt:1", "water"),
        ("leaf.txt:1", "ice"),
    ]
