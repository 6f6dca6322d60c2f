"""Put readings into a store as another one had them: with their numbers, and when they held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput
from pipeline.stores.rows import rows_of
from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Filling, Row, Store
from pipeline.stores.transaction_time import OPEN_END, UNKNOWN
from pipeline.stores.write import check, create, document_rows, gathered, lock

__all__ = ["Instance", "PastReading", "fill", "restore", "restore_decision"]


@dataclass(frozen=True, slots=True)
class Instance:
    """What an entity is an instance of; the times are a person's, None where nobody spoke."""

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
    for one in past:
        check(one.reading)
    if not past:
        return []
    return store.write(lambda ask: _restore(past, store=store, ask=ask))


def restore_decision(name: str, row: Mapping[str, Any], *, store: Store) -> None:
    """Say again what a person said of concepts: ``name`` is restore_merge or restore_split."""

    def work(ask: Ask) -> None:
        ask(statement("write/merge_concepts"), {"names": sorted({row["name"], row["concept"]})})
        ask(statement(f"write/{name}"), row)

    store.write(work)


def _restore(past: Sequence[PastReading], *, store: Store, ask: Ask) -> list[str]:
    documents = sorted({one.reading.document_id for one in past})
    lock(documents, ask=ask)
    there: dict[str, dict[int, Row]] = {}
    for row in ask(statement("write/recorded"), {"documents": documents}):
        there.setdefault(row["document"], {})[row["number"]] = row
    fresh: list[PastReading] = []
    closed: list[Row] = []
    for one in past:
        held = there.get(one.reading.document_id, {}).get(one.reading.number)
        if held is None:
            fresh.append(one)
        elif (held["recorded_from"], held["text_sha256"]) != (
            one.recorded_from,
            one.reading.graph.document.text_sha256,
        ):
            raise BadInput(_other_history(one.reading))
        elif held["recorded_until"] == OPEN_END != one.recorded_until:
            closed.append({"reading": one.reading.id, "recorded_until": one.recorded_until})
            held["recorded_until"] = one.recorded_until
    for one in fresh:
        known = there.get(one.reading.document_id, {})
        if any(
            number > one.reading.number or row["recorded_until"] > one.recorded_from
            for number, row in known.items()
        ):
            raise BadInput(_other_history(one.reading))
    if closed:
        ask(statement("write/close_reading"), {"rows": closed, "open_end": OPEN_END})
    if fresh:
        _create(fresh, store=store, ask=ask)
    return [one.reading.id for one in fresh]


def fill(past: Sequence[PastReading], *, filling: Filling) -> None:
    """Add to what an empty store is filled with. ``past`` goes on where the last batch ended, in
    order of document and number. Raises BadInput for what cannot be stored.
    """
    for one in past:
        check(one.reading)
    readings = [one.reading for one in past]
    rows, spoken = _rows(past)
    whole = gathered(readings, rows, _recorded(past))
    whole["create_instances"] += spoken
    filling.add(document_rows(readings), whole)


def _create(fresh: Sequence[PastReading], *, store: Store, ask: Ask) -> None:
    rows, spoken = _rows(fresh)
    create([one.reading for one in fresh], rows, _recorded(fresh), store=store, ask=ask)
    if spoken:
        names = sorted({row["concept"] for row in spoken})
        ask(statement("write/merge_concepts"), {"names": names})
        ask(statement("write/restore_instances"), {"rows": spoken, "unknown": UNKNOWN})


def _recorded(past: Sequence[PastReading]) -> dict[str, tuple[datetime, datetime]]:
    return {one.reading.id: (one.recorded_from, one.recorded_until) for one in past}


def _rows(fresh: Sequence[PastReading]) -> tuple[list[dict[str, list[Row]]], list[Row]]:
    """What is under each reading, and the instances of all of them that a person spoke of."""
    spoken: list[Row] = []
    rows = []
    for one in fresh:
        found = rows_of(one.reading.graph, reading=one.reading.id)
        if one.instances is not None:
            ids = {row["name"]: row["id"] for row in found["create_entities"]}
            found["create_instances"] = [
                {"entity": ids[instance.entity], "concept": instance.concept}
                for instance in one.instances
                if instance.recorded_from is instance.recorded_until is None
            ]
            spoken += [
                {
                    "entity": ids[instance.entity],
                    "concept": instance.concept,
                    "recorded_from": instance.recorded_from or UNKNOWN,
                    "recorded_until": instance.recorded_until or UNKNOWN,
                }
                for instance in one.instances
                if instance.recorded_from or instance.recorded_until
            ]
        rows.append(found)
    return rows, spoken


def _other_history(reading: NumberedReading) -> str:
    return (
        f"the store has other readings of {reading.document_id!r} than the file, where reading"
        f" {reading.number} does not fit; import into an empty store"
    )
