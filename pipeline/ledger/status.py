"""How the work in a ledger stands: counts, rate, what is left, and failures by their error."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import Connection, func, select

from pipeline.ledger.tables import DocumentRow, State

if TYPE_CHECKING:
    from pipeline.ledger.ledger import Entry

__all__ = ["WINDOW", "FailureGroup", "Oldest", "Standing", "grouped", "standing"]

WINDOW = timedelta(minutes=5)  # over which the rate is taken
_SHOWN = 3  # documents of a group that are named


@dataclass(frozen=True, slots=True)
class Oldest:
    """The document that has waited longest to be read."""

    document: str
    since: datetime
    seconds: float


@dataclass(frozen=True, slots=True)
class Standing:
    """``rate`` is in documents written a second, lately; ``eta_seconds`` for what is left at it.

    ``eta_seconds`` is None if nothing was written lately, 0 if nothing is left.
    """

    counts: dict[State, int]
    rate: float
    eta_seconds: float | None
    oldest_pending: Oldest | None


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """Failures of one error, told with its first document; ``documents`` are the first few."""

    error: str
    failure: str
    count: int
    documents: tuple[str, ...]


def standing(connection: Connection, *, now: datetime) -> Standing:
    found = connection.execute(
        select(DocumentRow.state, func.count()).group_by(DocumentRow.state)
    ).tuples()
    by_state = dict(found.all())
    counts = {state: by_state.get(state, 0) for state in State}
    written = DocumentRow.state == State.WRITTEN
    lately, since = connection.execute(
        select(func.count(), func.min(DocumentRow.updated_at)).where(
            written, DocumentRow.updated_at > now - WINDOW
        )
    ).one()
    rate = lately / max(1.0, (now - since).total_seconds()) if lately else 0.0
    left = counts[State.PENDING] + counts[State.CLAIMED]
    oldest = connection.execute(
        select(DocumentRow.document_id, DocumentRow.registered_at)
        .where(DocumentRow.state == State.PENDING)
        .order_by(DocumentRow.registered_at, DocumentRow.row)
        .limit(1)
    ).first()
    return Standing(
        counts,
        rate,
        left / rate if rate else None if left else 0.0,
        None if oldest is None else _waiting(oldest.document_id, oldest.registered_at, now),
    )


def _waiting(document: str, since: datetime, now: datetime) -> Oldest:
    return Oldest(document, since, (now - since).total_seconds())


def grouped(failures: Iterable[Entry]) -> list[FailureGroup]:
    """Failures by their error, the commonest first: it counts as one whatever document it names."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for one in failures:
        groups.setdefault((one.failure or "", _kind_of(one)), []).append(one)
    told = [
        FailureGroup(
            some[0].error or "",
            failure,
            len(some),
            tuple(one.document_id for one in some[:_SHOWN]),
        )
        for (failure, _), some in groups.items()
    ]
    return sorted(told, key=lambda group: (-group.count, group.error))


def _kind_of(one: Entry) -> str:
    """The error less what names the document: its id, its path, numbers."""
    error = one.error or ""
    for name in sorted(
        {one.document_id, one.source, one.source.replace("/./", "/")}, key=len, reverse=True
    ):
        error = error.replace(name, "…") if name else error
    return re.sub(r"(#|, line )?\d+", "…", error)
