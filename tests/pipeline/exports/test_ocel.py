"""Object-centric event logs: valid OCEL 2.0, with everything that the graph holds."""

import copy
import json
from datetime import datetime

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence, Grid, Location
from pipeline.domain.quantity import Quantity
from pipeline.domain.reading import NumberedReading
from pipeline.exports.ocel import ocel_lines
from pipeline.exports.step_clock import clock_of
from pipeline.stores.write import write
from tests.pipeline.commands.conftest import reading
from tests.support.graphs import graph
from tests.support.graphs import reading as trip
from tests.support.hostile_graph import TEXTS, hostile_readings
from tests.support.ocel_rules import violations

JANUARY = datetime(2026, 1, 1)


def log_of(store, readings, *, current=False):
    write(readings, store=store, clock=lambda: JANUARY)
    return json.loads("\n".join(ocel_lines(store, current=current)))


def values(element):
    return {attribute["name"]: attribute["value"] for attribute in element["attributes"]}


def history(log, id, name):
    [element] = [element for element in log["objects"] if element["id"] == id]
    return [
        (attribute["time"], attribute["value"])
        for attribute in element["attributes"]
        if attribute["name"] == name
    ]


def test_changes_are_events_with_their_thing_their_step_and_their_evidence(store):
    log = log_of(store, [reading("plants/photo.txt", "Photosynthesis")])

    assert violations(log) == []
    [event] = [event for event in log["events"] if event["type"] == "CREATE"]
    assert event["id"] == "event:plants/photo.txt/3/sugar"
    assert event["time"] == "1970-01-01T00:00:03Z"
    assert values(event) == {
        "step": "3",
        "destination": "leaf",
        "probability": "1.0",
        "evidence_step": "3",
        "char_start": "-1",
        "char_end": "-1",
        "sentence": "Light and water in the leaf become [bold]sugar[/bold].",
    }
    assert event["relationships"] == [
        {"objectId": "entity:plants/photo.txt/sugar", "qualifier": "creates"},
        {"objectId": "step:plants/photo.txt/3", "qualifier": "is part of"},
        {"objectId": "document:plants/photo.txt", "qualifier": "is part of"},
    ]


def test_a_location_is_an_attribute_with_a_history(store):
    log = log_of(store, [reading("a", "Photosynthesis")])

    assert history(log, "entity:a/sugar", "location") == [
        ("1970-01-01T00:00:00Z", "-"),
        ("1970-01-01T00:00:03Z", "leaf"),
        ("1970-01-01T00:00:04Z", "fruit"),
    ]
    assert [kind for _, kind in history(log, "entity:a/sugar", "location_kind")] == [
        "nowhere",
        "stated",
    ]
    assert history(log, "entity:a/water; H2O", "location_probability")[:2] == [
        ("1970-01-01T00:00:00Z", "0.9"),
        ("1970-01-01T00:00:01Z", "0.8"),
    ]
    assert history(log, "entity:a/water; H2O", "location_sentence")[0] == (
        "1970-01-01T00:00:00Z",
        "Roots absorb water from the soil.",
    )


def test_the_file_declares_its_ordinal_clock(store):
    [document] = [
        element for element in log_of(store, [trip()])["objects"] if element["type"] == "document"
    ]

    assert values(document)["clock"] == "ordinal"
    assert values(document)["clock_declaration"].startswith(
        "State n, after step n, is 1970-01-01T00:00:00Z plus n seconds"
    )


def timed(*times):
    steps = tuple(Step(number, "x", 0, time) for number, time in enumerate(times, start=1))
    return Document("timed", "Timed", "x", steps, "")


def test_a_document_with_times_for_all_steps_keeps_them(store):
    document = timed(datetime(2025, 1, 1), datetime(2025, 1, 2))
    grid = Grid.from_texts([Entity.parse("milk")], [["jug", "cup", "-"]])
    history_of_milk = TemporalGraph.from_grid(document, grid)

    log = log_of(store, [NumberedReading(history_of_milk, 1, "gold", "", "{}")])

    assert violations(log) == []
    assert [event["time"] for event in log["events"]] == [
        "2025-01-01T00:00:00Z",
        "2025-01-02T00:00:00Z",
    ]


