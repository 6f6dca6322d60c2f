"""The whole set without containers: Neo4j, PostgreSQL, a Prefect server and a worker.

``python tests/end_to_end/whole_set.py`` starts all of it as docker-compose.yml does, ingests
examples/, asks a question, says what it saw, and takes all down again.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
from pipeline.ledger.ledger import open_ledger  # noqa: E402
from pipeline.ledger.tables import State  # noqa: E402
from tests.support.neo4j_server import Server, neo4j_server  # noqa: E402
from tests.support.postgres_server import postgres_server  # noqa: E402

PATIENCE_SECONDS = 400  # on a machine that has much else to do
POOL = "stepgraph"


@dataclass
class WholeSet:
    """What runs, and where its files are; ``secrets`` must be in none of them."""

    folder: Path
    environment: Mapping[str, str] = field(repr=False)
    api: str
    ledger: str = field(repr=False)
    secrets: tuple[str, ...] = field(repr=False)

    def deploy(self) -> None:
        """Make the work pool and deployments of prefect.yaml (docs/how-to/scheduling.md)."""
        self.run("prefect", "work-pool", "create", POOL, "--type", "process", "--overwrite")
        self.run("prefect", "--no-prompt", "deploy", "--all", cwd=ROOT)

    def start(self, deployment: str, **parameters: Any) -> str:
        """Start a run of it now; return the run's id."""
        found = self.get(f"deployments/name/{deployment}")
        asked = {"state": {"type": "SCHEDULED"}, "parameters": found["parameters"] | parameters}
        return self.post(f"deployments/{found['id']}/create_flow_run", asked)["id"]

    def wait_for(self, run: str) -> dict[str, Any]:
        """The run when it has ended."""
        found: dict[str, Any] = {}

        def ended() -> bool:
            nonlocal found
            found = self.get(f"flow_runs/{run}")
            return found["state_type"] in ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")

        self.wait_until(ended, f"run {run} has not ended")
        return found

    def counts(self) -> dict[State, int]:
        with open_ledger(self.ledger) as ledger:
            return ledger.reports.counts()

    def run(self, program: str, *arguments: str, cwd: Path | None = None) -> str:
        """What a command prints. Raises AssertionError, with its words, if it fails."""
        done = subprocess.run(
            [str(Path(sys.executable).with_name(program)), *arguments],
            cwd=cwd or self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        said = done.stdout + done.stderr
        with (self.folder / "commands.log").open("a") as log:
            log.write(said)
        assert done.returncode == 0, f"{program} {' '.join(arguments)}: {said[-4000:]}"
        return done.stdout

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None)

    def post(self, path: str, asked: Mapping[str, Any]) -> Any:
        return self._ask("POST", path, asked)

    def _ask(self, method: str, path: str, asked: Mapping[str, Any] | None) -> Any:
        """What the API answers; it is asked again while its SQLite is busy, as Prefect's client."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            answer = httpx.request(method, f"{self.api}/{path}", json=asked, timeout=60)
            if answer.status_code != 503 or time.monotonic() > until:
                return answer.raise_for_status().json()
            time.sleep(0.5)

    def wait_until(self, holds: Callable[[], bool], else_: str) -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        while not holds():
            assert time.monotonic() < until, f"{else_}:\n{self.log('worker')}"
            time.sleep(0.2)

    def log(self, of: str) -> str:
        return (self.folder / f"{of}.log").read_text()[-6000:]


@contextlib.contextmanager
def whole_set(neo4j: Server, ledger: str, folder: Path) -> Iterator[WholeSet]:
    """A Prefect server and a worker beside a Neo4j and a PostgreSQL; gone afterwards.

    ``folder`` is where they keep their files and logs.
    """
    port = _free_port()
    api = f"http://127.0.0.1:{port}/api"
    inputs = [str(ROOT / "examples")]
    (folder / "stepgraph.toml").write_text(f"inputs = {json.dumps(inputs)}\n")
    others = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PREFECT_", "STEPGRAPH_", "NEO4J_"))
    }
    environment = others | {
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_HOME": str(folder / "prefect"),
        "PREFECT_API_URL": api,
        "PREFECT_WORKER_QUERY_SECONDS": "1",
        "STEPGRAPH_STORE": neo4j.url,
        "STEPGRAPH_LEDGER": ledger,
        "STEPGRAPH_STATE": str(folder / "state"),
        "STEPGRAPH_SOURCES": str(folder / "stepgraph.toml"),
        "NEO4J_USERNAME": neo4j.username,
        "NEO4J_PASSWORD": neo4j.password,
    }
    password = httpx.URL(ledger).password
    made = WholeSet(folder, environment, api, ledger, (neo4j.password, password))
    with contextlib.ExitStack() as running:
        serve = ["server", "start", "--host", "127.0.0.1", "--port", str(port)]
        running.enter_context(_background("server", serve, made))
        made.wait_until(lambda: _answers(api), "the Prefect server does not answer")
        made.deploy()
        work = ["worker", "start", "--pool", POOL, "--name", "whole-set"]
        running.enter_context(_background("worker", work, made))
        yield made


@contextlib.contextmanager
def _background(name: str, arguments: list[str], made: WholeSet) -> Iterator[None]:
    with (made.folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [str(Path(sys.executable).with_name("prefect")), *arguments],
            cwd=made.folder,
            env=made.environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that what it started goes with it
        )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            pass
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _answers(api: str) -> bool:
    try:
        return httpx.get(f"{api}/health", timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ingest_examples(made: WholeSet) -> dict[str, Any]:
    """Let the worker discover and process examples/; return the runs by their flow."""
    runs = {"discover": made.wait_for(made.start("discover/scheduled"))}
    runs["process"] = made.wait_for(made.start("process/scheduled", stay_minutes=0))
    runs["sweep"] = made.wait_for(made.start("sweep/scheduled"))
    return runs


def _main() -> None:
    started = time.monotonic()

    def tell(what: str) -> None:
        print(f"{time.monotonic() - started:6.1f} s  {what}", flush=True)

    folder = Path(tempfile.mkdtemp(prefix="stepgraph-set-"))
    try:
        with neo4j_server() as neo4j, postgres_server() as postgres:
            tell("Neo4j and PostgreSQL answer")
            with whole_set(neo4j, postgres.url, folder) as made:
                tell(f"Prefect answers at {made.api}, its worker is started")
                for flow, run in ingest_examples(made).items():
                    tell(f"{flow}: {run['state_name']}, {run['total_run_time']:.1f} s")
                counts = {str(state): count for state, count in made.counts().items() if count}
                tell(f"ledger: {counts}")
                question = "Where is the water after step 3?"
                answer = made.run("stepgraph", "ask", "photosynthesis.txt", question)
                tell(f"{question} {answer.strip()}")
        tell("all is down again")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _main()
