"""What a source shows before anything is read in earnest: documents, and what cannot be one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = [
    "Found",
    "Known",
    "Listed",
    "Listing",
    "Memory",
    "NoMemory",
    "Refused",
    "Shown",
    "Unchanged",
]


@dataclass(frozen=True, slots=True)
class Found:
    """A document that can be fetched again by ``source``.

    ``source`` is the file's path (for JSON lines ``PATH#LINE``), with ``/./`` where the ingested
    root ends: the id of a document without one of its own is what follows. Or it is a URL, or
    ``sql:NAME/KEY``. ``fingerprint`` is that of ``Document``: equal as long as nothing a reading
    depends on has changed. ``origin`` is the feed or table that lists it, ``mark`` what the source
    says of this version: with an equal one next time, the document need not be read to be known.
    """

    document_id: str
    source: str
    fingerprint: str
    title: str
    origin: str | None = None
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A document that its source says is as it was; it was not read again."""

    document_id: str
    source: str
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that cannot be read as a document; ``error`` is one line that says the mend.

    ``gone``: its source says that it no longer exists.
    """

    document_id: str
    source: str
    error: str
    origin: str | None = None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """All that ``origin`` holds has been shown: what was listed there before is gone."""

    origin: str


Shown = Found | Unchanged | Refused | Listed


@dataclass(frozen=True, slots=True)
class Known:
    """What is remembered of a document; ``mark`` is that of its last version, if it had one."""

    mark: str | None
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """What a feed listed, with the mark of that version of it."""

    mark: str
    content: str


class Memory(Protocol):
    """What earlier runs know of sources, so that what is unchanged is not read again."""

    def known(self, document_ids: Sequence[str]) -> Mapping[str, Known]:
        """Of each document that was read as it is to be read now, its mark."""

    def listing(self, origin: str) -> Listing | None:
        """What this feed listed last."""

    def keep_listing(self, origin: str, listing: Listing) -> None:
        """Remember what a feed lists."""


class NoMemory:
    """The memory of whoever keeps no ledger."""

    def known(self, document_ids: Sequence[str]) -> Mapping[str, Known]:
        return {}

    def listing(self, origin: str) -> Listing | None:
        return None

    def keep_listing(self, origin: str, listing: Listing) -> None: ...