@pytest.mark.parametrize(
    "times",
    [
        (None, datetime(2025, 1, 2)),
        (datetime(2025, 1, 2), datetime(2025, 1, 2)),
        (datetime(2025, 1, 3), datetime(2025, 1, 2)),
        (datetime(1969, 1, 1), datetime(2025, 1, 2)),
    ],
)
def test_times_that_do_not_order_the_steps_give_the_ordinal_clock(times):
    assert clock_of(timed(*times)).kind == "ordinal"


def test_a_quantity_is_an_object_of_its_step_and_its_thing(store):
    of = graph()
    cup = Quantity(
        "amount", "a cup", 1.0, None, "cup", 240.0, 240.0, "ml", 1, None, of.entities[0], 0, 5
    )
    of = TemporalGraph.from_grid(of.document, of.to_grid(), quantities=(cup,))

    log = log_of(store, [trip(of)])

    [quantity] = [element for element in log["objects"] if element["type"] == "quantity"]
    assert values(quantity)["base_value"] == "240.0"
    assert {
        (relation["objectId"], relation["qualifier"]) for relation in quantity["relationships"]
    } == {
        ("step:leaf.txt/1", "is stated in"),
        ("entity:leaf.txt/water; H2O", "measures"),
        ("document:leaf.txt", "is part of"),
    }
    assert violations(log) == []


def test_hostile_texts_are_values_and_no_two_things_share_an_id(store):
    log = log_of(store, hostile_readings())

    assert violations(log) == []
    texts = {values(element).get("text") for element in log["objects"]}
    names = {values(element).get("name") for element in log["objects"]}
    assert set(TEXTS) <= texts
    assert set(TEXTS) <= names


def test_stores_of_equal_content_give_equal_bytes_with_current(ladybug_store, tmp_path):
    from pipeline.stores import open_store

    other = open_store(f"ladybug:{tmp_path / 'other.lbug'}")
    write([trip(number=1)], store=ladybug_store, clock=lambda: JANUARY)
    write([trip(number=2)], store=other, clock=lambda: datetime(2026, 2, 2))

    assert list(ocel_lines(ladybug_store, current=True)) == list(ocel_lines(other, current=True))
    assert list(ocel_lines(ladybug_store)) != list(ocel_lines(other))
    other.close()


@pytest.mark.neo4j
def test_both_engines_give_the_same_bytes(ladybug_store, neo4j_store):
    for store in (ladybug_store, neo4j_store):
        write(hostile_readings(), store=store, clock=lambda: JANUARY)

    assert list(ocel_lines(ladybug_store)) == list(ocel_lines(neo4j_store))


def test_only_readings_that_hold_are_in_the_log(ladybug_store):
    write([trip()], store=ladybug_store, clock=lambda: JANUARY)
    newer = trip(graph(states=("soil", "root", "-")), 2)

    log = log_of(ladybug_store, [newer])

    assert [event["type"] for event in log["events"]] == ["MOVE", "DESTROY"]


def test_an_empty_store_gives_a_valid_log(ladybug_store):
    log = json.loads("\n".join(ocel_lines(ladybug_store)))

    assert (log["events"], log["objects"], violations(log)) == ([], [], [])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda log: log["events"][0].update(time="tomorrow"), "date-time"),
        (lambda log: log["events"][0].update(type="MELT"), "not declared"),
        (lambda log: log["events"][0]["attributes"][0].update(value=1), "not of type"),
        (lambda log: log["events"][0]["attributes"][0].update(value="one"), "no integer"),
        (lambda log: log["objects"].append(log["objects"][0]), "occurs 2 times"),
        (lambda log: log["objects"].clear(), "no object"),
        (lambda log: log.pop("eventTypes"), "required"),
    ],
)
def test_the_rules_notice_a_broken_log(ladybug_store, change, message):
    log = copy.deepcopy(log_of(ladybug_store, [trip()]))

    change(log)

    assert any(message in violation for violation in violations(log))


def test_a_place_named_like_a_mark_is_a_stated_place(ladybug_store):
    of = graph()
    stated = Location("-")
    [track] = of.to_grid().tracks
    moved = type(track)(track.entity, (stated, *track.locations[1:]), evidence=(Evidence(1),) * 3)

    log = log_of(ladybug_store, [trip(TemporalGraph.from_grid(of.document, Grid(2, (moved,))))])

    assert history(log, "entity:leaf.txt/water; H2O", "location_kind") == [
        ("1970-01-01T00:00:00Z", "stated")
    ]
