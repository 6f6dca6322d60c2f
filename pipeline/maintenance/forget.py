"""Forget a document: erase its text and facts from the store and the ledger, and keep its id.

The store is erased first, then the ledger; after a kill between the two, forgetting again
completes it. A forgotten id is not read again until that is allowed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pipeline.errors import EmptyStore, UnknownDocument
from pipeline.ledger.entries import Entry
from pipeline.ledger.ledger import known_ledger, store_key
from pipeline.ledger.source_files import file_of
from pipeline.ledger.tables import State
from pipeline.settings import Settings
from pipeline.stores.engines import open_configured_store
from pipeline.stores.erase import Holdings, erase, holdings, lift
from pipeline.stores.read import resolve_document

__all__ = ["Footprint", "allow_again", "footprint_of", "forget"]


@dataclass(frozen=True, slots=True)
class Footprint:
    """Traces of a document in store and ledger; ``spooled`` is our copy of standard input."""

    document: str
    forgotten: bool
    readings: int
    steps: int
    in_ledger: bool
    source: str
    spooled: Path | None


def footprint_of(name: str, settings: Settings) -> Footprint:
    """Return what ``forget`` would erase. Raises UnknownDocument if there is no such document."""
    try:
        store = open_configured_store(settings, read_only=True)
    except EmptyStore:
        with known_ledger(settings.ledger) as ledger:
            row = ledger and ledger.reports.document(store_key(settings.store), name)
        if not row:
            raise
        return _footprint(name, Holdings(False, None, 0, 0), row, settings)
    try:
        with known_ledger(settings.ledger) as ledger:
            key = store_key(store.url)
            row = ledger and ledger.reports.document(key, name)
            document = name if row else resolve_document(name, store=store)
            row = row or (ledger and ledger.reports.document(key, document))
        return _footprint(document, holdings(document, store=store), row or None, settings)
    finally:
        store.close()


def forget(footprint: Footprint, settings: Settings, *, clock: Callable[[], datetime]) -> None:
    """Erase the document, from the files of store and ledger too; Neo4j's own files may keep it."""
    store = open_configured_store(settings)
    try:
        erase(footprint.document, store=store, clock=clock)
        store.close_rewritten()
    finally:
        store.close()
    with known_ledger(settings.ledger) as ledger:
        if ledger:
            ledger.administration.forget(store_key(store.url), footprint.document)
    if footprint.spooled:
        footprint.spooled.unlink(missing_ok=True)


def allow_again(footprint: Footprint, settings: Settings) -> None:
    """Remove the tombstone: the document may be ingested again, as a new one."""
    if not footprint.forgotten:
        raise UnknownDocument(f"{footprint.document!r} was not forgotten; there is nothing to lift")
    store = open_configured_store(settings)
    try:
        lift(footprint.document, store=store)
    finally:
        store.close()
    with known_ledger(settings.ledger) as ledger:
        if ledger:
            ledger.administration.lift(store_key(store.url), footprint.document)


def _footprint(document: str, here: Holdings, row: Entry | None, settings: Settings) -> Footprint:
    source = row.source if row else ""
    file, spool = Path(file_of(source)), settings.state.resolve() / "stdin"
    ours = bool(source) and Path(os.path.normpath(file)).parent == spool
    return Footprint(
        document,
        here.forgotten_at is not None or (row is not None and row.state is State.FORGOTTEN),
        here.readings,
        here.steps,
        row is not None and row.state is not State.FORGOTTEN,
        source,
        file if ours else None,
    )
