"""Rows of a graph: keys, references by key, and the rows that make a type."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from pipeline.domain.document import Entity, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import NOWHERE, Grid, Location, Track
from pipeline.stores.graph_schema import SCHEMA, Column, ColumnType
from pipeline.stores.rows import cell, document_of_key, rows_of, rows_of_type, table_columns
from tests.support.examples import example

STEPS = ("Roots take up water.", "Sugar forms in the leaf.", "The leaf falls.")
STATES = {
    "water; H2O": ("soil", "root", "-", "-"),
    "sugar": ("-", "-", "leaf", "leaf"),
    "oxygen; H2O": ("?", "?", "?", "?"),
}


@pytest.fixture
def rows():
    return rows_of(example("leaf:a.txt", STEPS, STATES), reading="leaf:a.txt:3")


def test_keys_are_the_readings_with_a_type_and_a_number(rows):
    assert [row["id"] for row in rows["Step"]] == [
        f"leaf:a.txt:3/step/{number}" for number in (1, 2, 3)
    ]
    assert [(row["id"], row["name"]) for row in rows["Entity"]] == [
        ("leaf:a.txt:3/entity/0", "water; H2O"),
        ("leaf:a.txt:3/entity/1", "sugar"),
        ("leaf:a.txt:3/entity/2", "oxygen; H2O"),
    ]
    assert {row["reading"] for row in rows["Step"]} == {"leaf:a.txt:3"}


@pytest.mark.parametrize("id", ["leaf:a.txt", "a/b.txt", "a:1/2:3"])
def test_the_document_of_a_key_is_known_whatever_its_id(id):
    reading = f"{id}:12"

    (first, *_) = rows_of(example(id, STEPS, STATES), reading=reading)["Step"]

    assert document_of_key(first["id"]) == id


def test_each_place_is_one_node_and_presences_refer_to_it_and_to_their_entity(rows):
    places = {row["id"]: (row["name"], row["kind"]) for row in rows["Location"]}
    entities = {row["id"]: row["name"] for row in rows["Entity"]}

    stays = [
        (entities[row["entity"]], places[row["location"]], row["from_step"], row["until_step"])
        for row in rows["LOCATED_AT"]
    ]

    assert len(places) == len(set(places.values())) == 4
    assert sorted(stays) == [
        ("oxygen; H2O", ("?", "somewhere"), 0, 4),
        ("sugar", ("leaf", "stated"), 2, 4),
        ("water; H2O", ("root", "stated"), 1, 2),
        ("water; H2O", ("soil", "stated"), 0, 1),
    ]


def test_changes_are_rows_of_their_kind_at_their_step(rows):
    steps = {row["id"]: row["number"] for row in rows["Step"]}

    changes = {
        kind: [
            (steps[row["step"]], row.get("origin"), row.get("destination")) for row in rows[kind]
        ]
        for kind in ("CREATES", "MOVES", "DESTROYS")
    }

    assert changes == {
        "CREATES": [(2, None, "leaf")],
        "MOVES": [(1, "soil", "root")],
        "DESTROYS": [(2, "root", None)],
    }


def test_steps_are_chained_and_entities_are_instances_of_each_of_their_concepts(rows):
    assert [(row["step"][-1], row["next"][-1]) for row in rows["NEXT"]] == [("1", "2"), ("2", "3")]
    concepts = {(row["entity"][-1], row["concept"]) for row in rows["INSTANCE_OF"]}
    assert concepts == {("0", "water"), ("0", "h2o"), ("1", "sugar"), ("2", "oxygen"), ("2", "h2o")}


def test_clock_times_of_a_presence_are_those_of_its_first_and_last_steps():
    graph = example("a", STEPS, {"sugar": ("-", "jar", "jar", "-"), "salt": ("jar",) * 4})
    noon = datetime(2024, 5, 1, 12)
    timed = tuple(
        replace(step, starts_at=noon.replace(minute=step.number)) for step in graph.document.steps
    )
    graph = replace(graph, document=replace(graph.document, steps=timed))

    times = [
        (row["starts_at"], row["ends_at"]) for row in rows_of(graph, reading="a:1")["LOCATED_AT"]
    ]

    assert sorted(times, key=str) == [
        (None, None),
        (noon.replace(minute=1), noon.replace(minute=3)),
    ]


def test_a_relationship_needs_both_ends_and_begins_with_their_keys(rows):
    states = SCHEMA.edge("CREATES")
    incomplete = {**rows, "CREATES": [*rows["CREATES"], {**rows["CREATES"][0], "entity": None}]}

    assert rows_of_type(states, incomplete) == rows["CREATES"]
    assert rows_of_type(SCHEMA.node("Step"), rows) == rows["Step"]
    assert rows_of_type(SCHEMA.node("Step"), {}) == ()
    assert [column.name for column in table_columns(states)][:3] == [
        "step",
        "entity",
        "destination",
    ]
    assert table_columns(SCHEMA.node("Step")) == SCHEMA.node("Step").columns


def test_only_an_optional_value_may_be_missing():
    assert cell({}, Column("note", ColumnType.TEXT, optional=True)) is None
    assert cell({"note": "x"}, Column("note", ColumnType.TEXT)) == "x"
    with pytest.raises(KeyError):
        cell({}, Column("note", ColumnType.TEXT))


def test_materials_and_steps_keep_what_they_have():
    graph = example("a", ("Mix.",), {"flour": ("?", "?")})
    step = Step(1, "Mix.", 0, label="Dough", alternative="Stir.")
    document = replace(graph.document, steps=(step,), materials=(Material("flour", "2", "cups"),))

    rows = rows_of(replace(graph, document=document), reading="a:1")

    (material,) = rows["Material"]
    assert (material["name"], material["amount"], material["unit"], material["note"]) == (
        "flour",
        "2",
        "cups",
        None,
    )
    assert (rows["Step"][0]["label"], rows["Step"][0]["alternative"]) == ("Dough", "Stir.")


def test_numbers_that_python_took_for_whole_ones_are_stored_as_real_ones():
    whole = Track(
        Entity.parse("water"),
        (Location("soil"), Location("soil"), NOWHERE),
        probabilities=(1, 1, 1),
        exists=(1, 1, 0),
    )
    document = example("a", STEPS[:2], {}).document

    rows = rows_of(TemporalGraph.from_grid(document, Grid(2, (whole,))), reading="a:1")

    stored = [*rows["Entity"][0]["exists"], *rows["LOCATED_AT"][0]["probabilities"]]
    assert [type(value) for value in stored] == [float] * len(stored)
