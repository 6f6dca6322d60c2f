"""What finding a document, or failing to read it, does to its row in the ledger."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pipeline.errors import one_line
from pipeline.ledger.tables import DOCUMENTS, Base, DocumentRow, Failure, State
from pipeline.sources.results import DiscoveredDocument, Rejected, Unchanged

__all__ = [
    "MAX_ATTEMPTS",
    "FREED",
    "OPEN",
    "RowValues",
    "Run",
    "after_finding",
    "after_refusal",
    "file_of",
    "forget_missing",
    "forget_unlisted",
    "insert_missing",
    "stored_error",
    "owned_elsewhere",
    "register",
    "set_rows",
    "update_rows",
]

MAX_ATTEMPTS = 3
CHANGED_AT_ONCE = 1_000  # rows a statement
LONGEST_ERROR = 500  # characters
RowValues = dict[str, Any]
OPEN: RowValues = {
    "state": State.PENDING,
    "stage": None,
    "failure": None,
    "error": None,
    "owner": None,
    "lease_until": None,
    "retry_at": None,
}
# of a claim that is given back: why an earlier attempt failed stays known, and decides on the next
FREED: RowValues = {name: OPEN[name] for name in OPEN if name not in ("failure", "error")}


@dataclass(frozen=True, slots=True)
class Run:
    """One run of ``ingest`` over one store with one reader.

    ``reopened`` documents are to be read again because the store is not the one that had them.
    """

    number: int
    store: str
    reader: str
    reopened: int = 0


def register(
    connection: Connection,
    some: Sequence[DiscoveredDocument | Unchanged | Rejected],
    *,
    run: Run,
    entities: str | None,
    now: datetime,
) -> Counter[State]:
    """Enter some documents within one transaction; count the states they are in after it."""
    known = _rows(connection, run.store, {_plain(one.document_id) for one in some})
    items = _settle_ids(some, known=known, run=run)
    new = {"title": "", "fingerprint": "", "reader": "", "number": 0, "found_by": 0}
    new |= {"state": State.PENDING, "attempts": 0, "registered_at": now, "updated_at": now}
    insert_missing(
        connection,
        DocumentRow,
        [
            new | {"store": run.store, "document_id": one.document_id, "source": one.source}
            for one in sorted(items, key=lambda one: one.document_id)  # as in update_rows
        ],
    )
    before = _rows(connection, run.store, {one.document_id for one in items}, lock=True)
    after = {document_id: dict(row) for document_id, row in before.items()}
    for one in items:
        row = after[one.document_id]
        row["found_by"] = max(row["found_by"], run.number)
        if row["state"] == State.FORGOTTEN:
            continue
        row |= {"source": one.source, "origin": one.origin}
        if isinstance(one, Rejected):
            if not (one.gone and row["state"] == State.GONE):
                row |= after_refusal(row, error=one.error, now=now)
            continue
        if isinstance(one, Unchanged):
            row |= after_finding(row, fingerprint=row["fingerprint"], reader=run.reader, now=now)
            continue
        row |= {"title": one.title, "entities": entities, "mark": one.version_token}
        row |= after_finding(row, fingerprint=one.fingerprint, reader=run.reader, now=now)
    _save(connection, before, after)
    _forget_refusals(connection, run.store, items)
    return Counter(State(after[document_id]["state"]) for document_id in after)


def after_finding(row: RowValues, *, fingerprint: str, reader: str, now: datetime) -> RowValues:
    """The row's changed values; none if there is nothing to do.

    Another fingerprint or reader makes a new reading due, whoever holds the row: its number rises,
    so the holder can no longer close it. So does a source that was gone. A row that failed is
    tried again if its source can be read again, or if the failure may pass and attempts are left.
    """
    if row["state"] == State.WRITTEN and (row["fingerprint"], row["reader"]) == (fingerprint, ""):
        # came with its readings from elsewhere: under its own number an equal one is not written
        return OPEN | {"reader": reader, "attempts": 0, "updated_at": now}
    other = (row["fingerprint"], row["reader"]) != (fingerprint, reader)
    if other or not row["number"] or row["state"] == State.GONE:
        new = {"fingerprint": fingerprint, "reader": reader, "number": row["number"] + 1}
        return OPEN | new | {"attempts": 0, "registered_at": now, "updated_at": now}
    if row["state"] != State.FAILED:
        return {}
    if row["failure"] == Failure.UNREADABLE:
        if row["reading"] == f"{row['document_id']}:{row['number']}":  # it was written before
            return OPEN | {"state": State.WRITTEN, "updated_at": now}
        return OPEN | {"attempts": 0, "updated_at": now}
    may_pass = row["failure"] in (Failure.OUTSIDE, Failure.UNEXPECTED)
    if may_pass and row["attempts"] < MAX_ATTEMPTS:
        return OPEN | {"updated_at": now}
    return {}


def after_refusal(row: RowValues, *, error: str, now: datetime) -> RowValues:
    """The row's changed values; none if it failed so before. A reading written earlier stays."""
    failed = {"state": State.FAILED, "failure": Failure.UNREADABLE, "error": error}
    if all(row[name] == value for name, value in failed.items()):
        return {}
    return OPEN | failed | {"attempts": row["attempts"] + 1, "updated_at": now}


