"""Erase a document: its text and facts leave the store, its id stays as a tombstone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pipeline.stores.generated_statements import erase_statement
from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Store

__all__ = ["Holdings", "erase", "holdings", "lift"]


@dataclass(frozen=True, slots=True)
class Holdings:
    """Contents of a store that belong to a document; ``forgotten_at`` is None if not forgotten."""

    known: bool
    forgotten_at: datetime | None
    readings: int
    steps: int


def holdings(document: str, *, store: Store) -> Holdings:
    rows = store.ask(statement("read/document"), {"document": document})
    if not rows:
        return Holdings(False, None, 0, 0)
    (counts,) = store.ask(statement("read/holdings"), {"document": document})
    return Holdings(True, rows[0]["forgotten_at"], counts["readings"], int(counts["steps"]))


def erase(document: str, *, store: Store, clock: Callable[[], datetime]) -> None:
    """Delete all readings of the document and what is under them, and leave a tombstone.

    In one transaction; repeating it changes nothing. Concepts that only this document had are
    deleted too, unless a decision ties them to others. On the embedded engine the deleted bytes
    stay in the file until it is closed by ``EmbeddedStore.close_rewritten``.
    """
    now = clock()

    def work(ask: Ask) -> None:
        parameters = {"document": document}
        ask(statement("write/lock_documents"), {"documents": [document]})
        rows = ask(statement("read/document_concepts"), parameters)
        for node in reversed(store.schema.reading_nodes):  # the way to a node goes last
            ask(erase_statement(node, store.schema), parameters)
        ask(statement("write/erase_meanings"), parameters)
        for row in rows:
            ask(statement("write/erase_concept"), {"name": row["concept"]})
        ask(statement("write/leave_tombstone"), parameters | {"forgotten_at": now})

    store.write(work)


def lift(document: str, *, store: Store) -> bool:
    """Remove the tombstone, so that the id is unknown again. Return False if there is none."""
    lifting = statement("write/lift_tombstone")
    return bool(store.write(lambda ask: ask(lifting, {"document": document})))
