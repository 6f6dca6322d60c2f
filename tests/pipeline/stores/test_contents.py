"""Contents of a store: every type of the schema with its properties and its counts."""

from __future__ import annotations

from datetime import datetime

from pipeline.stores import Store
from pipeline.stores.contents import Property, store_contents
from pipeline.stores.graph_schema import SCHEMA
from pipeline.stores.write import write
from tests.support.graphs import graph, reading

DAY = datetime(2024, 5, 1)


def test_an_empty_store_has_every_type_and_nothing_of_them_but_itself(store: Store) -> None:
    contents = store_contents(store)

    counts = {each.label: each.count for each in contents.labels}
    assert list(counts) == [node.name for node in SCHEMA.nodes]
    assert {label for label, count in counts.items() if count} == {"Store"}
    assert [each.type for each in contents.relationships] == [edge.name for edge in SCHEMA.edges]
    assert not any(each.count for each in contents.relationships)
    assert (contents.engine, contents.older_readings) == (store.engine, 0)


def test_counts_are_of_all_readings_and_of_those_that_hold_now(store: Store) -> None:
    for number, states in enumerate([("soil", "root", "leaf"), ("-", "jar"), ("?", "pot", "-")]):
        write([reading(graph(states=states), number + 1)], store=store, clock=lambda: DAY)
    write([reading(graph("b.txt"))], store=store, clock=lambda: DAY)

    contents = store_contents(store)

    nodes = {each.label: (each.count, each.present) for each in contents.labels}
    edges = {each.type: (each.count, each.present) for each in contents.relationships}
    assert contents.older_readings == 2
    assert nodes["Document"] == (2, None)
    assert nodes["Reading"] == (4, 2)
    assert nodes["Step"] == (7, 4)
    assert nodes["Entity"] == (4, 2)
    assert nodes["Location"] == (9, 5)
    assert edges["READ_AS"] == (4, 2)
    assert edges["NEXT"] == (3, 2)
    assert edges["MENTIONS"] == (4, 2)
    assert edges["LOCATED_AT"] == (9, 5)
    assert edges["DESTROYS"] == (1, 1)
    assert edges["CREATES"] == (1, 0)
    assert edges["INSTANCE_OF"] == (8, 4)


def test_a_property_has_the_type_that_the_reference_gives(store: Store) -> None:
    entity = next(each for each in store_contents(store).labels if each.label == "Entity")
    document = next(each for each in store_contents(store).labels if each.label == "Document")

    assert entity.properties[2] == Property("aliases", "STRING[]", False)
    assert document.properties[3] == Property("forgotten_at", "TIMESTAMP", True)
