"""Parse the records of ``stepgraph export``; each function raises ValueError or KeyError."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any

from pipeline.domain.document import checked_name
from pipeline.domain.reading import NumberedReading
from pipeline.exports.records import graph_of, moment_from_text
from pipeline.stores.graph_schema import SCHEMA, GraphSchema
from pipeline.stores.restore import Instance, PastReading
from pipeline.stores.transaction_time import OPEN_END

__all__ = ["parse_decision", "parse_reading", "parse_tombstone"]


def parse_reading(record: Mapping[str, Any], schema: GraphSchema = SCHEMA) -> PastReading:
    """Return a reading with its history."""
    if "number" not in record:
        raise ValueError("it was exported with --current, which leaves history out")
    graph = graph_of(record, schema)
    if sha256(graph.document.text.encode()).hexdigest() != record["text_sha256"]:
        raise ValueError("its text does not have the SHA-256 that it names")
    made_by = (record["model"], record["checkpoint"], record["settings"])
    instances = record.get("instances")
    return PastReading(
        NumberedReading(graph, record["number"], *made_by),
        datetime.fromisoformat(record["recorded_from"]),
        moment_from_text(record["recorded_until"]) or OPEN_END,
        None if instances is None else tuple(_instances(instances, graph.entities)),
    )


def parse_tombstone(record: Mapping[str, Any]) -> tuple[str, datetime]:
    """Return the id of a forgotten document, and when it was forgotten."""
    document = checked_name(record["document"], role="the document's id")
    return document, datetime.fromisoformat(record["forgotten_at"])


def parse_decision(kind: str, record: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the statement that restores a decision about concepts, and its parameters."""
    decision = {key: record[key] for key in ("name", "concept", "by", "reason")}
    decision["recorded_from"] = datetime.fromisoformat(record["recorded_from"])
    if kind == "split":
        return "restore_split", decision | {"document": record["document"]}
    if kind != "merge":
        raise ValueError(f"unknown record {kind!r}")
    until = moment_from_text(record["recorded_until"]) or OPEN_END
    ended = {"ended_by": record["ended_by"], "ended_reason": record["ended_reason"]}
    return "restore_merge", decision | ended | {"recorded_until": until}


def _instances(records: Iterable[Mapping[str, Any]], entities: Iterable[Any]) -> Iterator[Instance]:
    known = {entity.name for entity in entities}
    for record in records:
        if record["entity"] not in known:
            raise ValueError(f"{record['entity']!r} is not among its entities")
        yield Instance(
            record["entity"],
            checked_name(record["concept"], role="the concept"),
            moment_from_text(record.get("recorded_from")),
            moment_from_text(record.get("recorded_until")),
        )
