"""Reclaim documents from workers that were killed or were silent for longer than their lease.

The documents that such a worker was reading may be what killed it: a text that takes all memory, a
library that crashes. So that counts as an attempt, the document is next read alone, and it fails
when its attempts are used up.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, func, or_, select

from pipeline.ledger.lease import is_dead
from pipeline.ledger.row_updates import set_rows
from pipeline.ledger.row_values import RELEASED, RESET
from pipeline.ledger.tables import DocumentRow, Failure, State

__all__ = ["is_suspect", "reclaim_expired"]

WORKER_DIED = "the worker that was reading it died"


def reclaim_expired(
    connection: Connection, *, among: ColumnElement[bool], now: datetime, max_attempts: int
) -> tuple[int, int]:
    """Release the claimed documents whose owner is dead on this host or whose lease has expired.

    Returns how many are pending again and how many failed. Rows that another transaction is
    changing are left.
    """
    claimed = and_(among, DocumentRow.state == State.CLAIMED)
    earliest = func.min(DocumentRow.lease_until)
    leases = connection.execute(
        select(DocumentRow.owner, earliest).where(claimed).group_by(DocumentRow.owner)
    ).all()
    dead = [owner for owner, _ in leases if owner and is_dead(owner)]
    if not dead and all(until is None or until >= now for _, until in leases):
        return 0, 0
    expired = connection.execute(
        select(DocumentRow.row, DocumentRow.stage, DocumentRow.attempts)
        .where(claimed, or_(DocumentRow.owner.in_(dead), DocumentRow.lease_until < now))
        .order_by(DocumentRow.row)
        .with_for_update(skip_locked=True)
    ).all()
    begun = [row for row in expired if row.stage is not None]
    failed = 0
    for attempts in {row.attempts + 1 for row in begun}:
        rows = _numbers(row for row in begun if row.attempts + 1 == attempts)
        values = RESET | {"failure": Failure.ABANDONED, "attempts": attempts, "error": WORKER_DIED}
        if attempts >= max_attempts:
            error = f"{WORKER_DIED}, {attempts} times; to try again: stepgraph retry"
            values |= {"state": State.FAILED, "error": error, "updated_at": now}
            failed += len(rows)
        set_rows(connection, rows, values)
    set_rows(connection, _numbers(row for row in expired if row.stage is None), RELEASED)
    return len(expired) - failed, failed


def is_suspect(row: Row[Any]) -> bool:
    """Return True if the document must be read with no other at the same time."""
    return bool(row.failure == Failure.ABANDONED)


def _numbers(rows: Iterable[Row[Any]]) -> list[int]:
    return [row.row for row in rows]
