"""Contents of a store by type: labels and relationship types, their properties and counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.stores.generated_statements import count_present_statement, count_statement
from pipeline.stores.graph_schema import SCHEMA_VERSION, Column, ColumnType, EdgeType, NodeType
from pipeline.stores.statements import statement
from pipeline.stores.store import Store
from pipeline.stores.transaction_time import OPEN_END

__all__ = ["TYPE_NAMES", "LabelContents", "Property", "RelationshipContents", "StoreContents",
           "store_contents"]  # fmt: skip

TYPE_NAMES: Mapping[ColumnType, str] = {
    ColumnType.TEXT: "STRING",
    ColumnType.INTEGER: "INT64",
    ColumnType.REAL: "DOUBLE",
    ColumnType.FLAG: "BOOLEAN",
    ColumnType.MOMENT: "TIMESTAMP",
}


@dataclass(frozen=True, slots=True)
class Property:
    """A property; ``optional``: it may be missing."""

    name: str
    type: str
    optional: bool


@dataclass(frozen=True, slots=True)
class LabelContents:
    """A label; ``present``: its nodes in readings that hold now, None if it is in no reading."""

    label: str
    count: int
    present: int | None
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class RelationshipContents:
    """A relationship type between two labels; ``present`` as in LabelContents."""

    type: str
    source: str
    target: str
    count: int
    present: int | None
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class StoreContents:
    """A whole store; ``older_readings``: how many of its readings no longer hold."""

    store: str
    engine: str
    schema_version: int
    older_readings: int
    labels: tuple[LabelContents, ...]
    relationships: tuple[RelationshipContents, ...]


def store_contents(store: Store) -> StoreContents:
    """Count what the store holds of every type that its schema declares."""
    (older,) = store.ask(statement("read/older_readings"), {"open_end": OPEN_END})
    has_older = bool(older["readings"])
    labels = tuple(
        LabelContents(node.name, *_counts(node, store, has_older), _properties(node))
        for node in store.schema.nodes
    )
    relationships = tuple(
        RelationshipContents(
            edge.name,
            edge.source.node,
            edge.target.node,
            *_counts(edge, store, has_older),
            _properties(edge),
        )
        for edge in store.schema.edges
    )
    return StoreContents(
        store.url, store.engine, SCHEMA_VERSION, older["readings"], labels, relationships
    )


def _counts(stored: NodeType | EdgeType, store: Store, has_older: bool) -> tuple[int, int | None]:
    """The count of all, and of those that hold now: the same where no reading is older."""
    count = int(store.ask(count_statement(stored), {})[0]["count"])
    if stored.is_shared:
        return count, None
    if not has_older:
        return count, count
    rows = store.ask(count_present_statement(stored, store.schema), {"open_end": OPEN_END})
    return count, int(rows[0]["count"])


def _properties(stored: NodeType | EdgeType) -> tuple[Property, ...]:
    return tuple(
        Property(column.name, _type_name(column), column.optional) for column in stored.columns
    )


def _type_name(column: Column) -> str:
    return TYPE_NAMES[column.type] + ("[]" if column.is_list else "")
