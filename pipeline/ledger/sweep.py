"""Put right what workers left behind: leases that ran out, documents that nobody may try again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, func, true

from pipeline.ledger.database import database_errors, open_database
from pipeline.ledger.ledger import utc_now
from pipeline.ledger.reclaim import take_back
from pipeline.ledger.registration import MAX_ATTEMPTS, OPEN, update_rows
from pipeline.ledger.tables import DocumentRow, Failure, State

__all__ = ["Swept", "sweep_ledger"]

GIVEN_UP = f"given up after {MAX_ATTEMPTS} attempts; stepgraph retry tries it again"


@dataclass(frozen=True, slots=True)
class Swept:
    """Documents whose lease was taken back, and documents that were out of attempts."""

    returned: int
    exhausted: int


def sweep_ledger(url: str, *, clock: Callable[[], datetime] = utc_now) -> Swept:
    """Free what is leased to the dead or has run out; fail what was tried often enough.

    A claim frees leases as well: this is for when nobody claims. Raises Unreachable.
    """
    now = clock()
    engine = open_database(url, must_exist=True)
    tried = and_(DocumentRow.state == State.PENDING, DocumentRow.attempts >= MAX_ATTEMPTS)
    given_up = OPEN | {
        "state": State.FAILED,
        "failure": func.coalesce(DocumentRow.failure, Failure.UNEXPECTED),
        "error": func.coalesce(DocumentRow.error, GIVEN_UP),
        "updated_at": now,
    }
    try:
        with database_errors(engine.url):
            with engine.begin() as connection:
                returned, failed = take_back(connection, of=true(), now=now)
            with engine.begin() as connection:
                exhausted = update_rows(connection, tried, given_up, skip_locked=True)
    finally:
        engine.dispose()
    return Swept(returned, failed + len(exhausted))
