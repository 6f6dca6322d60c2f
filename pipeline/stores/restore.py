"""Put readings into a store as another one had them: with their numbers, and when they held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput
from pipeline.stores.graph_schema import GraphSchema
from pipeline.stores.rows import rows_of
from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Filling, Row, Store
from pipeline.stores.transaction_time import OPEN_END
from pipeline.stores.write import check, create, document_rows, gathered, lock

__all__ = ["Instance", "PastReading", "fill", "restore", "restore_decision"]


@dataclass(frozen=True, slots=True)
class Instance:
    """The concept of an entity; the times are those of a decision, else None."""

    entity: str
    concept: str
    recorded_from: datetime | None = None
    recorded_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class PastReading:
    """A reading with when it held; without ``instances`` they are found as for a new one."""

    reading: NumberedReading
    recorded_from: datetime
    recorded_until: datetime
    instances: tuple[Instance, ...] | None


def restore(past: Sequence[PastReading], *, store: Store) -> list[str]:
    """Write what is not there yet, in one transaction; return the ids of those readings.

    A reading that is there and was open is closed as it is here. ``past`` is in order of document
    and number. Raises BadInput, and changes nothing, if the store has another history of one of
    the documents, or has forgotten it.
    """
    for record in past:
        check(record.reading)
    if not past:
        return []
    return store.write(lambda ask: _restore(past, store=store, ask=ask))


def restore_decision(name: str, row: Mapping[str, Any], *, store: Store) -> None:
    """Repeat a decision about concepts: ``name`` is restore_merge or restore_split."""

    def work(ask: Ask) -> None:
        ask(statement("write/merge_concepts"), {"names": sorted({row["name"], row["concept"]})})
        ask(statement(f"write/{name}"), row)

    store.write(work)


def fill(past: Sequence[PastReading], *, filling: Filling) -> None:
    """Add to what an empty store is filled with.

    ``past`` continues where the last batch ended, in order of document and number. Raises BadInput
    for what cannot be stored.
    """
    for record in past:
        check(record.reading)
    readings = [record.reading for record in past]
    rows = [_rows(record, filling.schema) for record in past]
    below = gathered(readings, rows, _recorded(past), schema=filling.schema)
    filling.add(document_rows(readings), below)


def _restore(past: Sequence[PastReading], *, store: Store, ask: Ask) -> list[str]:
    documents = sorted({record.reading.document_id for record in past})
    lock(documents, ask=ask)
    there: dict[str, dict[int, Row]] = {}
    for row in ask(statement("write/recorded"), {"documents": documents}):
        there.setdefault(row["document"], {})[row["number"]] = row
    fresh: list[PastReading] = []
    closed: list[Row] = []
    for record in past:
        reading = record.reading
        stored = there.get(reading.document_id, {}).get(reading.number)
        if stored is None:
            fresh.append(record)
        elif (stored["recorded_from"], stored["text_sha256"]) != (
            record.recorded_from,
            reading.graph.document.text_sha256,
        ):
            raise BadInput(_other_history(reading))
        elif stored["recorded_until"] == OPEN_END != record.recorded_until:
            closed.append({"reading": reading.id, "recorded_until": record.recorded_until})
            stored["recorded_until"] = record.recorded_until
    for record in fresh:
        stored_readings = there.get(record.reading.document_id, {})
        if any(
            number > record.reading.number or row["recorded_until"] > record.recorded_from
            for number, row in stored_readings.items()
        ):
            raise BadInput(_other_history(record.reading))
    if closed:
        ask(statement("write/close_reading"), {"rows": closed, "open_end": OPEN_END})
    if fresh:
        rows = [_rows(record, store.schema) for record in fresh]
        readings = [record.reading for record in fresh]
        create(readings, rows, _recorded(fresh), store=store, ask=ask)
    return [record.reading.id for record in fresh]


def _recorded(past: Sequence[PastReading]) -> dict[str, tuple[datetime, datetime]]:
    return {record.reading.id: (record.recorded_from, record.recorded_until) for record in past}


def _rows(past: PastReading, schema: GraphSchema) -> dict[str, list[Row]]:
    """The rows under a reading, with the instances that it had."""
    rows = rows_of(past.reading.graph, reading=past.reading.id, schema=schema)
    if past.instances is not None:
        ids = {row["name"]: row["id"] for row in rows["Entity"]}
        rows["INSTANCE_OF"] = [
            {
                "entity": ids[instance.entity],
                "concept": instance.concept,
                "recorded_from": instance.recorded_from,
                "recorded_until": instance.recorded_until,
            }
            for instance in past.instances
        ]
    return rows


def _other_history(reading: NumberedReading) -> str:
    return (
        f"the store has other readings of {reading.document_id!r} than the file, where reading"
        f" {reading.number} does not fit; import into an empty store"
    )
