"""The one erasure: a document's text and facts leave the store, its id stays as a tombstone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Store

__all__ = ["Holdings", "erase", "holdings", "lift"]

PARTS = (
    "erase_locations",
    "erase_entities",
    "erase_steps",
    "erase_readings",
    "erase_meanings",
)


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a store has of a document; ``forgotten_at`` is None if it was not forgotten."""

    known: bool
    forgotten_at: datetime | None
    readings: int
    steps: int


def holdings(document: str, *, store: Store) -> Holdings:
    rows = store.ask(statement("read/document"), {"document": document})
    if not rows:
        return Holdings(False, None, 0, 0)
    (held,) = store.ask(statement("read/holdings"), {"document": document})
    return Holdings(True, rows[0]["forgotten_at"], held["readings"], int(held["steps"]))


def erase(document: str, *, store: Store, clock: Callable[[], datetime]) -> None:
    """Delete all readings of the document and what is under them, and leave a tombstone.

    In one transaction; repeated, it changes nothing. Concepts that only this document had go too,
    unless a person has tied them to others. On the embedded engine the deleted bytes stay in the
    file until it is closed by ``EmbeddedStore.close_rewritten``.
    """
    now = clock()

    def work(ask: Ask) -> None:
        given = {"document": document}
        ask(statement("write/lock_documents"), {"documents": [document]})
        concepts = [row["concept"] for row in ask(statement("read/document_concepts"), given)]
        for part in PARTS:
            ask(statement(f"write/{part}"), given)
        for name in concepts:
            ask(statement("write/erase_concept"), {"name": name})
        ask(statement("write/leave_tombstone"), given | {"forgotten_at": now})

    store.write(work)


def lift(document: str, *, store: Store) -> bool:
    """Take the tombstone away: the id is as if it had never been there. False if there is none."""
    lifting = statement("write/lift_tombstone")
    return bool(store.write(lambda ask: ask(lifting, {"document": document})))
