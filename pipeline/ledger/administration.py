"""Administration of a ledger: adopting imported documents, closing gone ones, erasing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, and_, delete, select, update

from pipeline.ledger.clock import Clock
from pipeline.ledger.database import Database
from pipeline.ledger.entries import AdoptedDocument, Run
from pipeline.ledger.registration import register_store
from pipeline.ledger.row_updates import insert_missing, set_rows, update_rows
from pipeline.ledger.row_values import RESET, RowValues
from pipeline.ledger.tables import DocumentRow, ListingRow, State
from pipeline.ledger.tracked_entities import entities_as_json

__all__ = ["ANNOTATED", "Administration"]

ANNOTATED = "annotated"  # reader of grids that people made


class Administration:
    """Changes to a ledger that no worker makes."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database, self._clock = database, clock

    def adopt(self, documents: Sequence[AdoptedDocument], *, store: str, identity: str) -> int:
        """Enter documents that were imported into the store; return how many are new.

        Their reader is taken from the row of the store they came from, if it is in this ledger.
        Otherwise the next run that finds a document makes sure that its reading is up to date.
        """
        now = self._clock()
        with self._database.writing() as connection:
            register_store(connection, store, identity=identity, now=now)
            known = _known_ids(connection, store, documents)
            missing = [document for document in documents if document.document_id not in known]
            common = {"store": store, "registered_at": now, "updated_at": now}
            rows = [
                _adopted_values(document) | common | _values_elsewhere(connection, document)
                for document in missing
            ]
            if rows:
                insert_missing(connection, DocumentRow, rows)
        return len(missing)

    def correct(self, document: AdoptedDocument, *, store: str, identity: str) -> None:
        """Enter a document as the store has it, whatever the ledger knew of it before."""
        self.adopt([document], store=store, identity=identity)
        values = _adopted_values(document) | {"updated_at": self._clock()}
        with self._database.writing() as connection:
            known = _values_elsewhere(connection, document)
            connection.execute(
                update(DocumentRow)
                .where(
                    DocumentRow.store == store,
                    DocumentRow.document_id == document.document_id,
                    DocumentRow.state != State.CLAIMED,
                )
                .values(values | known)
            )

    def reopen_in(self, run: Run, numbers: Mapping[str, int]) -> set[str]:
        """Make documents pending for this run, each under its number; return which are.

        Documents that another process reads are left out. So are annotated ones: they become
        pending, and wait until they are loaded again.
        """
        now = self._clock()
        values = RESET | {"attempts": 0, "registered_at": now, "updated_at": now}
        chosen = and_(
            DocumentRow.store == run.store,
            DocumentRow.document_id.in_(list(numbers)),
            DocumentRow.state != State.CLAIMED,
        )
        with self._database.writing() as connection:
            rows = connection.execute(
                select(DocumentRow.row, DocumentRow.document_id, DocumentRow.reader)
                .where(chosen)
                .order_by(DocumentRow.row)
                .with_for_update()
            ).all()
            for row in rows:
                number = {"number": numbers[row.document_id]}
                by_model = {"reader": run.reader, "found_by": run.number}
                own = number | ({} if row.reader == ANNOTATED else by_model)
                set_rows(connection, [row.row], values | own)
        return {row.document_id for row in rows if row.reader != ANNOTATED}

    def mark_gone(self, store: str, document_ids: Sequence[str]) -> dict[str, str]:
        """Record that the sources of these documents are gone; return their readings, by id.

        Documents that are back or being read are left out. The readings stay in the ledger until
        ``mark_closed``, so that the next call repairs what a kill between the two left.
        """
        here = and_(
            DocumentRow.store == store,
            DocumentRow.document_id.in_(document_ids),
            DocumentRow.state.in_([State.WRITTEN, State.FAILED, State.GONE]),
            DocumentRow.reading.is_not(None),
        )
        gone = RESET | {"state": State.GONE, "attempts": 0, "updated_at": self._clock()}
        with self._database.writing() as connection:
            changed = update_rows(connection, here, gone)
            rows = connection.execute(
                select(DocumentRow.document_id, DocumentRow.reading).where(
                    DocumentRow.row.in_(changed)
                )
            ).all()
        return {row.document_id: row.reading for row in rows}

    def mark_closed(self, store: str, document_ids: Sequence[str]) -> None:
        """Record that the store has closed the readings of these gone documents."""
        gone = and_(
            DocumentRow.store == store,
            DocumentRow.document_id.in_(document_ids),
            DocumentRow.state == State.GONE,
        )
        with self._database.writing() as connection:
            update_rows(connection, gone, {"reading": None})

    def forget(self, store: str, document_id: str) -> bool:
        """Erase everything but the id of a document; return False if the ledger does not know it.

        The database file keeps nothing else of it either.
        """
        erased = RESET | {"state": State.FORGOTTEN, "title": "", "source": "", "fingerprint": ""}
        erased |= {"reader": "", "entities": None, "reading": None, "attempts": 0}
        erased |= {"origin": None, "mark": None}
        with self._database.writing() as connection:
            known = connection.execute(
                update(DocumentRow)
                .where(DocumentRow.store == store, DocumentRow.document_id == document_id)
                .values(erased | {"updated_at": self._clock()})
            ).rowcount
            connection.execute(delete(ListingRow).where(ListingRow.store == store))
        self._database.purge()
        return bool(known)

    def lift(self, store: str, document_id: str) -> bool:
        """Delete the row of a forgotten document, so that it may return as a new one."""
        with self._database.writing() as connection:
            return bool(
                connection.execute(
                    delete(DocumentRow).where(
                        DocumentRow.store == store,
                        DocumentRow.document_id == document_id,
                        DocumentRow.state == State.FORGOTTEN,
                    )
                ).rowcount
            )


def _known_ids(
    connection: Connection, store: str, documents: Sequence[AdoptedDocument]
) -> set[str]:
    return set(
        connection.execute(
            select(DocumentRow.document_id).where(
                DocumentRow.store == store,
                DocumentRow.document_id.in_([document.document_id for document in documents]),
            )
        ).scalars()
    )


def _adopted_values(document: AdoptedDocument) -> RowValues:
    state = State.WRITTEN if document.reading else State.GONE
    return RESET | {
        "document_id": document.document_id,
        "source": document.source,
        "title": document.title,
        "fingerprint": document.fingerprint,
        "reader": "",
        "entities": entities_as_json(document.entities),
        "number": document.number,
        "found_by": 0,
        "state": State.FORGOTTEN if document.forgotten else state,
        "attempts": 0,
        "reading": document.reading,
    }


def _values_elsewhere(connection: Connection, document: AdoptedDocument) -> RowValues:
    """Return what another store's row knows about the same reading of the same document."""
    if not document.fingerprint:
        return {}
    row = connection.execute(
        select(DocumentRow.fingerprint, DocumentRow.reader, DocumentRow.entities).where(
            DocumentRow.document_id == document.document_id,
            DocumentRow.reading == document.reading,
            DocumentRow.state == State.WRITTEN,
            DocumentRow.fingerprint.startswith(document.fingerprint, autoescape=True),
        )
    ).first()
    return {} if row is None else dict(row._mapping)
