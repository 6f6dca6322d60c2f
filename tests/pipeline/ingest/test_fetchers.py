"""A fetcher gives a run its documents, under the ids by which they were claimed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pipeline.domain.document import Document, Entity
from pipeline.ingest.fetchers import DocumentFetcher, SourceFetcher
from pipeline.ledger.entries import ClaimedDocument
from pipeline.sources.access import Access
from pipeline.sources.results import Rejected
from tests.support.graphs import graph


def claim(source: Path | str, document_id: str, *names: str) -> ClaimedDocument:
    entities = tuple(Entity.parse(name) for name in names) or None
    return ClaimedDocument(document_id, str(source), "print", 1, entities)


def test_documents_come_in_order_with_their_claimed_ids_and_entities(tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text(f"Water {name} boils. Steam rises.")
    claims = [
        claim(tmp_path / "a.txt", "first", "water"),
        claim(tmp_path / "b.txt", "second", "steam", "pot"),
        claim(tmp_path / "c.txt", "third"),
    ]

    documents = list(SourceFetcher(Access()).fetch(claims))

    assert [document.text[:7] for document in documents] == ["Water a", "Water b", "Water c"]
    assert [document.document_id if isinstance(document, Rejected) else document.id
            for document in documents] == ["first", "second", "third"]  # fmt: skip
    names = [[entity.name for entity in document.entities or ()] for document in documents]
    assert names == [["water"], ["steam", "pot"], []]


def test_a_source_that_is_gone_is_rejected_and_the_others_are_fetched(tmp_path):
    (tmp_path / "b.txt").write_text("Water boils. Steam rises.")
    claims = [claim(tmp_path / "a.txt", "a"), claim(tmp_path / "b.txt", "b")]

    rejected, document = SourceFetcher(Access()).fetch(claims)

    assert isinstance(rejected, Rejected)
    assert isinstance(document, Document)


def test_documents_in_memory_are_registered_and_fetched_with_one_fingerprint():
    document = graph("leaf.txt").document
    fetcher = DocumentFetcher([document], fingerprint=lambda document: f"{document.id} and more")

    (result,) = fetcher.scan()
    (fetched,) = fetcher.fetch([claim("/elsewhere/leaf.txt", "leaf.txt")])

    assert (result.document_id, result.fingerprint) == ("leaf.txt", "leaf.txt and more")
    assert isinstance(fetched, Document)
    assert fetcher.fingerprint(fetched) == result.fingerprint
    assert fetched == replace(document, source="/elsewhere/leaf.txt")
