"""A temporal graph as one JSON object, and back: a line of `stepgraph export`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import Change, Evidence, Location, location_from_name
from pipeline.exports.files import json_text
from pipeline.stores.read import list_documents, list_readings, read_graphs
from pipeline.stores.statements import statement
from pipeline.stores.store import Row, Store
from pipeline.stores.transaction_time import OPEN_END

__all__ = [
    "evidence_record",
    "export_lines",
    "graph_of",
    "graph_record",
    "moment_from_text",
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
    readings = list_documents(store) if current else list_readings(store)
    readings.sort(
        key=lambda reading: (reading.document, reading.number)
    )  # engines order text differently
    for reading, graph in zip(readings, read_graphs(readings, store=store), strict=True):
        history = {
            "source": reading.source,
            "number": reading.number,
            "recorded_from": reading.recorded_from.isoformat(),
            "recorded_until": reading.recorded_until.isoformat() if not reading.is_open else None,
        }
        made_by = {
            "model": reading.model,
            "checkpoint": reading.checkpoint,
            "settings": reading.settings,
        }
        record = graph_record(graph) | made_by
        if not current:
            record |= history
            record["instances"] = _instances(reading.id, graph, store)
        yield json_text(record)


def graph_record(graph: TemporalGraph) -> dict[str, Any]:
    """Document, steps, entities, presences and events; equal graphs give equal records."""
    document = graph.document
    return {
        "document": document.id,
        "title": document.title,
        "text_sha256": document.text_sha256,
        "text": document.text,
        "entities_given": document.entities is not None,
        "steps": [step_record(step) for step in document.steps],
        "entities": [
            {"name": entity.name, "aliases": list(entity.aliases), "exists": list(exists)}
            for entity, exists in zip(graph.entities, graph.exists, strict=True)
        ],
        "presences": [_presence_record(presence) for presence in graph.presences],
        "events": [_event_record(event) for event in graph.events],
    }


def graph_of(record: Mapping[str, Any]) -> TemporalGraph:
    """The graph that ``graph_record`` wrote. Raises KeyError, TypeError or ValueError if none."""
    entities = {
        entity["name"]: Entity(entity["name"], tuple(entity["aliases"]))
        for entity in record["entities"]
    }
    document = Document(
        record["document"],
        record["title"],
        record["text"],
        tuple(map(_step, record["steps"])),
        record.get("source", ""),
        tuple(entities.values()) if record["entities_given"] else None,
    )
    return TemporalGraph(
        document,
        tuple(entities.values()),
        tuple(_presence(item, entities[item["entity"]]) for item in record["presences"]),
        tuple(_event(item, entities[item["entity"]]) for item in record["events"]),
        tuple(tuple(map(float, entity["exists"])) for entity in record["entities"]),
    )


def _step(record: Mapping[str, Any]) -> Step:
    return Step(
        record["number"],
        record["text"],
        record["char_start"],
        moment_from_text(record.get("starts_at")),
        moment_from_text(record.get("ends_at")),
    )


def _presence(record: Mapping[str, Any], entity: Entity) -> Presence:
    return Presence(
        entity,
        Location(record["location"], record["kind"]),
        record["from_step"],
        record["until_step"],
        tuple(map(float, record["probabilities"])),
        _evidence(record["evidence"]),
    )


def _event(record: Mapping[str, Any], entity: Entity) -> Event:
    return Event(
        record["step"],
        entity,
        Change(record["change"]),
        location_from_name(record["origin"]),
        location_from_name(record["destination"]),
        float(record["probability"]),
        _evidence(record["evidence"]),
    )


def step_record(step: Step) -> dict[str, Any]:
    """The step with its clock times, if the document gives them."""
    record: dict[str, Any] = {
        "number": step.number,
        "text": step.text,
        "char_start": step.char_start,
    }
    for name, moment in (("starts_at", step.starts_at), ("ends_at", step.ends_at)):
        if moment is not None:
            record[name] = moment.isoformat()
    return record


def evidence_record(evidence: Evidence | None) -> dict[str, int] | None:
    if evidence is None:
        return None
    return {
        "step": evidence.step,
        "char_start": evidence.char_start,
        "char_end": evidence.char_end,
    }


def _evidence(record: Mapping[str, int] | None) -> Evidence | None:
    return None if record is None else Evidence(**record)


def moment_from_text(text: str | None) -> datetime | None:
    """The moment that a record gives in ISO 8601; None where it gives none."""
    return None if text is None else datetime.fromisoformat(text)


def _instances(reading: str, graph: TemporalGraph, store: Store) -> list[dict[str, Any]]:
    """The concept of each entity and, where a person decided it, since and until when."""
    rows = store.ask(statement("read/instances"), {"reading": reading})
    order = {entity.name: number for number, entity in enumerate(graph.entities)}
    rows.sort(key=lambda row: (order[row["entity"]], row["concept"], str(row["recorded_from"])))
    return [{key: value for key, value in _plain(row).items() if value is not None} for row in rows]


def _plain(row: Row) -> Row:
    """Times as text; an end that is still open is None."""
    return {
        key: (None if value == OPEN_END else value.isoformat())
        if isinstance(value, datetime)
        else value
        for key, value in row.items()
    }


def _presence_record(presence: Presence) -> dict[str, Any]:
    return {
        "entity": presence.entity.name,
        "location": presence.location.text,
        "kind": presence.location.kind,
        "from_step": presence.from_step,
        "until_step": presence.until_step,
        "probabilities": list(presence.probabilities),
        "evidence": evidence_record(presence.evidence),
    }


def _event_record(event: Event) -> dict[str, Any]:
    return {
        "step": event.step,
        "entity": event.entity.name,
        "change": str(event.change),
        "origin": None if event.origin is None else event.origin.text,
        "destination": None if event.destination is None else event.destination.text,
        "probability": event.probability,
        "evidence": evidence_record(event.evidence),
    }
