"""Status of a ledger: counts, rate, time left, and failures grouped by their error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, select

from pipeline.ledger.entries import Entry
from pipeline.ledger.tables import DocumentRow, State

__all__ = [
    "WINDOW",
    "FailureGroup",
    "LedgerStatus",
    "OldestPending",
    "count_states",
    "group_failures",
    "ledger_status",
    "status_record",
]

WINDOW = timedelta(minutes=5)  # over which the rate is measured
_NAMED = 3  # documents of a group


@dataclass(frozen=True, slots=True)
class OldestPending:
    """The document that has been pending for longest."""

    document: str
    since: datetime
    seconds: float


@dataclass(frozen=True, slots=True)
class LedgerStatus:
    """Documents in each state, and how fast they are written.

    ``rate`` is the number of documents written per second during the last WINDOW. ``eta_seconds``
    is the time for the rest at that rate: None if nothing was written lately, 0 if nothing is left.
    """

    counts: dict[State, int]
    rate: float
    eta_seconds: float | None
    oldest_pending: OldestPending | None


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """Failures with the same error, quoted from the first; ``documents`` are the first few."""

    error: str
    failure: str
    count: int
    documents: tuple[str, ...]


def ledger_status(connection: Connection, *, now: datetime) -> LedgerStatus:
    counts = count_states(connection)
    written = DocumentRow.state == State.WRITTEN
    lately, since = connection.execute(
        select(func.count(), func.min(DocumentRow.updated_at)).where(
            written, DocumentRow.updated_at > now - WINDOW
        )
    ).one()
    rate = lately / max(1.0, (now - since).total_seconds()) if lately else 0.0
    left = counts[State.PENDING] + counts[State.CLAIMED]
    eta = left / rate if rate else None if left else 0.0
    return LedgerStatus(counts, rate, eta, _oldest_pending(connection, now))


def count_states(connection: Connection, *, store: str | None = None) -> dict[State, int]:
    """Count the documents in each state, including states with none; of all stores or of one."""
    chosen = select(DocumentRow.state, func.count()).group_by(DocumentRow.state)
    if store is not None:
        chosen = chosen.where(DocumentRow.store == store)
    by_state = dict(connection.execute(chosen).tuples().all())
    return {state: by_state.get(state, 0) for state in State}


def group_failures(failures: Iterable[Entry]) -> list[FailureGroup]:
    """Group failures by their error, whatever document it names; the most frequent come first."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in failures:
        groups.setdefault((entry.failure or "", _error_pattern(entry)), []).append(entry)
    named = [
        FailureGroup(
            entries[0].error or "",
            failure,
            len(entries),
            tuple(entry.document_id for entry in entries[:_NAMED]),
        )
        for (failure, _), entries in groups.items()
    ]
    return sorted(named, key=lambda group: (-group.count, group.error))


def status_record(now: LedgerStatus, failures: Sequence[Entry]) -> dict[str, Any]:
    """The status and the failures as JSON values."""
    eta = now.eta_seconds
    return {str(state): count for state, count in now.counts.items()} | {
        "rate": round(now.rate, 3),
        "eta_seconds": None if eta is None else round(eta, 1),
        "oldest_pending": now.oldest_pending and asdict(now.oldest_pending),
        "errors": [asdict(group) for group in group_failures(failures)],
        "failures": [
            {
                "document": failure.document_id,
                "source": failure.source,
                "error": failure.error,
                "attempts": failure.attempts,
                "store": failure.store,
                "at": failure.updated_at,
            }
            for failure in failures
        ],
    }


def _oldest_pending(connection: Connection, now: datetime) -> OldestPending | None:
    oldest = connection.execute(
        select(DocumentRow.document_id, DocumentRow.registered_at)
        .where(DocumentRow.state == State.PENDING)
        .order_by(DocumentRow.registered_at, DocumentRow.row)
        .limit(1)
    ).first()
    if oldest is None:
        return None
    waited = (now - oldest.registered_at).total_seconds()
    return OldestPending(oldest.document_id, oldest.registered_at, waited)


def _error_pattern(entry: Entry) -> str:
    """Return the error without what names the document: its id, its path, numbers."""
    error = entry.error or ""
    names = {entry.document_id, entry.source, entry.source.replace("/./", "/")}
    for name in sorted(names, key=len, reverse=True):
        error = error.replace(name, "…") if name else error
    return re.sub(r"(#|, line )?\d+", "…", error)
