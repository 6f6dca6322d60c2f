"""What keeping the work costs, and what a second worker brings.

    python benchmarks/workers.py [--only stages share workers]

stages: ProPara's test documents through the shipped reader, into the embedded store with SQLite
and into Neo4j with PostgreSQL, which are started here: documents/s by stage. share: what the
ledger and Prefect add to each batch of 128, against the time the shipped reader takes for one.
workers: a model made slow on purpose (it sleeps), read by one worker and by two.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.fake_reader import FakeReader  # noqa: E402
from tests.neo4j_server import neo4j_server  # noqa: E402
from tests.postgres_server import postgres_server  # noqa: E402

BATCH = 128
SLOW_BATCH, SLOW_SECONDS = 16, 6.0  # so slow that a busy machine does not show
LEDGER = ("claim", "close", "unfinished", "set_stage", "renew", "revise", "fail")


@dataclass(frozen=True)
class Where:
    name: str
    store: str = ""
    ledger: str = ""
    username: str | None = None
    password: str | None = None

    def settings(self, state: Path, **changes: Any) -> Any:
        from pipeline.settings import load_settings

        return load_settings(
            state=state,
            store=self.store or None,
            ledger=self.ledger or None,
            neo4j_username=self.username,
            neo4j_password=self.password,
            **changes,
        )


def main() -> None:
    arguments = _arguments()
    result: dict[str, Any] = {}
    if arguments.out.exists():
        result = json.loads(arguments.out.read_text())
    result |= {
        "command": "python benchmarks/workers.py",
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "batch": BATCH,
    }
    with neo4j_server() as neo4j, postgres_server() as postgres:

        @contextmanager
        def servers() -> Iterator[Where]:
            _wipe(neo4j)
            with postgres.schema() as ledger:
                yield Where("servers", neo4j.url, ledger, neo4j.username, neo4j.password)

        measures = {"workers": _workers, "share": _share, "stages": _stages}
        for name in arguments.only:
            result[name] = measures[name](servers)
            result["load_average"] = round(os.getloadavg()[0], 1)
            print(name, json.dumps(result[name], indent=1), flush=True)
            arguments.out.write_text(json.dumps(result, indent=1) + "\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    names = ("workers", "share", "stages")
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--out", type=Path, default=Path("docs/results/workers.json"))
    return parser.parse_args()


class Sleeper(FakeReader):
    """A model that takes its time and no processor's."""

    def read(self, documents: Sequence[Any], **options: Any) -> Any:
        with options["stage"]("predict"):
            time.sleep(SLOW_SECONDS * len(documents) / SLOW_BATCH)
        return super().read(documents, **(options | {"stage": _no_stage}))


@contextmanager
def _no_stage(_name: str) -> Iterator[None]:
    yield


def _workers(servers: Callable[[], Any], n_documents: int = 256) -> dict[str, Any]:
    """Seconds for one backlog, from when all workers are ready; the model's share of them."""
    told: dict[str, Any] = {"documents": n_documents, "batch": SLOW_BATCH, "runs": []}
    for count in (1, 2):
        with servers() as where, tempfile.TemporaryDirectory() as name:
            folder = _written(Path(name), n_documents)
            forks = multiprocessing.get_context("spawn")
            ready, done = forks.Barrier(count + 1), forks.Queue()
            workers = [
                forks.Process(target=_work, args=(where, folder, Path(name), ready, done))
                for _ in range(count)
            ]
            for one in workers:
                one.start()
            ready.wait()
            started = time.monotonic()
            shares = [done.get() for _ in workers]
            seconds = time.monotonic() - started
            for one in workers:
                one.join()
        told["runs"].append(
            {
                "workers": count,
                "seconds": round(seconds, 1),
                "documents_per_second": round(n_documents / seconds, 2),
                "model_busy": [round(busy / total, 3) for _, busy, total in shares],
                "written": [written for written, _, _ in shares],
            }
        )
    one, two = told["runs"]
    told["speed_up"] = round(one["seconds"] / two["seconds"], 2)
    return told


def _work(where: Where, folder: Path, state: Path, ready: Any, done: Any) -> None:
    """Register, wait for the others, and process: how many, the model's seconds, and all."""
    from pipeline.ingestion import open_ingestion
    from pipeline.sources import discover

    settings = where.settings(state / str(os.getpid()), batch_size=SLOW_BATCH)
    with open_ingestion(settings, Sleeper()) as work:
        work.register(discover([str(folder)]))
        ready.wait()
        started = time.monotonic()
        work.run()
        seconds = time.monotonic() - started
        outcome = work.outcome()
    done.put((outcome.written, outcome.stages["predict"], seconds))


