"""What the ledger remembers of sources, so that what is unchanged is not read again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

from sqlalchemy import ColumnElement, Connection, select, update

from pipeline.ledger.registration import insert_missing
from pipeline.ledger.tables import DocumentRow, ListingRow, State
from pipeline.sources.results import KnownDocument, Listing

__all__ = ["LedgerSourceState"]

Opened = Callable[[], AbstractContextManager[Connection]]


class LedgerSourceState:
    """One store's part of the ledger, for a run that is told to track ``entities`` (as JSON)."""

    def __init__(
        self, reading: Opened, writing: Opened, *, store: str, entities: str | None
    ) -> None:
        self._reading, self._writing = reading, writing
        self._store, self._entities = store, entities

    def known(self, document_ids: Sequence[str]) -> Mapping[str, KnownDocument]:
        """Of documents read with the same entities, the mark; of forgotten ones, that they are."""
        with self._reading() as connection:
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
            if row.state == State.FORGOTTEN or (row.number and row.entities == self._entities)
        }

    def listing(self, origin: str) -> Listing | None:
        with self._reading() as connection:
            row = connection.execute(
                select(ListingRow.mark, ListingRow.listing).where(*self._of(origin))
            ).first()
        return None if row is None else Listing(row.mark, row.listing)

    def keep_listing(self, origin: str, listing: Listing) -> None:
        kept = {"mark": listing.version_token, "listing": listing.content}
        with self._writing() as connection:
            insert_missing(
                connection, ListingRow, [kept | {"store": self._store, "origin": origin}]
            )
            connection.execute(update(ListingRow).where(*self._of(origin)).values(kept))

    def _of(self, origin: str) -> tuple[ColumnElement[bool], ...]:
        return ListingRow.store == self._store, ListingRow.origin == origin
