"""The record of every document the sources ever showed, and of what became of it.

``pending → claimed(owner, lease) → written``, or ``failed(error, attempts)``. A claim is a lease:
only its owner can close the document, and it is taken over when the lease has run out or its
owner is dead on this host. The same statements serve SQLite, where a writing transaction shuts
out all others, and PostgreSQL, where rows are locked and locked ones skipped.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from pipeline.domain.document import Entity
from pipeline.errors import Unreachable
from pipeline.ledger.database import database_errors, open_database, reading, rewrite
from pipeline.ledger.lease import new_owner
from pipeline.ledger.reclaim import is_suspect, take_back
from pipeline.ledger.registration import (
    FREED,
    MAX_ATTEMPTS,
    OPEN,
    RowValues,
    Run,
    forget_missing,
    forget_unlisted,
    insert_missing,
    register,
    stored_error,
    update_rows,
)
from pipeline.ledger.source_state import LedgerSourceState
from pipeline.ledger.status import Standing, standing
from pipeline.ledger.tables import (
    DOCUMENTS,
    DocumentRow,
    Failure,
    IngestRow,
    ListingRow,
    State,
    StoreRow,
)
from pipeline.sources.results import DiscoveredDocument, Rejected, Unchanged

__all__ = [
    "LEASE",
    "Adopted",
    "Batch",
    "Claimed",
    "Entry",
    "Failure",
    "Ledger",
    "Registered",
    "Run",
    "State",
    "Stored",
    "known_ledger",
    "open_ledger",
    "store_key",
    "utc_now",
]

Clock = Callable[[], datetime]
LEASE = timedelta(seconds=60)
PAUSES = (timedelta(seconds=1), timedelta(seconds=5))  # before a second and a third attempt
REGISTERED_AT_ONCE = 500  # documents a transaction


def utc_now() -> datetime:
    """Naive UTC, the only kind of time that is stored."""
    return datetime.now(UTC).replace(tzinfo=None)


@dataclass(frozen=True, slots=True)
class Registered:
    """How many documents were found, and of them: written before, waiting now, failed already.

    ``forgotten`` are those that were erased: they are not read again.
    """

    found: int
    unchanged: int
    pending: int
    failed: int
    forgotten: int = 0


@dataclass(frozen=True, slots=True)
class Claimed:
    """A document to read; ``entities`` are those that ``ingest`` was told to track, if it was."""

    document_id: str
    source: str
    fingerprint: str
    number: int
    entities: tuple[Entity, ...] | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Documents under one lease, in the order of their registration.

    ``alone``: it is one document that may have ended the worker which had it before, and no other
    is to be in hand beside it.
    """

    run: Run
    documents: tuple[Claimed, ...]
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A document's row as it is shown; ``reading`` is the last one written, if any was."""

    store: str
    document_id: str
    title: str
    source: str
    state: State
    stage: str | None
    attempts: int
    failure: str | None
    error: str | None
    number: int
    reading: str | None
    registered_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Stored:
    """Where a document that has a reading comes from, and the last ingest that found it there."""

    document_id: str
    source: str
    found_by: int
    reading: str
    state: State
    origin: str | None = None


@contextmanager
def known_ledger(url: str) -> Iterator[Ledger | None]:
    """The ledger, None if none was ever made there: looking makes no new one."""
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).exists():
        yield None
        return
    with open_ledger(url, must_exist=True) as ledger:
        yield ledger


@dataclass(frozen=True, slots=True)
class Adopted:
    """A document that a store has from elsewhere; ``reading`` is the open one, if any is."""

    document_id: str
    source: str
    title: str
    fingerprint: str
    number: int
    reading: str | None
    forgotten: bool = False


def store_key(url: str) -> str:
    """The store's URL as the ledger knows it: the same from any working directory."""
    engine, _, path = url.partition(":")
    return f"{engine}:{Path(path).expanduser().resolve()}" if engine == "ladybug" else url


