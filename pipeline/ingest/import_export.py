"""Fills a store with what `stepgraph export` wrote of another: how one moves to another engine.

History comes with it: every reading has its number and its times, and what persons said of
concepts and what was forgotten stay so. Doing it again changes nothing; a kill is made good by
doing it again. Where the store is empty and can be filled at once, which is many times as fast, it
holds nothing until all readings are there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from pipeline.domain.document import checked_name
from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput
from pipeline.exports.records import graph_of, moment_from_text
from pipeline.ledger.entries import AdoptedDocument
from pipeline.ledger.ledger import Ledger, store_key
from pipeline.stores.erase import erase, holdings
from pipeline.stores.neo4j_bulk import AdminFiles
from pipeline.stores.restore import Instance, PastReading, fill, restore, restore_decision
from pipeline.stores.store import Filling, Store
from pipeline.stores.transaction_time import OPEN_END

__all__ = ["Imported", "import_lines", "write_admin_files"]

READINGS_AT_ONCE = 2_000  # many: an engine may then load in bulk


@dataclass(slots=True)
class Imported:
    """What became of a file: readings of documents that were written, and that were there."""

    documents: int = 0
    written: int = 0
    unchanged: int = 0
    decisions: int = 0
    forgotten: int = 0


def import_lines(lines: Iterable[str], *, store: Store, ledger: Ledger, name: str) -> Imported:
    """Write every line of an export; memory stays flat. ``name`` is the file's, for messages.

    Raises BadInput naming the line that is none, or whose document has another history here; what
    stands before it is then in the store, or nothing of it if the store was empty.
    """
    done = Imported()
    with closing(_Entry(store, ledger, done)) as entry:
        _import(lines, entry, name=name)
        entry.settle()
    return done


def write_admin_files(lines: Iterable[str], folder: Path, *, name: str) -> Imported:
    """Write every reading of an export as files for Neo4j's own loader, into a new folder.

    What persons said and what was forgotten is counted only: importing the same export into the
    server once it runs adds that, and the ledger. Raises BadInput as ``import_lines``, and if the
    readings are not sorted; then no file is left.
    """
    done = Imported()
    filling = AdminFiles(folder)
    try:
        _import(lines, _Files(filling, done), name=name)
        filling.finish()
    except BaseException:
        filling.discard()
        raise
    return done


class _Target(Protocol):
    """Where an export goes."""

    def put(self, batch: Sequence[PastReading]) -> None: ...

    def decide(self, name: str, said: Mapping[str, Any]) -> None: ...

    def forget(self, document: str, moment: datetime) -> None: ...


def _import(lines: Iterable[str], target: _Target, *, name: str) -> None:
    batch: list[PastReading] = []

    def flush() -> None:
        if batch:
            target.put(batch)
            batch.clear()

    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            kind = record.get("record", "reading")
            if kind == "reading":
                batch.append(_past(record))
                if len(batch) >= READINGS_AT_ONCE:
                    flush()
                continue
            flush()
            if kind == "forgotten":
                document = checked_name(record["document"], role="the document's id")
                target.forget(document, datetime.fromisoformat(record["forgotten_at"]))
            else:
                target.decide(*_decision(kind, record))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            what = f"lacks {error}" if isinstance(error, KeyError) else str(error)
            raise BadInput(
                f"{name}, line {number}: is nothing that 'stepgraph export' wrote ({what});"
                " export the store again"
            ) from error
    flush()


class _Entry:
    """Puts readings into the store, and then the last one of each document into the ledger."""

    def __init__(self, store: Store, ledger: Ledger, done: Imported) -> None:
        self._store, self._ledger, self._done = store, ledger, done
        self._given = {"store": store_key(store.url), "identity": store.identity()}
        self._last: PastReading | None = None
        self._filling: Filling | None = None
        self._stored: list[AdoptedDocument] = []  # to be entered when the store holds them

    def put(self, batch: Sequence[PastReading]) -> None:
        """Write readings; they come sorted by document and number, or are written as they come."""
        if self._last is None and len(batch) >= READINGS_AT_ONCE:
            self._filling = self._store.filling()
        if self._filling and not _goes_on(self._last, batch):
            self._fill()
        if self._filling:
            fill(batch, filling=self._filling)
            self._done.written += len(batch)
        else:
            written = restore(batch, store=self._store)
            self._done.written += len(written)
            self._done.unchanged += len(batch) - len(written)
        for one in batch:
            if not _is_of_same(self._last, one):
                self._done.documents += 1
                self._complete()
            self._last = one
        if not self._filling:
            self._adopt()

    def settle(self) -> None:
        """See that the store and the ledger hold all that was put."""
        self._fill()
        self._complete()
        self._adopt()
        self._last = None

    def decide(self, name: str, said: Mapping[str, Any]) -> None:
        self.settle()
        restore_decision(name, said, store=self._store)
        self._done.decisions += 1

    def forget(self, document: str, moment: datetime) -> None:
        self.settle()
        if holdings(document, store=self._store).readings:
            raise BadInput(
                f"{document!r} was forgotten where the file comes from; forget it here too:"
                f" stepgraph forget {document!r} --yes"
            )
        erase(document, store=self._store, clock=lambda: moment)
        self._ledger.administration.adopt(
            [AdoptedDocument(document, "", "", "", 0, None, forgotten=True)], **self._given
        )
        self._done.forgotten += 1

    def close(self) -> None:
        if self._filling:
            self._filling.discard()

    def _fill(self) -> None:
        if self._filling:
            self._filling.finish()
            self._filling = None

    def _complete(self) -> None:
        if self._last:
            self._stored.append(_adopted(self._last))

    def _adopt(self) -> None:
        self._ledger.administration.adopt(self._stored, **self._given)
        self._stored.clear()


class _Files:
    """Puts readings into files."""

    def __init__(self, filling: AdminFiles, done: Imported) -> None:
        self._filling, self._done = filling, done
        self._last: PastReading | None = None

    def put(self, batch: Sequence[PastReading]) -> None:
        if not _goes_on(self._last, batch):
            raise BadInput(
                "its readings are not sorted by document and number; export the store again"
            )
        fill(batch, filling=self._filling)
        for one in batch:
            self._done.documents += not _is_of_same(self._last, one)
            self._last = one
        self._done.written += len(batch)

    def decide(self, name: str, said: Mapping[str, Any]) -> None:
        self._done.decisions += 1

    def forget(self, document: str, moment: datetime) -> None:
        self._done.forgotten += 1


def _goes_on(last: PastReading | None, batch: Sequence[PastReading]) -> bool:
    """Whether the batch goes on in order of document and number after the last one before it."""
    readings = [one.reading for one in (*([] if last is None else [last]), *batch)]
    keys = [(one.document_id, one.number) for one in readings]
    return all(before < after for before, after in pairwise(keys))


def _is_of_same(last: PastReading | None, one: PastReading) -> bool:
    return last is not None and last.reading.document_id == one.reading.document_id


def _adopted(one: PastReading) -> AdoptedDocument:
    document = one.reading.graph.document
    is_open = one.recorded_until == OPEN_END
    return AdoptedDocument(
        document.id,
        document.source,
        document.title,
        document.fingerprint,
        one.reading.number,
        one.reading.id if is_open else None,
    )


def _past(record: Mapping[str, Any]) -> PastReading:
    if "number" not in record:
        raise ValueError("it was exported with --current, which leaves history out")
    graph = graph_of(record)
    if sha256(graph.document.text.encode()).hexdigest() != record["text_sha256"]:
        raise ValueError("its text is not the one it was made of")
    made_by = (record["model"], record["checkpoint"], record["settings"])
    instances = record.get("instances")
    return PastReading(
        NumberedReading(graph, record["number"], *made_by),
        datetime.fromisoformat(record["recorded_from"]),
        moment_from_text(record["recorded_until"]) or OPEN_END,
        None if instances is None else tuple(_instances(instances, graph.entities)),
    )


def _instances(records: Iterable[Mapping[str, Any]], entities: Iterable[Any]) -> Iterator[Instance]:
    known = {entity.name for entity in entities}
    for one in records:
        if one["entity"] not in known:
            raise ValueError(f"{one['entity']!r} is no entity of it")
        yield Instance(
            one["entity"],
            checked_name(one["concept"], role="the concept"),
            moment_from_text(one.get("recorded_from")),
            moment_from_text(one.get("recorded_until")),
        )


def _decision(kind: str, record: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    said = {key: record[key] for key in ("name", "concept", "by", "reason")}
    said["recorded_from"] = datetime.fromisoformat(record["recorded_from"])
    if kind == "split":
        return "restore_split", said | {"document": record["document"]}
    if kind != "merge":
        raise ValueError(f"a record {kind!r} is not known")
    until = moment_from_text(record["recorded_until"]) or OPEN_END
    ended = {"ended_by": record["ended_by"], "ended_reason": record["ended_reason"]}
    return "restore_merge", said | ended | {"recorded_until": until}
