"""Query plans follow keys and relationships from the parameters; none scans the store."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import neo4j as driver
import pytest

from pipeline.domain.document import Document, Entity, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.quantity import Quantity
from pipeline.domain.reading import NumberedReading
from pipeline.questions.catalogue import catalogue
from pipeline.stores import LATEST, Row, Store
from pipeline.stores.read import list_readings, read_graphs
from pipeline.stores.write import write
from tests.support.graphs import graph, reading
from tests.support.neo4j_server import Server

DOCUMENTS = 3_000  # the engine scans tables that are much smaller, which then costs nothing
RARE = ("water; H2O", "leaf")


def made_reading(number: int, materials: tuple[Material, ...] = ()) -> NumberedReading:
    """A reading; the first two have entities that no other has, and all have the same shape."""
    steps = (Step(1, "The water is there.", 0), Step(2, "A leaf drinks it.", 20))
    names = RARE if number < 2 else (f"brick {number % 300}", f"tile {number % 100}")
    grid = Grid.from_texts(
        [Entity.parse(name) for name in names], [("pot", "?", "-"), ("-", "leaf", "pot")]
    )
    text = "The water is there. A leaf drinks it."
    document = Document(f"made-{number}", "", text, steps, "", materials=materials)
    rests = Quantity("duration", "90 s", 90.0, None, "s", 90.0, 90.0, "s", 1, None)
    return reading(TemporalGraph.from_grid(document, grid, quantities=(rests,)))


def parameters_for(question: str) -> dict[str, Any]:
    """Parameters with which the question has an answer in the first two documents."""
    known = {
        "document": "made-1",
        "documents": ["made-0", "made-1"],
        "entity": "water; H2O",
        "step": 2,
        "location": "pot",
        "concept": "leaf" if question == "producers" else "water",
        "consumed": "water",
        "produced": "leaf",
        "kind": "duration",
        "unit": "s",
        "value": 90.0,
        "words": ["water"],
        "as_of": LATEST,
    }
    return {field.name: known[field.name] for field in catalogue()[question].parameters}


def test_no_question_reads_rows_of_other_documents_on_ladybug(ladybug_store: Store) -> None:
    batch = [made_reading(number) for number in range(DOCUMENTS)]
    write(batch, store=ladybug_store, clock=lambda: datetime(2026, 1, 1))

    for question in catalogue():
        profiled = f"PROFILE {catalogue()[question].cypher}"

        (plan,) = ladybug_store.ask(profiled, parameters_for(question))

        rows = sum(map(int, re.findall(r"NumOutputTuples: (\d+)", str(plan))))
        assert 0 < rows < DOCUMENTS, question
        # a path of variable length first lists all nodes of the label, which counts as no row
        assert "RECURSIVE_EXTEND" not in str(plan), question


def test_a_graph_is_read_without_rows_of_other_documents_on_ladybug(ladybug_store: Store) -> None:
    batch = [made_reading(number, (Material("salt"),)) for number in range(DOCUMENTS)]
    write(batch, store=ladybug_store, clock=lambda: datetime(2026, 1, 1))
    statements: list[str] = []

    class Listening:
        schema = ladybug_store.schema

        def ask(self, cypher: str, parameters: dict[str, Any]) -> list[Row]:
            statements.append(cypher)
            return ladybug_store.ask(cypher, parameters)

    readings = list_readings(ladybug_store, "made-1")
    list(read_graphs(readings, store=Listening()))  # type: ignore[arg-type]

    for cypher in statements:
        (plan,) = ladybug_store.ask(f"PROFILE {cypher}", {"readings": ["made-1:1"]})
        rows = sum(map(int, re.findall(r"NumOutputTuples: (\d+)", str(plan))))
        assert rows < DOCUMENTS, cypher
    assert len(statements) == 8


@pytest.mark.neo4j
def test_every_question_uses_an_index_on_neo4j(neo4j: Server, neo4j_store: Store) -> None:
    write([reading(graph())], store=neo4j_store, clock=lambda: datetime(2026, 1, 1))
    auth = (neo4j.username, neo4j.password)
    silent = driver.NotificationMinimumSeverity.OFF
    with driver.GraphDatabase.driver(
        neo4j.url, auth=auth, notifications_min_severity=silent
    ) as opened:
        for question in catalogue():
            explained = f"EXPLAIN {catalogue()[question].cypher}"

            plan = opened.execute_query(explained, parameters_for(question)).summary.plan  # type: ignore[arg-type]

            assert not [operator for operator in operators(plan) if "Scan" in operator], question


def operators(plan: Any) -> Iterator[str]:
    yield plan["operatorType"]
    for child in plan.get("children", []):
        yield from operators(child)
