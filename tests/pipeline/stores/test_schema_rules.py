"""The declared graph: ways to its nodes, the order of columns, records, keys and constraints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pipeline.domain.document import Entity, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import SOMEWHERE, Evidence, Grid, Location, Track
from pipeline.domain.quantity import Quantity
from pipeline.stores.arrow_types import arrow_type
from pipeline.stores.generated_statements import (
    count_present_statement,
    create_statement,
    erase_statement,
    ladybug_tables,
    load_statement,
    neo4j_constraints,
)
from pipeline.stores.graph_records import (
    EVIDENCE_COLUMNS,
    evidence_columns,
    evidence_of,
    graph_of,
    record_of,
    records_of,
)
from pipeline.stores.graph_schema import (
    SCHEMA,
    Column,
    ColumnType,
    EdgeType,
    End,
    GraphSchema,
    NodeType,
)
from pipeline.stores.rows import document_of_reading, is_key_of, rows_of
from tests.support.graphs import document, graph

TEXT = ColumnType.TEXT
SMALL = GraphSchema(
    (
        NodeType("Shop", (Column("id", TEXT), Column("town", TEXT)), indexed=("town",)),
        NodeType("Shelf", (Column("number", ColumnType.INTEGER), Column("open", ColumnType.FLAG))),
    ),
    (EdgeType("HAS", End("Shop", "shop"), End("Shelf", "number"), (Column("since", TEXT),)),),
)


def names(columns: Any) -> list[str]:
    return [column.name for column in columns]


@pytest.mark.parametrize(
    ("node", "way"),
    [
        ("Document", []),
        ("Reading", ["READ_AS"]),
        ("Step", ["READ_AS", "HAS_STEP"]),
        ("Entity", ["READ_AS", "MENTIONS"]),
        ("Quantity", ["READ_AS", "GIVES"]),
        ("Location", ["READ_AS", "MENTIONS", "LOCATED_AT"]),
    ],
)
def test_the_way_to_a_node_leads_from_its_document(node: str, way: list[str]) -> None:
    assert names(SCHEMA.way_to(node)) == way


def test_a_node_is_created_with_the_last_step_of_its_way_if_they_share_rows() -> None:
    created = {node.name: SCHEMA.created_with(node) for node in SCHEMA.nodes}

    assert {name: edge.name for name, edge in created.items() if edge is not None} == {
        "Reading": "READ_AS",
        "Step": "HAS_STEP",
        "Entity": "MENTIONS",
        "Material": "LISTS",
        "Quantity": "GIVES",
    }


def test_what_belongs_to_no_reading_is_shared() -> None:
    shared = ["Store", "Document", "Concept"]

    assert names(SCHEMA.shared_nodes) == shared
    assert {*names(SCHEMA.reading_nodes), *shared} == {*names(SCHEMA.nodes)}
    assert {*names(SCHEMA.edges)} - {*names(SCHEMA.reading_edges)} == {"ALIAS_OF", "MEANS"}
    assert SCHEMA.parts == (
        "steps", "entities", "materials", "quantities", "presences", "events"
    )  # fmt: skip


def test_the_properties_of_a_change_are_in_the_order_of_the_fullest_type() -> None:
    columns = names(SCHEMA.columns_of("events"))

    assert columns[:3] == ["origin", "destination", "probability"]
    assert len(columns) == len(set(columns)) == 6
    assert names(SCHEMA.columns_of("entities")) == ["name", "aliases", "exists"]


@pytest.mark.parametrize(
    ("part", "ends"),
    [
        ("steps", []),
        ("presences", ["entity", "location"]),
        ("events", ["step", "entity"]),
        ("quantities", ["step", "material", "entity"]),
    ],
)
def test_a_part_refers_to_what_is_not_its_own(part: str, ends: list[str]) -> None:
    assert [end.column for end in SCHEMA.ends_of(part)] == ends


def test_a_type_that_is_not_declared_is_refused() -> None:
    assert SCHEMA.edge("MOVES").name == "MOVES"
    assert SCHEMA.node("Step").key == "id"
    with pytest.raises(ValueError, match="no relationship type 'SINGS'"):
        SCHEMA.edge("SINGS")
    with pytest.raises(ValueError, match="no node type 'Song'"):
        SCHEMA.node("Song")


def test_an_end_or_a_type_with_another_name_than_a_plain_one_is_refused() -> None:
    for attempt in (
        lambda: End("Step) //", "id"),
        lambda: End("Step", "a b"),
        lambda: EdgeType("A-B", End("Step", "a"), End("Step", "b")),
        lambda: NodeType("A B", (Column("id", TEXT),)),
    ):
        with pytest.raises(ValueError, match="is no name"):
            attempt()


def test_only_the_entities_and_their_like_are_indexed_for_a_server() -> None:
    indexed = {node.name: node.indexed for node in SCHEMA.nodes if node.indexed}

    assert indexed == {
        "Entity": ("name",), "Material": ("name",), "Quantity": ("kind",), "Location": ("name",)
    }  # fmt: skip
    assert [*neo4j_constraints(SMALL)] == [
        "CREATE CONSTRAINT stepgraph_shop IF NOT EXISTS FOR (n:Shop) REQUIRE n.id IS UNIQUE",
        "CREATE CONSTRAINT stepgraph_shelf IF NOT EXISTS FOR (n:Shelf) REQUIRE n.number IS UNIQUE",
        "CREATE INDEX stepgraph_shop_town IF NOT EXISTS FOR (n:Shop) ON (n.town)",
        "CALL db.awaitIndexes(60)",
    ]


def test_tables_have_a_key_and_relationships_their_ends() -> None:
    assert [*ladybug_tables(SMALL)] == [
        "CREATE NODE TABLE IF NOT EXISTS Shop(`id` STRING PRIMARY KEY, `town` STRING)",
        "CREATE NODE TABLE IF NOT EXISTS Shelf(`number` INT64 PRIMARY KEY, `open` BOOLEAN)",
        "CREATE REL TABLE IF NOT EXISTS HAS(FROM Shop TO Shelf, `since` STRING)",
    ]


def test_a_node_is_created_alone_or_with_what_leads_to_it() -> None:
    shop, shelf = SMALL.nodes
    (has,) = SMALL.edges

    assert create_statement([shop], SMALL).splitlines() == [
        "UNWIND $rows AS row", "CREATE (:Shop {`id`: row.`id`, `town`: row.`town`})"
    ]  # fmt: skip
    assert load_statement([shelf, has], SMALL).splitlines() == [
        "LOAD FROM $rows",
        "MATCH (source:Shop {`id`: row.`shop`})",
        "CREATE (source)-[:HAS {`since`: row.`since`}]->"
        "(:Shelf {`number`: row.`number`, `open`: row.`open`})",
    ]
    assert create_statement([replace(has, columns=())], SMALL).splitlines()[1:] == [
        "MATCH (source:Shop {`id`: row.`shop`})",
        "MATCH (target:Shelf {`number`: row.`number`})",
        "CREATE (source)-[:HAS]->(target)",
    ]


def test_what_is_counted_or_erased_is_reached_from_documents() -> None:
    location, moves = SCHEMA.node("Location"), SCHEMA.edge("MOVES")

    assert count_present_statement(location, SCHEMA) == (
        "MATCH (:Document)-[:READ_AS]->(:Reading {recorded_until: $open_end})-[:MENTIONS]->"
        "(:Entity)-[:LOCATED_AT]->(node:Location) RETURN count(DISTINCT node) AS count"
    )
    assert count_present_statement(moves, SCHEMA) == (
        "MATCH (:Document)-[:READ_AS]->(:Reading {recorded_until: $open_end})-[:HAS_STEP]->"
        "(:Step)-[edge:MOVES]->(:Entity) RETURN count(DISTINCT edge) AS count"
    )
    assert erase_statement(SCHEMA.node("Step"), SCHEMA).splitlines()[0] == (
        "MATCH (:Document {id: $document})-[:READ_AS]->(:Reading)-[:HAS_STEP]->(node:Step)"
    )


@pytest.mark.parametrize(
    ("key", "label", "is_of"),
    [
        ("a/b.txt:1/step/2", "Step", True),
        ("a/b.txt:1/step/2", "Entity", False),
        ("step/x:1/entity/0", "Step", False),
        ("step/x:1/entity/0", "Entity", True),
    ],
)
def test_a_key_holds_the_type_of_its_node(key: str, label: str, is_of: bool) -> None:
    assert is_key_of(key, label) == is_of


def test_the_id_of_a_reading_ends_with_its_number() -> None:
    assert document_of_reading("a:1/b:12:3") == "a:1/b:12"


def test_lists_and_moments_have_types_of_columns() -> None:
    reals = arrow_type(Column("probabilities", ColumnType.REAL, is_list=True))

    assert str(reals).startswith("list<") and "double" in str(reals)
    types = [str(arrow_type(Column("x", each))) for each in ColumnType]
    assert types == ["string", "int64", "double", "bool", "timestamp[us]"]


def test_missing_evidence_is_marked_and_comes_back_as_none() -> None:
    assert evidence_columns(None) == {"evidence_step": -1, "char_start": -1, "char_end": -1}
    assert evidence_of(evidence_columns(None)) is None
    for evidence in (Evidence(0), Evidence(0, 1, 2), Evidence(3, 4, 9), Evidence(1)):
        assert evidence_of(evidence_columns(evidence)) == evidence
    assert {*evidence_columns(None)} == EVIDENCE_COLUMNS


def described() -> TemporalGraph:
    """A graph with each kind of part; its numbers are whole ones where they may be."""
    water = Entity.parse("water; H2O")
    track = Track(water, (SOMEWHERE, Location("pot"), Location("pot")), probabilities=(1, 1, 1),
                  exists=(1, 1, 1), change_probabilities=(1, 1))  # fmt: skip
    salt = Quantity("amount", "2 g", 2, None, "g", 2, 2, "g", None, "salt", water)
    text = replace(document(), materials=(Material("salt", "2"), Material("salt", note="fine")))
    return TemporalGraph.from_grid(text, Grid(2, (track,)), quantities=(salt,))


def test_records_have_the_columns_of_their_part() -> None:
    records = records_of(described())

    assert records["steps"][0] == {
        "number": 1, "text": "Roots take water.", "char_start": 0, "starts_at": None,
        "ends_at": None, "label": None, "alternative": None,
    }  # fmt: skip
    assert records["entities"] == [
        {"name": "water; H2O", "aliases": ["water", "H2O"], "exists": [1.0, 1.0, 1.0]}
    ]
    assert records["presences"][0] == {
        "entity": "water; H2O", "location": "?", "kind": "somewhere", "from_step": 0,
        "until_step": 1, "probabilities": [1.0], "evidence_step": -1, "char_start": -1,
        "char_end": -1,
    }  # fmt: skip
    assert records["events"] == [
        {"step": 1, "entity": "water; H2O", "change": "move", "origin": "?", "destination": "pot",
         "probability": 1.0, "evidence_step": 1, "char_start": -1, "char_end": -1}
    ]  # fmt: skip
    (quantity,) = records["quantities"]
    assert (quantity["step"], quantity["material"], quantity["entity"], quantity["until"]) == (
        None, "salt", "water; H2O", None
    )  # fmt: skip
    numbers = [quantity["value"], records["events"][0]["probability"]]
    assert [type(number) for number in numbers] == [float, float]


@pytest.mark.parametrize("given_entities", [True, False])
def test_a_graph_is_made_of_its_records_again(given_entities: bool) -> None:
    made = described()
    own = {"document": "leaf.txt", "title": made.document.title, "text": made.document.text,
           "source": made.document.source, "entities_given": given_entities}  # fmt: skip
    expected = replace(
        made, document=replace(made.document, entities=made.entities if given_entities else None)
    )

    assert graph_of(records_of(made), **own) == expected
    records = records_of(made)
    del records["steps"][0]["label"], records["quantities"][0]["until"]
    assert graph_of(records, **own) == expected
    del records["steps"][0]["text"]
    with pytest.raises(KeyError):
        graph_of(records, **own)


@pytest.mark.parametrize("states", [("-", "pot"), ("jug", "pot"), ("?", "pot"), ("pot", "-")])
def test_the_change_of_an_event_is_known_from_its_places(states: tuple[str, ...]) -> None:
    made = graph(states=states)
    records = records_of(made)
    for record in records["events"]:
        del record["change"]
    own = {"document": "leaf.txt", "title": made.document.title, "text": made.document.text}

    again = graph_of(records, source=made.document.source, entities_given=False, **own)

    assert again.events == made.events


def test_the_record_of_a_value_without_evidence_has_no_column_of_it() -> None:
    assert record_of(Material("salt", None, "g"), "materials") == {
        "name": "salt", "amount": None, "unit": "g", "note": None
    }  # fmt: skip
    assert EVIDENCE_COLUMNS & record_of(Step(1, "Mix.", 0), "steps").keys() == {"char_start"}


def test_a_quantity_refers_to_the_first_entry_of_its_name_and_to_what_it_measures() -> None:
    (row,) = rows_of(described(), reading="a:1")["Quantity"]

    assert (row["id"], row["step"]) == ("a:1/quantity/0", None)
    assert (row["material"], row["entity"]) == ("a:1/material/0", "a:1/entity/0")
    assert row["reading"] == "a:1"


def test_a_name_that_means_another_concept_in_its_document_is_an_instance_of_that() -> None:
    rows = rows_of(graph(), reading="a:1", meanings={"h2o": "ice", "water": "ice", "sap": "x"})

    assert [row["concept"] for row in rows["INSTANCE_OF"]] == ["ice"]
