"""Looks over a store: every rule of ``checks.py``, what is never mentioned, and the ledger.

The rows come by ``cypher/checks/``, some thousand readings at a time and without their texts, so
memory stays flat. Readings are taken by ranges of ids: the embedded engine reads its tables whole
whenever it is given a list, and a range so seldom that it does not matter.
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
    Event,
    Finding,
    Level,
    ReadingRow,
    Stay,
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
    store: Store, *, document: str | None = None, ledger: Ledger | None = None
) -> Iterator[Finding]:
    """Yield all that is not as it must be, in the store or in one document (by its id).

    With a ``ledger`` also where the two disagree.
    """
    readings = _readings(store, document)
    tombstones, empty = _documents(store, document, readings)
    for name in empty:
        yield _of_document("readings", name, "is there without a reading, and was not forgotten")
    in_order = sorted(readings, key=lambda one: (one.document, one.number))
    for name, group in groupby(in_order, key=attrgetter("document")):
        own = list(group)
        if name in tombstones:
            yield _of_document("forgotten", name, f"was forgotten, but has {len(own)} readings")
        for number, told in check_readings(own):
            yield _of_document("readings", name, f"reading {number} {told}", reading=number)
    size = READINGS_AT_ONCE if document is None else 1
    for start in range(0, len(readings), size):
        yield from _check_some(readings[start : start + size], store)
    if ledger is not None:
        yield from _check_ledger(readings, tombstones, store=store, ledger=ledger, only=document)


def _readings(store: Store, document: str | None) -> list[ReadingRow]:
    """Those of all documents are in the engine's order of ids."""
    if document is None:
        return [ReadingRow(**row) for row in store.ask(statement("checks/readings"), {})]
    return [
        ReadingRow(
            one.document, one.id, one.number, one.n_steps, one.recorded_from, one.recorded_until
        )
        for one in list_readings(store, document)
    ]


def _documents(
    store: Store, document: str | None, readings: Sequence[ReadingRow]
) -> tuple[set[str], list[str]]:
    """The documents that were forgotten, and those that are there with nothing below them."""
    if document is None:
        rows = store.ask(statement("checks/documents"), {})
    else:
        found = store.ask(statement("read/document"), {"document": document})
        rows = [{"document": row["id"], "forgotten_at": row["forgotten_at"]} for row in found]
    read = {one.document for one in readings}
    tombstones = {row["document"] for row in rows if row["forgotten_at"] is not None}
    return tombstones, sorted({row["document"] for row in rows} - read - tombstones)


def _check_some(readings: Sequence[ReadingRow], store: Store) -> Iterator[Finding]:
    given = {"first": readings[0].id, "last": readings[-1].id}

    def rows_of(name: str) -> Rows:
        found: dict[str, list[Row]] = {}
        for row in store.ask(statement(f"checks/{name}"), given):
            found.setdefault(row["reading"], []).append(row)
        return found

    steps, entities, stays = rows_of("steps"), rows_of("entities"), rows_of("stays")
    events, unmentioned = rows_of("events"), rows_of("unmentioned")
    for one in readings:
        if one.id not in steps and len(readings) > 1:
            # Neo4j compares some characters in another order than it sorts them in
            yield from _check_some([one], store)
            continue
        yield from _check_steps(one, steps.get(one.id, []))
        for entity in entity_rows(
            entities.get(one.id, []),
            stays.get(one.id, []),
            events.get(one.id, []),
            n_steps=one.n_steps,
        ):
            for rule, step, told in check_entity(entity, n_steps=one.n_steps):
                yield _finding(rule, "error", one, entity.name, step, told)
        for row in unmentioned.get(one.id, []):
            if not _mentioned(row["aliases"], row["text"]):
                told = "is tracked, but the text never mentions it"
                yield _finding("never-mentioned", "warning", one, row["name"], None, told)


def entity_rows(
    rows: Sequence[Row], stays: Sequence[Row], events: Sequence[Row], *, n_steps: int
) -> Iterator[EntityRows]:
    """Put together, by entity, the rows of a reading that ``cypher/checks/`` gives."""
    stays_of: dict[str, list[Stay]] = {}
    for row in stays:
        stays_of.setdefault(row["entity"], []).append(
            Stay(row["from_step"], row["until_step"], row["location"], row["states"])
        )
    events_of: dict[str, list[Event]] = {}
    for row in events:
        events_of.setdefault(row["entity"], []).append(
            Event(row["step"], row["origin"], row["destination"])
        )
    for row in rows:
        id = row["entity"]
        yield EntityRows(row["name"], row["states"], stays_of.get(id, []), events_of.pop(id, []))
    for id, alone in events_of.items():
        yield EntityRows(f"{id} (of another reading)", n_steps + 1, [], alone)


def _check_steps(one: ReadingRow, rows: Sequence[Row]) -> Iterator[Finding]:
    row = rows[0] if rows else {"steps": 0, "numbers": 0, "first": 1, "last": 0}
    if {row["steps"], row["numbers"], row["last"]} != {one.n_steps} or row["first"] != 1:
        told = f"has {row['steps']} steps numbered {row['first']} to {row['last']}"
        yield _finding("steps", "error", one, None, None, f"{told}, and should have {one.n_steps}")


def _mentioned(aliases: Iterable[str], text: str) -> bool:
    """Whether one of the names stands in the text, whatever its case and number."""
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
) -> Iterator[Finding]:
    """Where the ledger is sure of something, the store must say so too."""
    key = store_key(store.url)
    known = ledger.reports.store_identity(key)
    if known != store.identity():
        if known is not None:
            told = "the ledger knew another store here; the next ingest reads anew what it finds"
            yield Finding("ledger", "error", "", None, None, None, told)
        return
    held = {one.document: one.id for one in readings if one.recorded_until == OPEN_END}
    read = {one.document for one in readings}
    rows = (
        ledger.reports.documents(store=key)
        if only is None
        else [ledger.reports.document(key, only)]
    )
    entered = set()
    for row in rows:
        if row is not None:
            entered.add(row.document_id)
            wrong = _disagreement(row, held.get(row.document_id), row.document_id in read)
            if wrong is not None:
                yield _of_document("ledger", row.document_id, wrong)
    for name in sorted(held.keys() - entered):
        told = "has a reading, but the ledger does not know it"
        yield _of_document("unknown-to-ledger", name, told, level="warning")
    for name in sorted(tombstones - entered):
        told = "was forgotten, but the ledger does not know it"
        yield _of_document("unknown-to-ledger", name, told, level="warning")


def _disagreement(row: Entry, held: str | None, any_reading: bool) -> str | None:
    if row.state is State.FORGOTTEN and any_reading:
        return "is forgotten in the ledger, but has readings in the store"
    if row.state is State.GONE and row.reading is None and held is not None:
        return f"is gone by the ledger, but {held!r} is open in the store"
    if row.state in (State.WRITTEN, State.FAILED) and row.reading and row.reading != held:
        there = "none is open" if held is None else f"{held!r} is open"
        return f"has the reading {row.reading!r} by the ledger, but {there} in the store"
    if row.state is State.WRITTEN and not row.reading:
        return "is written by the ledger, which does not know its reading"
    return None


def _finding(
    rule: str, level: Level, one: ReadingRow, entity: str | None, step: int | None, told: str
) -> Finding:
    return Finding(rule, level, one.document, one.number, entity, step, told)


def _of_document(
    rule: str, document: str, told: str, *, reading: int | None = None, level: Level = "error"
) -> Finding:
    return Finding(rule, level, document, reading, None, None, told)
