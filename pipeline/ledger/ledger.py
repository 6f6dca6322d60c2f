"""The ledger: a queue of every document that the sources ever held.

``pending → claimed(owner, lease) → written``, or ``failed(error, attempts)``. A claim is a lease:
only its owner can close the document. Another worker takes the document over when the lease has
expired or its owner is dead on this host. The same statements serve SQLite, where a writing
transaction shuts out all others, and PostgreSQL, where rows are locked and locked ones skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import fields, replace
from datetime import datetime, timedelta
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    case,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from pipeline.domain.document import Entity
from pipeline.errors import Unreachable
from pipeline.ledger.administration import Administration
from pipeline.ledger.clock import Clock, utc_now
from pipeline.ledger.database import Database, open_database
from pipeline.ledger.entries import Batch, ClaimedDocument, RegistrationCounts, Run
from pipeline.ledger.lease import LEASE, new_owner, renewing
from pipeline.ledger.membership import is_among
from pipeline.ledger.reclaim import is_suspect, reclaim_expired
from pipeline.ledger.registration import (
    forget_missing,
    forget_unlisted,
    register,
    register_store,
)
from pipeline.ledger.reports import Reports
from pipeline.ledger.row_updates import in_parts, locked_rows, set_rows, update_rows
from pipeline.ledger.row_values import RELEASED, RESET, RowValues, storable_error
from pipeline.ledger.source_state import LedgerSourceState
from pipeline.ledger.tables import DocumentRow, Failure, IngestRow, State
from pipeline.ledger.tracked_entities import entities_as_json, entities_from_json
from pipeline.retry import DOCUMENT, RetryPolicy
from pipeline.sources.results import DocumentResult
from pipeline.sources.shard import WHOLE, Shard

__all__ = ["Ledger", "known_ledger", "open_ledger", "store_key"]

DOCUMENTS_PER_TRANSACTION = 500
RECLAIMED_EVERY = LEASE / 6  # while there is other work
_CLAIMED = [getattr(DocumentRow, field.name) for field in fields(ClaimedDocument)]


@contextmanager
def known_ledger(url: str) -> Iterator[Ledger | None]:
    """Open the ledger if there is one; None if not, and no file is created."""
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).exists():
        yield None
        return
    with open_ledger(url, must_exist=True) as ledger:
        yield ledger


def store_key(url: str) -> str:
    """Return the store's URL as the ledger knows it: the same from any working directory."""
    engine, _, path = url.partition(":")
    return f"{engine}:{Path(path).expanduser().resolve()}" if engine == "ladybug" else url


def open_ledger(
    url: str,
    *,
    clock: Clock = utc_now,
    must_exist: bool = False,
    retries: RetryPolicy = DOCUMENT,
) -> Ledger:
    """Open ``sqlite:///PATH`` or ``postgresql+psycopg://…`` and bring its tables up to date.

    With ``must_exist`` a missing file is an error; otherwise a new ledger is created. ``retries``
    says how often a document is tried. Raises BadInput for a URL that cannot be one, Unreachable
    for a ledger that cannot be opened or a file that is none.
    """
    return Ledger(open_database(url, must_exist=must_exist), clock=clock, retries=retries)


