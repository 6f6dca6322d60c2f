"""Check a store by every rule of ``integrity_rules.py``, and compare it with the ledger.

The statements of ``cypher/checks/`` return the rows of a few thousand readings at a time, without
their texts, so memory stays flat. They take ranges of ids: with a list, the embedded engine would
read its tables as a whole each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from pipeline.ledger.entries import Entry
from pipeline.ledger.ledger import Ledger, store_key
from pipeline.ledger.tables import State
from pipeline.maintenance.integrity_rules import (
    EntityRows,
    EventRow,
    Level,
    LintFinding,
    PresenceRow,
    ReadingRow,
    check_entity,
    check_readings,
)
from pipeline.stores.read import list_readings
from pipeline.stores.statements import statement
from pipeline.stores.store import Row, Store
from pipeline.stores.transaction_time import OPEN_END
from pipeline.text.names import key_of

__all__ = ["entity_rows", "lint"]

READINGS_AT_ONCE = 5_000
Rows = Mapping[str, list[Row]]  # by reading


def lint(
    store: Store,
    *,
    document: str | None = None,
    ledger: Ledger | None = None,
    at_once: int = READINGS_AT_ONCE,
) -> Iterator[LintFinding]:
    """Yield every broken rule, in the store or in one document (by its id).

    With a ``ledger``, also every disagreement between the two. ``at_once`` readings are checked at
    a time.
    """
    readings = _readings(store, document)
    tombstones, empty = _documents(store, document, readings)
    for name in empty:
        yield _of_document("readings", name, "has no reading, and was not forgotten")
    in_order = sorted(readings, key=lambda reading: (reading.document, reading.number))
    for name, group in groupby(in_order, key=attrgetter("document")):
        own = list(group)
        if name in tombstones:
            yield _of_document("forgotten", name, f"was forgotten, but has {len(own)} readings")
        for number, message in check_readings(own):
            yield _of_document("readings", name, f"reading {number} {message}", reading=number)
    size = at_once if document is None else 1
    for start in range(0, len(readings), size):
        yield from _check_some(readings[start : start + size], store)
    if ledger is not None:
        yield from _check_ledger(readings, tombstones, store=store, ledger=ledger, only=document)


def _readings(store: Store, document: str | None) -> list[ReadingRow]:
    """Return the readings; those of all documents are in the engine's order of ids."""
    if document is None:
        return [ReadingRow(**row) for row in store.ask(statement("checks/readings"), {})]
    return [
        ReadingRow(
            reading.document,
            reading.id,
            reading.number,
            reading.n_steps,
            reading.recorded_from,
            reading.recorded_until,
        )
        for reading in list_readings(store, document)
    ]


def _documents(
    store: Store, document: str | None, readings: Sequence[ReadingRow]
) -> tuple[set[str], list[str]]:
    """Return the documents that were forgotten, and those that have no reading."""
    if document is None:
        rows = store.ask(statement("checks/documents"), {})
    else:
        matches = store.ask(statement("read/document"), {"document": document})
        rows = [{"document": row["id"], "forgotten_at": row["forgotten_at"]} for row in matches]
    read = {reading.document for reading in readings}
    tombstones = {row["document"] for row in rows if row["forgotten_at"] is not None}
    return tombstones, sorted({row["document"] for row in rows} - read - tombstones)


def _check_some(readings: Sequence[ReadingRow], store: Store) -> Iterator[LintFinding]:
    parameters = {"first": readings[0].id, "last": readings[-1].id}

    def rows_of(name: str) -> Rows:
        rows: dict[str, list[Row]] = {}
        for row in store.ask(statement(f"checks/{name}"), parameters):
            rows.setdefault(row["reading"], []).append(row)
        return rows

    steps, entities, presences = rows_of("steps"), rows_of("entities"), rows_of("presences")
    events, unmentioned = rows_of("events"), rows_of("unmentioned")
    for reading in readings:
        if reading.id not in steps and len(readings) > 1:
            # Neo4j does not sort some characters in the order in which it compares them
            yield from _check_some([reading], store)
            continue
        yield from _check_steps(reading, steps.get(reading.id, []))
        for entity in entity_rows(
            entities.get(reading.id, []),
            presences.get(reading.id, []),
            events.get(reading.id, []),
            n_steps=reading.n_steps,
        ):
            for rule, step, message in check_entity(entity, n_steps=reading.n_steps):
                yield _finding(rule, "error", reading, entity.name, step, message)
        for row in unmentioned.get(reading.id, []):
            if not _mentioned(row["aliases"], row["text"]):
                message = "is tracked, but the text never mentions it"
                yield _finding("never-mentioned", "warning", reading, row["name"], None, message)


