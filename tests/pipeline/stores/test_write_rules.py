"""When readings that are written, closed or restored hold, and what is refused or erased."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from pipeline.domain.document import Document, Entity, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.quantity import Quantity
from pipeline.errors import BadInput
from pipeline.stores import OPEN_END, Store
from pipeline.stores.create_rows import create_rows
from pipeline.stores.read import list_readings, read_graph
from pipeline.stores.restore import Instance, PastReading, fill, restore
from pipeline.stores.rows import rows_of
from pipeline.stores.transaction_time import TICK
from pipeline.stores.write import (
    check,
    close,
    close_superseded,
    document_rows,
    gathered,
    write,
)
from tests.support.graphs import graph, reading

NOON = datetime(2026, 1, 1, 12)
HOURS = [NOON + timedelta(hours=hour) for hour in range(6)]
OPENED = "MATCH (r:Reading) SET r.recorded_until = $until"


def put(store: Store, id: str, number: int, hour: int) -> list[str]:
    return write([reading(graph(id), number)], store=store, clock=lambda: HOURS[hour])


def times(store: Store) -> dict[str, tuple[datetime, datetime]]:
    return {each.id: (each.recorded_from, each.recorded_until) for each in list_readings(store)}


@pytest.mark.parametrize(("hour", "until"), [(3, HOURS[3]), (0, HOURS[1] + TICK)])
def test_a_reading_is_closed_now_but_always_after_its_beginning(
    ladybug_store: Store, hour: int, until: datetime
) -> None:
    put(ladybug_store, "a", 1, 1)

    assert close({"a": "a:1"}, store=ladybug_store, clock=lambda: HOURS[hour]) == ["a:1"]

    assert times(ladybug_store) == {"a:1": (HOURS[1], until)}


def test_a_clock_with_a_zone_closes_nothing(ladybug_store: Store) -> None:
    put(ladybug_store, "a", 1, 1)

    with pytest.raises(ValueError, match="without a zone"):
        close({"a": "a:1"}, store=ladybug_store, clock=lambda: datetime.now().astimezone())
    assert close({}, store=ladybug_store, clock=lambda: NOON) == []
    assert times(ladybug_store) == {"a:1": (HOURS[1], OPEN_END)}


def test_readings_that_stayed_open_are_closed_each_at_its_moment(ladybug_store: Store) -> None:
    for number in (1, 2, 3):
        put(ladybug_store, "a", number, number)
    put(ladybug_store, "b", 1, 1)
    ladybug_store.write(lambda ask: ask(OPENED, {"until": OPEN_END}))

    close_superseded({"a:2": HOURS[3], "a:1": HOURS[2]}, store=ladybug_store)

    assert [until for _, until in times(ladybug_store).values()] == [
        HOURS[2], HOURS[3], OPEN_END, OPEN_END
    ]  # fmt: skip


def test_without_readings_that_stayed_open_nothing_is_written(ladybug_store: Store) -> None:
    ladybug_store.close()

    close_superseded({}, store=ladybug_store)


def test_three_readings_of_a_batch_follow_the_one_that_is_there(ladybug_store: Store) -> None:
    put(ladybug_store, "a", 2, 2)
    batch = [reading(graph("a"), number) for number in (6, 1, 4, 2, 5)]

    written = write(batch, store=ladybug_store, clock=lambda: HOURS[1])

    assert written == ["a:4", "a:5", "a:6"]
    ends = [HOURS[2], *(HOURS[2] + count * TICK for count in (1, 2, 3)), OPEN_END]
    assert [*times(ladybug_store).values()] == [*zip(ends, ends[1:], strict=False)]


def text_with(**changes: Any) -> TemporalGraph:
    step = Step(1, "Mix.", 0, label="Dough", alternative="or stir")
    material = Material("flour", "2", "cups", "white")
    document = Document("cake", "Cake", "Mix.", (step,), "/c", materials=(material,))
    amount = Quantity("amount", "2 cups", 2.0, None, "cups", 2.0, 2.0, "cups", None, "flour")
    grid = Grid.from_texts([Entity.parse("flour")], [("bag", "bowl")])
    if "step" in changes:
        changes = {"steps": (replace(step, **changes["step"]),)}
    if "material" in changes:
        changes = {"materials": (replace(material, **changes["material"]),)}
    quantity = changes.pop("quantity", {})
    return TemporalGraph.from_grid(
        replace(document, **changes), grid, quantities=(replace(amount, **quantity),)
    )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"text": "a\0"}, "the text contains a NUL"),
        ({"title": "a\0"}, "the title contains a NUL"),
        ({"source": "a\0"}, "the source contains a NUL"),
        ({"step": {"text": "a\0"}}, "step 1 contains a NUL"),
        ({"step": {"label": "a\0"}}, "the label of step 1 contains a NUL"),
        ({"step": {"alternative": "a\0"}}, "the label of step 1 contains a NUL"),
        ({"material": {"name": "a\0"}}, "the material .* contains a NUL"),
        ({"material": {"amount": "a\0"}}, "the material 'flour' contains a NUL"),
        ({"material": {"unit": "a\0"}}, "the material 'flour' contains a NUL"),
        ({"material": {"note": "a\0"}}, "the material 'flour' contains a NUL"),
        ({"quantity": {"text": "a\0"}}, "the quantity .* contains a NUL"),
        ({"title": "\ud800"}, "surrogates not allowed"),
        ({"id": " "}, "the document's id is empty"),
    ],
)
def test_no_text_that_cannot_be_stored_is_accepted(changes: dict[str, Any], reason: str) -> None:
    check(reading(text_with()))

    with pytest.raises(BadInput, match=f"cannot be stored: .*{reason}"):
        check(reading(text_with(**changes)))


@pytest.mark.parametrize(
    ("states", "reason"),
    [(("a\0", "b"), "the location .* NUL"), (("x" * 1001, "b"), "the location .* 1001 characters")],
)
def test_no_place_that_cannot_be_stored_is_accepted(states: tuple[str, ...], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        check(reading(graph(states=states)))


def test_no_entity_that_cannot_be_stored_is_accepted() -> None:
    grid = Grid.from_texts([Entity("a\0", ("a",))], [("?", "?", "?")])

    with pytest.raises(BadInput, match="the entity .* NUL"):
        check(reading(TemporalGraph.from_grid(graph().document, grid)))


def test_a_document_has_one_row_by_its_last_reading() -> None:
    renamed = replace(graph("a"), document=replace(graph("a").document, title="New", source="/n"))

    rows = document_rows([reading(graph("a")), reading(graph("b")), reading(renamed, 2)])

    assert rows == [
        {"id": "a", "title": "New", "source": "/n"},
        {"id": "b", "title": "About b", "source": "/texts/b"},
    ]


def test_instances_are_gathered_by_concept_and_each_reading_with_when_it_holds() -> None:
    readings = [reading(graph("b")), reading(graph("a"))]
    below = [rows_of(each.graph, reading=each.id) for each in readings]

    rows = gathered(readings, below, {each.id: (NOON, OPEN_END) for each in readings})

    assert [(row["concept"], row["entity"]) for row in rows["INSTANCE_OF"]] == [
        ("h2o", "a:1/entity/0"), ("h2o", "b:1/entity/0"),
        ("water", "a:1/entity/0"), ("water", "b:1/entity/0"),
    ]  # fmt: skip
    assert [row["id"] for row in rows["Reading"]] == ["b:1", "a:1"]
    first = rows["Reading"][0]
    assert (first["entities_given"], first["n_steps"], first["settings"]) == (False, 2, "{}")
    assert (first["recorded_from"], first["recorded_until"]) == (NOON, OPEN_END)
    assert len(rows["Step"]) == 4 and rows["Material"] == []


def test_columns_that_no_row_has_are_left_out_and_others_kept(ladybug_store: Store) -> None:
    same = {"text": "", "char_start": 0, "reading": "r"}
    steps = [{"id": f"s{n}", "number": n, "label": label, **same}
             for n, label in ((1, None), (2, "Dough"))]  # fmt: skip
    ladybug_store.write(lambda ask: ask("CREATE (:Reading {id: 'r'})", {}))

    ladybug_store.write(lambda ask: create_rows({"Step": steps}, ask=ask))

    stored = ladybug_store.ask("MATCH (s:Step) RETURN s.number, s.label ORDER BY s.number", {})
    assert [tuple(row.values()) for row in stored] == [(1, None), (2, "Dough")]


def past(number: int, start: int, until: int | None = None, *, id: str = "a") -> PastReading:
    end = OPEN_END if until is None else HOURS[until]
    return PastReading(reading(graph(id), number), HOURS[start], end, None)


@pytest.mark.parametrize("other", [past(2, 4), past(6, 1), past(4, 2)])
def test_a_reading_that_conflicts_with_any_of_those_there_is_refused(
    ladybug_store: Store, other: PastReading
) -> None:
    restore([past(1, 0, 1), past(3, 1, 2), past(5, 2, 3)], store=ladybug_store)
    before = times(ladybug_store)

    with pytest.raises(BadInput, match=f"reading {other.reading.number} does not fit"):
        restore([other], store=ladybug_store)

    assert times(ladybug_store) == before
    assert restore([past(6, 3)], store=ladybug_store) == ["a:6"]


def test_an_empty_store_is_filled_with_readings_as_they_held(ladybug_store: Store) -> None:
    ended = (Instance("water; H2O", "ice", HOURS[0], HOURS[1]), Instance("water; H2O", "water"))
    first = replace(past(1, 0, 1, id="b"), instances=ended)
    filling = ladybug_store.filling()
    assert filling is not None

    fill([past(4, 1, 2)], filling=filling)
    fill([past(5, 2), first], filling=filling)
    filling.finish()

    assert times(ladybug_store) == {
        "a:4": (HOURS[1], HOURS[2]), "a:5": (HOURS[2], OPEN_END), "b:1": (HOURS[0], HOURS[1])
    }  # fmt: skip
    cypher = (
        "MATCH (e:Entity)-[i:INSTANCE_OF]->(c:Concept) WHERE e.id STARTS WITH 'b'"
        " RETURN c.name, i.recorded_from, i.recorded_until ORDER BY c.name"
    )
    rows = [tuple(row.values()) for row in ladybug_store.ask(cypher, {})]
    assert rows == [("ice", HOURS[0], HOURS[1]), ("water", None, None)]
    assert read_graph("a", store=ladybug_store) == graph("a")


def test_what_cannot_be_stored_is_not_filled_in(ladybug_store: Store) -> None:
    filling = ladybug_store.filling()
    assert filling is not None

    with pytest.raises(BadInput, match="NUL"):
        fill([past(1, 0, id="a\0")], filling=filling)
    with pytest.raises(BadInput, match="NUL"):
        restore([past(1, 0, id="a\0")], store=ladybug_store)
    filling.discard()