class Ledger:
    """An open ledger; as a context it releases its claims and closes at the end."""

    def __init__(
        self, database: Database, *, clock: Clock = utc_now, retries: RetryPolicy = DOCUMENT
    ) -> None:
        self.owner = new_owner()
        self.reports = Reports(database, clock=clock)
        self.administration = Administration(database, clock=clock)
        self._database = database
        self._clock = clock
        self._retries = retries
        self._reclaimed_at: dict[str, datetime] = {}  # by store

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_error: object) -> None:
        try:
            with suppress(Unreachable), self._database.writing() as connection:
                update_rows(connection, self._own_claims(), RELEASED)  # else the leases expire
        finally:
            self._database.close()

    def begin(self, *, store: str, identity: str, reader: str) -> Run:
        """Start a run. If the store was emptied or replaced, all its documents are pending again.

        Forgets failures of what never was a document and no longer exists.
        """
        now = self._clock()
        with self._database.writing() as connection:
            reopened = register_store(connection, store, identity=identity, now=now)
            forget_missing(connection, store)
            number = connection.execute(
                insert(IngestRow).values(store=store, started_at=now).returning(IngestRow.number)
            ).scalar_one()
        return Run(number, store, reader, reopened)

    def register(
        self,
        results: Iterable[DocumentResult],
        *,
        run: Run,
        entities: Sequence[Entity] | None = None,
        find_entities: bool = False,
    ) -> RegistrationCounts:
        """Enter the results of a scan as they come; memory stays flat.

        ``entities`` are those that the run was asked to track, whatever the documents name. Without
        them those of an earlier run are kept, unless ``find_entities``.
        """
        states: Counter[State] = Counter()
        n_kept = 0
        remaining = iter(results)
        while part := list(islice(remaining, DOCUMENTS_PER_TRANSACTION)):
            with self._database.writing() as connection:
                counts, kept = register(
                    connection,
                    part,
                    run=run,
                    entities=entities_as_json(entities),
                    find_entities=find_entities,
                    now=self._clock(),
                    max_attempts=self._retries.max_attempts,
                )
            states += counts
            n_kept += kept
        return RegistrationCounts(
            states.total(),
            states[State.WRITTEN] + states[State.GONE],
            states[State.PENDING],
            states[State.FAILED],
            states[State.FORGOTTEN],
            n_kept,
        )

    def source_state(
        self,
        run: Run,
        *,
        entities: Sequence[Entity] | None = None,
        find_entities: bool = False,
    ) -> LedgerSourceState:
        """Return the state of the sources, for a run with the options of ``register``."""
        return LedgerSourceState(
            self._database,
            store=run.store,
            entities=entities_as_json(entities),
            find_entities=find_entities,
        )

    def forget_unlisted(self, origin: str, *, run: Run, shard: Shard = WHOLE) -> None:
        """Forget failures of what its feed or table no longer lists and never could be read.

        Only those of ``shard``, which is what the run looked for.
        """
        with self._database.writing() as connection:
            forget_unlisted(connection, run.store, origin=origin, run=run.number, shard=shard)

    def claim(self, size: int, *, run: Run) -> Batch | None:
        """Lease at most ``size`` documents that this run found; None if none is due now.

        A document that a worker was reading when it died is leased alone.
        """
        now = self._clock()
        with self._database.writing() as connection:
            reclaimed = self._reclaim_at_times(connection, run, now)
            rows = self._claim(connection, size, run, now)
            if not rows and not reclaimed:
                self._reclaim(connection, run, now)
                rows = self._claim(connection, size, run, now)
            if not rows:
                return None
            alone = is_suspect(rows[0])
            kept = rows[:1] if alone else list(takewhile(lambda row: not is_suspect(row), rows))
            set_rows(connection, [row.row for row in rows[len(kept) :]], RELEASED)
        return Batch(run, tuple(_claimed(row) for row in kept), alone)

    def unfinished(self, run: Run, *, with_own: bool = True) -> int:
        """Count the documents of this run that are neither written nor failed.

        Without ``with_own`` those that this ledger itself has claimed are not counted.
        """
        claimed = DocumentRow.state == State.CLAIMED
        if not with_own:
            claimed = and_(claimed, DocumentRow.owner != self.owner)
        with self._database.reading() as connection:
            return connection.execute(
                select(func.count())
                .select_from(DocumentRow)
                .where(_of(run), or_(DocumentRow.state == State.PENDING, claimed))
            ).scalar_one()

    def keeping_leases(self, *, every: timedelta = LEASE / 3) -> AbstractContextManager[None]:
        """Renew this ledger's leases from a thread of its own for as long as the context lasts."""
        return renewing(self.renew, every=every)

    def renew(self) -> int:
        """Extend every lease that this ledger still has; return how many."""
        values = {"lease_until": self._clock() + LEASE}
        with self._database.writing() as connection:
            return len(update_rows(connection, self._own_claims(), values))

    def set_stage(self, batch: Batch, stage: str) -> None:
        """Record for the reports what is being done to the batch."""
        with self._database.writing() as connection:
            update_rows(connection, self._claimed_in(batch), {"stage": stage})

    def revise(self, batch: Batch, revised: Sequence[ClaimedDocument]) -> Batch:
        """Give documents of the batch another fingerprint and number, if they are still claimed.

        Returns the batch of those alone; the others belong to whoever registered them again.
        """
        before = {document.document_id: document for document in batch.documents}
        still_claimed = []
        with self._database.writing() as connection:
            for document in revised:
                values = {"fingerprint": document.fingerprint, "number": document.number}
                if self._update(connection, batch, before[document.document_id], values):
                    still_claimed.append(document)
        return replace(batch, documents=tuple(still_claimed), alone=False)

    def close(self, batch: Batch, readings: Mapping[str, str]) -> int:
        """Mark documents of the batch as written: ``readings`` by document id.

        Returns how many were still claimed. A document whose lease was lost, or that has changed
        since, is left to its new owner.
        """
        numbers = {document.document_id: document.number for document in batch.documents}
        with self._database.writing() as connection:
            claimed = connection.execute(
                locked_rows(self._claimed_in(batch)).add_columns(
                    DocumentRow.document_id, DocumentRow.number
                )
            )
            written = {
                row: readings[document_id]
                for row, document_id, number in claimed
                if document_id in readings and number == numbers[document_id]
            }
            closed = RESET | {"state": State.WRITTEN, "updated_at": self._clock()}
            for part in in_parts(list(written)):
                by_row = {row: written[row] for row in part}
                reading = case(by_row, value=DocumentRow.row)
                set_rows(connection, part, closed | {"reading": reading})
        return len(written)

    def fail(self, batch: Batch, document_id: str, error: str, failure: Failure) -> State | None:
        """Record the error: FAILED, or PENDING if it is to be tried again after a pause.

        Returns which, or None if the document was no longer claimed.
        """
        (document,) = (
            document for document in batch.documents if document.document_id == document_id
        )
        with self._database.writing() as connection:
            attempts = connection.execute(
                select(DocumentRow.attempts + 1).where(
                    DocumentRow.store == batch.run.store, DocumentRow.document_id == document_id
                )
            ).scalar_one()
            values = RESET | {"failure": failure, "attempts": attempts}
            values |= {"error": storable_error(error)}
            if failure is Failure.OUTSIDE and attempts < self._retries.max_attempts:
                pause = timedelta(seconds=self._retries.pauses[attempts - 1])
                values["retry_at"] = self._clock() + pause
            else:
                values["state"] = State.FAILED
            was_claimed = self._update(connection, batch, document, values)
        return State(values["state"]) if was_claimed else None

    def release(self, batch: Batch) -> None:
        """Give the batch back unread."""
        with self._database.writing() as connection:
            update_rows(connection, self._claimed_in(batch), RELEASED)

    def reopen(
        self, document_ids: Sequence[str] | None, *, states: Sequence[State], anew: bool = False
    ) -> int:
        """Make documents in these states pending, all or those named; return how many.

        ``anew`` makes a new reading due even if one was written, and ends other workers' claims.
        """
        now = self._clock()
        named = true() if document_ids is None else DocumentRow.document_id.in_(document_ids)
        values = RESET | {"attempts": 0, "registered_at": now, "updated_at": now}
        values |= {"number": DocumentRow.number + 1} if anew else {}
        chosen = and_(named, DocumentRow.state.in_(states), DocumentRow.fingerprint != "")
        with self._database.writing() as connection:
            return len(update_rows(connection, chosen, values))

    def _claim(
        self, connection: Connection, size: int, run: Run, now: datetime
    ) -> list[Row[tuple[Any, ...]]]:
        """Lease the first ``size`` rows that are due and return them, in order."""
        due = and_(_of(run), DocumentRow.state == State.PENDING, self._is_due(now))
        chosen = locked_rows(due, skip_locked=True).limit(size).cte("chosen")
        lease = {"state": State.CLAIMED, "owner": self.owner, "lease_until": now + LEASE}
        rows = connection.execute(
            update(DocumentRow)
            .where(DocumentRow.row.in_(select(chosen.c.row)))
            .values(lease | {"updated_at": now})
            .returning(DocumentRow.row, DocumentRow.failure, *_CLAIMED)
        ).all()
        return sorted(rows, key=lambda row: row.row)

    def _reclaim_at_times(self, connection: Connection, run: Run, now: datetime) -> bool:
        """Reclaim, unless that was done a moment ago: it looks at every claim of every worker."""
        last = self._reclaimed_at.get(run.store)
        if last is not None and abs(now - last) < RECLAIMED_EVERY:
            return False
        self._reclaim(connection, run, now)
        return True

    def _reclaim(self, connection: Connection, run: Run, now: datetime) -> None:
        others = and_(DocumentRow.store == run.store, DocumentRow.owner != self.owner)
        reclaim_expired(connection, among=others, now=now, max_attempts=self._retries.max_attempts)
        self._reclaimed_at[run.store] = now

    def _is_due(self, now: datetime) -> ColumnElement[bool]:
        """A time that is further off than the longest pause dates from before a clock change."""
        longest = timedelta(seconds=max(self._retries.pauses, default=0.0))
        retry_at = DocumentRow.retry_at
        return or_(retry_at.is_(None), retry_at <= now, retry_at > now + longest)

    def _own_claims(self) -> ColumnElement[bool]:
        return and_(DocumentRow.state == State.CLAIMED, DocumentRow.owner == self.owner)

    def _claimed_in(self, batch: Batch) -> ColumnElement[bool]:
        return and_(
            self._own_claims(),
            DocumentRow.store == batch.run.store,
            is_among(
                DocumentRow.document_id, [document.document_id for document in batch.documents]
            ),
        )

    def _update(
        self, connection: Connection, batch: Batch, document: ClaimedDocument, values: RowValues
    ) -> bool:
        """Update the row if it is still claimed under the same number; return whether it was."""
        claimed = self._claimed_in(replace(batch, documents=(document,)))
        return bool(
            connection.execute(
                update(DocumentRow)
                .where(claimed, DocumentRow.number == document.number)
                .values(values | {"updated_at": self._clock()})
            ).rowcount
        )


def _of(run: Run) -> ColumnElement[bool]:
    return and_(
        DocumentRow.store == run.store,
        DocumentRow.reader == run.reader,
        true() if run.with_earlier else DocumentRow.found_by >= run.number,
    )


def _claimed(row: Row[Any]) -> ClaimedDocument:
    return ClaimedDocument(
        row.document_id,
        row.source,
        row.fingerprint,
        row.number,
        entities_from_json(row.entities),
    )