def entity_rows(
    rows: Sequence[Row], presences: Sequence[Row], events: Sequence[Row], *, n_steps: int
) -> Iterator[EntityRows]:
    """Yield, by entity, the rows of a reading that ``cypher/checks/`` returns."""
    presences_of: dict[str, list[PresenceRow]] = {}
    for row in presences:
        presences_of.setdefault(row["entity"], []).append(
            PresenceRow(row["from_step"], row["until_step"], row["location"], row["states"])
        )
    events_of: dict[str, list[EventRow]] = {}
    for row in events:
        events_of.setdefault(row["entity"], []).append(
            EventRow(row["step"], row["origin"], row["destination"])
        )
    for row in rows:
        id = row["entity"]
        yield EntityRows(
            row["name"], row["states"], presences_of.get(id, []), events_of.pop(id, [])
        )
    for id, alone in events_of.items():
        yield EntityRows(f"{id} (of another reading)", n_steps + 1, [], alone)


def _check_steps(reading: ReadingRow, rows: Sequence[Row]) -> Iterator[LintFinding]:
    row = rows[0] if rows else {"steps": 0, "numbers": 0, "first": 1, "last": 0}
    if {row["steps"], row["numbers"], row["last"]} != {reading.n_steps} or row["first"] != 1:
        message = (
            f"has {row['steps']} steps numbered {row['first']} to {row['last']}, and should have "
            f"{reading.n_steps}"
        )
        yield _finding("steps", "error", reading, None, None, message)


def _mentioned(aliases: Iterable[str], text: str) -> bool:
    """Return True if one of the names is in the text, whatever its case and number."""
    words = key_of(text)
    for alias in aliases:
        key = key_of(alias)
        if any(words[n : n + len(key)] == key for n in range(len(words) - len(key) + 1)):
            return True
    return False


def _check_ledger(
    readings: Sequence[ReadingRow],
    tombstones: set[str],
    *,
    store: Store,
    ledger: Ledger,
    only: str | None,
) -> Iterator[LintFinding]:
    """Check that the store confirms whatever the ledger is sure of."""
    key = store_key(store.url)
    known = ledger.reports.store_identity(key)
    if known != store.identity():
        if known is not None:
            message = (
                "the ledger knew another store here; the next ingest reads again what it finds"
            )
            yield LintFinding("ledger", "error", "", None, None, None, message)
        return
    open_readings = {
        reading.document: reading.id for reading in readings if reading.recorded_until == OPEN_END
    }
    read = {reading.document for reading in readings}
    reports = ledger.reports
    rows = reports.documents(store=key) if only is None else [reports.document(key, only)]
    entered = set()
    for row in rows:
        if row is not None:
            entered.add(row.document_id)
            document_id = row.document_id
            conflict = _disagreement(row, open_readings.get(document_id), document_id in read)
            if conflict is not None:
                yield _of_document("ledger", document_id, conflict)
    for name in sorted(open_readings.keys() - entered):
        message = "has a reading, but the ledger does not know it"
        yield _of_document("unknown-to-ledger", name, message, level="warning")
    for name in sorted(tombstones - entered):
        message = "was forgotten, but the ledger does not know it"
        yield _of_document("unknown-to-ledger", name, message, level="warning")


def _disagreement(row: Entry, open_reading: str | None, any_reading: bool) -> str | None:
    if row.state is State.FORGOTTEN and any_reading:
        return "is forgotten in the ledger, but has readings in the store"
    if row.state is State.GONE and row.reading is None and open_reading:
        return f"is gone in the ledger, but {open_reading!r} is open in the store"
    if row.state in (State.WRITTEN, State.FAILED) and row.reading and row.reading != open_reading:
        stored = f"{open_reading!r} is open" if open_reading else "none is open"
        return f"has the reading {row.reading!r} in the ledger, but {stored} in the store"
    if row.state is State.WRITTEN and not row.reading:
        return "is written in the ledger, which does not know its reading"
    return None


def _finding(
    rule: str,
    level: Level,
    reading: ReadingRow,
    entity: str | None,
    step: int | None,
    message: str,
) -> LintFinding:
    return LintFinding(rule, level, reading.document, reading.number, entity, step, message)


def _of_document(
    rule: str, document: str, message: str, *, reading: int | None = None, level: Level = "error"
) -> LintFinding:
    return LintFinding(rule, level, document, reading, None, None, message)