def open_ledger(url: str, *, clock: Clock = utc_now, must_exist: bool = False) -> Ledger:
    """Open ``sqlite:///PATH`` or ``postgresql+psycopg://…`` and bring its tables up to date.

    With ``must_exist`` a missing file is an error and not a new ledger. Raises BadInput for a URL
    that cannot be one, Unreachable for a ledger that cannot be opened or is none.
    """
    return Ledger(open_database(url, must_exist=must_exist), clock=clock)


class Ledger:
    """An open ledger; as a context it gives its leases back and closes at the end."""

    def __init__(self, engine: Engine, *, clock: Clock = utc_now) -> None:
        self.owner = new_owner()
        self._engine = engine
        self._clock = clock

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_error: object) -> None:
        try:
            with self._writing() as connection:
                held = and_(DocumentRow.state == State.CLAIMED, DocumentRow.owner == self.owner)
                update_rows(connection, held, FREED)
        except Unreachable:
            pass  # the leases run out by themselves
        finally:
            self._engine.dispose()

    def begin(self, *, store: str, identity: str, reader: str) -> Run:
        """Start a run. If the store was emptied or replaced, all it had is pending again.

        What never was a document and is no longer there is forgotten.
        """
        now = self._clock()
        with self._writing() as connection:
            reopened = _know(connection, store, identity=identity, now=now)
            forget_missing(connection, store)
            number = connection.execute(
                insert(IngestRow).values(store=store, started_at=now).returning(IngestRow.number)
            ).scalar_one()
        return Run(number, store, reader, reopened)

    def register(
        self,
        found: Iterable[DiscoveredDocument | Unchanged | Rejected],
        *,
        run: Run,
        entities: Sequence[Entity] | None = None,
    ) -> Registered:
        """Enter what the sources show, as they show it; memory stays flat.

        ``entities`` are those the run was told to track, whatever the documents say.
        """
        names = None if entities is None else json.dumps([entity.name for entity in entities])
        states: Counter[State] = Counter()
        remaining = iter(found)
        while some := list(islice(remaining, REGISTERED_AT_ONCE)):
            with self._writing() as connection:
                states += register(connection, some, run=run, entities=names, now=self._clock())
        return Registered(
            states.total(),
            states[State.WRITTEN] + states[State.GONE],
            states[State.PENDING],
            states[State.FAILED],
            states[State.FORGOTTEN],
        )

    def source_state(
        self, run: Run, *, entities: Sequence[Entity] | None = None
    ) -> LedgerSourceState:
        """What is known of the sources, for a run that is told to track ``entities``."""
        names = None if entities is None else json.dumps([entity.name for entity in entities])
        return LedgerSourceState(self._reading, self._writing, store=run.store, entities=names)

    def forget_unlisted(self, origin: str, *, run: Run) -> None:
        """Forget the failures of what its feed or table lists no more and never could be read."""
        with self._writing() as connection:
            forget_unlisted(connection, run.store, origin=origin, run=run.number)

    def claim(self, size: int, *, run: Run) -> Batch | None:
        """Lease at most ``size`` documents that this run found; None if none is free now.

        What a worker had begun with when it ended is leased alone.
        """
        now = self._clock()
        others = and_(DocumentRow.store == run.store, DocumentRow.owner != self.owner)
        with self._writing() as connection:
            take_back(connection, of=others, now=now)
            rows = connection.execute(
                select(DocumentRow)
                .where(_of(run), DocumentRow.state == State.PENDING, _is_due(now))
                .order_by(DocumentRow.row)
                .limit(size)
                .with_for_update(skip_locked=True)
            ).all()
            if not rows:
                return None
            alone = is_suspect(rows[0])
            rows = rows[:1] if alone else list(takewhile(lambda row: not is_suspect(row), rows))
            connection.execute(
                update(DocumentRow)
                .where(DocumentRow.row.in_([row.row for row in rows]))
                .values(
                    state=State.CLAIMED, owner=self.owner, lease_until=now + LEASE, updated_at=now
                )
            )
        return Batch(run, tuple(_claimed(row) for row in rows), alone)

    def unfinished(self, run: Run, *, held: bool = True) -> int:
        """How many documents of this run are neither written nor failed, whoever has them.

        Without ``held`` those that this ledger itself has claimed are not counted.
        """
        claimed = DocumentRow.state == State.CLAIMED
        if not held:
            claimed = and_(claimed, DocumentRow.owner != self.owner)
        with self._reading() as connection:
            return connection.execute(
                select(func.count())
                .select_from(DocumentRow)
                .where(_of(run), or_(DocumentRow.state == State.PENDING, claimed))
            ).scalar_one()

    @contextmanager
    def keeping_leases(self, *, every: timedelta = LEASE / 3) -> Iterator[None]:
        """Renew this ledger's leases from a thread of its own for as long as the context lasts."""
        done = threading.Event()

        def keep() -> None:
            while not done.wait(every.total_seconds()):
                try:
                    self.renew()
                except Unreachable:
                    continue  # a lease that was lost meanwhile can no longer be closed

        thread = threading.Thread(target=keep, name="stepgraph leases", daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    def renew(self) -> int:
        """Extend every lease that is still this ledger's; return how many."""
        held = and_(DocumentRow.state == State.CLAIMED, DocumentRow.owner == self.owner)
        with self._writing() as connection:
            return len(update_rows(connection, held, {"lease_until": self._clock() + LEASE}))

    def set_stage(self, batch: Batch, stage: str) -> None:
        """Say in the reports what is being done to the batch."""
        with self._writing() as connection:
            update_rows(connection, self._held(batch), {"stage": stage})

    def revise(self, batch: Batch, revised: Sequence[Claimed]) -> Batch:
        """Give documents of the batch another fingerprint and number, if they are still held.

        Returns the batch of those alone; the others belong to whoever registered them anew.
        """
        before = {one.document_id: one for one in batch.documents}
        kept = []
        with self._writing() as connection:
            for one in revised:
                values = {"fingerprint": one.fingerprint, "number": one.number}
                if self._update(connection, batch, before[one.document_id], values):
                    kept.append(one)
        return Batch(batch.run, tuple(kept))

    def close(self, batch: Batch, readings: Mapping[str, str]) -> int:
        """Mark documents of the batch as written: ``readings`` by document id.

        Returns how many were still held; one whose lease was lost, or that has changed since, is
        left to its new owner.
        """
        done = [
            {"id": one.document_id, "was": one.number, "read": readings[one.document_id]}
            for one in batch.documents
            if one.document_id in readings
        ]
        if not done:
            return 0
        with self._writing() as connection:
            return connection.execute(
                update(DOCUMENTS)
                .where(
                    DOCUMENTS.c.store == batch.run.store,
                    DOCUMENTS.c.document_id == bindparam("id"),
                    DOCUMENTS.c.number == bindparam("was"),
                    DOCUMENTS.c.state == State.CLAIMED,
                    DOCUMENTS.c.owner == self.owner,
                )
                .values(OPEN | {"state": State.WRITTEN, "updated_at": self._clock()})
                .values(reading=bindparam("read")),
                done,
            ).rowcount

    def fail(self, batch: Batch, document_id: str, error: str, failure: Failure) -> State | None:
        """Record the error: FAILED, or PENDING if it is to be tried again after a pause.

        Returns which, or None if the document was no longer held.
        """
        (one,) = (one for one in batch.documents if one.document_id == document_id)
        with self._writing() as connection:
            attempts = connection.execute(
                select(DocumentRow.attempts + 1).where(
                    DocumentRow.store == batch.run.store, DocumentRow.document_id == document_id
                )
            ).scalar_one()
            values = OPEN | {"error": stored_error(error), "failure": failure, "attempts": attempts}
            if failure is Failure.OUTSIDE and attempts < MAX_ATTEMPTS:
                values["retry_at"] = self._clock() + PAUSES[attempts - 1]
            else:
                values["state"] = State.FAILED
            held = self._update(connection, batch, one, values)
        return State(values["state"]) if held else None

    def reopen(
        self, document_ids: Sequence[str] | None, *, states: Sequence[State], anew: bool = False
    ) -> int:
        """Make documents in these states pending, all or those named; return how many.

        ``anew`` makes a new reading due of what was read before, and takes it from who holds it.
        """
        now = self._clock()
        named = true() if document_ids is None else DocumentRow.document_id.in_(document_ids)
        values = OPEN | {"attempts": 0, "registered_at": now, "updated_at": now}
        values |= {"number": DocumentRow.number + 1} if anew else {}
        chosen = and_(named, DocumentRow.state.in_(states), DocumentRow.fingerprint != "")
        with self._writing() as connection:
            return len(update_rows(connection, chosen, values))

    def known_ids(self, document_ids: Sequence[str]) -> set[str]:
        """Those of the ids that any store has in this ledger."""
        with self._reading() as connection:
            wanted = DocumentRow.document_id.in_(document_ids)
            return set(connection.execute(select(DocumentRow.document_id).where(wanted)).scalars())

    def standing(self) -> Standing:
        """How the work stands, over all stores."""
        with self._reading() as connection:
            return standing(connection, now=self._clock())

    def release(self, batch: Batch) -> None:
        """Give the batch back unread."""
        with self._writing() as connection:
            update_rows(connection, self._held(batch), FREED)

    def stored(self, store: str) -> Iterator[Stored]:
        """Every document of which a reading may hold in the store, one at a time, by id."""
        with self._reading() as connection:
            rows = connection.execution_options(yield_per=REGISTERED_AT_ONCE).execute(
                select(
                    DocumentRow.document_id,
                    DocumentRow.source,
                    DocumentRow.found_by,
                    DocumentRow.reading,
                    DocumentRow.state,
                    DocumentRow.origin,
                )
                .where(DocumentRow.store == store, DocumentRow.reading.is_not(None))
                .order_by(DocumentRow.document_id)
            )
            for row in rows:
                yield Stored(**row._asdict() | {"state": State(row.state)})

    def identity(self, store: str) -> str | None:
        """The id of the store as it was last known; None if it is not known at all."""
        with self._reading() as connection:
            return connection.execute(
                select(StoreRow.identity).where(StoreRow.url == store)
            ).scalar_one_or_none()

    def adopt(self, documents: Sequence[Adopted], *, store: str, identity: str) -> int:
        """Enter documents that came into the store with their readings; return how many are new.

        Who read them is taken from the row of the store they came from, if it is in this ledger;
        else the next ingest that finds one makes sure that it would be read the same.
        """
        now = self._clock()
        with self._writing() as connection:
            _know(connection, store, identity=identity, now=now)
            before = _ids(connection, store, documents)
            missing = [one for one in documents if one.document_id not in before]
            rows = []
            for one in missing:
                row = _adopted(one) | {"store": store, "registered_at": now, "updated_at": now}
                rows.append(row | _known_elsewhere(connection, one))
            if rows:
                insert_missing(connection, DocumentRow, rows)
        return len(missing)

    def mark_gone(self, store: str, document_ids: Sequence[str]) -> dict[str, str]:
        """Say that the sources of these documents are gone; return their readings, by id.

        What has come back meanwhile, or is being read, is left out. The readings stay named here
        until ``mark_closed``, so that a kill between the two is put right by the next call.
        """
        here = and_(
            DocumentRow.store == store,
            DocumentRow.document_id.in_(document_ids),
            DocumentRow.state.in_([State.WRITTEN, State.FAILED, State.GONE]),
            DocumentRow.reading.is_not(None),
        )
        gone = OPEN | {"state": State.GONE, "attempts": 0, "updated_at": self._clock()}
        with self._writing() as connection:
            some = update_rows(connection, here, gone)
            rows = connection.execute(
                select(DocumentRow.document_id, DocumentRow.reading).where(
                    DocumentRow.row.in_(some)
                )
            ).all()
        return {row.document_id: row.reading for row in rows}

    def mark_closed(self, store: str, document_ids: Sequence[str]) -> None:
        """Say that the store has closed the readings of what is gone."""
        gone = and_(
            DocumentRow.store == store,
            DocumentRow.document_id.in_(document_ids),
            DocumentRow.state == State.GONE,
        )
        with self._writing() as connection:
            update_rows(connection, gone, {"reading": None})

    def forget(self, store: str, document_id: str) -> bool:
        """Erase all but the id of a document; False if the ledger does not know it.

        The database file keeps nothing of it either.
        """
        nothing = OPEN | {"state": State.FORGOTTEN, "title": "", "source": "", "fingerprint": ""}
        nothing |= {"reader": "", "entities": None, "reading": None, "attempts": 0}
        nothing |= {"origin": None, "mark": None}
        with self._writing() as connection:
            known = connection.execute(
                update(DocumentRow)
                .where(DocumentRow.store == store, DocumentRow.document_id == document_id)
                .values(nothing | {"updated_at": self._clock()})
            ).rowcount
            connection.execute(delete(ListingRow).where(ListingRow.store == store))
        with database_errors(self._engine.url):
            rewrite(self._engine)
        return bool(known)

    def lift(self, store: str, document_id: str) -> bool:
        """Drop what is left of a forgotten document, so that it may come again as a new one."""
        with self._writing() as connection:
            return bool(
                connection.execute(
                    delete(DocumentRow).where(
                        DocumentRow.store == store,
                        DocumentRow.document_id == document_id,
                        DocumentRow.state == State.FORGOTTEN,
                    )
                ).rowcount
            )

    def document(self, store: str, document_id: str) -> Entry | None:
        """One document's row, if there is one."""
        with self._reading() as connection:
            row = connection.execute(
                select(*_ENTRY).where(
                    DocumentRow.store == store, DocumentRow.document_id == document_id
                )
            ).first()
        return None if row is None else Entry(**row._asdict() | {"state": State(row.state)})

    def counts(self, *, store: str | None = None) -> dict[State, int]:
        """How many documents are in each state, none left out."""
        with self._reading() as connection:
            found = dict(
                connection.execute(
                    select(DocumentRow.state, func.count())
                    .where(_in_store(store))
                    .group_by(DocumentRow.state)
                )
                .tuples()
                .all()
            )
        return {state: found.get(state, 0) for state in State}

    def documents(
        self, *, store: str | None = None, state: State | None = None, run: Run | None = None
    ) -> list[Entry]:
        """Every document, by store and id; of one state, or found by one run, if asked."""
        with self._reading() as connection:
            rows = connection.execute(
                select(*_ENTRY)
                .where(
                    _in_store(store if run is None else run.store),
                    true() if state is None else DocumentRow.state == state,
                    true() if run is None else DocumentRow.found_by >= run.number,
                )
                .order_by(DocumentRow.store, DocumentRow.document_id)
            ).all()
        return [Entry(**row._asdict() | {"state": State(row.state)}) for row in rows]

    def failures(self, *, store: str | None = None, run: Run | None = None) -> list[Entry]:
        """The documents that failed, each with its error."""
        return self.documents(store=store, state=State.FAILED, run=run)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with database_errors(self._engine.url), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with database_errors(self._engine.url), reading(self._engine) as connection:
            yield connection

    def _held(self, batch: Batch) -> ColumnElement[bool]:
        return and_(
            DocumentRow.store == batch.run.store,
            DocumentRow.document_id.in_([one.document_id for one in batch.documents]),
            DocumentRow.state == State.CLAIMED,
            DocumentRow.owner == self.owner,
        )

    def _update(
        self, connection: Connection, batch: Batch, one: Claimed, values: RowValues
    ) -> bool:
        """Update a row that is still held under the number it was claimed with, or nothing."""
        held = self._held(Batch(batch.run, (one,)))
        return bool(
            connection.execute(
                update(DocumentRow)
                .where(held, DocumentRow.number == one.number)
                .values(values | {"updated_at": self._clock()})
            ).rowcount
        )


_ENTRY = [getattr(DocumentRow, one.name) for one in fields(Entry)]


def _know(connection: Connection, store: str, *, identity: str, now: datetime) -> int:
    """Enter the store; if it is not the one that was known, return how much is to be read again."""
    insert_missing(connection, StoreRow, [{"url": store, "identity": ""}])
    known = connection.execute(
        select(StoreRow.identity).where(StoreRow.url == store).with_for_update(key_share=True)
    ).scalar_one()
    if known == identity:
        return 0
    connection.execute(update(StoreRow).where(StoreRow.url == store).values(identity=identity))
    return _reopen(connection, store, now=now)


def _reopen(connection: Connection, store: str, *, now: datetime) -> int:
    """Forget what a store that is gone had; return how many documents are to be read again."""
    here = DocumentRow.store == store
    written = and_(here, DocumentRow.state == State.WRITTEN)
    reopened = update_rows(connection, written, OPEN | {"attempts": 0, "updated_at": now})
    update_rows(connection, and_(here, DocumentRow.reading.is_not(None)), {"reading": None})
    return len(reopened)


def _ids(connection: Connection, store: str, documents: Sequence[Adopted]) -> set[str]:
    return set(
        connection.execute(
            select(DocumentRow.document_id).where(
                DocumentRow.store == store,
                DocumentRow.document_id.in_([one.document_id for one in documents]),
            )
        ).scalars()
    )


def _adopted(one: Adopted) -> RowValues:
    state = State.WRITTEN if one.reading else State.GONE
    return OPEN | {
        "document_id": one.document_id,
        "source": one.source,
        "title": one.title,
        "fingerprint": one.fingerprint,
        "reader": "",
        "entities": None,
        "number": one.number,
        "found_by": 0,
        "state": State.FORGOTTEN if one.forgotten else state,
        "attempts": 0,
        "reading": one.reading,
    }


def _known_elsewhere(connection: Connection, one: Adopted) -> RowValues:
    """What another store's row says of the same reading of the same document."""
    found = connection.execute(
        select(DocumentRow.fingerprint, DocumentRow.reader, DocumentRow.entities).where(
            DocumentRow.document_id == one.document_id,
            DocumentRow.reading == one.reading,
            DocumentRow.state == State.WRITTEN,
            DocumentRow.fingerprint.startswith(one.fingerprint, autoescape=True),
        )
    ).first()
    return {} if found is None or not one.fingerprint else dict(found._mapping)


def _of(run: Run) -> ColumnElement[bool]:
    return and_(
        DocumentRow.store == run.store,
        DocumentRow.reader == run.reader,
        DocumentRow.found_by >= run.number,
    )


def _is_due(now: datetime) -> ColumnElement[bool]:
    """A time that is further off than any pause is from before the clock stepped back."""
    retry_at = DocumentRow.retry_at
    return or_(retry_at.is_(None), retry_at <= now, retry_at > now + max(PAUSES))


def _in_store(store: str | None) -> ColumnElement[bool]:
    return true() if store is None else DocumentRow.store == store


def _claimed(row: Row[Any]) -> Claimed:
    names = None if row.entities is None else json.loads(row.entities)
    return Claimed(
        row.document_id,
        row.source,
        row.fingerprint,
        row.number,
        None if names is None else tuple(Entity.parse(name) for name in names),
    )
