"""The ledger's tables. A change here needs a migration in ``migrations/versions``.

The names begin with ``stepgraph_``: a PostgreSQL database may be shared with other programs.
Times are naive UTC.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import cast

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, Table, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

__all__ = [
    "DOCUMENTS",
    "Base",
    "DocumentRow",
    "Failure",
    "IngestRow",
    "ListingRow",
    "State",
    "StoreRow",
]

# SQLite numbers rows by itself only in a column of the type INTEGER
Counter = BigInteger().with_variant(Integer, "sqlite")


class State(StrEnum):
    """``pending → claimed → written``, or ``failed``; then ``gone`` or ``forgotten``.

    GONE: its source no longer exists and its reading was closed; the source may come back.
    FORGOTTEN: text and facts were erased; only the id is kept, so that it is not read again.
    """

    PENDING = "pending"
    CLAIMED = "claimed"
    WRITTEN = "written"
    FAILED = "failed"
    GONE = "gone"
    FORGOTTEN = "forgotten"


class Failure(StrEnum):
    """Why a document failed, which decides when it is tried again.

    UNREADABLE: its source could not be read; retried once the source can be read.
    UNUSABLE: it was read but cannot be used; retried once its text or the reader changes.
    OUTSIDE: the store refused it; retried after a pause while attempts are left.
    UNEXPECTED: the reader broke on it; retried by the next run while attempts are left.
    ABANDONED: the worker that read it died; retried at once and alone while attempts are left.
    """

    UNREADABLE = "unreadable"
    UNUSABLE = "unusable"
    OUTSIDE = "outside"
    UNEXPECTED = "unexpected"
    ABANDONED = "abandoned"


class Base(DeclarativeBase):
    type_annotation_map = {str: Text}


class StoreRow(Base):
    """A store as of its last run; another ``identity`` means that it was emptied or replaced."""

    __tablename__ = "stepgraph_stores"

    url: Mapped[str] = mapped_column(primary_key=True)
    identity: Mapped[str]


class IngestRow(Base):
    """One run of ``ingest``; its number marks the documents that it found."""

    __tablename__ = "stepgraph_ingests"

    number: Mapped[int] = mapped_column(Counter, primary_key=True, autoincrement=True)
    store: Mapped[str] = mapped_column(ForeignKey(StoreRow.url))
    started_at: Mapped[datetime]

    __table_args__ = ({"sqlite_autoincrement": True},)


class DocumentRow(Base):
    """One document and its state in one store.

    ``fingerprint`` is the document's, ``reader`` that of the model with its settings; ``number``
    rises when either changes and stays the same through retries. ``found_by`` is the last run that
    found the document; ``entities`` the names that run was asked to track, as JSON. ``retry_at``
    delays a pending document. ``reading`` is the id of the last reading written. ``stage`` is for
    reports. ``origin`` is the feed or table that lists the document; ``mark`` is the version token
    of its source: HTTP's validators, a row's watermark.
    """

    __tablename__ = "stepgraph_documents"

    row: Mapped[int] = mapped_column(Counter, primary_key=True, autoincrement=True)
    store: Mapped[str] = mapped_column(ForeignKey(StoreRow.url))
    document_id: Mapped[str]
    source: Mapped[str]
    title: Mapped[str]
    fingerprint: Mapped[str]
    reader: Mapped[str]
    entities: Mapped[str | None]
    number: Mapped[int]
    found_by: Mapped[int] = mapped_column(Counter)
    state: Mapped[str]
    stage: Mapped[str | None]
    attempts: Mapped[int]
    failure: Mapped[str | None]
    error: Mapped[str | None]
    owner: Mapped[str | None]
    lease_until: Mapped[datetime | None]
    retry_at: Mapped[datetime | None]
    reading: Mapped[str | None]
    origin: Mapped[str | None]
    mark: Mapped[str | None]
    registered_at: Mapped[datetime]
    updated_at: Mapped[datetime]

    __table_args__ = (
        UniqueConstraint("store", "document_id", name="stepgraph_documents_key"),
        Index("stepgraph_documents_queue", "store", "state", "row"),
        Index("stepgraph_documents_source", "store", "source"),
        {"sqlite_autoincrement": True},
    )


class ListingRow(Base):
    """The content of a feed when it was last read, as JSON, and its version token, ``mark``."""

    __tablename__ = "stepgraph_listings"

    store: Mapped[str] = mapped_column(ForeignKey(StoreRow.url), primary_key=True)
    origin: Mapped[str] = mapped_column(primary_key=True)
    mark: Mapped[str]
    listing: Mapped[str]


DOCUMENTS = cast(Table, DocumentRow.__table__)
