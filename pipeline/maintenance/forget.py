"""Forget a document: its text and facts leave the store and the ledger, its id stays.

The store is erased first and the ledger after it; a kill between the two is put right by doing it
again. An id that was forgotten is not read again until that is allowed.
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
from pipeline.stores import open_store
from pipeline.stores.erase import Holdings, erase, holdings, lift
from pipeline.stores.read import resolve_document

__all__ = ["Held", "allow_again", "forget", "held_of"]


@dataclass(frozen=True, slots=True)
class Held:
    """What is kept of a document; ``spooled`` is our own copy of standard input, if it is one."""

    document: str
    forgotten: bool
    readings: int
    steps: int
    in_ledger: bool
    source: str
    spooled: Path | None


def held_of(name: str, settings: Settings) -> Held:
    """See what ``forget`` would erase. Raises UnknownDocument if nobody knows the document."""
    try:
        store = open_store(settings.store, read_only=True)
    except EmptyStore:
        document, here, key = name, Holdings(False, None, 0, 0), store_key(settings.store)
        with known_ledger(settings.ledger) as ledger:
            row = ledger and ledger.reports.document(key, name)
        if not row:
            raise
        return _held(document, here, row, settings)
    try:
        with known_ledger(settings.ledger) as ledger:
            key = store_key(store.url)
            row = ledger and ledger.reports.document(key, name)
            document = name if row else resolve_document(name, store=store)
            row = row or (ledger and ledger.reports.document(key, document))
        return _held(document, holdings(document, store=store), row or None, settings)
    finally:
        store.close()


def forget(held: Held, settings: Settings, *, clock: Callable[[], datetime]) -> None:
    """Erase it; the files of store and ledger keep nothing of it either. Neo4j's own may."""
    store = open_store(settings.store)
    try:
        erase(held.document, store=store, clock=clock)
        store.close_rewritten()
    finally:
        store.close()
    with known_ledger(settings.ledger) as ledger:
        if ledger:
            ledger.administration.forget(store_key(store.url), held.document)
    if held.spooled:
        held.spooled.unlink(missing_ok=True)


def allow_again(held: Held, settings: Settings) -> None:
    """Take the tombstone away: the document may come again, as one that was never seen."""
    if not held.forgotten:
        raise UnknownDocument(f"{held.document!r} was not forgotten; there is nothing to lift")
    store = open_store(settings.store)
    try:
        lift(held.document, store=store)
    finally:
        store.close()
    with known_ledger(settings.ledger) as ledger:
        if ledger:
            ledger.administration.lift(store_key(store.url), held.document)


def _held(document: str, here: Holdings, row: Entry | None, settings: Settings) -> Held:
    source = row.source if row else ""
    file, spool = Path(file_of(source)), settings.state.resolve() / "stdin"
    ours = bool(source) and Path(os.path.normpath(file)).parent == spool
    return Held(
        document,
        here.forgotten_at is not None or (row is not None and row.state is State.FORGOTTEN),
        here.readings,
        here.steps,
        row is not None and row.state is not State.FORGOTTEN,
        source,
        file if ours else None,
    )
