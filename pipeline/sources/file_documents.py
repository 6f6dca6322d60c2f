"""The documents of files: one for each procedure, or for each line of a JSON lines file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from pipeline.domain.document import Document, Entity, checked_name
from pipeline.sources.encoding import MAX_BYTES, decoded
from pipeline.sources.files import read_bytes, rejected_file, relative_id
from pipeline.sources.formats import LINE_SUFFIXES, SUFFIXES, format_of_suffix, text_of
from pipeline.sources.json_documents import (
    document_from_record,
    documents_from_text,
    record_id,
)
from pipeline.sources.jsonl import Line, read_lines
from pipeline.sources.results import FileScanned, Rejected, UnusableSource
from pipeline.sources.shard import WHOLE, Shard

__all__ = ["fetch_files", "read_file", "split_source"]

_PART = re.compile(
    rf"(?P<handle>.*(?:{'|'.join(map(re.escape, (*SUFFIXES, '.json')))}))#(?P<number>\d+)\Z",
    re.DOTALL | re.IGNORECASE,
)

Entities = tuple[Entity, ...] | None


def read_file(
    handle: str, *, entities: Entities, shard: Shard = WHOLE
) -> Iterator[Document | Rejected | FileScanned]:
    """Yield the shard's documents of a file; ``entities`` are those of documents that name none."""
    if _has_lines(handle):
        yield from _read_lines(handle, entities, shard)
    elif shard.holds(relative_id(handle)):
        yield from _read_procedures(handle, entities)


def _read_procedures(handle: str, entities: Entities) -> Iterator[Document | Rejected]:
    try:
        source_format = format_of_suffix(PurePath(handle).suffix.lower())
        text = text_of(read_bytes(handle), source_format)
        document_id = checked_name(relative_id(handle), role="the file name")
        yield from documents_from_text(
            text,
            document_id=document_id,
            source=handle,
            title=PurePath(document_id).stem,
            entities=entities,
        )
    except (UnusableSource, ValueError) as error:
        yield rejected_file(handle, str(error))


def fetch_files(sources: Sequence[str], *, entities: Entities) -> Iterator[Document | Rejected]:
    """Yield the document of each source, ``PATH`` or ``PATH#NUMBER``, in this order.

    The number is that of a line of JSON, or of a procedure within a file; without one it is the
    first procedure.
    """
    places = [split_source(source) for source in sources]
    numbers: dict[str, set[int]] = {}
    for handle, number in places:
        numbers.setdefault(handle, set()).add(number or 1)
    documents: dict[str, dict[int, Document | Rejected]] = {}
    for handle, number in places:
        if handle not in documents:
            fetch = _fetch_lines if _has_lines(handle) else _fetch_procedures
            documents[handle] = fetch(handle, numbers[handle], entities)
        yield documents[handle][number or 1]


def split_source(source: str) -> tuple[str, int | None]:
    """Split ``PATH#NUMBER`` into the handle and the number, which is None for a file."""
    match = _PART.match(source)
    return (match["handle"], int(match["number"])) if match else (source, None)


def _has_lines(handle: str) -> bool:
    return handle.lower().endswith(LINE_SUFFIXES)


def _fetch_procedures(
    handle: str, numbers: set[int], entities: Entities
) -> dict[int, Document | Rejected]:
    """The documents of these procedures of a file; a rejection for each that is not there."""
    documents = dict(enumerate(_read_procedures(handle, entities), start=1))
    first = documents[1]
    fault = first if isinstance(first, Rejected) else None
    reason = "is not there any more; ingest the file again"
    return {
        number: documents.get(number) or fault or rejected_file(handle, reason, procedure=number)
        for number in numbers
    }


def _read_lines(
    handle: str, entities: Entities, shard: Shard
) -> Iterator[Document | Rejected | FileScanned]:
    empty, has_others, all_readable = True, False, True
    try:
        for line in read_lines(handle):
            if not line.content.strip():
                continue
            if empty and (fault := _fault_of_file(handle, line)):
                yield rejected_file(handle, fault)
                return
            empty = False
            document_id, record = _identified(handle, line)
            if shard.holds(document_id):
                yield _document(handle, line, document_id, record, entities)
            else:
                has_others = True
                all_readable = all_readable and not isinstance(record, Rejected)
        if has_others:
            yield FileScanned(handle, all_readable)
        if empty:
            yield rejected_file(handle, "is empty; write one JSON object on each line")
    except UnusableSource as error:
        yield rejected_file(handle, str(error))


def _fetch_lines(
    handle: str, numbers: set[int], entities: Entities
) -> dict[int, Document | Rejected]:
    """The documents on these lines; a rejection for each line that is no longer there."""
    reason = "does not exist any more; ingest the file again"
    documents: dict[int, Document | Rejected] = {}
    try:
        for line in read_lines(handle, first=min(numbers)):
            if line.number in numbers:
                document_id, record = _identified(handle, line)
                documents[line.number] = _document(handle, line, document_id, record, entities)
            if len(documents) == len(numbers):
                break
    except UnusableSource as error:
        reason = str(error)
    return {
        number: documents.get(number) or rejected_file(handle, reason, line=number)
        for number in numbers
    }


def _fault_of_file(handle: str, first: Line) -> str | None:
    """The reason why no line of this file can be used, judged by its first that is not blank."""
    if b"\0" in first.content or not handle.lower().endswith(".jsonl"):
        try:
            json.loads(decoded(first.content, offset=first.offset))
        except UnusableSource as error:
            return str(error)
        except (ValueError, RecursionError):
            return "is not in JSON lines; write one object on each line"
    return None


def _identified(handle: str, line: Line) -> tuple[str, object]:
    """Return the id of the line's document and its record.

    Of a line that cannot be read they are its place, ``FILE#NUMBER``, and its rejection.
    """
    place = f"{relative_id(handle)}#{line.number}"
    try:
        record = _parsed(line)
        return (record_id(record) if isinstance(record, dict) else None) or place, record
    except (UnusableSource, ValueError) as error:
        return place, rejected_file(handle, str(error), line=line.number)


def _document(
    handle: str, line: Line, document_id: str, record: object, entities: Entities
) -> Document | Rejected:
    if isinstance(record, Rejected):
        return record
    try:
        return document_from_record(
            record,
            fallback_id=checked_name(f"{relative_id(handle)}#{line.number}", role="the file name"),
            source=f"{handle}#{line.number}",
            entities=entities,
        )
    except ValueError as error:
        return rejected_file(handle, str(error), line=line.number, document_id=document_id)


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
