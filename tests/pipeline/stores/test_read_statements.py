"""Statements that only read, with bounds on both sides, on nodes that were made in no order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from pipeline.stores import OPEN_END, Row, Store, open_store
from pipeline.stores.restore import restore_decision
from pipeline.stores.statements import statement

DAY = {day: datetime(2024, 5, 1) + timedelta(days=day) for day in range(20)}
DOCUMENTS = {  # id: title and source; those from z on were forgotten
    "plants/Leaf.txt": ("Green things", "/a/Photo.html"),
    "dew": ("Leaf.TXT", "rain"),
    "bark": ("About trees", "docs/leaf.txt"),
    "moss": ("Soft", "leaf.txt"),
    "ash": ("Grey leaf.txt", "myleaf.txt"),
    "leaf.txt": ("Plain", "/x"),
    "zinc": ("leaf.txt", ""),
}
MAKE_DOCUMENT = "CREATE (:Document {id: $id, title: $title, source: $source})"
FORGET = "MATCH (d:Document {id: 'zinc'}) SET d.forgotten_at = $at"
MAKE_READING = """
    MATCH (d:Document {id: $document})
    CREATE (d)-[:READ_AS]->(:Reading {id: $id, number: $number, title: $title, text: $text,
        recorded_from: $start, recorded_until: $until, n_steps: $number, entities_given: $named})
"""
READINGS = (  # document, number, and the days from and until which it holds
    ("dew", 2, 3, 6),
    ("dew", 3, 6, None),
    ("dew", 1, 1, 3),
    ("bark", 9, 4, None),
    ("ash", 5, 2, 7),
)
MAKE_ENTITY = """
    MATCH (r:Reading {id: $reading})
    CREATE (r)-[:MENTIONS]->(:Entity {id: $id, name: $name})
"""
ENTITIES = (
    ("dew:3", "e3", "Pure Water"),
    ("dew:3", "e1", "ice"),
    ("dew:3", "e2", "water"),
    ("dew:2", "e4", "steam"),
    ("bark:9", "e5", "waters"),
)
INSTANTIATE = """
    MATCH (e:Entity {id: $entity}) MERGE (c:Concept {name: $concept})
    CREATE (e)-[:INSTANCE_OF]->(c)
"""
INSTANCES = (
    ("e3", "water"),
    ("e3", "aqua"),
    ("e1", "ice"),
    ("e2", "water"),
    ("e4", "steam"),
    ("e5", "water"),
)
DECIDE_INSTANCE = """
    MATCH (e:Entity {id: $entity}) MERGE (c:Concept {name: $concept})
    CREATE (e)-[:INSTANCE_OF {recorded_from: $start, recorded_until: $until}]->(c)