def _share(servers: Callable[[], Any], n_batches: int = 20) -> dict[str, Any]:
    """Milliseconds a batch that are the ledger's and Prefect's, with a reader that takes none."""
    told: dict[str, Any] = {"documents": n_batches * BATCH}
    with tempfile.TemporaryDirectory() as name:
        told["embedded"] = _overheads(Where("embedded"), Path(name), n_batches)
    with servers() as where, tempfile.TemporaryDirectory() as name:
        told["servers"] = _overheads(where, Path(name), n_batches)
    return told


def _overheads(where: Where, state: Path, n_batches: int) -> dict[str, Any]:
    from flows import run_ingest
    from pipeline.ingestion import Ingestion
    from pipeline.ledger import Ledger

    folder = _written(state, n_batches * BATCH)
    in_ledger, in_process = _timed(Ledger, LEDGER), _timed(Ingestion, ("process",))
    in_task: list[float] = []
    _time_tasks(in_task)
    settings = where.settings(state / "state", batch_size=BATCH)
    outcome = run_ingest([str(folder)], settings, reader=FakeReader())
    assert outcome.written == n_batches * BATCH, outcome
    return {
        "ledger_ms_a_batch": round(1000 * sum(in_ledger) / n_batches, 1),
        "prefect_ms_a_batch": round(1000 * (sum(in_task) - sum(in_process)) / n_batches, 1),
        "tasks": len(in_task),
    }


def _timed(owner: type, names: Sequence[str]) -> list[float]:
    """Let these methods note the seconds of the thread's own and of waiting for the database."""
    spent: list[float] = []

    def timed(method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            started = time.monotonic()
            try:
                return method(*arguments, **options)
            finally:
                spent.append(time.monotonic() - started)

        return call

    for name in names:
        setattr(owner, name, timed(getattr(owner, name)))
    return spent


def _time_tasks(spent: list[float]) -> None:
    import prefect.tasks

    call = prefect.tasks.Task.__call__

    def timed(task: Any, *arguments: Any, **options: Any) -> Any:
        started = time.monotonic()
        try:
            return call(task, *arguments, **options)
        finally:
            if threading.current_thread() is not threading.main_thread():
                spent.append(time.monotonic() - started)

    prefect.tasks.Task.__call__ = timed  # type: ignore[method-assign]


def _stages(servers: Callable[[], Any], n_documents: int = 512) -> list[dict[str, Any]]:
    from benchmarks.throughput import _write_documents

    runs = []
    with tempfile.TemporaryDirectory() as name:
        _write_documents(Path(name) / "documents.jsonl", n_documents, with_entities=True)
        with servers() as where:
            for one in (Where("embedded"), where):
                runs.append(_through(one, Path(name), n_documents))
    return runs


def _through(where: Where, folder: Path, n_documents: int) -> dict[str, Any]:
    import stepgraph  # noqa: F401  # what is imported first is not the first store's to pay
    from pipeline.ingestion import ingest, open_ingestion
    from pipeline.reader import ModelReader
    from pipeline.sources import discover

    settings = where.settings(folder / where.name, batch_size=BATCH)
    reader = ModelReader(device="cpu")
    reader.prepare()
    with open_ingestion(settings, reader) as work:
        outcome = ingest(discover([str(folder / "documents.jsonl")]), work)
    assert outcome.written == n_documents, outcome
    return {
        "store": where.name,
        "documents": n_documents,
        "documents_per_second": round(n_documents / outcome.seconds, 1),
        "seconds_by_stage": {name: round(spent, 2) for name, spent in outcome.stages.items()},
        "seconds": round(outcome.seconds, 1),
    }


def _written(folder: Path, n_documents: int) -> Path:
    path = folder / "documents.jsonl"
    with path.open("w") as lines:
        for number in range(n_documents):
            text = f"Water {number} boils in the pot. Steam rises. Steam leaves the pot."
            lines.write(json.dumps({"id": f"d{number}", "text": text}) + "\n")
    return path


def _wipe(server: Any) -> None:
    import neo4j

    auth = (server.username, server.password)
    with neo4j.GraphDatabase.driver(server.url, auth=auth) as driver:
        driver.execute_query("MATCH (n) WHERE NOT n:Store DETACH DELETE n")


if __name__ == "__main__":
    main()
