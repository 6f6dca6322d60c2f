"""Registration: what finding a document, or failing to read it, changes in its row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, and_, bindparam, select, update

from pipeline.ledger.entries import Run
from pipeline.ledger.row_updates import delete_rows, in_parts, insert_missing, update_rows
from pipeline.ledger.row_values import RESET, RowValues, storable_error, storable_text
from pipeline.ledger.source_files import file_of, is_there, owned_elsewhere
from pipeline.ledger.tables import DOCUMENTS, DocumentRow, Failure, State, StoreRow
from pipeline.ledger.tracked_entities import entities_from_json
from pipeline.sources.results import DiscoveredDocument, DocumentResult, Rejected, Unchanged
from pipeline.sources.shard import Shard

__all__ = [
    "after_finding",
    "after_rejection",
    "forget_missing",
    "forget_unlisted",
    "register",
    "register_store",
]


def register_store(connection: Connection, store: str, *, identity: str, now: datetime) -> int:
    """Enter the store; if it was emptied or replaced, return how many documents to read again."""
    insert_missing(connection, StoreRow, [{"url": store, "identity": ""}])
    known = connection.execute(
        select(StoreRow.identity).where(StoreRow.url == store).with_for_update(key_share=True)
    ).scalar_one()
    if known == identity:
        return 0
    connection.execute(update(StoreRow).where(StoreRow.url == store).values(identity=identity))
    return _reopen_all(connection, store, now=now)


def register(
    connection: Connection,
    results: Sequence[DocumentResult],
    *,
    run: Run,
    entities: str | None,
    find_entities: bool,
    now: datetime,
    max_attempts: int,
) -> tuple[Counter[State], int]:
    """Enter some results of a scan in one transaction; count the states that follow.

    A run without ``entities`` keeps those of an earlier run, unless ``find_entities``; also
    returns for how many documents.
    """
    known = _rows(connection, run.store, {storable_text(result.document_id) for result in results})
    settled = _settle_ids(results, known=known, run=run)
    _insert_new(connection, settled, run=run, now=now)
    before = _rows(connection, run.store, {result.document_id for result in settled}, lock=True)
    after = {document_id: dict(row) for document_id, row in before.items()}
    for result in settled:
        row = after[result.document_id]
        row["found_by"] = max(row["found_by"], run.number)
        if row["state"] == State.FORGOTTEN:
            continue
        row |= {"source": result.source, "origin": result.origin}
        if isinstance(result, Rejected):
            if not (result.gone and row["state"] == State.GONE):
                row |= after_rejection(row, error=result.error, now=now)
            continue
        fingerprint = row["fingerprint"]
        if isinstance(result, DiscoveredDocument):
            kept = row["entities"] if entities is None and not find_entities else None
            named, fingerprint = entities, result.fingerprint
            if kept is not None and result.document is not None:
                named = kept
                document = replace(result.document, entities=entities_from_json(kept))
                fingerprint = document.fingerprint
            row |= {"title": result.title, "entities": named, "mark": result.version_token}
        row |= after_finding(
            row, fingerprint=fingerprint, reader=run.reader, now=now, max_attempts=max_attempts
        )
    _save(connection, before, after)
    _forget_rejections(connection, run.store, settled)
    states = Counter(State(row["state"]) for row in after.values())
    return states, 0 if entities else sum(row["entities"] is not None for row in after.values())


def after_finding(
    row: RowValues, *, fingerprint: str, reader: str, now: datetime, max_attempts: int
) -> RowValues:
    """Return the row's changed values; none if there is nothing to do.

    Another fingerprint or reader makes a new reading due, whoever has claimed the row: its number
    rises, so the claim can no longer be closed. The same goes for a source that was gone. A row
    that failed is tried again if its source can be read again, or if the failure may be temporary
    and attempts are left.
    """
    if row["state"] == State.WRITTEN and (row["fingerprint"], row["reader"]) == (fingerprint, ""):
        # It was imported with its readings: an equal one is not written under its own number.
        return RESET | {"reader": reader, "attempts": 0, "updated_at": now}
    other = (row["fingerprint"], row["reader"]) != (fingerprint, reader)
    if other or not row["number"] or row["state"] == State.GONE:
        new = {"fingerprint": fingerprint, "reader": reader, "number": row["number"] + 1}
        return RESET | new | {"attempts": 0, "registered_at": now, "updated_at": now}
    if row["state"] != State.FAILED:
        return {}
    if row["failure"] == Failure.UNREADABLE:
        if row["reading"] == f"{row['document_id']}:{row['number']}":  # it was written before
            return RESET | {"state": State.WRITTEN, "updated_at": now}
        return RESET | {"attempts": 0, "updated_at": now}
    may_pass = row["failure"] in (Failure.OUTSIDE, Failure.UNEXPECTED)
    if may_pass and row["attempts"] < max_attempts:
        return RESET | {"updated_at": now}
    return {}


def after_rejection(row: RowValues, *, error: str, now: datetime) -> RowValues:
    """Return the row's changed values; none if it failed the same way before.

    A reading that was written earlier stays.
    """
    failed = {"state": State.FAILED, "failure": Failure.UNREADABLE, "error": error}
    if all(row[name] == value for name, value in failed.items()):
        return {}
    return RESET | failed | {"attempts": row["attempts"] + 1, "updated_at": now}


def forget_missing(connection: Connection, store: str) -> None:
    """Drop what never was a document and no longer exists: a mistyped path, a corrected file.

    A document that was found once stays, whatever became of its file. So does what a feed or a
    table lists, until it is no longer listed there.
    """
    rejected = select(DocumentRow.row, DocumentRow.source).where(
        DocumentRow.store == store,
        DocumentRow.origin.is_(None),
        DocumentRow.failure == Failure.UNREADABLE,
        DocumentRow.fingerprint == "",
        DocumentRow.reading.is_(None),
    )
    gone = [row for row, source in connection.execute(rejected) if not is_there(source)]
    for part in in_parts(gone):
        delete_rows(connection, DocumentRow.row.in_(part))


def forget_unlisted(
    connection: Connection, store: str, *, origin: str, run: int, shard: Shard
) -> None:
    """Drop what never was a document and is no longer listed by its feed or table."""
    unlisted = select(DocumentRow.row, DocumentRow.document_id).where(
        DocumentRow.store == store,
        DocumentRow.origin == origin,
        DocumentRow.found_by < run,
        DocumentRow.failure == Failure.UNREADABLE,
        DocumentRow.fingerprint == "",
        DocumentRow.reading.is_(None),
    )
    rows = [row for row, document_id in connection.execute(unlisted) if shard.holds(document_id)]
    for part in in_parts(rows):
        delete_rows(connection, DocumentRow.row.in_(part))


def _reopen_all(connection: Connection, store: str, *, now: datetime) -> int:
    """Forget the readings of a store that is gone; return how many documents to read again."""
    here = DocumentRow.store == store
    written = and_(here, DocumentRow.state == State.WRITTEN)
    reopened = update_rows(connection, written, RESET | {"attempts": 0, "updated_at": now})
    update_rows(connection, and_(here, DocumentRow.reading.is_not(None)), {"reading": None})
    return len(reopened)


def _settle_ids(
    results: Sequence[DocumentResult], *, known: dict[str, RowValues], run: Run
) -> list[DocumentResult]:
    """Make text storable; a document that may not have its id takes its source as its id."""
    settled: list[DocumentResult] = []
    taken = {key: row["source"] for key, row in known.items() if row["found_by"] >= run.number}
    for result in results:
        if isinstance(result, DiscoveredDocument):
            taken.setdefault(storable_text(result.document_id), storable_text(result.source))
    for result in results:
        key, source = storable_text(result.document_id), storable_text(result.source)
        if isinstance(result, Rejected):
            other = taken.setdefault(key, source) != source
            name, error = source if other else key, storable_error(result.error)
            settled.append(Rejected(name, source, error, result.origin, result.gone))
        elif isinstance(result, Unchanged):
            settled.append(Unchanged(key, source, result.origin))
        elif key in known and (
            conflict := owned_elsewhere(known[key], source=source, fingerprint=result.fingerprint)
        ):
            settled.append(Rejected(source, source, conflict))
        else:
            title = storable_text(result.title)
            settled.append(replace(result, document_id=key, source=source, title=title))
    return settled


def _insert_new(
    connection: Connection, results: Sequence[DocumentResult], *, run: Run, now: datetime
) -> None:
    new = {"title": "", "fingerprint": "", "reader": "", "number": 0, "found_by": 0}
    new |= {"state": State.PENDING, "attempts": 0, "registered_at": now, "updated_at": now}
    rows = [
        new | {"store": run.store, "document_id": result.document_id, "source": result.source}
        for result in sorted(results, key=lambda result: result.document_id)  # as in update_rows
    ]
    insert_missing(connection, DocumentRow, rows)


def _rows(
    connection: Connection, store: str, document_ids: Iterable[str], *, lock: bool = False
) -> dict[str, RowValues]:
    chosen = (
        select(DOCUMENTS)
        .where(DOCUMENTS.c.store == store, DOCUMENTS.c.document_id.in_(sorted(document_ids)))
        .order_by(DOCUMENTS.c.row)  # as in update_rows
    )
    rows = connection.execute(chosen.with_for_update() if lock else chosen).mappings()
    return {row["document_id"]: dict(row) for row in rows}


def _save(
    connection: Connection, before: dict[str, RowValues], after: dict[str, RowValues]
) -> None:
    confirmed: list[RowValues] = []
    changed: list[RowValues] = []
    for document_id, row in after.items():
        same = row == before[document_id] | {"found_by": row["found_by"]}
        (confirmed if same else changed).append(row)
    if confirmed:
        connection.execute(
            update(DocumentRow)
            .where(DocumentRow.row.in_([row["row"] for row in confirmed]))
            .values(found_by=confirmed[0]["found_by"])
        )
    if changed:
        names = [column.name for column in DOCUMENTS.columns if column.name != "row"]
        connection.execute(
            update(DOCUMENTS)
            .where(DOCUMENTS.c.row == bindparam("at_row"))
            .values({name: bindparam(f"at_{name}") for name in names}),
            [{f"at_{name}": value for name, value in row.items()} for row in changed],
        )


def _forget_rejections(
    connection: Connection, store: str, results: Sequence[DocumentResult]
) -> None:
    """Drop the failure of a source whose documents can be read now."""
    readable = {result.source for result in results if not isinstance(result, Rejected)}
    readable |= {result.origin for result in results if result.origin}
    replaced = and_(
        DocumentRow.store == store,
        DocumentRow.source.in_(readable | {file_of(source) for source in readable}),
        DocumentRow.document_id.not_in([result.document_id for result in results]),
        DocumentRow.failure == Failure.UNREADABLE,
        DocumentRow.reading.is_(None),
    )
    delete_rows(connection, replaced, skip_locked=True)  # what is locked, the next run can drop
