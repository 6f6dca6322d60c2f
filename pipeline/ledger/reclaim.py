"""Take documents back from workers that ended without a word: killed, or silent beyond the lease.

What such a worker had begun may be what ended it: a text that takes all memory, a library that
crashes. So it counts as an attempt, and is next read alone; after ``MAX_ATTEMPTS`` it fails.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, or_, select

from pipeline.ledger.lease import is_dead
from pipeline.ledger.registration import FREED, MAX_ATTEMPTS, OPEN, set_rows
from pipeline.ledger.tables import DocumentRow, Failure, State

__all__ = ["is_suspect", "take_back"]

ENDED = "the worker that had it ended without a word"
GIVEN_UP = f"{ENDED}, {MAX_ATTEMPTS} times; stepgraph retry tries it again"


def take_back(connection: Connection, *, of: ColumnElement[bool], now: datetime) -> tuple[int, int]:
    """Free the claimed documents ``of`` whose owner is dead on this host or whose lease ran out.

    Returns how many are free again and how many failed. What is being closed just now is left.
    """
    claimed = and_(of, DocumentRow.state == State.CLAIMED)
    owners = connection.execute(select(DocumentRow.owner).where(claimed).distinct()).scalars()
    dead = [owner for owner in owners if owner and is_dead(owner)]
    lost = connection.execute(
        select(DocumentRow.row, DocumentRow.stage, DocumentRow.attempts)
        .where(claimed, or_(DocumentRow.owner.in_(dead), DocumentRow.lease_until < now))
        .order_by(DocumentRow.row)
        .with_for_update(skip_locked=True)
    ).all()
    begun = [one for one in lost if one.stage is not None]
    failed = 0
    for attempts in sorted({one.attempts + 1 for one in begun}):
        rows = [one for one in begun if one.attempts + 1 == attempts]
        values = OPEN | {"failure": Failure.ABANDONED, "attempts": attempts, "error": ENDED}
        if attempts >= MAX_ATTEMPTS:
            values |= {"state": State.FAILED, "error": GIVEN_UP, "updated_at": now}
            failed += len(rows)
        set_rows(connection, _numbers(rows), values)
    set_rows(connection, _numbers([one for one in lost if one.stage is None]), FREED)
    return len(lost) - failed, failed


def is_suspect(row: Row[Any]) -> bool:
    """Whether a document is to be read with no other beside it."""
    return bool(row.failure == Failure.ABANDONED)


def _numbers(rows: list[Row[Any]]) -> list[int]:
    return [one.row for one in rows]