def forget_missing(connection: Connection, store: str) -> None:
    """Drop what never was a document and is no longer there: a mistyped path, a file put right.

    A document that was found once stays, whatever became of its file; so does what a feed or a
    table lists, until it is listed there no more.
    """
    refused = select(DocumentRow.row, DocumentRow.source).where(
        DocumentRow.store == store,
        DocumentRow.origin.is_(None),
        DocumentRow.failure == Failure.UNREADABLE,
        DocumentRow.fingerprint == "",
        DocumentRow.reading.is_(None),
    )
    gone = [row for row, source in connection.execute(refused) if not _is_there(source)]
    for some in _in_parts(gone):
        _drop_rows(connection, DocumentRow.row.in_(some))


def forget_unlisted(connection: Connection, store: str, *, origin: str, run: int) -> None:
    """Drop what never was a document and is no longer listed by its feed or table."""
    unlisted = and_(
        DocumentRow.store == store,
        DocumentRow.origin == origin,
        DocumentRow.found_by < run,
        DocumentRow.failure == Failure.UNREADABLE,
        DocumentRow.fingerprint == "",
        DocumentRow.reading.is_(None),
    )
    _drop_rows(connection, unlisted)


def owned_elsewhere(row: RowValues, *, source: str, fingerprint: str) -> str | None:
    """Why a path may not take this row's id: another file has it, is still there, and differs.

    Only ids that were made from paths are so protected; an id that the input gives is the input's
    claim to be that document, wherever it stands.
    """
    old, new = file_of(row["source"]), file_of(source)
    if row["fingerprint"] in ("", fingerprint) or not _made_from(row["document_id"], source):
        return None
    if os.path.realpath(old) == os.path.realpath(new) or not os.path.exists(old):
        return None
    return (
        f"the id {row['document_id']!r} is that of {old}, which is still there and differs; "
        "ingest a folder that holds both, or give one an id of its own"
    )


def update_rows(
    connection: Connection,
    where: ColumnElement[bool],
    values: RowValues,
    *,
    skip_locked: bool = False,
) -> list[int]:
    """Give the rows these values; return their numbers, in order.

    They are locked in that order first, and no others are changed, so that no two transactions
    wait for each other. With ``skip_locked`` those are left alone that another is changing now.
    """
    rows = _lock(connection, where, skip_locked=skip_locked)
    set_rows(connection, rows, values)
    return rows


def set_rows(connection: Connection, rows: Sequence[int], values: RowValues) -> None:
    """Give the rows of these numbers, which are locked, these values."""
    for some in _in_parts(rows):
        connection.execute(update(DocumentRow).where(DocumentRow.row.in_(some)).values(values))


def _drop_rows(
    connection: Connection, where: ColumnElement[bool], *, skip_locked: bool = False
) -> None:
    for some in _in_parts(_lock(connection, where, skip_locked=skip_locked)):
        connection.execute(delete(DocumentRow).where(DocumentRow.row.in_(some)))


def _lock(connection: Connection, where: ColumnElement[bool], *, skip_locked: bool) -> list[int]:
    """SQLite has one writer at a time and locks nothing here."""
    chosen = select(DocumentRow.row).where(where).order_by(DocumentRow.row)
    locked = connection.execute(chosen.with_for_update(skip_locked=skip_locked))
    return list(locked.scalars())


def _in_parts(rows: Sequence[int]) -> Iterator[Sequence[int]]:
    """No database takes any number of parameters."""
    for start in range(0, len(rows), CHANGED_AT_ONCE):
        yield rows[start : start + CHANGED_AT_ONCE]


