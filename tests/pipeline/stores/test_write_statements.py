"""Statements that write: each changes what it is given, and nothing else that is like it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from pipeline.stores import OPEN_END, Row, Store
from pipeline.stores.restore import restore_decision
from pipeline.stores.statements import statement

DAY = {day: datetime(2024, 5, 1) + timedelta(days=day) for day in range(20)}
DOCUMENT = "MERGE (d:Document {id: $id}) SET d.title = $title, d.source = $source"
READING = """
    MATCH (d:Document {id: $document})
    CREATE (d)-[:READ_AS]->(:Reading {id: $id, number: $number, text_sha256: $id,
        recorded_from: $start, recorded_until: $until})
"""
ENTITY = "CREATE (:Entity {id: $id, name: $id})"
MENTION = """
    MATCH (r:Reading {id: $reading}) MATCH (e:Entity {id: $entity}) CREATE (r)-[:MENTIONS]->(e)
"""
INSTANCE = """
    MATCH (e:Entity {id: $entity}) MERGE (c:Concept {name: $concept})
    CREATE (e)-[:INSTANCE_OF {recorded_until: $until}]->(c)
"""
INSTANCES = """
    MATCH (e:Entity)-[i:INSTANCE_OF]->(c:Concept)
    RETURN e.id AS entity, c.name AS concept, i.recorded_from AS start, i.recorded_until AS until
"""
ALIASES = """
    MATCH (c:Concept)-[a:ALIAS_OF]->(h:Concept)
    RETURN c.name AS name, h.name AS head, a.recorded_until AS until, a.ended_by AS by,
           a.ended_reason AS reason
