"""Fetchers: the text of claimed documents, from their sources or from memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Protocol

from pipeline.domain.document import Document
from pipeline.ledger.entries import ClaimedDocument
from pipeline.sources.access import Access
from pipeline.sources.results import DiscoveredDocument, Rejected

__all__ = ["DocumentFetcher", "Fetcher", "SourceFetcher"]


class Fetcher(Protocol):
    """Gives a run the documents that it has claimed."""

    def fetch(self, claimed: Sequence[ClaimedDocument]) -> Iterator[Document | Rejected]:
        """Yield each document, in order, under its claimed id, or why it cannot be read."""

    def fingerprint(self, document: Document) -> str:
        """Return the fingerprint that the document would be registered with."""


class SourceFetcher:
    """Fetches documents from their sources again, with the entities that the run tracks."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def fetch(self, claimed: Sequence[ClaimedDocument]) -> Iterator[Document | Rejected]:
        from pipeline.sources import fetch

        for entities, group in groupby(claimed, key=attrgetter("entities")):
            claims = list(group)
            sources = [claim.source for claim in claims]
            fetched = fetch(sources, entities=entities, access=self._access)
            for claim, document in zip(claims, fetched, strict=True):
                if isinstance(document, Document):
                    yield replace(document, id=claim.document_id)
                else:
                    yield document

    def fingerprint(self, document: Document) -> str:
        return document.fingerprint


class DocumentFetcher:
    """Has the documents in memory already."""

    def __init__(
        self,
        documents: Iterable[Document],
        *,
        fingerprint: Callable[[Document], str] = attrgetter("fingerprint"),
    ) -> None:
        self._documents = {document.id: document for document in documents}
        self._fingerprint = fingerprint

    def scan(self) -> Iterator[DiscoveredDocument]:
        """Yield every document, to be registered."""
        for document in self._documents.values():
            yield DiscoveredDocument(
                document.id, document.source, self.fingerprint(document), document.title
            )

    def fetch(self, claimed: Sequence[ClaimedDocument]) -> Iterator[Document | Rejected]:
        for claim in claimed:
            yield replace(self._documents[claim.document_id], source=claim.source)

    def fingerprint(self, document: Document) -> str:
        return self._fingerprint(document)
