"""The results of a scan: documents, rejections, and what is known of a source from earlier runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pipeline.domain.document import Document

__all__ = [
    "DiscoveredDocument",
    "DocumentResult",
    "FileScanned",
    "KnownDocument",
    "Listing",
    "ListingComplete",
    "NoSourceState",
    "Rejected",
    "ScanResult",
    "SourceState",
    "Unchanged",
    "UnusableSource",
]


@dataclass(frozen=True, slots=True)
class DiscoveredDocument:
    """A document that can be fetched again by ``source``.

    ``source`` is a file's path (for JSON lines ``PATH#LINE``), a URL, or ``sql:NAME/KEY``. In a
    path, ``/./`` stands where the ingested root ends; the part after it is the id of a document
    that has none of its own. ``fingerprint`` is that of ``Document``: it stays equal as long as
    nothing that a reading depends on has changed. ``origin`` is the feed or table that lists the
    document. ``version_token`` is the source's own name for this version, such as an ETag or a
    watermark. If the token is equal next time, the document is not read again. ``document`` is the
    document itself if it has no entities: those that an earlier run was given may be kept for it.
    """

    document_id: str
    source: str
    fingerprint: str
    title: str
    origin: str | None = None
    version_token: str | None = None
    document: Document | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(
        cls, document: Document, *, origin: str | None = None, version_token: str | None = None
    ) -> DiscoveredDocument:
        """Return the document as a scan reports it."""
        return cls(
            document.id,
            document.source,
            document.fingerprint,
            document.title,
            origin,
            version_token,
            document if document.entities is None else None,
        )


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A document that has not changed according to its source; it was not read again."""

    document_id: str
    source: str
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """An input that cannot be read as a document; ``error`` is one line that names the fix.

    ``gone`` is True if its source states that it no longer exists.
    """

    document_id: str
    source: str
    error: str
    origin: str | None = None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class ListingComplete:
    """A sign that ``origin`` has been listed in full: what is missing from the list is gone."""

    origin: str


@dataclass(frozen=True, slots=True)
class FileScanned:
    """A sign that all lines of a file were seen, of which other shards take some.

    ``complete`` is False if one of those cannot be read: nobody knows which document it was.
    """

    file: str
    complete: bool


class UnusableSource(Exception):
    """A source that cannot be read as text; the message names the reason and the fix.

    The message lacks its subject: who catches it puts the name of the source before it.
    """


DocumentResult = DiscoveredDocument | Unchanged | Rejected
ScanResult = DocumentResult | ListingComplete | FileScanned


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """A document of an earlier run, with the token of its last version if it had one."""

    version_token: str | None
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """The content of a feed, with the version token it had then."""

    version_token: str
    content: str


class SourceState(Protocol):
    """The knowledge of earlier runs about sources: unchanged documents are not read again."""

    def known(self, document_ids: Sequence[str]) -> Mapping[str, KnownDocument]:
        """Return those documents that were read as they are to be read now."""

    def listing(self, origin: str) -> Listing | None:
        """Return what this feed listed last."""

    def keep_listing(self, origin: str, listing: Listing) -> None:
        """Store what a feed lists."""


class NoSourceState:
    """An empty source state, for callers without a ledger."""

    def known(self, document_ids: Sequence[str]) -> Mapping[str, KnownDocument]:
        return {}

    def listing(self, origin: str) -> Listing | None:
        return None

    def keep_listing(self, origin: str, listing: Listing) -> None: ...
