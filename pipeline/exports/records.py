"""A temporal graph as one JSON object, and back: a line of `stepgraph export`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Any

from pipeline.domain.document import Document, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence
from pipeline.domain.quantity import Quantity
from pipeline.exports.output_files import json_text
from pipeline.exports.readings import history_of, origin_of, present_readings, readings_in_order
from pipeline.stores.generated_statements import read_edges_statement
from pipeline.stores.graph_records import (
    EVIDENCE_COLUMNS,
    evidence_columns,
    evidence_of,
    record_of,
    records_of,
)
from pipeline.stores.graph_records import graph_of as graph_of_records
from pipeline.stores.graph_schema import SCHEMA, Column, ColumnType, GraphSchema
from pipeline.stores.read import GRAPHS_AT_ONCE, rows_by_reading
from pipeline.stores.statements import statement
from pipeline.stores.store import Row, Store
from pipeline.stores.transaction_time import OPEN_END

__all__ = [
    "evidence_record",
    "export_lines",
    "graph_of",
    "graph_record",
    "material_record",
    "moment_from_text",
    "quantity_record",
    "reading_lines",
    "step_record",
]

RECORDS = {"merge": "all_aliases", "split": "all_meanings", "forgotten": "forgotten"}


def export_lines(store: Store, *, current: bool = False) -> Iterator[str]:
    """Everything a store holds as lines of JSON: its readings, then its other records.

    Those have a key ``record``: ``merge`` and ``split`` are decisions of people about concepts,
    ``forgotten`` is the tombstone of a document. With ``current``, as in ``reading_lines``, there
    are only readings.
    """
    yield from reading_lines(store, current=current)
    if not current:
        for record, name in RECORDS.items():
            rows = [_plain(row) for row in store.ask(statement(f"read/{name}"), {})]
            for row in sorted(rows, key=lambda row: [str(row[key]) for key in sorted(row)]):
                yield json_text({"record": record} | row)


def reading_lines(store: Store, *, current: bool = False) -> Iterator[str]:
    """Every reading in the store as a line of JSON, by document id and number.

    ``current`` leaves out readings that no longer hold, and everything that is not content (number,
    times, and the source, a path), so that stores of equal content give equal lines.
    """
    readings = present_readings(store) if current else readings_in_order(store)
    while some_readings := list(islice(readings, GRAPHS_AT_ONCE)):
        instances = {} if current else _instances([each.id for each, _ in some_readings], store)
        for reading, graph in some_readings:
            record = graph_record(graph, store.schema) | origin_of(reading)
            if not current:
                record |= history_of(reading)
                record["instances"] = _in_order(instances.get(reading.id, []), graph)
            yield json_text(record)


def graph_record(graph: TemporalGraph, schema: GraphSchema = SCHEMA) -> dict[str, Any]:
    """Document, steps, entities, presences and events; equal graphs give equal records."""
    document = graph.document
    return {
        "document": document.id,
        "title": document.title,
        "text_sha256": document.text_sha256,
        "text": document.text,
        "entities_given": document.entities is not None,
        **{
            part: [_json_record(record, _columns(schema)[part]) for record in records]
            for part, records in records_of(graph, schema).items()
        },
    }


def graph_of(record: Mapping[str, Any], schema: GraphSchema = SCHEMA) -> TemporalGraph:
    """The graph that ``graph_record`` wrote. Raises KeyError, TypeError or ValueError if none."""
    optional = {
        field.name
        for holder in (schema.graph, Document)
        for field in fields(holder)
        if field.default == ()
    }
    return graph_of_records(
        {
            part: [
                _flat_record(item, columns)
                for item in (record.get(part, ()) if part in optional else record[part])
            ]
            for part, columns in _columns(schema).items()
        },
        document=record["document"],
        title=record["title"],
        text=record["text"],
        source=record.get("source", ""),
        entities_given=record["entities_given"],
        schema=schema,
    )


def step_record(step: Step) -> dict[str, Any]:
    """The step with its clock times, if the document gives them."""
    return _json_record(record_of(step, "steps"), _columns(SCHEMA)["steps"])


def material_record(material: Material) -> dict[str, Any]:
    """The name of a material, with amount, unit and note as far as the document gives them."""
    return _json_record(record_of(material, "materials"), _columns(SCHEMA)["materials"])


def quantity_record(quantity: Quantity) -> dict[str, Any]:
    """A quantity with its step or material and its entity, None where there is none."""
    return _json_record(record_of(quantity, "quantities"), _columns(SCHEMA)["quantities"])


def evidence_record(evidence: Evidence | None) -> dict[str, int] | None:
    if evidence is None:
        return None
    return {
        "step": evidence.step,
        "char_start": evidence.char_start,
        "char_end": evidence.char_end,
    }


def moment_from_text(text: str | None) -> datetime | None:
    """The moment that a record gives in ISO 8601; None where it gives none."""
    return None if text is None else datetime.fromisoformat(text)


def _instances(readings: Sequence[str], store: Store) -> dict[str, list[Row]]:
    """The concepts of the entities in some readings, by reading."""
    cypher = read_edges_statement([store.schema.edge("INSTANCE_OF")], store.schema)
    return rows_by_reading(cypher, readings, store=store)


def _in_order(instances: list[Row], graph: TemporalGraph) -> list[dict[str, Any]]:
    """The concept of each entity and, where a person decided it, since and until when."""
    order = {entity.name: number for number, entity in enumerate(graph.entities)}
    instances.sort(
        key=lambda row: (order[row["entity"]], row["concept"], str(row["recorded_from"]))
    )
    return [
        {key: value for key, value in _plain(row).items() if value is not None} for row in instances
    ]


def _plain(row: Row) -> Row:
    """Times as text; an end that is still open is None."""
    return {
        key: (None if value == OPEN_END else value.isoformat())
        if isinstance(value, datetime)
        else value
        for key, value in row.items()
    }


@cache
def _columns(schema: GraphSchema) -> Mapping[str, tuple[Column, ...]]:
    """The columns of each part."""
    return {part: schema.columns_of(part) for part in schema.parts}


def _json_record(record: Row, columns: Iterable[Column]) -> dict[str, Any]:
    """A flat record as JSON has it: evidence by itself, times as text, nothing that is missing."""
    optional = {column.name for column in columns if column.optional}
    has_evidence = "evidence_step" in record
    json_record: dict[str, Any] = {}
    for name, value in record.items():
        if has_evidence and name in EVIDENCE_COLUMNS:
            if name == "evidence_step":
                json_record["evidence"] = evidence_record(evidence_of(record))
        elif value is not None or name not in optional:
            json_record[name] = value.isoformat() if isinstance(value, datetime) else value
    return json_record


def _flat_record(json_record: Mapping[str, Any], columns: Iterable[Column]) -> Row:
    """The record of which ``_json_record`` made this."""
    record = dict(json_record)
    for column in columns:
        if column.type is ColumnType.MOMENT:
            record[column.name] = moment_from_text(record.get(column.name))
        elif column.name == "evidence_step":
            evidence = json_record["evidence"]
            record |= evidence_columns(None if evidence is None else Evidence(**evidence))
    return record
