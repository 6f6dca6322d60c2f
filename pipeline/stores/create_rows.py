"""Create what is under new readings by statements, which every engine can run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from pipeline.stores.generated_statements import create_edge_statement, create_node_statement
from pipeline.stores.graph_schema import SCHEMA, EdgeType, GraphSchema, NodeType
from pipeline.stores.rows import Rows, cell, rows_of_type, table_columns
from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Row

__all__ = ["create_rows", "send"]

ROWS_A_STATEMENT = 10_000
Type = TypeVar("Type", NodeType, EdgeType)


def create_rows(rows: Rows, *, ask: Ask, schema: GraphSchema = SCHEMA) -> None:
    """Create all nodes, each with the relationship that leads to it, then all relationships."""
    created = set()
    for node in schema.reading_nodes:
        edge = schema.created_with(node)
        for batch in _batches(rows_of_type(node, rows)):
            _create_nodes(batch, node, edge, ask=ask, schema=schema)
        created.add(edge)
    for edge in schema.reading_edges:
        if edge not in created:
            for batch in _batches(rows_of_type(edge, rows)):
                cypher = create_edge_statement(_filled(edge, batch), schema)
                ask(cypher, {"rows": _whole(batch, edge)})


def send(name: str, rows: Sequence[Row], *, ask: Ask, **parameters: Any) -> None:
    """Run ``cypher/write/<name>.cypher`` over the rows, some thousands at a time."""
    for batch in _batches(rows):
        ask(statement(f"write/{name}"), {"rows": batch, **parameters})


def _create_nodes(
    rows: Sequence[Row], node: NodeType, edge: EdgeType | None, *, ask: Ask, schema: GraphSchema
) -> None:
    if edge is None:
        ask(create_node_statement(_filled(node, rows), None, schema), {"rows": _whole(rows, node)})
        return
    cypher = create_node_statement(_filled(node, rows), _filled(edge, rows), schema)
    ask(cypher, {"rows": _whole(rows, node, edge)})


def _batches(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    for start in range(0, len(rows), ROWS_A_STATEMENT):
        yield rows[start : start + ROWS_A_STATEMENT]


def _filled(created: Type, rows: Sequence[Row]) -> Type:
    """The type without properties that all rows lack: the embedded engine cannot type them."""
    columns = tuple(
        column
        for column in created.columns
        if not column.optional or any(cell(row, column) is not None for row in rows)
    )
    return replace(created, columns=columns)


def _whole(rows: Sequence[Row], *created: NodeType | EdgeType) -> list[Row]:
    """The rows with the same columns each, as the embedded engine wants."""
    columns = [column for table in created for column in table_columns(table)]
    return [{column.name: cell(row, column) for column in columns} for row in rows]
