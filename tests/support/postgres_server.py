"""A real PostgreSQL for the tests: the database at STEPGRAPH_TEST_POSTGRES, or one started here.

``python tests/support/postgres_server.py`` starts one, prints its URL and waits to be interrupted.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import sqlalchemy
from sqlalchemy.engine import make_url

START_SECONDS = 60  # on a machine that has much else to do
UNPRIVILEGED = "nobody"  # PostgreSQL refuses to run as root
FIX = (
    "set STEPGRAPH_TEST_POSTGRES to the URL of a database to test in, or install PostgreSQL so"
    " that the tests can start one"
)


class NoPostgres(Exception):
    """There is no database and no server can be started; the message names the fix."""


@dataclass
class Database:
    """The address of a database; ``process`` only if its server was started here.

    ``environment`` is added to that of its processes.
    """

    url: str = field(repr=False)
    home: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    options: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)

    def start(self) -> None:
        """Start the server (again) and wait until it answers."""
        assert self.home is not None
        deadline = time.monotonic() + START_SECONDS
        while True:  # the remains of a killed server may block the start for a moment
            with (self.home / "log").open("ab") as log:
                self.process = subprocess.Popen(
                    [_program("postgres"), "-D", str(self.home / "data"), *self.options],
                    env={**os.environ, **self.environment},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,  # Ctrl-C is for the tests, which then stop it
                    **_unprivileged(),
                )
            while self.process.poll() is None:
                if _answers(self.url):
                    return
                if time.monotonic() > deadline:
                    self.kill()
                time.sleep(0.05)
            if time.monotonic() > deadline:
                raise NoPostgres(f"no start:\n{(self.home / 'log').read_text()[-2000:]}")
            time.sleep(0.2)

    def processes(self) -> list[int]:
        """The server's own and its children, one for each connection and some more."""
        if self.process is None:
            return []
        command = ["ps", "-o", "pid=", "--ppid", str(self.process.pid)]
        children = subprocess.run(command, capture_output=True, text=True).stdout.split()
        return [self.process.pid, *map(int, children)]

    def stop(self) -> None:
        """As an administrator does: all is written to its files first."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)  # without waiting for its clients
            self.process.wait()

    def kill(self) -> None:
        """As ``kill -9`` does: nothing is flushed, no client is notified."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    @contextlib.contextmanager
    def standby(self) -> Iterator[Database]:
        """A server that replicates this one, until it is promoted; gone afterwards."""
        home = Path(tempfile.mkdtemp(prefix="stepgraph-standby-"))
        address, port = make_url(self.url), _free_port()
        if os.geteuid() == 0:
            shutil.chown(home, UNPRIVILEGED)
        done = subprocess.run(
            [_program("pg_basebackup"), "-h", "127.0.0.1", "-p", str(address.port)]
            + ["-U", str(address.username), "-D", str(home / "data"), "-X", "stream", "-R"]
            + ["--checkpoint=fast", "--no-sync"],
            env={**os.environ, "PGPASSWORD": str(address.password)},
            capture_output=True,
            text=True,
            **_unprivileged(),
        )
        if done.returncode:
            raise NoPostgres(f"no standby: pg_basebackup failed: {done.stderr[-2000:]}")
        options = tuple(option.replace(f"={address.port}", f"={port}") for option in self.options)
        url = address.set(port=port).render_as_string(hide_password=False)
        database = Database(url, home, options=options)
        try:
            database.start()
            yield database
        finally:
            database.kill()
            shutil.rmtree(home, ignore_errors=True)

    def promote(self) -> None:
        """Make a standby the server that is written to."""
        engine = sqlalchemy.create_engine(self.url)
        with engine.connect() as connection:
            connection.exec_driver_sql("SELECT pg_promote()")
        engine.dispose()

    @contextlib.contextmanager
    def schema(self) -> Iterator[str]:
        """The URL of an empty schema of its own, dropped afterwards."""
        name = f"test_{uuid4().hex[:8]}"
        engine = sqlalchemy.create_engine(self.url, pool_pre_ping=True)  # it may be killed
        try:
            with engine.begin() as connection:
                connection.exec_driver_sql(f"CREATE SCHEMA {name}")
            where = make_url(self.url).update_query_dict({"options": f"-csearch_path={name}"})
            yield where.render_as_string(hide_password=False)
            with engine.begin() as connection:
                connection.exec_driver_sql(f"DROP SCHEMA {name} CASCADE")
        finally:
            engine.dispose()


@contextlib.contextmanager
def postgres_server(*options: str) -> Iterator[Database]:
    """The database at STEPGRAPH_TEST_POSTGRES if that is set, else one of our own, gone afterwards.

    ``options`` are for the server's command line, as in ``"-c", "ssl=on"``.
    """
    if url := os.environ.get("STEPGRAPH_TEST_POSTGRES"):
        yield Database(_with_driver(url))
        return
    folder = Path(tempfile.mkdtemp(prefix="stepgraph-postgres-"))
    try:
        database = _install(folder, options)
        try:
            database.start()
            yield database
        finally:
            database.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _install(home: Path, options: tuple[str, ...]) -> Database:
    port, password = _free_port(), secrets.token_hex(16)
    password_file = home / "password"
    password_file.write_text(password)
    if os.geteuid() == 0:
        for path in (home, password_file):
            shutil.chown(path, UNPRIVILEGED)
    done = subprocess.run(
        [_program("initdb"), "-D", str(home / "data"), "--username=stepgraph", "--encoding=UTF8"]
        + [f"--pwfile={password_file}", "--auth=scram-sha-256", "--locale=C", "--no-sync"],
        capture_output=True,
        text=True,
        **_unprivileged(),
    )
    if done.returncode:
        raise NoPostgres(f"no PostgreSQL: initdb failed: {done.stderr[-2000:]}")
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": "",
        "fsync": "off",  # a killed server loses nothing by it, a machine without power would
    }
    flags = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    url = f"postgresql+psycopg://stepgraph:{password}@127.0.0.1:{port}/postgres"
    return Database(url, home, options=(*flags, *options))


def _program(name: str) -> str:
    """The newest there is: Debian keeps each version's programs in a folder of its own."""
    if program := shutil.which(name):
        return program
    installed = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    newest = max(installed, key=lambda path: int(path.parts[4].partition(".")[0]), default=None)
    if newest is None:
        raise NoPostgres(f"no PostgreSQL: there is no {name}; {FIX}")
    return str(newest)


def _unprivileged() -> dict[str, str | int]:
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam(UNPRIVILEGED)
    return {"user": user.pw_uid, "group": user.pw_gid}


def _answers(url: str) -> bool:
    engine = sqlalchemy.create_engine(url, connect_args={"connect_timeout": 2})
    try:
        engine.connect().close()
    except sqlalchemy.exc.OperationalError:
        return False
    finally:
        engine.dispose()
    return True


def _with_driver(url: str) -> str:
    """SQLAlchemy's default driver is an older one."""
    parsed = make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return parsed.render_as_string(hide_password=False)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    with postgres_server() as running:
        print(f"export STEPGRAPH_TEST_POSTGRES={running.url}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)
