"""The processes that faults happen to: they ingest a folder, or look at what is stored.

They are forked from a server that has imported everything, so that each starts at once.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import alembic.command  # noqa: F401  # import all this once, before the forks
import ladybug._lbug  # noqa: F401
import neo4j  # noqa: F401
import psycopg  # noqa: F401
import sqlalchemy.dialects.postgresql  # noqa: F401
import sqlalchemy.dialects.sqlite  # noqa: F401
from pydantic import TypeAdapter

from pipeline.domain.document import Document
from pipeline.errors import StepgraphError
from pipeline.ingest.progress import Progress
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.ledger import lease
from pipeline.ledger.clock import utc_now
from pipeline.ledger.ledger import Ledger, open_ledger, store_key
from pipeline.ledger.tables import State
from pipeline.maintenance.lint import lint
from pipeline.maintenance.repair import repair
from pipeline.settings import Settings, load_settings
from pipeline.sources import DiscoveredDocument, discover
from pipeline.stores import Store, open_store
from pipeline.stores import ladybug as _embedded  # noqa: F401
from pipeline.stores import neo4j as neo4j_store
from pipeline.stores.read import StoredReading, list_readings, read_graphs
from tests.support.fake_reader import FakeReader

__all__ = ["Contents", "Options", "Place", "check", "repair_all", "run"]

MODULE = "tests.faults.ingesting"


@dataclass(frozen=True)
class Place:
    """A folder of documents, and the store and the ledger that they go to."""

    folder: Path
    state: Path
    store: str = ""
    ledger: str = ""
    username: str | None = None
    password: str | None = None
    batch_size: int = 4

    def settings(self) -> Settings:
        return load_settings(
            state=self.state,
            store=self.store or None,
            ledger=self.ledger or None,
            neo4j_username=self.username,
            neo4j_password=self.password,
            batch_size=self.batch_size,
        )


@dataclass(frozen=True)
class Options:
    """``seconds`` a batch takes to read; ``die`` between store and ledger at this batch, from 1.

    ``behind`` is how far the clock is behind, once ``steps_back`` has passed; ``largest_file`` in
    bytes is the most that may be written to one; ``api`` is a Prefect server's address. ``hang``
    keeps the store and the ledger open at the end, until it is killed. ``host`` is the name of
    another machine, on which nobody sees that the process is gone; Neo4j then leaves a transaction
    open for ``write_seconds``. ``environment`` is that of a new program which does the work: what
    LD_PRELOAD names is loaded only then.
    """

    seconds: float = 0.02
    die: int = 0
    behind: timedelta = timedelta(0)
    steps_back: float = 0.0
    largest_file: int | None = None
    api: str | None = None
    prune: bool = False
    hang: bool = False
    host: str | None = None
    write_seconds: float = 20.0
    environment: tuple[tuple[str, str], ...] = ()


# Work of a new program: where, how, and the handle of the pipe that it reports through
WORK = TypeAdapter(tuple[Place, Options, int])


@dataclass(frozen=True)
class Contents:
    """Contents of the store and the ledger, by the names of documents.

    ``readings`` counts all of a document's; ``doubled`` documents have more than one that is open.
    ``wrong`` ones have an open reading that is not what the reader makes of the text as it is now,
    or readings whose times are out of order. ``unstored`` documents are written in the ledger and
    missing from the store.
    """

    open: frozenset[str]
    readings: dict[str, int]
    doubled: frozenset[str]
    wrong: frozenset[str]
    unstored: frozenset[str]
    written: int
    findings: tuple[str, ...]


class SlowReader(FakeReader):
    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def read(self, documents: Sequence[Document], **options: Any) -> Any:
        time.sleep(self._seconds)
        return super().read(documents, **options)


def run(place: Place, options: Options, sender: Connection) -> None:
    """Send "ready", then how many documents are finished; exit as a command would."""
    if options.environment:
        _run_anew(place, options, sender)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if options.largest_file is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (options.largest_file,) * 2)
    if options.host is not None:
        lease._host = lambda: str(options.host)
        neo4j_store.WRITE_SECONDS = options.write_seconds
    if options.die:
        _die_between(options.die)
    sender.send("ready")
    try:
        failed = _ingest(place, options, sender)
    except StepgraphError as error:
        sender.send(str(error))
        sys.exit(error.exit_code)
    sender.send(failed)
    sys.exit(bool(failed))


def check(place: Place, sender: Connection) -> None:
    """Send what is stored, as Contents."""
    settings = place.settings()
    store = _open(settings)
    with open_ledger(settings.ledger) as ledger:
        readings: dict[str, list[StoredReading]] = {}
        for reading in list_readings(store):
            readings.setdefault(reading.document, []).append(reading)
        open_readings = {
            name: [reading for reading in own if reading.is_open] for name, own in readings.items()
        }
        rows = ledger.reports.documents(store=store_key(store.url), state=State.WRITTEN)
        contents = Contents(
            frozenset(name for name, own in open_readings.items() if own),
            {name: len(own) for name, own in readings.items()},
            frozenset(name for name, own in open_readings.items() if len(own) > 1),
            _wrong(place, store, readings),
            frozenset(row.document_id for row in rows) - readings.keys(),
            len(rows),
            tuple(
                f"{finding.document}: {finding.message}" for finding in lint(store, ledger=ledger)
            ),
        )
    store.close()
    sender.send(contents)


def repair_all(place: Place, sender: Connection) -> None:
    """Repair the store and the ledger; send what could not be, and exit as the command would."""
    result = repair(place.settings(), SlowReader(0))
    left = [failure.error for failure in result.failed]
    left += [finding.message for finding in result.remaining]
    sender.send(left)
    sys.exit(bool(left))


def _wrong(place: Place, store: Store, readings: dict[str, list[StoredReading]]) -> frozenset[str]:
    wrong = set()
    documents = {
        result.document_id: result.document
        for result in discover([str(place.folder)])
        if isinstance(result, DiscoveredDocument) and result.document is not None
    }
    for name, own in readings.items():
        starts = [reading.recorded_from for reading in own]
        if starts != sorted(set(starts)):
            wrong.add(name)
        latest = [reading for reading in own if reading.is_open]
        for graph in read_graphs(latest, store=store):
            expected = FakeReader().read([documents[name]])[0].graph if name in documents else None
            if expected is None or graph != expected:
                wrong.add(name)
    return frozenset(wrong)


def _run_anew(place: Place, options: Options, sender: Connection) -> None:
    """Become a new program in the same process, with another environment."""
    os.set_inheritable(sender.fileno(), True)
    inner = replace(options, environment=())
    work = WORK.dump_json((place, inner, sender.fileno())).decode()
    os.execve(
        sys.executable,
        [sys.executable, "-m", MODULE, work],
        {**os.environ, **dict(options.environment)},
    )


def _ingest(place: Place, options: Options, sender: Connection) -> list[str]:
    reader, settings = SlowReader(options.seconds), place.settings()
    inputs = [str(place.folder)]

    def on_progress(progress: Progress) -> None:
        sender.send(progress.finished)

    if options.api:
        os.environ["PREFECT_API_URL"] = options.api
        from flows.runner import run_ingest

        result = run_ingest(inputs, settings, reader=reader, on_progress=on_progress)
    else:
        started = time.monotonic()

        def clock() -> datetime:
            stepped = time.monotonic() - started >= options.steps_back
            return utc_now() - options.behind if stepped else utc_now()

        with open_ingestion(settings, reader, on_progress=on_progress, clock=clock) as work:
            result = ingest(discover(inputs), work, inputs=inputs, prune=options.prune)
            sender.send("done")
            while options.hang:
                time.sleep(1)
    return [f"{failure.document_id}: {failure.error}" for failure in result.failed]


def _die_between(batch: int) -> None:
    really_close, left = Ledger.close, [batch]

    def close(*args: Any, **options: Any) -> int:
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), 9)
        return really_close(*args, **options)

    Ledger.close = close  # type: ignore[method-assign]


def _open(settings: Settings) -> Store:
    password = settings.neo4j_password
    return open_store(
        settings.store,
        username=settings.neo4j_username,
        password=None if password is None else password.get_secret_value(),
    )


if __name__ == "__main__":
    given_place, given_options, handle = WORK.validate_json(sys.argv[1])
    run(given_place, given_options, Connection(handle))
