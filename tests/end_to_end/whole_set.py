"""The whole set without containers: Neo4j, PostgreSQL, a Prefect server and a worker.

``python tests/end_to_end/whole_set.py`` starts all of it as docker-compose.yml does, ingests
examples/, asks a question, prints what happens, and stops everything again.
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

TIMEOUT_SECONDS = 400  # on a busy machine
POOL = "stepgraph"


@dataclass
class WholeSet:
    """The running processes and their files; ``secrets`` must be in none of the files."""

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
        stored = self.get(f"deployments/name/{deployment}")
        request = {"state": {"type": "SCHEDULED"}, "parameters": stored["parameters"] | parameters}
        return self.post(f"deployments/{stored['id']}/create_flow_run", request)["id"]

    def wait_for(self, run: str) -> dict[str, Any]:
        """Return the run when it has ended."""
        facts: dict[str, Any] = {}

        def ended() -> bool:
            nonlocal facts
            facts = self.get(f"flow_runs/{run}")
            return facts["state_type"] in ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")

        self.wait_until(ended, f"run {run} has not ended")
        return facts

    def counts(self) -> dict[State, int]:
        with open_ledger(self.ledger) as ledger:
            return ledger.reports.counts()

    def run(self, program: str, *arguments: str, cwd: Path | None = None) -> str:
        """Return what a command prints. Raises AssertionError, with its output, if it fails."""
        done = subprocess.run(
            [str(Path(sys.executable).with_name(program)), *arguments],
            cwd=cwd or self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
        output = done.stdout + done.stderr
        with (self.folder / "commands.log").open("a") as log:
            log.write(output)
        assert done.returncode == 0, f"{program} {' '.join(arguments)}: {output[-4000:]}"
        return done.stdout

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None)

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        return self._ask("POST", path, body)

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None) -> Any:
        """Return the API's answer; repeat while its SQLite is busy, as Prefect's client does."""
        until = time.monotonic() + TIMEOUT_SECONDS
        while True:
            answer = httpx.request(method, f"{self.api}/{path}", json=body, timeout=60)
            if answer.status_code != 503 or time.monotonic() > until:
                return answer.raise_for_status().json()
            time.sleep(0.5)

    def wait_until(self, holds: Callable[[], bool], else_: str) -> None:
        until = time.monotonic() + TIMEOUT_SECONDS
        while not holds():
            assert time.monotonic() < until, f"{else_}:\n{self.log('worker')}"
            time.sleep(0.2)

    def log(self, of: str) -> str:
        return (self.folder / f"{of}.log").read_text()[-6000:]


@contextlib.contextmanager
def whole_set(neo4j: Server, ledger: str, folder: Path) -> Iterator[WholeSet]:
    """Run a Prefect server and a worker next to a Neo4j and a PostgreSQL; stop them afterwards.

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
    running_set = WholeSet(folder, environment, api, ledger, (neo4j.password, password))
    with contextlib.ExitStack() as running:
        serve = ["server", "start", "--host", "127.0.0.1", "--port", str(port)]
        running.enter_context(_background("server", serve, running_set))
        running_set.wait_until(lambda: _answers(api), "the Prefect server does not answer")
        running_set.deploy()
        work = ["worker", "start", "--pool", POOL, "--name", "whole-set"]
        running.enter_context(_background("worker", work, running_set))
        yield running_set


@contextlib.contextmanager
def _background(name: str, arguments: list[str], running_set: WholeSet) -> Iterator[None]:
    with (running_set.folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [str(Path(sys.executable).with_name("prefect")), *arguments],
            cwd=running_set.folder,
            env=running_set.environment,
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


def ingest_examples(running_set: WholeSet) -> dict[str, Any]:
    """Let the worker discover and process examples/; return the runs by their flow."""
    runs = {"discover": running_set.wait_for(running_set.start("discover/scheduled"))}
    runs["process"] = running_set.wait_for(running_set.start("process/scheduled", stay_minutes=0))
    runs["sweep"] = running_set.wait_for(running_set.start("sweep/scheduled"))
    return runs


def _main() -> None:
    started = time.monotonic()

    def report(event: str) -> None:
        print(f"{time.monotonic() - started:6.1f} s  {event}", flush=True)

    folder = Path(tempfile.mkdtemp(prefix="stepgraph-set-"))
    try:
        with neo4j_server() as neo4j, postgres_server() as postgres:
            report("Neo4j and PostgreSQL answer")
            with whole_set(neo4j, postgres.url, folder) as running_set:
                report(f"Prefect answers at {running_set.api}, its worker is started")
                for flow, run in ingest_examples(running_set).items():
                    report(f"{flow}: {run['state_name']}, {run['total_run_time']:.1f} s")
                counts = {
                    str(state): count for state, count in running_set.counts().items() if count
                }
                report(f"ledger: { {str(state): count for state, count in counts if count} }")
                question = "Where is the water after step 3?"
                answer = running_set.run("stepgraph", "ask", "photosynthesis.txt", question)
                report(f"{question} {answer.strip()}")
        report("everything is stopped again")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _main()
