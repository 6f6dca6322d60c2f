"""A real Neo4j for the tests: the one at NEO4J_URI, or one started from Maven Central's jars.

``python tests/support/neo4j_server.py`` starts one, prints how to reach it and waits for Ctrl-C.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

VERSION = "5.26.12"
START_SECONDS = 300  # on a machine that has much else to do
POM = Path(__file__).parent / "neo4j" / "pom.xml"
FIX = (
    "set NEO4J_URI (with NEO4J_USERNAME and NEO4J_PASSWORD) to an empty database, or install"
    " Java 17 and Maven so that the tests can start one from Maven Central"
)
OPENED = [
    f"--add-opens=java.base/{package}=ALL-UNNAMED"
    for package in ("java.nio", "java.io", "sun.nio.ch", "java.lang", "java.util.concurrent")
]


class NoNeo4j(Exception):
    """No server was given and none can be started; the message names the fix."""


@dataclass
class Server:
    """Where a server answers; ``process`` only if it was started here.

    ``environment`` is added to that of its process.
    """

    url: str
    username: str
    password: str = field(repr=False)
    home: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    heap: str = "768m"
    environment: dict[str, str] = field(default_factory=dict)

    def start(self) -> None:
        """Start the process (again) and wait until it answers."""
        assert self.home is not None
        log = self.home / "logs" / "neo4j.log"
        log.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            _java(self.home, "-Xms256m", f"-Xmx{self.heap}", "org.neo4j.server.CommunityEntryPoint")
            + [f"--home-dir={self.home}", f"--config-dir={self.home / 'conf'}"],
            env={**os.environ, **self.environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        deadline = time.monotonic() + START_SECONDS
        while not (log.exists() and "Started." in log.read_text()):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                tail = log.read_text()[-2000:] if log.exists() else "(no log)"
                raise NoNeo4j(f"Neo4j {VERSION} did not start:\n{tail}")
            time.sleep(0.1)

    def administer(self, *arguments: str) -> None:
        """Run the admin tool on the server's files, while it is not running."""
        assert self.home is not None
        done = subprocess.run(
            _java(self.home, f"-Xmx{self.heap}", "org.neo4j.cli.AdminTool") + [*arguments],
            env={**os.environ, "NEO4J_HOME": str(self.home), "NEO4J_CONF": str(self.home / "conf")},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise NoNeo4j(f"Neo4j's admin tool failed: {done.stderr[-2000:]}")

    def processes(self) -> list[int]:
        return [] if self.process is None else [self.process.pid]

    def stop(self) -> None:
        """As an administrator does: all is written to its files first."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()

    def kill(self) -> None:
        """Stop like ``kill -9``: nothing is flushed, no client is notified."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def neo4j_server(*, heap: str = "768m", page_cache: str = "128m") -> Iterator[Server]:
    """The server at NEO4J_URI if that is set, else one of our own, gone afterwards."""
    if url := os.environ.get("NEO4J_URI"):
        username = os.environ.get("NEO4J_USERNAME") or os.environ.get("NEO4J_USER") or "neo4j"
        yield Server(url, username, os.environ.get("NEO4J_PASSWORD", ""))
        return
    folder = Path(tempfile.mkdtemp(prefix="stepgraph-neo4j-"))
    server = _install(folder, heap, page_cache)
    try:
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _install(home: Path, heap: str, page_cache: str) -> Server:
    bolt, http = _free_port(), _free_port()
    conf = home / "conf"
    conf.mkdir()
    (conf / "neo4j.conf").write_text(
        f"server.directories.data={home}/data\n"
        f"server.directories.logs={home}/logs\n"
        "server.default_listen_address=127.0.0.1\n"
        f"server.bolt.listen_address=:{bolt}\n"
        f"server.bolt.advertised_address=127.0.0.1:{bolt}\n"
        f"server.http.listen_address=:{http}\n"
        f"server.http.advertised_address=127.0.0.1:{http}\n"
        "server.memory.heap.initial_size=256m\n"
        f"server.memory.heap.max_size={heap}\n"
        f"server.memory.pagecache.size={page_cache}\n"
        "dbms.usage_report.enabled=false\n"
        "db.tx_log.preallocate=false\n"  # else a new database has 256 MiB of zeros
    )
    password = secrets.token_hex(16)
    server = Server(f"bolt://127.0.0.1:{bolt}", "neo4j", password, home, heap=heap)
    server.administer("dbms", "set-initial-password", password)
    return server


def _java(home: Path, *arguments: str) -> list[str]:
    """The command line up to and including the main class, the last of ``arguments``."""
    return ["java", *OPENED, "-Dfile.encoding=UTF-8", "-cp", f"{_jars()}/*", *arguments]


def _jars() -> Path:
    """The folder with the server's jars, fetched once into the user's cache."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stepgraph"
    jars = cache / f"neo4j-{VERSION}"
    if not shutil.which("java"):
        raise NoNeo4j(f"no Neo4j: there is no java; {FIX}")
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "neo4j.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two test runs, one download
        if not jars.exists():
            _download(jars)
    return jars


def _download(jars: Path) -> None:
    if not shutil.which("mvn"):
        raise NoNeo4j(f"no Neo4j: there is no mvn; {FIX}")
    unfinished = jars.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    done = subprocess.run(
        ["mvn", "-q", "-B", "-f", str(POM), "dependency:copy-dependencies"]
        + [f"-DoutputDirectory={unfinished}"],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise NoNeo4j(f"no Neo4j: Maven could not fetch it ({done.stdout[-300:].strip()}); {FIX}")
    unfinished.rename(jars)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    with neo4j_server() as running:
        print(f"export NEO4J_URI={running.url} NEO4J_USERNAME={running.username}")
        print(f"export NEO4J_PASSWORD={running.password}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)
