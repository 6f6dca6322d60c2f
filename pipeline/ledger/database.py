"""The ledger's database: opening it, bringing its tables up to date, transactions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from pipeline.errors import BadInput, Unreachable, one_line
from pipeline.redaction import redact_url

__all__ = ["REVISION", "Database", "open_database"]

REVISION = "0002"  # what the code expects; a test compares it with the newest migration
VERSION_TABLE = "stepgraph_version"
WAIT_SECONDS = 30  # for another process's transaction
IDLE_SECONDS = 60  # after which PostgreSQL rolls back the transaction of a silent client
# A server whose machine is gone is missed after about a minute; by default after hours
WATCHED = {
    "connect_timeout": WAIT_SECONDS,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,  # milliseconds
}


class Database:
    """An open database; its errors become Unreachable, in one line without secrets."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads: it waits for no writer, and none waits for it."""
        with _translated_errors(self._engine.url), _read_only(self._engine) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed at the end, or rolled back if an error is raised."""
        with _translated_errors(self._engine.url), self._engine.begin() as connection:
            yield connection

    def purge(self) -> None:
        """Leave nothing in a SQLite file of what was deleted; PostgreSQL vacuums by itself."""
        if self._engine.dialect.name != "sqlite":
            return
        with (
            _translated_errors(self._engine.url),
            self._engine.connect().execution_options(stepgraph_begin="SELECT 1") as connection,
        ):
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self._engine.dispose()


def open_database(address: str, *, must_exist: bool = False) -> Database:
    """Open a ledger's database and bring its tables up to date.

    Raises BadInput for a URL that cannot be used, Unreachable for a ledger that cannot.
    """
    url = _parse(address)
    if url.get_backend_name() == "sqlite":
        engine = _sqlite(url, must_exist=must_exist)
    else:
        engine = _postgres(url)
    try:
        with _translated_errors(url):
            _bring_up_to_date(engine, url)
    except BaseException:
        engine.dispose()
        raise
    return Database(engine)


def _read_only(engine: Engine) -> Connection:
    return engine.connect().execution_options(stepgraph_begin="BEGIN")


@contextmanager
def _translated_errors(url: URL) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        reason = one_line(cause, limit=300)
        raise Unreachable(
            f"the ledger {_redacted(url)} cannot be used: {reason}; {_fix(url, reason)}"
        ) from error


def _redacted(url: URL) -> str:
    """Return the URL without its password and its options."""
    return redact_url(url.render_as_string(hide_password=False))


def _fix(url: URL, reason: str) -> str:
    if "not a database" in reason:
        return "it belongs to another program: name another file with --ledger"
    if "database is locked" in reason:
        return "another process is writing to it: try again when that process has ended"
    if "disk is full" in reason:
        return "free space on its disk and run the command again"
    if url.get_backend_name() == "sqlite":
        return "check that its folder exists and is writable, or name another with --ledger"
    return "check that the server is running and that STEPGRAPH_LEDGER is right"


def _parse(address: str) -> URL:
    try:
        url = make_url(address)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError) as error:
        scheme = address.partition(":")[0]
        raise BadInput(
            f"the ledger URL ({scheme}:…) is not supported; "
            "use sqlite:///PATH or postgresql+psycopg://USER@HOST/DATABASE"
        ) from error
    if url.drivername == "postgresql":  # SQLAlchemy's default driver is an older one
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadInput(f"the ledger needs SQLite or PostgreSQL, not {url.drivername!r}")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise BadInput(f"the ledger {_redacted(url)} names no file; use sqlite:///PATH")
    return url


def _sqlite(url: URL, *, must_exist: bool) -> Engine:
    path = Path(url.database or "")
    if not path.exists():
        if must_exist:
            raise Unreachable(f"there is no ledger at {path}; run 'stepgraph ingest' first")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unreachable(
                f"the ledger's folder {path.parent} cannot be created: {error.strerror}; "
                "name another file with --ledger"
            ) from error
    engine = create_engine(url, connect_args={"timeout": WAIT_SECONDS})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # we send BEGIN ourselves, below
        if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            _refuse_foreign(connection, path)
            connection.execute("PRAGMA journal_mode=WAL")
        # else a power cut undoes commits that the store was changed after
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # a transaction that began by reading could not wait for its turn to write
        options = connection.get_execution_options()
        connection.exec_driver_sql(options.get("stepgraph_begin", "BEGIN IMMEDIATE"))

    return engine


def _refuse_foreign(connection: Any, path: Path) -> None:
    """Raise Unreachable unless the file is empty or ours; called before the first change to it."""
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if names and VERSION_TABLE not in names:
        raise Unreachable(
            f"{path} is the database of another program; name another file with --ledger"
        )


def _postgres(url: URL) -> Engine:
    own = {name: value for name, value in WATCHED.items() if name not in url.query}
    try:
        engine = create_engine(url, pool_pre_ping=True, connect_args=own)
    except ModuleNotFoundError as error:
        raise Unreachable(
            f"the ledger {_redacted(url)} needs a driver: pip install 'stepgraph[postgres]'"
        ) from error

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # else rows stay locked for hours if a worker's machine is gone; what only reads locks none
        if "stepgraph_begin" not in connection.get_execution_options():
            limit = f"SET LOCAL idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'"
            connection.exec_driver_sql(limit)

    return engine


def _bring_up_to_date(engine: Engine, url: URL) -> None:
    """Migrate under a lock: if several processes start at once, only one does it."""
    with _read_only(engine) as connection:
        if _revision(connection) == REVISION:
            return
    with engine.begin() as connection:
        if url.get_backend_name() == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('stepgraph'))"))
        revision = _revision(connection)
        if revision is not None and revision > REVISION:
            raise Unreachable(
                f"the ledger {_redacted(url)} was made by a newer Stepgraph; install that version"
            )
        if revision is None and url.get_backend_name() == "sqlite":
            _refuse_foreign(connection.connection, Path(url.database or ""))
        if revision != REVISION:
            _migrate(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    row = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").first()
    return None if row is None else str(row[0])


def _migrate(connection: Connection, *, to: str = "head") -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    config.attributes["version_table"] = VERSION_TABLE
    command.upgrade(config, to)