"""
DECIDED = (  # of ice: a decision that began, one that was ended
    ("e1", "frost", 8, None),
    ("e1", "snow", 7, 10),
)
MERGES = (  # name, head, and from and until which day
    ("brine", "water", 9, 12),
    ("dew", "water", 8, 11),
    ("aqua", "water", 8, 14),
    ("cold", "ice", 8, None),
)
SPLITS = (  # document, name, its meaning there, and the day
    ("dew", "water", "sap", 5),
    ("bark", "water", "rain", 4),
    ("dew", "ice", "hail", 4),
    ("bark", "ice", "hail", 4),
    ("dew", "aqua", "tears", 3),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(f"ladybug:{tmp_path_factory.mktemp('read') / 'graph'}")
    opened.write(_fill)
    for name, head, start, end in MERGES:
        row = {"name": name, "concept": head, "recorded_from": DAY[start],
               "recorded_until": OPEN_END if end is None else DAY[end],
               "by": f"by {name}", "reason": "so", "ended_by": None if end is None else "Bo",
               "ended_reason": None if end is None else "no"}  # fmt: skip
        restore_decision("restore_merge", row, store=opened)
    for document, name, meaning, day in SPLITS:
        row = {"document": document, "name": meaning, "concept": name, "by": "Ada",
               "recorded_from": DAY[day], "reason": "so"}  # fmt: skip
        restore_decision("restore_split", row, store=opened)
    yield opened
    opened.close()


def _fill(ask: Any) -> None:
    for id, (title, source) in DOCUMENTS.items():
        ask(MAKE_DOCUMENT, {"id": id, "title": title, "source": source})
    ask(FORGET, {"at": DAY[9]})
    for document, number, start, end in READINGS:
        ask(
            MAKE_READING,
            {"document": document, "id": f"{document}:{number}", "number": number,
             "title": f"Title {number}", "text": f"Text {number}", "named": number > 1,
             "start": DAY[start], "until": OPEN_END if end is None else DAY[end]},
        )  # fmt: skip
    for reading, id, name in ENTITIES:
        ask(MAKE_ENTITY, {"reading": reading, "id": id, "name": name})
    for entity, concept in INSTANCES:
        ask(INSTANTIATE, {"entity": entity, "concept": concept})
    for entity, concept, start, end in DECIDED:
        times = {"start": DAY[start], "until": None if end is None else DAY[end]}
        ask(DECIDE_INSTANCE, {"entity": entity, "concept": concept, **times})


def rows(store: Store, name: str, **parameters: Any) -> list[Row]:
    return store.ask(statement(f"read/{name}"), parameters)


def column(store: Store, name: str, key: str, **parameters: Any) -> list[Any]:
    return [row[key] for row in rows(store, name, **parameters)]


def test_merges_are_listed_by_when_they_began_and_by_name(store: Store) -> None:
    listed = rows(store, "all_aliases")

    assert [tuple(row.values()) for row in listed] == [
        ("aqua", "water", DAY[8], DAY[14], "by aqua", "so", "Bo", "no"),
        ("cold", "ice", DAY[8], OPEN_END, "by cold", "so", None, None),
        ("dew", "water", DAY[8], DAY[11], "by dew", "so", "Bo", "no"),
        ("brine", "water", DAY[9], DAY[12], "by brine", "so", "Bo", "no"),
    ]


def test_splits_are_listed_by_when_they_were_made_and_by_document_and_name(store: Store) -> None:
    listed = rows(store, "all_meanings")

    assert [tuple(row.values()) for row in listed] == [
        ("dew", "tears", "aqua", DAY[3], "Ada", "so"),
        ("bark", "hail", "ice", DAY[4], "Ada", "so"),
        ("bark", "rain", "water", DAY[4], "Ada", "so"),
        ("dew", "hail", "ice", DAY[4], "Ada", "so"),
        ("dew", "sap", "water", DAY[5], "Ada", "so"),
    ]


def test_the_splits_of_a_document_come_in_the_order_in_which_they_were_made(store: Store) -> None:
    listed = rows(store, "meanings", documents=["dew", "moss"])

    assert [tuple(row.values()) for row in listed] == [
        ("dew", "aqua", "tears"),
        ("dew", "ice", "hail"),
        ("dew", "water", "sap"),
    ]


@pytest.mark.parametrize(
    ("concept", "day", "head", "names"),
    [
        ("water", 7, "water", ["water"]),
        ("water", 8, "water", ["aqua", "dew", "water"]),
        ("aqua", 7, "aqua", ["aqua"]),
        ("aqua", 8, "water", ["aqua", "dew", "water"]),
        ("dew", 10, "water", ["aqua", "brine", "dew", "water"]),
        ("dew", 11, "dew", ["dew"]),
        ("water", 11, "water", ["aqua", "brine", "water"]),
        ("water", 12, "water", ["aqua", "water"]),
        ("cold", 19, "ice", ["cold", "ice"]),
        ("steam", 19, "steam", ["steam"]),
    ],
)
def test_a_concept_has_the_names_that_are_merged_with_it_at_the_moment(
    store: Store, concept: str, day: int, head: str, names: list[str]
) -> None:
    expected = [{"name": name, "head": head} for name in names]

    assert rows(store, "concept", concept=concept, as_of=DAY[day]) == expected


@pytest.mark.parametrize(
    ("document", "day", "things"),
    [
        ("dew", 5, [("steam", "steam")]),
        ("dew", 3, [("steam", "steam")]),
        ("dew", 2, []),
        ("dew", 6, [("aqua", "Pure Water"), ("ice", "ice"), ("water", "Pure Water"),
                    ("water", "water")]),
        ("dew", 7, [("aqua", "Pure Water"), ("ice", "ice"), ("snow", "ice"),
                    ("water", "Pure Water"), ("water", "water")]),
        ("dew", 8, [("frost", "ice"), ("ice", "ice"), ("snow", "ice"), ("water", "Pure Water"),
                    ("water", "water")]),
        ("dew", 10, [("frost", "ice"), ("ice", "ice"), ("water", "Pure Water"),
                     ("water", "water")]),
        ("dew", 14, [("aqua", "Pure Water"), ("frost", "ice"), ("ice", "ice"),
                     ("water", "Pure Water"), ("water", "water")]),
        ("bark", 6, [("water", "waters")]),
    ],
)  # fmt: skip
def test_the_things_of_a_document_go_by_the_names_of_the_moment(
    store: Store, document: str, day: int, things: list[tuple[str, str]]
) -> None:
    listed = rows(store, "things", document=document, as_of=DAY[day])

    assert [(row["concept"], row["entity"]) for row in listed] == things


def test_the_concepts_of_all_readings_of_a_document_are_listed_once(store: Store) -> None:
    concepts = ["aqua", "frost", "ice", "snow", "steam", "water"]

    assert column(store, "document_concepts", "concept", document="dew") == concepts
    assert column(store, "document_concepts", "concept", document="bark") == ["water"]


def test_the_readings_of_a_document_come_from_the_oldest_to_the_newest(store: Store) -> None:
    listed = rows(store, "document_readings", document="dew")

    times = [(row["number"], row["recorded_from"], row["recorded_until"]) for row in listed]
    assert times == [(1, DAY[1], DAY[3]), (2, DAY[3], DAY[6]), (3, DAY[6], OPEN_END)]


def test_the_readings_of_documents_come_by_document_and_number(store: Store) -> None:
    listed = rows(store, "readings_of", documents=["dew", "moss", "bark", "nowhere"])

    times = [(row["id"], row["recorded_from"], row["recorded_until"]) for row in listed]
    assert times == [
        ("bark:9", DAY[4], OPEN_END),
        ("dew:1", DAY[1], DAY[3]),
        ("dew:2", DAY[3], DAY[6]),
        ("dew:3", DAY[6], OPEN_END),
    ]


def test_readings_that_hold_now_and_older_ones_are_counted_apart(store: Store) -> None:
    assert rows(store, "open_readings", open_end=OPEN_END) == [{"readings": 2}]
    assert rows(store, "older_readings", open_end=OPEN_END) == [{"readings": 3}]


def test_the_texts_of_the_readings_that_are_named_are_read(store: Store) -> None:
    assert rows(store, "texts", readings=["dew:1", "bark:9", "nowhere:1"]) == [
        {"reading": "dew:1", "text": "Text 1", "entities_given": False},
        {"reading": "bark:9", "text": "Text 9", "entities_given": True},
    ]


@pytest.mark.parametrize(
    ("most", "ids"),
    [
        (2, ["ash", "bark"]),
        (9, ["ash", "bark", "dew", "leaf.txt", "moss", "plants/Leaf.txt"]),
    ],
)
def test_documents_that_were_not_forgotten_are_listed_by_id(
    store: Store, most: int, ids: list[str]
) -> None:
    assert column(store, "documents", "id", most=most) == ids


@pytest.mark.parametrize(
    ("after", "most", "ids"),
    [
        ("bark", 2, ["dew", "leaf.txt"]),
        ("barj", 2, ["bark", "dew"]),
        ("moss", 9, ["plants/Leaf.txt", "zinc"]),
        ("zinc", 9, []),
    ],
)
def test_documents_are_listed_after_an_id(
    store: Store, after: str, most: int, ids: list[str]
) -> None:
    assert column(store, "documents_after", "document", after=after, most=most) == ids


@pytest.mark.parametrize(
    ("words", "after", "most", "ids"),
    [
        (["leaf"], "", 3, ["ash", "bark", "dew"]),
        (["leaf"], "bark", 9, ["dew", "leaf.txt", "moss", "plants/Leaf.txt", "zinc"]),
        (["leaf", "rain"], "", 9, ["dew"]),
        (["leaf", "grey", "myleaf"], "", 9, ["ash"]),
        (["leaf", "moon"], "", 9, []),
    ],
)
def test_documents_have_all_the_words_in_their_names(
    store: Store, words: list[str], after: str, most: int, ids: list[str]
) -> None:
    listed = column(store, "documents_with", "document", words=words, after=after, most=most)

    assert listed == ids
