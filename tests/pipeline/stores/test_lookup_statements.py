"""Statements that look things up by name, concept or value, with bounds on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from pipeline.stores import Row, Store, open_store
from pipeline.stores.statements import statement

NOON = datetime(2024, 5, 1, 12)
DOCUMENTS = (  # id, title, source, whether it was forgotten
    ("plants/Leaf.txt", "Green", "/a/photo.html", False),
    ("dew", "LEAF.txt", "rain", False),
    ("bark", "About trees", "docs/Leaf.TXT", False),
    ("moss", "Soft", "leaf.TXT", False),
    ("ash", "Grey leaf.txt", "myleaf.txt", False),
    ("Leaf.txt", "Plain", "/x", False),
    ("yew", "x/leaf.txt", "leaf.txt/y", False),
    ("zinc", "leaf.txt", "leaf.txt", True),
    ("aloe", "leaf.txt", "/leaf.txt", True),
)
MAKE = {
    "Document": "CREATE (:Document {id: $id, title: $title, source: $source})",
    "Reading": "CREATE (:Reading {id: $id, title: $name})",
    "Entity": "CREATE (:Entity {id: $id, name: $name})",
    "Material": "CREATE (:Material {id: $id, name: $name})",
    "Location": "CREATE (:Location {id: $id, name: $name, kind: 'stated'})",
    "Concept": "CREATE (:Concept {name: $name})",
    "Quantity": "CREATE (:Quantity {id: $id, kind: $kind, base_unit: $unit, base_value: $least,"
    " base_until: $most})",
}
FORGET = "MATCH (d:Document {id: $id}) SET d.forgotten_at = $at"
READ = "MATCH (d:Document {id: $document}) CREATE (d)-[:READ_AS]->(:Reading {id: $id, n_steps: $n})"
INSTANTIATE = """
    MATCH (e:Entity {id: $entity}) MATCH (c:Concept {name: $concept})
    CREATE (e)-[:INSTANCE_OF]->(c)
