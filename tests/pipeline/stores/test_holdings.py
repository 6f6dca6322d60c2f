"""What a store says that it holds: of a document, of each type, and of batches on their way."""

from __future__ import annotations

from datetime import datetime

from pipeline.stores import Store
from pipeline.stores.bulk_batches import BulkBatches
from pipeline.stores.contents import Property, store_contents
from pipeline.stores.erase import Holdings, erase, holdings, lift
from pipeline.stores.graph_schema import SCHEMA_VERSION
from pipeline.stores.write import refusal_of_forgotten, write
from tests.support.graphs import graph, reading

NOON = datetime(2026, 1, 1, 12)
OPTIONAL = {
    "Document": {"forgotten_at"},
    "Step": {"starts_at", "ends_at", "label", "alternative"},
    "Material": {"amount", "unit", "note"},
    "Quantity": {"value", "until", "unit", "base_value", "base_until", "base_unit"},
    "INSTANCE_OF": {"recorded_from", "recorded_until"},
    "ALIAS_OF": {"ended_by", "ended_reason"},
    "LOCATED_AT": {"starts_at", "ends_at"},
}


def fill(store: Store, id: str, number: int = 1) -> None:
    write([reading(graph(id), number)], store=store, clock=lambda: NOON)


def test_a_document_holds_its_readings_and_their_steps(ladybug_store: Store) -> None:
    fill(ladybug_store, "a")
    fill(ladybug_store, "a", 2)
    fill(ladybug_store, "b")

    assert holdings("a", store=ladybug_store) == Holdings(True, None, 2, 4)
    assert holdings("nowhere", store=ladybug_store) == Holdings(False, None, 0, 0)
    erase("b", store=ladybug_store, clock=lambda: NOON)
    assert holdings("b", store=ladybug_store) == Holdings(True, NOON, 0, 0)
    assert lift("b", store=ladybug_store) is True
    assert lift("b", store=ladybug_store) is False
    assert holdings("b", store=ladybug_store) == Holdings(False, None, 0, 0)


def test_the_refusal_of_a_forgotten_document_has_the_command_that_allows_it() -> None:
    assert "stepgraph forget --lift 'a.txt' allows it" in refusal_of_forgotten("a.txt")


def test_contents_name_the_store_and_the_ends_of_each_relationship(ladybug_store: Store) -> None:
    contents = store_contents(ladybug_store)

    assert (contents.store, contents.schema_version) == (ladybug_store.url, SCHEMA_VERSION)
    ends = {each.type: (each.source, each.target) for each in contents.relationships}
    assert ends["READ_AS"] == ("Document", "Reading")
    assert ends["OF"] == ("Quantity", "Entity")
    assert ends["LOCATED_AT"] == ("Entity", "Location")
    assert ends["MEANS"] == ("Document", "Concept")


def test_a_property_may_be_missing_where_the_schema_has_it_so(ladybug_store: Store) -> None:
    contents = store_contents(ladybug_store)

    types = {each.label: each.properties for each in contents.labels}
    types |= {each.type: each.properties for each in contents.relationships}
    optional = {
        name: {each.name for each in properties if each.optional}
        for name, properties in types.items()
    }
    assert {name: names for name, names in optional.items() if names} == OPTIONAL
    assert types["Reading"][1] == Property("number", "INT64", False)
    assert types["Reading"][6] == Property("entities_given", "BOOLEAN", False)
    assert types["Quantity"][3] == Property("value", "DOUBLE", True)
    assert types["MENTIONS"] == (Property("exists", "DOUBLE[]", False),)


def test_what_belongs_to_no_reading_is_counted_as_a_whole(ladybug_store: Store) -> None:
    fill(ladybug_store, "a")

    contents = store_contents(ladybug_store)

    present = {each.label: (each.count, each.present) for each in contents.labels}
    assert [present[name] for name in ("Store", "Document", "Concept", "Entity")] == [
        (1, None), (1, None), (2, None), (1, 1)
    ]  # fmt: skip


def batch(*concepts: str) -> dict[str, list[dict[str, str]]]:
    return {"INSTANCE_OF": [{"entity": "e", "concept": name} for name in concepts], "Step": [{}]}


def test_a_document_that_may_continue_is_kept_for_the_next_batch() -> None:
    batches = BulkBatches()

    first = batches.complete([{"id": "a"}, {"id": "b", "title": "old"}], batch("sap", "ice", "sap"))
    second = batches.complete([{"id": "b", "title": "new"}], batch("dew", "sap"))
    third = batches.complete([{"id": "c"}], batch())

    assert first["Document"] == [{"id": "a"}]
    assert (second["Document"], third["Document"]) == ([], [{"id": "b", "title": "new"}])
    assert batches.rest() == {"Document": [{"id": "c"}]}
    assert first["Concept"] == [{"name": "ice"}, {"name": "sap"}]
    assert (second["Concept"], third["Concept"]) == ([{"name": "dew"}], [])
    assert first["Step"] == [{}]


def test_before_any_batch_nothing_is_left() -> None:
    assert BulkBatches().rest() == {"Document": []}
