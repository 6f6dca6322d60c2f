"""A temporal graph as flat records, a list for each of its parts, and back.

A record has the columns that the schema declares for its part, as they are in the domain: a column
is the field of the same name. It refers to other nodes by name: to an entity by its name, to a
step by its number, to a location by name and kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from pipeline.domain.document import Document, Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Change, Evidence, Location, location_from_name
from pipeline.stores.graph_schema import SCHEMA, Column, ColumnType, End, GraphSchema
from pipeline.stores.store import Row

__all__ = [
    "EVIDENCE_COLUMNS",
    "evidence_columns",
    "evidence_of",
    "graph_of",
    "record_of",
    "records_of",
]

Entities = Mapping[str, Entity]  # by name
_OF_DOCUMENT = ("steps", "materials")
NO_EVIDENCE = Evidence(-1)
EVIDENCE_COLUMNS = frozenset({"evidence_step", "char_start", "char_end"})


def records_of(graph: TemporalGraph, schema: GraphSchema = SCHEMA) -> dict[str, list[Row]]:
    """The records of all parts, in the order of the graph."""
    records = {
        part: [record_of(value, part, schema) for value in _values(graph, part)]
        for part in schema.parts
    }
    for record, exists in zip(records["entities"], graph.exists, strict=True):
        record["exists"] = list(map(float, exists))
    return records


def graph_of(
    records: Mapping[str, Sequence[Row]],
    *,
    document: str,
    title: str,
    text: str,
    source: str,
    entities_given: bool,
    schema: GraphSchema = SCHEMA,
) -> TemporalGraph:
    """The graph that ``records_of`` was given.

    Raises KeyError, TypeError or ValueError if the records are of no graph.
    """
    entities: dict[str, Entity] = {}
    for record in records["entities"]:
        entities[record["name"]] = _value_of(record, "entities", schema, {})
    values: dict[str, Any] = {
        part: tuple(_value_of(record, part, schema, entities) for record in records[part])
        for part in schema.parts
        if part != "entities"
    }
    return schema.graph(
        document=Document(
            document,
            title,
            text,
            values.pop("steps"),
            source,
            tuple(entities.values()) if entities_given else None,
            values.pop("materials"),
        ),
        entities=tuple(entities.values()),
        exists=tuple(tuple(map(float, record["exists"])) for record in records["entities"]),
        **values,
    )


def record_of(value: Any, part: str, schema: GraphSchema = SCHEMA) -> Row:
    """The record of one step, entity, presence, event or other value of a part."""
    layout = _layout_of(part, schema)
    record: Row = {}
    for end in layout.ends:
        record |= _reference(getattr(value, end.column), end, schema)
    if "change" in layout.fields:
        record["change"] = str(value.change)
    for column in layout.columns:
        record[column.name] = _stored(getattr(value, column.name), column)
    if "evidence" in layout.fields:
        record |= evidence_columns(value.evidence)
    return record


def evidence_columns(evidence: Evidence | None) -> Row:
    evidence = evidence or NO_EVIDENCE
    return {
        "evidence_step": evidence.step,
        "char_start": evidence.char_start,
        "char_end": evidence.char_end,
    }


def _values(graph: TemporalGraph, part: str) -> Sequence[Any]:
    holder: Any = graph.document if part in _OF_DOCUMENT else graph
    values: Sequence[Any] = getattr(holder, part)
    return values


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the values of a part are recorded: the columns are fields of their class."""

    value: type[Any]
    fields: frozenset[str]
    ends: tuple[End, ...]
    columns: tuple[Column, ...]


@cache
def _layout_of(part: str, schema: GraphSchema) -> _Layout:
    value = schema.value_of(part)
    names = frozenset(field.name for field in fields(value))
    columns = (column for column in schema.columns_of(part) if column.name in names)
    return _Layout(value, names, schema.ends_of(part), tuple(columns))


def _value_of(record: Row, part: str, schema: GraphSchema, entities: Entities) -> Any:
    """The value of which ``record_of`` made the record."""
    layout = _layout_of(part, schema)
    values = {end.column: _referent(record, end, entities) for end in layout.ends}
    for column in layout.columns:
        values[column.name] = _from_stored(record, column)
    if "evidence" in layout.fields:
        values["evidence"] = evidence_of(record)
    if "change" in layout.fields:
        values["origin"] = location_from_name(values["origin"])
        values["destination"] = location_from_name(values["destination"])
        values["change"] = _change_of(record)
    return layout.value(**values)


def _reference(value: Any, end: End, schema: GraphSchema) -> Row:
    """The columns by which a record refers to a node."""
    if isinstance(value, Entity):
        return {end.column: value.name}
    if isinstance(value, Location):
        text, kind = schema.node(end.node).named_by
        return {end.column: value.text} | {kind: value.kind}
    return {end.column: value}


def _referent(record: Row, end: End, entities: Entities) -> Any:
    name = record[end.column]
    if name is None:
        return None
    if end.node == "Entity":
        return entities[name]
    return Location(name, record["kind"]) if end.node == "Location" else name


def _stored(value: Any, column: Column) -> Any:
    if isinstance(value, Location):
        return value.text
    if column.is_list and value is not None:
        return list(_numbers(value, column))
    return _number(value, column)


def _from_stored(record: Row, column: Column) -> Any:
    value = record.get(column.name) if column.optional else record[column.name]
    if column.is_list and value is not None:
        return tuple(_numbers(value, column))
    return _number(value, column)


def _numbers(values: Iterable[Any], column: Column) -> Iterable[Any]:
    return map(float, values) if column.type is ColumnType.REAL else values


def _number(value: Any, column: Column) -> Any:
    """A real number as Python's own; anything else as it is."""
    return float(value) if column.type is ColumnType.REAL and value is not None else value


def evidence_of(record: Row) -> Evidence | None:
    step = record["evidence_step"]
    if step == NO_EVIDENCE.step:
        return None
    return Evidence(step, record["char_start"], record["char_end"])


def _change_of(record: Row) -> Change:
    """The change of an event. Rows of a store show it by a missing origin or destination."""
    if "change" in record:
        return Change(record["change"])
    if record["origin"] is None:
        return Change.CREATE
    return Change.DESTROY if record["destination"] is None else Change.MOVE
