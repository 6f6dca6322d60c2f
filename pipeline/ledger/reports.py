"""Reports on a ledger: its documents, their states and their failures. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Row, select, true

from pipeline.ledger.clock import Clock
from pipeline.ledger.database import Database
from pipeline.ledger.entries import Entry, Run, StoredDocument
from pipeline.ledger.status import LedgerStatus, count_states, ledger_status
from pipeline.ledger.tables import DocumentRow, State, StoreRow

__all__ = ["Reports"]

ROWS_PER_FETCH = 500
_ENTRY = [getattr(DocumentRow, field.name) for field in fields(Entry)]
_STORED = [getattr(DocumentRow, field.name) for field in fields(StoredDocument)]


class Reports:
    """Queries over all documents of a ledger."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database, self._clock = database, clock

    def status(self) -> LedgerStatus:
        """Return the status of the work, over all stores."""
        with self._database.reading() as connection:
            return ledger_status(connection, now=self._clock())

    def counts(self, *, store: str | None = None) -> dict[State, int]:
        """Count the documents in each state, including states with none."""
        with self._database.reading() as connection:
            return count_states(connection, store=store)

    def document(self, store: str, document_id: str) -> Entry | None:
        """Return one document's row, if there is one."""
        with self._database.reading() as connection:
            row = connection.execute(
                select(*_ENTRY).where(
                    DocumentRow.store == store, DocumentRow.document_id == document_id
                )
            ).first()
        return None if row is None else _entry(row)

    def documents(
        self, *, store: str | None = None, state: State | None = None, run: Run | None = None
    ) -> list[Entry]:
        """Return the documents of a store, in a state, or found by a run; by store and id."""
        with self._database.reading() as connection:
            rows = connection.execute(
                select(*_ENTRY)
                .where(
                    _in_store(store if run is None else run.store),
                    true() if state is None else DocumentRow.state == state,
                    true() if run is None else DocumentRow.found_by >= run.number,
                )
                .order_by(DocumentRow.store, DocumentRow.document_id)
            ).all()
        return [_entry(row) for row in rows]

    def entries(self, document_ids: Sequence[str], *, store: str) -> list[Entry]:
        """Return the rows of these documents of a store, at most some thousands."""
        with self._database.reading() as connection:
            rows = connection.execute(
                select(*_ENTRY).where(
                    DocumentRow.store == store, DocumentRow.document_id.in_(document_ids)
                )
            ).all()
        return [_entry(row) for row in rows]

    def each(self, *, store: str) -> Iterator[Entry]:
        """Yield the row of every document of a store, by id."""
        with self._database.reading() as connection:
            rows = connection.execution_options(yield_per=ROWS_PER_FETCH).execute(
                select(*_ENTRY).where(DocumentRow.store == store).order_by(DocumentRow.document_id)
            )
            for row in rows:
                yield _entry(row)

    def failures(self, *, store: str | None = None, run: Run | None = None) -> list[Entry]:
        """Return the documents that failed, each with its error."""
        return self.documents(store=store, state=State.FAILED, run=run)

    def known_ids(self, document_ids: Sequence[str]) -> set[str]:
        """Return those of the ids that any store has in this ledger."""
        chosen = select(DocumentRow.document_id).where(DocumentRow.document_id.in_(document_ids))
        with self._database.reading() as connection:
            return set(connection.execute(chosen).scalars())

    def stored(self, store: str) -> Iterator[StoredDocument]:
        """Yield every document that may have an open reading in the store, by id."""
        with self._database.reading() as connection:
            rows = connection.execution_options(yield_per=ROWS_PER_FETCH).execute(
                select(*_STORED)
                .where(DocumentRow.store == store, DocumentRow.reading.is_not(None))
                .order_by(DocumentRow.document_id)
            )
            for row in rows:
                yield StoredDocument(**row._asdict() | {"state": State(row.state)})

    def store_identity(self, store: str) -> str | None:
        """Return the identity of the store as of the last run; None if it is unknown."""
        with self._database.reading() as connection:
            return connection.execute(
                select(StoreRow.identity).where(StoreRow.url == store)
            ).scalar_one_or_none()


def _entry(row: Row[Any]) -> Entry:
    return Entry(**row._asdict() | {"state": State(row.state)})


def _in_store(store: str | None) -> ColumnElement[bool]:
    return true() if store is None else DocumentRow.store == store