"""
NAMES = ("Red Onion", "onions", "Spring onion.", "Lion", "milk")
QUANTITIES = (  # id, kind, base unit, and the ends in that unit
    ("short", "duration", "s", 5.0, 10.0),
    ("long", "duration", "s", 20.0, 30.0),
    ("wide", "duration", "s", 5.0, 30.0),
    ("inside", "duration", "s", 12.0, 15.0),
    ("warm", "temperature", "s", 12.0, 15.0),
    ("days", "duration", "d", 12.0, 15.0),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(f"ladybug:{tmp_path_factory.mktemp('lookup') / 'graph'}")
    opened.write(_fill)
    yield opened
    opened.close()


def _fill(ask: Any) -> None:
    for id, title, source, forgotten in DOCUMENTS:
        ask(MAKE["Document"], {"id": id, "title": title, "source": source})
        if forgotten:
            ask(FORGET, {"id": id, "at": NOON})
    for label in ("Reading", "Entity", "Material", "Location"):
        for order, name in enumerate(NAMES):
            ask(MAKE[label], {"id": f"{label} {order}", "name": name})
    for number, n_steps in enumerate((3, 4)):
        ask(READ, {"document": "dew", "id": f"dew:{number}", "n": n_steps})
    for name in ("onion", "bulb", "moon"):
        ask(MAKE["Concept"], {"name": name})
    for entity, concept in ((0, "onion"), (1, "onion"), (2, "onion"), (2, "bulb")):
        ask(INSTANTIATE, {"entity": f"Entity {entity}", "concept": concept})
    for id, kind, unit, least, most in QUANTITIES:
        ask(
            MAKE["Quantity"],
            {"id": id, "kind": kind, "unit": unit, "least": least, "most": most},
        )


def rows(store: Store, name: str, **parameters: Any) -> list[Row]:
    return store.ask(statement(f"read/{name}"), parameters)


@pytest.mark.parametrize(
    ("lower", "most", "ids"),
    [
        ("leaf.txt", 9, ["Leaf.txt", "bark", "dew", "moss", "plants/Leaf.txt"]),
        ("leaf.txt", 2, ["Leaf.txt", "bark"]),
        ("photo.html", 9, ["plants/Leaf.txt"]),
        ("grey leaf.txt", 9, ["ash"]),
        ("x/leaf.txt", 9, ["yew"]),
        ("oto.html", 9, []),
        ("y", 9, ["yew"]),
    ],
)
def test_a_document_is_called_by_its_id_title_or_source_or_the_end_of_a_path(
    store: Store, lower: str, most: int, ids: list[str]
) -> None:
    listed = rows(store, "documents_called", lower=lower, ending=f"/{lower}", most=most)

    assert [row["id"] for row in listed] == ids


def test_tombstones_are_listed_by_id(store: Store) -> None:
    assert rows(store, "forgotten") == [
        {"document": "aloe", "forgotten_at": NOON},
        {"document": "zinc", "forgotten_at": NOON},
    ]


@pytest.mark.parametrize(("document", "holdings"), [("dew", (2, 7)), ("moss", (0, 0))])
def test_the_readings_and_steps_of_a_document_are_counted(
    store: Store, document: str, holdings: tuple[int, int]
) -> None:
    (row,) = rows(store, "holdings", document=document)

    assert (row["readings"], row["steps"]) == holdings


def test_those_of_some_documents_that_are_there_are_known(store: Store) -> None:
    listed = rows(store, "known_documents", documents=["moss", "nowhere", "zinc"])

    assert sorted(row["document"] for row in listed) == ["moss", "zinc"]


@pytest.mark.parametrize(
    ("concepts", "entities"),
    [
        (["onion"], [0, 1, 2]),
        (["bulb", "moon", "sun"], [2]),
        (["onion", "bulb"], [0, 1, 2, 2]),
        (["moon"], []),
    ],
)
def test_the_entities_of_concepts_are_listed_and_counted(
    store: Store, concepts: list[str], entities: list[int]
) -> None:
    listed = [row["id"] for row in rows(store, "instances", concepts=concepts)]
    (count,) = rows(store, "instance_count", concepts=concepts, most=9)

    assert sorted(listed) == [f"Entity {number}" for number in entities]
    assert count == {"entities": len(entities)}


def test_entities_of_concepts_are_counted_up_to_a_number(store: Store) -> None:
    counts = [rows(store, "instance_count", concepts=["onion"], most=n) for n in (1, 2, 3, 4)]

    assert [count[0]["entities"] for count in counts] == [1, 2, 3, 3]


def test_a_word_is_looked_for_in_titles_and_in_names_of_every_kind(store: Store) -> None:
    listed = rows(store, "named", word="onion", most=9)

    assert sorted((row["id"], row["is_reading"]) for row in listed) == [
        (f"{label} {order}", label == "Reading")
        for label in ("Entity", "Location", "Material", "Reading")
        for order in (0, 1, 2)
    ]


def test_of_each_kind_no_more_names_are_listed_than_are_wanted(store: Store) -> None:
    labels = [row["id"].partition(" ")[0] for row in rows(store, "named", word="onion", most=2)]

    assert sorted(labels) == sorted(["Entity", "Location", "Material", "Reading"] * 2)


@pytest.mark.parametrize(
    ("above", "below", "ids"),
    [
        (10.0, 20.0, ["inside", "wide"]),
        (9.0, 21.0, ["inside", "long", "short", "wide"]),
        (30.0, 99.0, []),
        (0.0, 5.0, []),
        (29.0, 99.0, ["long", "wide"]),
        (0.0, 6.0, ["short", "wide"]),
    ],
)
def test_a_quantity_is_between_two_values_if_a_part_of_it_is(
    store: Store, above: float, below: float, ids: list[str]
) -> None:
    bounds = {"kind": "duration", "unit": "s", "above": above, "below": below}

    listed = rows(store, "quantities_between", **bounds, most=9)

    assert sorted(row["id"] for row in listed) == ids
    assert len(rows(store, "quantities_between", **bounds, most=1)) == min(1, len(ids))


def test_a_store_has_the_identity_of_its_newest_version(ladybug_store: Store) -> None:
    version = {row["schema_version"] for row in rows(ladybug_store, "identity")}
    new = "CREATE (:Store {schema_version: $version, id: $id})"
    for number in (min(version) + 1, min(version) + 3, min(version) + 2):
        parameters = {"version": number, "id": f"store {number}"}
        ladybug_store.write(lambda ask, own=parameters: ask(new, own))

    (newest,) = rows(ladybug_store, "identity")

    assert newest == {"id": f"store {min(version) + 3}", "schema_version": min(version) + 3}
