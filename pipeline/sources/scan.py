"""Discover documents, and fetch them again by their source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pipeline.domain.document import Document, Entity
from pipeline.redaction import redact_url
from pipeline.sources.access import Access
from pipeline.sources.file_documents import fetch_files, read_file, split_source
from pipeline.sources.files import list_files, rejected_file
from pipeline.sources.inputs import is_remote, is_sql, is_url, scheme_fault
from pipeline.sources.results import (
    DiscoveredDocument,
    FileScanned,
    ListingComplete,
    NoSourceState,
    Rejected,
    ScanResult,
    SourceState,
)
from pipeline.sources.shard import WHOLE, Shard

__all__ = ["discover", "fetch"]

Entities = tuple[Entity, ...] | None


def discover(
    inputs: Iterable[str],
    *,
    entities: Entities = None,
    access: Access | None = None,
    source_state: SourceState | None = None,
    shard: Shard = WHOLE,
) -> Iterator[ScanResult]:
    """Yield every document in the inputs, in a fixed order, and every rejection.

    Inputs are files and folders, then URLs of documents and feeds, then ``sql:NAME`` of the
    config file. ``source_state`` is what earlier runs know of the latter two.

    ``entities`` are those of documents that name none of their own. A file or line that cannot
    be used never stops the others. Only documents of ``shard`` are yielded, and rejections of
    them; an input that cannot be read at all is rejected in every shard. Memory use grows by only
    64 bits a document: they reveal a second document with the same id, which is then rejected.
    """
    access, source_state = access or Access(), source_state or NoSourceState()
    names = list(inputs)
    id_hashes: set[int] = set()
    faults = {name: fault for name in names if (fault := scheme_fault(name))}
    for name, fault in faults.items():
        shown = redact_url(name)
        yield Rejected(shown, shown, f"{shown} {fault}")
    paths = [name for name in names if not is_remote(name) and name not in faults]
    for handle in list_files(paths, access=access):
        if isinstance(handle, Rejected):
            yield handle
            continue
        for result in read_file(handle, entities=entities, shard=shard):
            yield _claim_id(result, id_hashes) if isinstance(result, Document) else result
    if urls := [name for name in dict.fromkeys(names) if is_url(name)]:
        from pipeline.sources.web import discover_urls

        results = discover_urls(
            urls, entities=entities, access=access, source_state=source_state, shard=shard
        )
        yield from _without_duplicates(results, id_hashes)
    if tables := [name for name in dict.fromkeys(names) if is_sql(name)]:
        from pipeline.sources.sql import discover_rows

        yield from discover_rows(
            tables, entities=entities, access=access, source_state=source_state, shard=shard
        )


def fetch(
    sources: Sequence[str],
    *,
    entities: Entities = None,
    access: Access | None = None,
) -> Iterator[Document | Rejected]:
    """Read documents again by the ``source`` that ``discover`` gave, one result for each.

    Results are in the order of ``sources``. A file of JSON lines is passed once, however many of
    its documents are fetched.
    """
    access = access or Access()
    for (by_url, by_sql), group in groupby(sources, key=lambda name: (is_url(name), is_sql(name))):
        neighbours = list(group)
        if by_url:
            from pipeline.sources.web import fetch_urls

            yield from fetch_urls(neighbours, entities=entities, access=access)
        elif by_sql:
            from pipeline.sources.sql import fetch_rows

            yield from fetch_rows(neighbours, entities=entities, access=access)
        else:
            yield from fetch_files(neighbours, entities=entities)


def _without_duplicates(results: Iterable[ScanResult], id_hashes: set[int]) -> Iterator[ScanResult]:
    """Yield a document that two feeds list only once."""
    for result in results:
        if not isinstance(result, ListingComplete | FileScanned):
            id_hash = hash(result.document_id)
            if id_hash in id_hashes:
                continue
            id_hashes.add(id_hash)
        yield result


def _claim_id(document: Document, id_hashes: set[int]) -> DiscoveredDocument | Rejected:
    """Return the document as discovered; reject it if its id belongs to another of this scan."""
    id_hash = hash(document.id)
    if id_hash in id_hashes:
        handle, number = split_source(document.source)
        reason = f"has the id {document.id!r}, as another document does; give each its own"
        return rejected_file(handle, reason, line=number, document_id=document.source)
    id_hashes.add(id_hash)
    return DiscoveredDocument.of(document)
