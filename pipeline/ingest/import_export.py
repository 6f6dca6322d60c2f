"""Fill a store with an export of another one: how to move to another engine.

History comes with it: every reading keeps its number and its times, as do decisions about concepts
and forgotten documents. What the target has forgotten is left out. Importing again changes nothing,
and repairs what a kill left. An empty store that can be filled in bulk, which is many times as
fast, stays empty until all readings are there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from pipeline.errors import BadInput
from pipeline.ingest.export_lines import parse_decision, parse_reading, parse_tombstone
from pipeline.ingest.transactions import by_transaction
from pipeline.ledger.entries import AdoptedDocument
from pipeline.ledger.ledger import Ledger, store_key
from pipeline.stores.erase import erase, holdings
from pipeline.stores.graph_schema import SCHEMA, GraphSchema
from pipeline.stores.neo4j_bulk import AdminFiles
from pipeline.stores.restore import PastReading, fill, restore, restore_decision
from pipeline.stores.statements import statement
from pipeline.stores.store import Filling, Store
from pipeline.stores.transaction_time import OPEN_END

__all__ = ["ImportResult", "import_lines", "write_admin_files"]

READINGS_AT_ONCE = 2_000  # parsed together; many, so that an engine may load them in bulk


@dataclass(slots=True)
class ImportResult:
    """Number of documents in a file, and of readings that were written or already stored.

    ``left_out`` are the ids of documents that the target has forgotten.
    """

    documents: int = 0
    written: int = 0
    unchanged: int = 0
    decisions: int = 0
    forgotten: int = 0
    left_out: list[str] = field(default_factory=list)


def import_lines(
    lines: Iterable[str],
    *,
    store: Store,
    ledger: Ledger,
    name: str,
    at_once: int = READINGS_AT_ONCE,
) -> ImportResult:
    """Store every line of an export, ``at_once`` readings at a time.

    ``name`` is the file's, for messages. Raises BadInput naming a line that was not exported or
    whose document has another history here. The lines before it are then stored, or none of them
    if the store was empty.
    """
    result = ImportResult()
    with closing(_StoreTarget(store, ledger, result, bulk_from=at_once)) as target:
        _import(lines, target, name=name, at_once=at_once)
        target.settle()
    return result


def write_admin_files(
    lines: Iterable[str],
    folder: Path,
    *,
    name: str,
    at_once: int = READINGS_AT_ONCE,
    schema: GraphSchema = SCHEMA,
) -> ImportResult:
    """Write every reading of an export as files for Neo4j's own loader, into a new folder.

    Decisions about concepts and forgotten documents are only counted: importing the same export
    into the running server adds them, and the ledger. Raises BadInput like ``import_lines``, and
    if the readings are not sorted; then no file is left.
    """
    result = ImportResult()
    filling = AdminFiles(folder, schema=schema)
    try:
        _import(lines, _FileTarget(filling, result), name=name, at_once=at_once)
        filling.finish()
    except BaseException:
        filling.discard()
        raise
    return result


class _Target(Protocol):
    """The destination of an export."""

    schema: GraphSchema

    def put(self, batch: Sequence[PastReading]) -> None: ...

    def decide(self, statement: str, decision: Mapping[str, Any]) -> None: ...

    def forget(self, document: str, moment: datetime) -> None: ...


def _import(lines: Iterable[str], target: _Target, *, name: str, at_once: int) -> None:
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
                batch.append(parse_reading(record, target.schema))
                if len(batch) >= at_once:
                    flush()
                continue
            flush()
            if kind == "forgotten":
                target.forget(*parse_tombstone(record))
            else:
                target.decide(*parse_decision(kind, record))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reason = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
            raise BadInput(
                f"{name}, line {number}: not a line of 'stepgraph export' ({reason});"
                " export the store again"
            ) from error
    flush()


class _StoreTarget:
    """Puts readings into the store, and then the last one of each document into the ledger."""

    def __init__(
        self, store: Store, ledger: Ledger, result: ImportResult, *, bulk_from: int
    ) -> None:
        self._store, self._ledger, self._result = store, ledger, result
        self.schema = store.schema
        self._identity = store.identity()
        self._bulk_from = bulk_from
        rows = store.ask(statement("read/forgotten"), {})
        self._forgotten = {row["document"] for row in rows}
        self._last: PastReading | None = None
        self._filling: Filling | None = None
        self._stored: list[AdoptedDocument] = []  # entered once the store holds them

    def put(self, batch: Sequence[PastReading]) -> None:
        """Write readings, sorted by document and number; others cannot be filled in bulk."""
        batch = [past for past in batch if not self._is_left_out(past.reading.document_id)]
        if self._last is None and len(batch) >= self._bulk_from:
            self._filling = self._store.filling()
        if self._filling and not _continues(self._last, batch):
            self._fill()
        if self._filling:
            fill(batch, filling=self._filling)
            self._result.written += len(batch)
            self._note(batch)
            return
        for together in by_transaction(batch, lambda past: past.reading.graph.n_facts):
            written = restore(together, store=self._store)
            self._result.written += len(written)
            self._result.unchanged += len(together) - len(written)
            self._note(together)
            self._adopt()

    def settle(self) -> None:
        """Make sure that the store and the ledger hold all that was put."""
        self._fill()
        self._complete()
        self._adopt()
        self._last = None

    def decide(self, statement: str, decision: Mapping[str, Any]) -> None:
        self.settle()
        if decision.get("document") in self._forgotten:
            return
        restore_decision(statement, decision, store=self._store)
        self._result.decisions += 1

    def forget(self, document: str, moment: datetime) -> None:
        self.settle()
        if holdings(document, store=self._store).readings:
            raise BadInput(
                f"{document!r} was forgotten in the exported store; forget it here too:"
                f" stepgraph forget {document!r} --yes"
            )
        erase(document, store=self._store, clock=lambda: moment)
        self._enter([AdoptedDocument(document, "", "", "", 0, None, forgotten=True)])
        self._result.forgotten += 1

    def close(self) -> None:
        if self._filling:
            self._filling.discard()

    def _is_left_out(self, document: str) -> bool:
        """Return True, and note the document, if the store has forgotten it."""
        if document not in self._forgotten:
            return False
        if document not in self._result.left_out:
            self._result.left_out.append(document)
        return True

    def _note(self, batch: Sequence[PastReading]) -> None:
        """Count the documents that these readings begin; those before them are complete."""
        for past in batch:
            if not _is_same_document(self._last, past):
                self._result.documents += 1
                self._complete()
            self._last = past

    def _fill(self) -> None:
        if self._filling:
            self._filling.finish()
            self._filling = None

    def _complete(self) -> None:
        if self._last:
            self._stored.append(_adopted(self._last))

    def _adopt(self) -> None:
        self._enter(self._stored)
        self._stored.clear()

    def _enter(self, documents: Sequence[AdoptedDocument]) -> None:
        key, identity = store_key(self._store.url), self._identity
        self._ledger.administration.adopt(documents, store=key, identity=identity)


class _FileTarget:
    """Puts readings into files."""

    def __init__(self, filling: AdminFiles, result: ImportResult) -> None:
        self._filling, self._result = filling, result
        self.schema = filling.schema
        self._last: PastReading | None = None

    def put(self, batch: Sequence[PastReading]) -> None:
        if not _continues(self._last, batch):
            raise BadInput(
                "its readings are not sorted by document and number; export the store again"
            )
        fill(batch, filling=self._filling)
        for past in batch:
            if not _is_same_document(self._last, past):
                self._result.documents += 1
            self._last = past
        self._result.written += len(batch)

    def decide(self, statement: str, decision: Mapping[str, Any]) -> None:
        self._result.decisions += 1

    def forget(self, document: str, moment: datetime) -> None:
        self._result.forgotten += 1


def _continues(last: PastReading | None, batch: Sequence[PastReading]) -> bool:
    """Return True if the batch continues in order of document and number after the last one."""
    readings = [past.reading for past in (*([] if last is None else [last]), *batch)]
    keys = [(reading.document_id, reading.number) for reading in readings]
    return all(before < after for before, after in pairwise(keys))


def _is_same_document(last: PastReading | None, past: PastReading) -> bool:
    return last is not None and last.reading.document_id == past.reading.document_id


def _adopted(past: PastReading) -> AdoptedDocument:
    document = past.reading.graph.document
    is_open = past.recorded_until == OPEN_END
    return AdoptedDocument(
        document.id,
        document.source,
        document.title,
        document.fingerprint,
        past.reading.number,
        past.reading.id if is_open else None,
        entities=document.entities,
    )