def insert_missing(connection: Connection, table: type[Base], rows: Sequence[RowValues]) -> None:
    """Insert the rows whose keys are not there yet."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


def stored_error(error: str) -> str:
    """The error on one line, as any database can hold it, at most LONGEST_ERROR characters."""
    line = one_line(_plain(error))
    return line if len(line) <= LONGEST_ERROR else line[: LONGEST_ERROR - 1] + "…"


def _plain(text: str) -> str:
    """Without what PostgreSQL refuses (NUL) or no encoding has (halves of surrogate pairs)."""
    return text.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()


def _settle_ids(
    some: Iterable[DiscoveredDocument | Unchanged | Rejected],
    *,
    known: dict[str, RowValues],
    run: Run,
) -> list[DiscoveredDocument | Unchanged | Rejected]:
    """Let a document that may not have its id go by its source: one row, one source."""
    settled: list[DiscoveredDocument | Unchanged | Rejected] = []
    taken = {key: row["source"] for key, row in known.items() if row["found_by"] >= run.number}
    for one in some:
        if isinstance(one, DiscoveredDocument):
            taken.setdefault(_plain(one.document_id), _plain(one.source))
    for one in some:
        key, source = _plain(one.document_id), _plain(one.source)
        if isinstance(one, Rejected):
            other = taken.setdefault(key, source) != source
            name = source if other else key
            settled.append(Rejected(name, source, stored_error(one.error), one.origin, one.gone))
        elif isinstance(one, Unchanged):
            settled.append(Unchanged(key, source, one.origin))
        elif key in known and (
            error := owned_elsewhere(known[key], source=source, fingerprint=one.fingerprint)
        ):
            settled.append(Rejected(source, source, error))
        else:
            title = _plain(one.title)
            settled.append(
                DiscoveredDocument(
                    key, source, one.fingerprint, title, one.origin, one.version_token
                )
            )
    return settled


def _rows(
    connection: Connection, store: str, document_ids: Iterable[str], *, lock: bool = False
) -> dict[str, RowValues]:
    wanted = (
        select(DOCUMENTS)
        .where(DOCUMENTS.c.store == store, DOCUMENTS.c.document_id.in_(sorted(document_ids)))
        .order_by(DOCUMENTS.c.row)  # as in update_rows
    )
    found = connection.execute(wanted.with_for_update() if lock else wanted).mappings()
    return {row["document_id"]: dict(row) for row in found}


def _save(
    connection: Connection, before: dict[str, RowValues], after: dict[str, RowValues]
) -> None:
    seen: list[RowValues] = []
    changed: list[RowValues] = []
    for document_id, row in after.items():
        kept = before[document_id] | {"found_by": row["found_by"]}
        (seen if row == kept else changed).append(row)
    if seen:
        connection.execute(
            update(DocumentRow)
            .where(DocumentRow.row.in_([row["row"] for row in seen]))
            .values(found_by=seen[0]["found_by"])
        )
    if changed:
        names = [column.name for column in DOCUMENTS.columns if column.name != "row"]
        connection.execute(
            update(DOCUMENTS)
            .where(DOCUMENTS.c.row == bindparam("at_row"))
            .values({name: bindparam(f"at_{name}") for name in names}),
            [{f"at_{name}": value for name, value in row.items()} for row in changed],
        )


def _forget_refusals(
    connection: Connection, store: str, items: Sequence[DiscoveredDocument | Unchanged | Rejected]
) -> None:
    """A source that now shows its documents is no longer itself a document that failed."""
    shown = {one.source for one in items if not isinstance(one, Rejected)}
    shown |= {one.origin for one in items if one.origin}
    replaced = and_(
        DocumentRow.store == store,
        DocumentRow.source.in_(shown | {file_of(source) for source in shown}),
        DocumentRow.document_id.not_in([one.document_id for one in items]),
        DocumentRow.failure == Failure.UNREADABLE,
        DocumentRow.reading.is_(None),
    )
    _drop_rows(connection, replaced, skip_locked=True)  # after others: the next run can do it too


def _is_there(source: str) -> bool:
    return os.path.lexists(source) or os.path.lexists(file_of(source))


def file_of(source: str) -> str:
    """The file that a source is, or is a line of."""
    path, mark, line = source.rpartition("#")
    return path if mark and line.isdigit() else source


def _made_from(document_id: str, source: str) -> bool:
    return f"/{source}".replace(os.sep, "/").endswith(f"/{document_id}")
