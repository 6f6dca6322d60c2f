"""Check a store by every rule of ``integrity_rules.py``, and compare it with the ledger.

Some thousands of documents are checked at a time, in the order of their ids, so memory stays flat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from operator import attrgetter

from pipeline.ledger.entries import Entry
from pipeline.ledger.ledger import Ledger, store_key
from pipeline.ledger.reports import Reports
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
from pipeline.stores.statements import statement
from pipeline.stores.store import Row, Store
from pipeline.stores.transaction_time import OPEN_END
from pipeline.text.names import key_of

__all__ = ["entity_rows", "lint"]

DOCUMENTS_AT_ONCE = 2_000
Rows = Mapping[str, list[Row]]  # by reading


def lint(
    store: Store,
    *,
    document: str | None = None,
    ledger: Ledger | None = None,
    at_once: int = DOCUMENTS_AT_ONCE,
) -> Iterator[LintFinding]:
    """Yield every broken rule, in the store or in one document (by its id).

    With a ``ledger``, also every disagreement between the two. ``at_once`` documents are checked at
    a time.
    """
    known = None if ledger is None else _LedgerRows.of(ledger, store)
    if known is not None and known.is_unknown_store:
        message = "the ledger knew another store here; the next ingest reads again what it finds"
        yield LintFinding("ledger", "error", "", None, None, None, message)
    for rows in _documents(store, document, at_once):
        tombstones = {row["document"] for row in rows if row["forgotten_at"] is not None}
        names = [row["document"] for row in rows]
        readings = _readings(names, store)
        yield from _check_documents(names, readings, tombstones)
        if readings:
            yield from _check_some(readings, store)
        if known is not None and known.is_of_this_store:
            yield from _check_ledger(names, readings, tombstones, known)
    if known is not None and known.is_of_this_store:
        yield from _check_missing(known, store, only=document, at_once=at_once)


def _documents(store: Store, document: str | None, at_once: int) -> Iterator[list[Row]]:
    """Yield the ids of documents and when they were forgotten, ``at_once`` documents at a time."""
    if document is not None:
        matches = store.ask(statement("read/document"), {"document": document})
        yield [{"document": row["id"], "forgotten_at": row["forgotten_at"]} for row in matches]
        return
    after = ""
    while rows := store.ask(statement("checks/documents"), {"after": after, "most": at_once}):
        yield rows
        after = rows[-1]["document"]


def _readings(documents: Sequence[str], store: Store) -> list[ReadingRow]:
    rows = store.ask(statement("checks/readings"), {"documents": documents})
    return [ReadingRow(**row) for row in rows]


def _check_documents(
    documents: Sequence[str], readings: Sequence[ReadingRow], tombstones: set[str]
) -> Iterator[LintFinding]:
    read = {reading.document for reading in readings}
    for name in documents:
        if name not in read and name not in tombstones:
            yield _of_document("readings", name, "has no reading, and was not forgotten")
    in_order = sorted(readings, key=attrgetter("document", "number"))
    for name, group in groupby(in_order, key=attrgetter("document")):
        own = list(group)
        if name in tombstones:
            yield _of_document("forgotten", name, f"was forgotten, but has {len(own)} readings")
        for number, message in check_readings(own):
            yield _of_document("readings", name, f"reading {number} {message}", reading=number)


def _check_some(readings: Sequence[ReadingRow], store: Store) -> Iterator[LintFinding]:
    parameters = {"readings": [reading.id for reading in readings]}

    def rows_of(name: str) -> Rows:
        rows: dict[str, list[Row]] = {}
        for row in store.ask(statement(f"checks/{name}"), parameters):
            rows.setdefault(row["reading"], []).append(row)
        return rows

    steps, entities, presences = rows_of("steps"), rows_of("entities"), rows_of("presences")
    events, unmentioned = rows_of("events"), rows_of("unmentioned")
    for reading in readings:
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


@dataclass(frozen=True, slots=True)
class _LedgerRows:
    """The rows that a ledger has of one store; it knew the store as ``identity``."""

    reports: Reports
    store: str
    identity: str | None
    own_identity: str

    @classmethod
    def of(cls, ledger: Ledger, store: Store) -> _LedgerRows:
        key = store_key(store.url)
        return cls(ledger.reports, key, ledger.reports.store_identity(key), store.identity())

    @property
    def is_of_this_store(self) -> bool:
        return self.identity == self.own_identity

    @property
    def is_unknown_store(self) -> bool:
        return self.identity not in (None, self.own_identity)


def _check_ledger(
    documents: Sequence[str],
    readings: Sequence[ReadingRow],
    tombstones: set[str],
    ledger: _LedgerRows,
) -> Iterator[LintFinding]:
    """Check that the store confirms what the ledger is sure of, for documents of the store."""
    open_readings = {
        reading.document: reading.id for reading in readings if reading.recorded_until == OPEN_END
    }
    read = {reading.document for reading in readings}
    rows = ledger.reports.entries(documents, store=ledger.store)
    for row in rows:
        name = row.document_id
        conflict = _disagreement(row, open_readings.get(name), name in read)
        if conflict is not None:
            yield _of_document("ledger", name, conflict)
    entered = {row.document_id for row in rows}
    for name in sorted(open_readings.keys() - entered):
        message = "has a reading, but the ledger does not know it"
        yield _of_document("unknown-to-ledger", name, message, level="warning")
    for name in sorted(tombstones - entered):
        message = "was forgotten, but the ledger does not know it"
        yield _of_document("unknown-to-ledger", name, message, level="warning")


def _check_missing(
    ledger: _LedgerRows, store: Store, *, only: str | None, at_once: int
) -> Iterator[LintFinding]:
    """Check what the ledger is sure of where the store does not have the document."""
    rows = iter(
        ledger.reports.each(store=ledger.store)
        if only is None
        else ledger.reports.entries([only], store=ledger.store)
    )
    while some_rows := list(islice(rows, at_once)):
        names = [row.document_id for row in some_rows]
        known = store.ask(statement("read/known_documents"), {"documents": names})
        stored = {row["document"] for row in known}
        for row in some_rows:
            if row.document_id not in stored:
                conflict = _disagreement(row, None, False)
                if conflict is not None:
                    yield _of_document("ledger", row.document_id, conflict)


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
