"""The state of sources as of earlier runs, so that unchanged documents are not read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, select, update

from pipeline.ledger.database import Database
from pipeline.ledger.row_updates import insert_missing
from pipeline.ledger.tables import DocumentRow, ListingRow, State
from pipeline.sources.results import KnownDocument, Listing

__all__ = ["LedgerSourceState"]


class LedgerSourceState:
    """One store's part of the ledger, for a run that tracks ``entities`` (names as JSON).

    Without them those of earlier runs are kept, unless ``find_entities``.
    """

    def __init__(
        self, database: Database, *, store: str, entities: str | None, find_entities: bool
    ) -> None:
        self._database = database
        self._store, self._entities = store, entities
        self._keeps_entities = entities is None and not find_entities

    def known(self, document_ids: Sequence[str]) -> Mapping[str, KnownDocument]:
        """Return the documents that were read with the same entities or that were forgotten."""
        with self._database.reading() as connection:
            rows = connection.execute(
                select(
                    DocumentRow.document_id,
                    DocumentRow.mark,
                    DocumentRow.state,
                    DocumentRow.entities,
                    DocumentRow.number,
                ).where(DocumentRow.store == self._store, DocumentRow.document_id.in_(document_ids))
            ).all()
        return {
            row.document_id: KnownDocument(row.mark, row.state == State.FORGOTTEN)
            for row in rows
            if row.state == State.FORGOTTEN or (row.number and self._is_tracked_now(row.entities))
        }

    def listing(self, origin: str) -> Listing | None:
        with self._database.reading() as connection:
            row = connection.execute(
                select(ListingRow.mark, ListingRow.listing).where(*self._of(origin))
            ).first()
        return None if row is None else Listing(row.mark, row.listing)

    def keep_listing(self, origin: str, listing: Listing) -> None:
        values = {"mark": listing.version_token, "listing": listing.content}
        with self._database.writing() as connection:
            insert_missing(
                connection, ListingRow, [values | {"store": self._store, "origin": origin}]
            )
            connection.execute(update(ListingRow).where(*self._of(origin)).values(values))

    def _is_tracked_now(self, entities: str | None) -> bool:
        return self._keeps_entities or entities == self._entities

    def _of(self, origin: str) -> tuple[ColumnElement[bool], ...]:
        return ListingRow.store == self._store, ListingRow.origin == origin