"""
NAMED = "MATCH (d:Document) RETURN d.id AS id, d.title AS title, d.source AS source"
RECORDED = "MATCH (r:Reading) RETURN r.id AS id, r.recorded_until AS until"
CONCEPTS = "MATCH (c:Concept) RETURN c.name AS name"


def run(store: Store, cypher: str, /, **parameters: Any) -> list[Row]:
    return store.write(lambda ask: ask(cypher, parameters))


def do(store: Store, name: str, /, **parameters: Any) -> list[Row]:
    return run(store, statement(f"write/{name}"), **parameters)


def listed(store: Store, cypher: str) -> list[tuple[Any, ...]]:
    return sorted((tuple(row.values()) for row in store.ask(cypher, {})), key=str)


@pytest.fixture
def shelf(ladybug_store: Store) -> Store:
    """Documents a and b; a has an older reading and an open one, b one that is closed."""
    for id in "ab":
        run(ladybug_store, DOCUMENT, id=id, title=f"Title {id}", source=f"/{id}")
    for id, start, until in (("a:1", DAY[1], DAY[4]), ("a:3", DAY[4], OPEN_END),
                             ("b:7", DAY[2], DAY[9])):  # fmt: skip
        document, _, number = id.partition(":")
        run(ladybug_store, READING, document=document, id=id, number=int(number), start=start,
            until=until)  # fmt: skip
    return ladybug_store


def test_an_entity_becomes_an_instance_unless_it_is_one_now(ladybug_store: Store) -> None:
    before = (("now", "sap", None), ("now", "ice", None), ("ended", "sap", DAY[2]),
              ("other", "ice", None), ("alone", "ice", DAY[2]))  # fmt: skip
    for id in ("now", "ended", "other", "alone", "new", "left out"):
        run(ladybug_store, ENTITY, id=id)
    for entity, concept, until in before:
        run(ladybug_store, INSTANCE, entity=entity, concept=concept, until=until)
    chosen = ["now", "ended", "other", "alone", "new"]

    do(ladybug_store, "begin_instances", entities=chosen, concept="sap", now=DAY[5])

    begun = [(entity, "sap", DAY[5], None) for entity in ("ended", "other", "alone", "new")]
    kept = [(entity, concept, None, until) for entity, concept, until in before]
    assert listed(ladybug_store, INSTANCES) == sorted([*begun, *kept], key=str)


def test_instances_of_a_concept_end_in_the_open_reading_of_the_document_alone(
    shelf: Store,
) -> None:
    instances = (("a:1", "older", "sap", None), ("a:3", "open", "sap", None),
                 ("a:3", "open", "ice", None), ("a:3", "ended", "sap", DAY[2]),
                 ("b:7", "else", "sap", None))  # fmt: skip
    for reading, entity, concept, until in instances:
        run(shelf, "MERGE (:Entity {id: $id})", id=entity)
        run(shelf, INSTANCE, entity=entity, concept=concept, until=until)
        run(shelf, MENTION, reading=reading, entity=entity)

    ended = do(shelf, "end_instances", document="a", concept="sap", now=DAY[8], open_end=OPEN_END)

    assert {row["entity"] for row in ended} == {"open"}
    assert [(entity, concept) for entity, concept, _, until in listed(shelf, INSTANCES)
            if until == DAY[8]] == [("open", "sap")]  # fmt: skip
    assert [until for entity, _, _, until in listed(shelf, INSTANCES) if entity == "ended"] == [
        DAY[2]
    ]


def test_a_reading_is_closed_if_it_is_open(shelf: Store) -> None:
    rows = [{"reading": id, "recorded_until": DAY[8]} for id in ("a:1", "a:3", "b:7", "none:1")]

    assert do(shelf, "close_reading", rows=rows[:1], open_end=OPEN_END) == []
    closed = do(shelf, "close_reading", rows=rows, open_end=OPEN_END)

    assert closed == [{"reading": "a:3"}]
    assert listed(shelf, RECORDED) == [("a:1", DAY[4]), ("a:3", DAY[8]), ("b:7", DAY[9])]


def test_the_open_readings_of_documents_are_closed_each_at_its_moment(shelf: Store) -> None:
    run(shelf, READING, document="b", id="b:8", number=8, start=DAY[9], until=OPEN_END)
    rows = [{"document": "b", "recorded_until": DAY[12]}]

    do(shelf, "close_readings", rows=rows, open_end=OPEN_END)

    assert listed(shelf, RECORDED) == [
        ("a:1", DAY[4]), ("a:3", OPEN_END), ("b:7", DAY[9]), ("b:8", DAY[12])
    ]  # fmt: skip


def test_the_last_of_the_readings_has_the_highest_number_and_the_latest_moment(
    shelf: Store,
) -> None:
    run(shelf, READING, document="b", id="b:6", number=6, start=DAY[1], until=DAY[11])

    rows = do(shelf, "last_readings", documents=["a", "b", "c"], open_end=OPEN_END)

    assert sorted(tuple(row.values()) for row in rows) == [("a", 3, DAY[4]), ("b", 7, DAY[11])]


def test_what_is_recorded_of_documents_has_when_it_held(shelf: Store) -> None:
    rows = do(shelf, "recorded", documents=["a", "c"])

    assert sorted(tuple(row.values()) for row in rows) == [
        ("a", 1, "a:1", DAY[1], DAY[4]),
        ("a", 3, "a:3", DAY[4], OPEN_END),
    ]


TIES = {
    "has an instance": (INSTANCE, {"entity": "drop", "concept": "sap", "until": None}),
    "had an instance": (INSTANCE, {"entity": "drop", "concept": "sap", "until": DAY[1]}),
    "stands for another": (
        "MATCH (c:Concept {name: 'sap'}) CREATE (:Concept {name: 'juice'})-[:ALIAS_OF]->(c)", {}
    ),
    "was merged": (
        "MATCH (c:Concept {name: 'sap'}) CREATE (c)-[:ALIAS_OF]->(:Concept {name: 'juice'})", {}
    ),
    "is a meaning": (
        "MATCH (c:Concept {name: 'sap'}) CREATE (:Document {id: 'd'})-[:MEANS]->(c)", {}
    ),
}  # fmt: skip


@pytest.mark.parametrize("tie", [None, *TIES])
def test_a_concept_is_erased_if_nothing_refers_to_it(ladybug_store: Store, tie: str | None) -> None:
    run(ladybug_store, ENTITY, id="drop")
    do(ladybug_store, "merge_concepts", names=["sap", "other"])
    if tie is not None:
        cypher, parameters = TIES[tie]
        run(ladybug_store, cypher, **parameters)

    do(ladybug_store, "erase_concept", name="sap")

    names = {name for (name,) in listed(ladybug_store, CONCEPTS)}
    assert ("sap" in names) == (tie is not None)
    assert "other" in names


def test_the_meanings_of_one_document_are_erased(shelf: Store) -> None:
    do(shelf, "merge_concepts", names=["sap"])
    for id in "ab":
        do(shelf, "note_meaning", document=id, concept="juice", meant="sap", now=DAY[1], by="Ada",
           reason="so")  # fmt: skip

    do(shelf, "erase_meanings", document="a")

    left = "MATCH (d:Document)-[m:MEANS]->(c:Concept) RETURN d.id, m.concept, c.name, m.by"
    assert listed(shelf, left) == [("b", "juice", "sap", "Ada")]


def test_a_forgotten_document_keeps_its_id_alone(shelf: Store) -> None:
    do(shelf, "leave_tombstone", document="b", forgotten_at=DAY[9])

    assert listed(shelf, NAMED) == [("a", "Title a", "/a"), ("b", "", "")]
    assert shelf.ask(statement("read/document"), {"document": "b"}) == [
        {"id": "b", "forgotten_at": DAY[9]}
    ]
    assert do(shelf, "lift_tombstone", document="a") == []


def test_a_document_that_another_writer_made_meanwhile_is_returned(shelf: Store) -> None:
    rows = do(shelf, "merge_documents", documents=["a", "new"])

    assert rows == [{"document": "a", "forgotten_at": None}]
    assert listed(shelf, NAMED) == [
        ("a", "Title a", "/a"), ("b", "Title b", "/b"), ("new", None, None)
    ]  # fmt: skip


def test_documents_get_the_titles_and_sources_that_are_given(shelf: Store) -> None:
    do(shelf, "name_documents", rows=[{"id": "b", "title": "New", "source": "/new"}])

    assert listed(shelf, NAMED) == [("a", "Title a", "/a"), ("b", "New", "/new")]


def test_only_merges_that_hold_are_ended(ladybug_store: Store) -> None:
    do(ladybug_store, "merge_concepts", names=["sap", "ice", "dew", "water"])
    tie = {"head": "water", "now": DAY[1], "by": "Ada", "reason": "so"}
    do(ladybug_store, "tie_concepts", names=["sap", "dew"], open_end=OPEN_END, **tie)
    do(ladybug_store, "tie_concepts", names=["ice"], open_end=DAY[4], **tie)

    do(ladybug_store, "untie_concepts", names=["sap", "ice", "water"], now=DAY[7],
       open_end=OPEN_END, by="Bo", reason="not so")  # fmt: skip

    assert listed(ladybug_store, ALIASES) == [
        ("dew", "water", OPEN_END, None, None),
        ("ice", "water", DAY[4], None, None),
        ("sap", "water", DAY[7], "Bo", "not so"),
    ]


def test_a_merge_that_is_restored_again_takes_over_how_it_ended(ladybug_store: Store) -> None:
    row = {"name": "sap", "concept": "water", "recorded_from": DAY[1], "recorded_until": OPEN_END,
           "by": "Ada", "reason": "so", "ended_by": None, "ended_reason": None}  # fmt: skip
    ended = row | {"recorded_until": DAY[3], "ended_by": "Bo", "ended_reason": "not so"}
    for each in (row, ended, ended | {"recorded_from": DAY[5]}):
        restore_decision("restore_merge", each, store=ladybug_store)

    assert listed(ladybug_store, ALIASES) == [("sap", "water", DAY[3], "Bo", "not so")] * 2


def test_a_split_is_restored_once_with_its_author_and_reason(shelf: Store) -> None:
    row = {"document": "a", "name": "sap", "concept": "juice", "recorded_from": DAY[1],
           "by": "Ada", "reason": "so"}  # fmt: skip
    for _ in range(2):
        restore_decision("restore_split", row, store=shelf)

    meanings = shelf.ask(statement("read/all_meanings"), {})
    assert meanings == [row]


def test_a_store_keeps_the_id_it_has_and_older_versions_go(ladybug_store: Store) -> None:
    (row,) = ladybug_store.ask(statement("read/identity"), {})
    version = row["schema_version"]
    for number, id in ((version, "another"), (version - 1, "older"), (version + 1, "newer")):
        do(ladybug_store, "identify_store", schema_version=number, id=id)

    do(ladybug_store, "drop_older_versions", schema_version=version)

    stores = "MATCH (s:Store) RETURN s.schema_version, s.id"
    assert listed(ladybug_store, stores) == [(version, row["id"]), (version + 1, "newer")]
