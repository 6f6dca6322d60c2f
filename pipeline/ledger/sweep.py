"""Clean up after workers: expired leases, and documents whose attempts are used up."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

from sqlalchemy import and_, func, true

from pipeline.ledger.clock import Clock, utc_now
from pipeline.ledger.database import open_database
from pipeline.ledger.reclaim import reclaim_expired
from pipeline.ledger.row_updates import update_rows
from pipeline.ledger.row_values import RESET
from pipeline.ledger.tables import DocumentRow, Failure, State
from pipeline.retry import DOCUMENT, RetryPolicy

__all__ = ["SweepResult", "sweep_ledger"]


@dataclass(frozen=True, slots=True)
class SweepResult:
    """Number of documents whose lease was reclaimed, and of those that failed for good."""

    returned: int
    exhausted: int


def sweep_ledger(
    url: str, *, clock: Clock = utc_now, retries: RetryPolicy = DOCUMENT
) -> SweepResult:
    """Release expired leases and those of dead owners; fail documents without attempts left.

    A claim reclaims leases as well; the sweep does it while nobody claims. Raises Unreachable.
    """
    now, most = clock(), retries.max_attempts
    tried = and_(DocumentRow.state == State.PENDING, DocumentRow.attempts >= most)
    error = f"failed after {most} attempts; to try again: stepgraph retry"
    given_up = RESET | {
        "state": State.FAILED,
        "failure": func.coalesce(DocumentRow.failure, Failure.UNEXPECTED),
        "error": func.coalesce(DocumentRow.error, error),
        "updated_at": now,
    }
    with closing(open_database(url, must_exist=True)) as database:
        with database.writing() as connection:
            returned, failed = reclaim_expired(connection, among=true(), now=now, max_attempts=most)
        with database.writing() as connection:
            exhausted = update_rows(connection, tried, given_up, skip_locked=True)
    return SweepResult(returned, failed + len(exhausted))
