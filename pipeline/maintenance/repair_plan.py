"""What repairs a document on which the store and the ledger disagree, or whose reading is broken.

The store has what was read, the ledger what should be. The side that knows more is right: a reading
that only the store has is entered into the ledger, one that only the ledger has is read again from
its source, and a forgotten document is forgotten on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import pairwise

from pipeline.ledger.entries import Entry
from pipeline.ledger.ledger import Ledger, store_key
from pipeline.ledger.source_files import is_there
from pipeline.ledger.tables import State
from pipeline.maintenance.lint import lint
from pipeline.sources.inputs import is_remote
from pipeline.stores.erase import holdings
from pipeline.stores.read import StoredReading, list_readings
from pipeline.stores.store import Store
from pipeline.stores.transaction_time import TICK

__all__ = ["DocumentRepair", "Remedy", "documents_to_repair", "plan_repair"]

# Rules on what holds of a document as a whole; all others are broken inside one reading
WHOLE_DOCUMENT = frozenset({"readings", "forgotten", "ledger", "unknown-to-ledger"})


class Remedy(StrEnum):
    """What is done about a document.

    READ: read again from its source. ENTER: the ledger takes over the store's reading. CLOSE: the
    reading in the store is closed, since its source is gone. MARK_GONE: the ledger records the
    same. FORGET: erased in the store and the ledger, as it was before in one of them.
    """

    READ = "read"
    ENTER = "enter"
    CLOSE = "close"
    MARK_GONE = "mark_gone"
    FORGET = "forget"


@dataclass(frozen=True, slots=True)
class DocumentRepair:
    """The repair of one document; ``remedy`` is None if only older readings are closed.

    ``number`` is above that of every reading that it has or had. ``reading`` is the open one, if
    there is one. ``superseded`` readings, by id, are still open and are closed at these moments.
    """

    document: str
    remedy: Remedy | None
    number: int
    reading: StoredReading | None
    superseded: Mapping[str, datetime]


def documents_to_repair(
    store: Store, ledger: Ledger, *, document: str | None = None
) -> dict[str, frozenset[int]]:
    """Return the documents in which ``lint`` finds something, with the numbers of broken readings.

    With ``document``, that one alone. Warnings that may be intended are left out.
    """
    broken: dict[str, set[int]] = {}
    for finding in lint(store, document=document, ledger=ledger):
        if finding.document and (finding.level == "error" or finding.rule in WHOLE_DOCUMENT):
            numbers = broken.setdefault(finding.document, set())
            if finding.rule not in WHOLE_DOCUMENT and finding.reading is not None:
                numbers.add(finding.reading)
    return {name: frozenset(numbers) for name, numbers in broken.items()}


def plan_repair(
    document: str, *, broken: Iterable[int], store: Store, ledger: Ledger
) -> DocumentRepair | None:
    """Return what repairs the document as it is now; None if nothing is wrong any more.

    ``broken`` are the numbers of readings that break a rule. Closed ones stay as they are.
    """
    row = ledger.reports.document(store_key(store.url), document)
    readings = list_readings(store, document)
    is_forgotten = holdings(document, store=store).forgotten_at is not None
    open_readings = [reading for reading in readings if reading.is_open]
    latest = open_readings[-1] if open_readings else None
    remedy = _remedy(row, readings, latest, is_forgotten=is_forgotten)
    if remedy is None and latest is not None and latest.number in set(broken):
        remedy = Remedy.READ
    superseded = _superseded(readings)
    if remedy is None and not superseded:
        return None
    numbers = [reading.number for reading in readings] + ([row.number] if row else [])
    return DocumentRepair(document, remedy, max(numbers, default=0) + 1, latest, superseded)


def _remedy(
    row: Entry | None,
    readings: Sequence[StoredReading],
    latest: StoredReading | None,
    *,
    is_forgotten: bool,
) -> Remedy | None:
    if is_forgotten or (row is not None and row.state is State.FORGOTTEN):
        both = is_forgotten and row is not None and row.state is State.FORGOTTEN
        return Remedy.FORGET if readings or not both else None
    if row is None:
        return Remedy.ENTER if latest else None
    if row.state is State.GONE:
        return Remedy.CLOSE if latest and row.reading is None else None
    if row.state is State.PENDING:
        return None if latest else Remedy.READ
    if row.state is State.CLAIMED or (row.state is State.FAILED and row.reading is None):
        return None
    return _remedy_of_written(row, readings, latest)


def _remedy_of_written(
    row: Entry, readings: Sequence[StoredReading], latest: StoredReading | None
) -> Remedy | None:
    """Compare the reading that the ledger has with those of the store."""
    number = int((row.reading or ":0").rpartition(":")[2])
    if latest is not None:
        if latest.id == row.reading:
            return None
        return Remedy.ENTER if latest.number >= number else Remedy.READ
    was_closed = bool(readings) and readings[-1].number >= number
    if was_closed and not is_remote(row.source) and not is_there(row.source):
        return Remedy.MARK_GONE
    return Remedy.READ


def _superseded(readings: Sequence[StoredReading]) -> dict[str, datetime]:
    """Return the open readings that are not the last one, each with when the next one began."""
    return {
        earlier.id: max(later.recorded_from, earlier.recorded_from + TICK)
        for earlier, later in pairwise(readings)
        if earlier.is_open
    }
