"""Discover documents, and fetch them again by their source."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import PurePath

from pipeline.domain.document import Document, Entity, checked_name
from pipeline.sources.access import Access
from pipeline.sources.files import (
    LINE_SUFFIXES,
    MAX_BYTES,
    Unusable,
    decoded,
    list_files,
    read_bytes,
    refused,
    relative_id,
)
from pipeline.sources.formats import text_of
from pipeline.sources.inputs import is_remote, is_sql, is_url
from pipeline.sources.json_documents import document_from_record, document_from_text, record_id
from pipeline.sources.jsonl import Line, read_lines
from pipeline.sources.results import (
    DiscoveredDocument,
    ListingComplete,
    NoSourceState,
    Rejected,
    ScanResult,
    SourceState,
)

__all__ = ["discover", "fetch"]

_LINE = re.compile(r"(?P<handle>.*\.jsonl?)#(?P<line>\d+)\Z", re.DOTALL | re.IGNORECASE)


def discover(
    inputs: Iterable[str],
    *,
    entities: tuple[Entity, ...] | None = None,
    access: Access | None = None,
    source_state: SourceState | None = None,
) -> Iterator[ScanResult]:
    """Yield every document in the inputs, in a fixed order, and every refusal.

    Inputs are files and folders, then URLs of documents and feeds, then ``sql:NAME`` of the
    sources file. ``source_state`` is what earlier runs know of the latter two.

    ``entities`` are those of documents that name none of their own. A file or line that cannot
    be used never stops the others. Memory use grows by only 64 bits a document: they reveal a
    second document with the same id, which is then rejected.
    """
    access, source_state = access or Access(), source_state or NoSourceState()
    given = list(inputs)
    ids: set[int] = set()
    paths = [one for one in given if not is_remote(one)]
    for handle in list_files(paths, access=access):
        if isinstance(handle, Rejected):
            yield handle
            continue
        for one in _documents(handle, entities=entities):
            if isinstance(one, Document):
                yield _claimed(one, ids)
            else:
                yield one
    if urls := [one for one in dict.fromkeys(given) if is_url(one)]:
        from pipeline.sources.web import discover_urls

        shown = discover_urls(urls, entities=entities, access=access, source_state=source_state)
        yield from _once(shown, ids)
    if tables := [one for one in dict.fromkeys(given) if is_sql(one)]:
        from pipeline.sources.sql import discover_rows

        yield from discover_rows(
            tables, entities=entities, access=access, source_state=source_state
        )


def fetch(
    sources: Sequence[str],
    *,
    entities: tuple[Entity, ...] | None = None,
    access: Access | None = None,
) -> Iterator[Document | Rejected]:
    """Read documents again by the ``source`` that ``discover`` gave, one result for each.

    In the order given, and in one pass over each file of JSON lines, however many are asked for.
    """
    access = access or Access()
    for kind, group in groupby(sources, key=lambda one: (is_url(one), is_sql(one))):
        some = list(group)
        if kind[0]:
            from pipeline.sources.web import fetch_urls

            yield from fetch_urls(some, entities=entities, access=access)
        elif kind[1]:
            from pipeline.sources.sql import fetch_rows

            yield from fetch_rows(some, entities=entities, access=access)
        else:
            yield from _fetch_files(some, entities)


def _once(shown: Iterable[ScanResult], ids: set[int]) -> Iterator[ScanResult]:
    """What is listed by two feeds is shown once."""
    for one in shown:
        if not isinstance(one, ListingComplete):
            mark = hash(one.document_id)
            if mark in ids:
                continue
            ids.add(mark)
        yield one


def _fetch_files(
    sources: Sequence[str], entities: tuple[Entity, ...] | None
) -> Iterator[Document | Rejected]:
    places = [_place(source) for source in sources]
    wanted: dict[str, set[int]] = {}
    for handle, line in places:
        if line is not None:
            wanted.setdefault(handle, set()).add(line)
    records: dict[str, dict[int, Document | Rejected]] = {}
    for handle, line in places:
        if line is None:
            yield from _documents(handle, entities=entities)
            continue
        if handle not in records:
            records[handle] = _chosen(handle, wanted[handle], entities)
        yield records[handle][line]


def _claimed(document: Document, ids: set[int]) -> DiscoveredDocument | Rejected:
    """The document as found, unless its id belongs to another of this run."""
    mark = hash(document.id)
    if mark in ids:
        handle, line = _place(document.source)
        reason = f"claims the id {document.id!r}, which another has; give each its own"
        return refused(handle, reason, line=line, document_id=document.source)
    ids.add(mark)
    return DiscoveredDocument(document.id, document.source, document.fingerprint, document.title)


def _place(source: str) -> tuple[str, int | None]:
    line = _LINE.match(source)
    return (line["handle"], int(line["line"])) if line else (source, None)


def _documents(
    handle: str, *, entities: tuple[Entity, ...] | None
) -> Iterator[Document | Rejected]:
    """What a file holds: one document, or one for each of its lines."""
    if handle.lower().endswith(LINE_SUFFIXES):
        yield from _all_records(handle, entities)
        return
    try:
        text = text_of(read_bytes(handle), PurePath(handle).suffix.lower())
        document_id = checked_name(relative_id(handle), role="the file name")
        yield document_from_text(
            text,
            document_id=document_id,
            source=handle,
            title=PurePath(document_id).stem,
            entities=entities,
        )
    except (Unusable, ValueError) as error:
        yield refused(handle, str(error))


def _all_records(handle: str, entities: tuple[Entity, ...] | None) -> Iterator[Document | Rejected]:
    empty = True
    try:
        for line in read_lines(handle):
            if not line.content.strip():
                continue
            if empty and (fault := _fault_of_file(handle, line)):
                yield refused(handle, fault)
                return
            empty = False
            yield _record(handle, line, entities)
        if empty:
            yield refused(handle, "is empty; write one JSON object on each line")
    except Unusable as error:
        yield refused(handle, str(error))


def _chosen(
    handle: str, numbers: set[int], entities: tuple[Entity, ...] | None
) -> dict[int, Document | Rejected]:
    """The documents on these lines; a refusal for each that is there no longer."""
    reason = "is not there any more; ingest the file again"
    found: dict[int, Document | Rejected] = {}
    try:
        for line in read_lines(handle, first=min(numbers)):
            if line.number in numbers:
                found[line.number] = _record(handle, line, entities)
            if len(found) == len(numbers):
                break
    except Unusable as error:
        reason = str(error)
    return {number: found.get(number) or refused(handle, reason, line=number) for number in numbers}


def _fault_of_file(handle: str, first: Line) -> str | None:
    """Why no line of this file can be used, judged by the first that is not blank."""
    if b"\0" in first.content or not handle.lower().endswith(".jsonl"):
        try:
            json.loads(decoded(first.content, offset=first.offset))
        except Unusable as error:
            return str(error)
        except (ValueError, RecursionError):
            return "is not in JSON lines; write one object on each line"
    return None


def _record(handle: str, line: Line, entities: tuple[Entity, ...] | None) -> Document | Rejected:
    own_id = None
    try:
        record = _parsed(line)
        own_id = record_id(record) if isinstance(record, dict) else None
        fallback_id = f"{relative_id(handle)}#{line.number}"
        return document_from_record(
            record,
            fallback_id=checked_name(fallback_id, role="the file name"),
            source=f"{handle}#{line.number}",
            entities=entities,
        )
    except (Unusable, ValueError) as error:
        return refused(handle, str(error), line=line.number, document_id=own_id)


def _parsed(line: Line) -> object:
    if len(line.content) > MAX_BYTES:
        raise ValueError(f"is longer than {MAX_BYTES >> 20} MiB; split it into documents")
    try:
        record: object = json.loads(decoded(line.content, offset=line.offset))
    except json.JSONDecodeError as error:
        raise ValueError(
            f"is not JSON ({error.msg} at character {error.pos + 1}); write one object on each line"
        ) from error
    except RecursionError as error:
        raise ValueError("is nested too deeply; write one flat object on each line") from error
    return record
