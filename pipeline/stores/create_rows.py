"""Create what is under new readings by statements, which every engine can run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from pipeline.stores.generated_statements import create_statement
from pipeline.stores.graph_schema import SCHEMA, EdgeType, GraphSchema, NodeType
from pipeline.stores.rows import Rows, cell, rows_of_type, table_columns
from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Row

__all__ = ["create_rows", "created_together", "send"]

ROWS_A_STATEMENT = 10_000


def create_rows(rows: Rows, *, ask: Ask, schema: GraphSchema = SCHEMA) -> None:
    """Create all that the rows make, some thousands at a time."""
    for created, made_of in created_together(rows, schema):
        for batch in _batches(made_of):
            filled = [_filled(each, batch) for each in created]
            ask(create_statement(filled, schema), {"rows": _whole(batch, created)})


def created_together(
    rows: Rows, schema: GraphSchema
) -> Iterator[tuple[Sequence[NodeType | EdgeType], Sequence[Row]]]:
    """What one statement creates, and its rows: all nodes, each with the relationship that leads to
    it, then all other relationships. What has no rows is left out."""
    nodes = [(node, schema.created_with(node)) for node in schema.reading_nodes]
    led_to = {edge for _, edge in nodes}
    together: list[Sequence[NodeType | EdgeType]] = [
        *((node,) if edge is None else (node, edge) for node, edge in nodes),
        *((edge,) for edge in schema.reading_edges if edge not in led_to),
    ]
    for created in together:
        if made_of := rows_of_type(created[0], rows):
            yield created, made_of


def send(name: str, rows: Sequence[Row], *, ask: Ask, **parameters: Any) -> None:
    """Run ``cypher/write/<name>.cypher`` over the rows, some thousands at a time."""
    for batch in _batches(rows):
        ask(statement(f"write/{name}"), {"rows": batch, **parameters})


def _batches(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    for start in range(0, len(rows), ROWS_A_STATEMENT):
        yield rows[start : start + ROWS_A_STATEMENT]


def _filled(created: NodeType | EdgeType, rows: Sequence[Row]) -> NodeType | EdgeType:
    """The type without properties that all rows lack: the embedded engine cannot type them."""
    columns = tuple(
        column
        for column in created.columns
        if not column.optional or any(cell(row, column) is not None for row in rows)
    )
    return replace(created, columns=columns)


def _whole(rows: Sequence[Row], created: Iterable[NodeType | EdgeType]) -> list[Row]:
    """The rows with the same columns each, as the embedded engine wants."""
    columns = [column for table in created for column in table_columns(table)]
    return [{column.name: cell(row, column) for column in columns} for row in rows]
