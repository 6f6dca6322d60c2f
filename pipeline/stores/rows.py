"""Rows of a temporal graph: what the store's statements and bulk loaders take.

Rows are by the node or relationship type that they make, and refer to other nodes by key. All rows
of a type have the same columns; a value that is missing is None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from pipeline.domain.document import Step
from pipeline.domain.graph import TemporalGraph
from pipeline.stores.concepts import Meanings, concepts_of, meaning_of
from pipeline.stores.graph_records import records_of
from pipeline.stores.graph_schema import (
    SCHEMA,
    Column,
    ColumnType,
    EdgeType,
    End,
    GraphSchema,
    NodeType,
)
from pipeline.stores.store import Row

__all__ = [
    "Rows",
    "cell",
    "document_of_key",
    "document_of_reading",
    "is_key_of",
    "rows_of",
    "rows_of_type",
    "table_columns",
]

Rows = Mapping[str, Sequence[Row]]  # by the type that they make
_Keys = dict[tuple[str, tuple[object, ...]], str]  # of a node, by its type and name

_NO_MEANINGS: Meanings = MappingProxyType({})


def rows_of(
    graph: TemporalGraph,
    *,
    reading: str,
    meanings: Meanings = _NO_MEANINGS,
    schema: GraphSchema = SCHEMA,
) -> dict[str, list[Row]]:
    """The rows below a reading.

    A key is the reading's id with a type and a running number: entities in the graph's order.
    ``meanings`` are those of the reading's document.
    """
    records = records_of(graph, schema)
    keys: _Keys = {}
    rows: dict[str, list[Row]] = {}
    for node in schema.reading_nodes:
        if node.name != "Reading":
            rows[node.name] = _node_rows(node, records, reading, keys, schema)
    steps = {step.number: step for step in graph.document.steps}
    for edge in schema.reading_edges:
        if edge.part is not None:
            rows[edge.name] = [
                _edge_row(record, edge, keys, schema, steps)
                for record in records[edge.part]
                if edge.change is None or record["change"] == edge.change
            ]
    rows["NEXT"] = [
        {"step": step["id"], "next": following["id"]} for step, following in pairwise(rows["Step"])
    ]
    rows["INSTANCE_OF"] = [
        {"entity": row["id"], "concept": concept}
        for entity, row in zip(graph.entities, rows["Entity"], strict=True)
        for concept in dict.fromkeys(meaning_of(name, meanings) for name in concepts_of(entity))
    ]
    return rows


def document_of_key(key: str) -> str:
    """The id of the document that a node is of, which its key begins with."""
    return document_of_reading(key.rsplit("/", 2)[0])


def is_key_of(key: str, label: str) -> bool:
    """Return True if the key is that of a node of this type, whose name is part of it."""
    return key.rsplit("/", 2)[1] == label.lower()


def document_of_reading(reading: str) -> str:
    """The id of the document that a reading is of, which the reading's id begins with."""
    return reading.rpartition(":")[0]


def table_columns(filled: NodeType | EdgeType) -> tuple[Column, ...]:
    """The columns that a table takes of its rows: a relationship's begin with the ends' keys."""
    ends = (end.column for end in filled.ends) if isinstance(filled, EdgeType) else ()
    return (*(Column(name, ColumnType.TEXT) for name in ends), *filled.columns)


def cell(row: Row, column: Column) -> Any:
    """The row's value; only an optional one may be missing."""
    return row.get(column.name) if column.optional else row[column.name]


def rows_of_type(filled: NodeType | EdgeType, rows: Rows) -> Sequence[Row]:
    """The rows that make a node or relationship type: those that have both of its ends."""
    made_of = rows.get(filled.rows, ())
    if isinstance(filled, NodeType):
        return made_of
    source, target = (end.column for end in filled.ends)
    return [row for row in made_of if row[source] is not None and row[target] is not None]


def _node_rows(
    node: NodeType,
    records: Mapping[str, Sequence[Row]],
    reading: str,
    keys: _Keys,
    schema: GraphSchema,
) -> list[Row]:
    """The rows of a node type, whose keys are added to ``keys``."""
    rows = []
    ends = [end for edge in schema.edges_with(node) for end in edge.ends]
    of_part = records[node.part] if node.part is not None else _referred_to(node, records, schema)
    for number, record in enumerate(of_part, start=node.first_number):
        id = f"{reading}/{node.name.lower()}/{number}"
        keys.setdefault((node.name, tuple(record[name] for name in node.named_by)), id)
        row = {**record, node.key: id}
        for end in ends:
            if end.node == "Reading":
                row[end.column] = reading
            elif end.node != node.name:
                row[end.column] = _key_of(record, end, keys, schema)
        rows.append(row)
    return rows


def _referred_to(
    node: NodeType, records: Mapping[str, Sequence[Row]], schema: GraphSchema
) -> list[Row]:
    """The nodes of this type that records refer to, each once."""
    names = dict.fromkeys(
        _name(record, edge.target, schema)
        for edge in schema.reading_edges
        if edge.part is not None and edge.target.node == node.name
        for record in records[edge.part]
    )
    return [dict(zip(node.named_by, name, strict=True)) for name in names]


def _edge_row(
    record: Row, edge: EdgeType, keys: _Keys, schema: GraphSchema, steps: Mapping[int, Step]
) -> Row:
    row = {column.name: record.get(column.name) for column in edge.columns}
    for end in edge.ends:
        row[end.column] = _key_of(record, end, keys, schema)
    for column in edge.columns:
        if column.derived and column.type is ColumnType.MOMENT:
            state = record["from_step" if column.name == "starts_at" else "until_step"]
            step = steps.get(state)
            row[column.name] = None if step is None else step.done_at
    return row


def _key_of(record: Row, end: End, keys: _Keys, schema: GraphSchema) -> str | None:
    """The key of the node that the record refers to; None if it refers to none."""
    if record[end.column] is None:
        return None
    return keys[end.node, _name(record, end, schema)]


def _name(record: Row, end: End, schema: GraphSchema) -> tuple[object, ...]:
    _, *others = schema.node(end.node).named_by
    return (record[end.column], *(record[name] for name in others))
