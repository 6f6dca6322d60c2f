"""Put right what workers left behind: leases that ran out, documents that nobody may try again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, func, or_, select, update

from pipeline.lease import is_dead
from pipeline.ledger import utc_now
from pipeline.ledger_database import database_errors, open_database
from pipeline.ledger_tables import DocumentRow, Failure, State
from pipeline.registration import MAX_ATTEMPTS, OPEN

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
    claimed = DocumentRow.state == State.CLAIMED
    pending = DocumentRow.state == State.PENDING
    try:
        with database_errors(engine.url), engine.begin() as connection:
            found = connection.execute(select(DocumentRow.owner).where(claimed).distinct())
            dead = [owner for owner in found.scalars() if owner and is_dead(owner)]
            lost = and_(claimed, or_(DocumentRow.owner.in_(dead), DocumentRow.lease_until < now))
            returned = connection.execute(update(DocumentRow).where(lost).values(OPEN)).rowcount
            failed = OPEN | {"state": State.FAILED, "updated_at": now}
            failed |= {
                "failure": func.coalesce(DocumentRow.failure, Failure.UNEXPECTED),
                "error": func.coalesce(DocumentRow.error, GIVEN_UP),
            }
            exhausted = connection.execute(
                update(DocumentRow)
                .where(pending, DocumentRow.attempts >= MAX_ATTEMPTS)
                .values(failed)
            ).rowcount
    finally:
        engine.dispose()
    return Swept(returned, exhausted)
