"""Measures what ledger and Prefect cost, and what a second worker adds.

    python benchmarks/workers.py [--only stages workers bursts]

stages: ProPara's test documents through the shipped reader, into the embedded store with SQLite
and into Neo4j with PostgreSQL, which are started here: documents/s by stage, and the share of the
ledger and of Prefect.
workers: a model made slow on purpose (it sleeps), read by one worker and by two.
bursts: the same model and backlog, from start to last document, by two processes of ours and by two
actors of Ray Data (pip install 'ray[data]'); measured only if named.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.support.fake_reader import FakeReader  # noqa: E402
from tests.support.neo4j_server import neo4j_server  # noqa: E402
from tests.support.postgres_server import postgres_server  # noqa: E402

RAW = Path(__file__).parent / "raw"
BATCH = 128
SLOW_BATCH, SLOW_SECONDS = 16, 6.0  # slow enough that other work on the machine does not matter
LEDGER = ("register", "claim", "close", "set_stage", "renew")  # calls of the work itself


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

        measures = {"workers": _workers, "stages": _stages, "bursts": _bursts}
        for name in arguments.only:
            result[name] = measures[name](servers)
            result["load_average"] = round(os.getloadavg()[0], 1)
            write_record(arguments.out, result)
            Console().print(name, result[name])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    names = ("workers", "stages")
    parser.add_argument("--only", nargs="+", choices=(*names, "bursts"), default=names)
    parser.add_argument("--out", type=Path, default=RECORDS / "workers.json")
    return parser.parse_args()


class Sleeper(FakeReader):
    """A model that sleeps, so it takes time and no processor."""

    def read(self, documents: Sequence[Any], **options: Any) -> Any:
        with options["stage"]("predict"):
            time.sleep(SLOW_SECONDS * len(documents) / SLOW_BATCH)
        return super().read(documents, **(options | {"stage": _no_stage}))


@contextmanager
def _no_stage(_name: str) -> Iterator[None]:
    yield


def _workers(servers: Callable[[], Any], n_documents: int = 256) -> dict[str, Any]:
    """Seconds for one backlog, from when all workers are ready; the model's share of them."""
    result: dict[str, Any] = {"documents": n_documents, "batch": SLOW_BATCH, "runs": []}
    for count in (1, 2):
        with servers() as where, tempfile.TemporaryDirectory() as name:
            folder = _written(Path(name), n_documents)
            forks = multiprocessing.get_context("spawn")
            ready, done = forks.Barrier(count + 1), forks.Queue()
            workers = [
                forks.Process(target=_work, args=(where, folder, Path(name), ready, done))
                for _ in range(count)
            ]
            for worker in workers:
                worker.start()
            ready.wait()
            started = time.monotonic()
            shares = [done.get() for _ in workers]
            seconds = time.monotonic() - started
            for worker in workers:
                worker.join()
        result["runs"].append(
            {
                "workers": count,
                "seconds": round(seconds, 1),
                "documents_per_second": round(n_documents / seconds, 2),
                "model_busy": [round(busy / total, 3) for _, busy, total in shares],
                "written": [written for written, _, _ in shares],
            }
        )
    alone, together = result["runs"]
    result["speed_up"] = round(alone["seconds"] / together["seconds"], 2)
    return result


def _work(where: Where, folder: Path, state: Path, ready: Any, done: Any) -> None:
    """Register, wait for the others, process; put documents, seconds of the model, all seconds."""
    from pipeline.ingest.run import open_ingestion
    from pipeline.sources import discover

    settings = where.settings(state / str(os.getpid()), batch_size=SLOW_BATCH)
    with open_ingestion(settings, Sleeper()) as work:
        work.register(discover([str(folder)]))
        ready.wait()
        started = time.monotonic()
        work.run()
        seconds = time.monotonic() - started
        outcome = work.result()
    done.put((outcome.written, outcome.stages["predict"], seconds))


def _bursts(servers: Callable[[], Any], n_documents: int = 256) -> dict[str, Any]:
    """Seconds from starting the workers to their end, starting included."""
    result: dict[str, Any] = {"documents": n_documents, "batch": SLOW_BATCH}
    for name, start in (("processes", _two_processes), ("ray", _two_actors)):
        with servers() as where, tempfile.TemporaryDirectory() as folder:
            _register(where, _written(Path(folder), n_documents), Path(folder))
            started = time.monotonic()
            start(where, Path(folder), n_documents)
            result[name] = round(time.monotonic() - started, 1)
    return result


def _register(where: Where, source: Path, state: Path) -> None:
    from pipeline.ingest.run import open_ingestion
    from pipeline.sources import discover

    with open_ingestion(where.settings(state), Sleeper()) as work:
        work.register(discover([str(source)]))


def _two_processes(where: Where, state: Path, _n_documents: int) -> None:
    forks = multiprocessing.get_context("spawn")
    workers = [forks.Process(target=_stay, args=(where, state)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def _stay(where: Where, state: Path) -> None:
    from pipeline.ingest.worker import open_worker

    with open_worker(where.settings(state, batch_size=SLOW_BATCH), Sleeper()) as work:
        work.run()


class Actor:
    """A worker that does one batch when it is called."""

    def __init__(self, where: Where, state: Path) -> None:
        from pipeline.ingest.worker import open_worker

        settings = where.settings(state, batch_size=SLOW_BATCH)
        self._opened = open_worker(settings, Sleeper())  # its ledger and its leases stay with it
        self._work = self._opened.__enter__()

    def __call__(self, turn: dict[str, Any]) -> dict[str, Any]:
        batch = self._work.claim()
        if batch is not None:
            self._work.processor.process(batch)
        return turn


def _two_actors(where: Where, state: Path, n_documents: int) -> None:
    import ray

    # two for the actors, the others for what reads the turns
    ray.init(num_cpus=4, include_dashboard=False, logging_level="ERROR")
    turns = ray.data.range(n_documents // SLOW_BATCH, override_num_blocks=n_documents // SLOW_BATCH)
    turns.map_batches(
        Actor, fn_constructor_args=(where, state), batch_size=1, concurrency=2
    ).materialize()
    ray.shutdown()


def _stages(servers: Callable[[], Any], n_documents: int = 1280) -> list[dict[str, Any]]:
    """Seconds by stage, and of the ledger and Prefect, under the same load."""
    from benchmarks.throughput import _write_documents

    runs = []
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "documents.jsonl"
        _write_documents(source, n_documents, with_entities=True)
        with servers() as where:
            for place in (Where("embedded"), where):
                command = multiprocessing.get_context("spawn")
                done = command.Queue()
                process = command.Process(target=_through, args=(place, source, n_documents, done))
                process.start()
                runs.append(done.get())
                process.join()
    return runs


def _through(where: Where, source: Path, n_documents: int, done: Any) -> None:
    """Put the figures of one run as ``stepgraph ingest`` makes it, with a model that is loaded."""
    from flows.runner import run_ingest
    from pipeline.inference.model_reader import ModelReader
    from pipeline.ingest.batches import BatchProcessor
    from pipeline.ledger.ledger import Ledger

    in_ledger, in_process = _timed(Ledger, LEDGER), _timed(BatchProcessor, ("process",))
    in_tasks = _time_tasks()
    reader = ModelReader(device="cpu")
    reader.prepare()
    settings = where.settings(source.parent / where.name, batch_size=BATCH)
    outcome = run_ingest([str(source)], settings, reader=reader)
    assert outcome.written == n_documents, outcome
    kept = sum(in_ledger), sum(in_tasks) - sum(in_process)
    done.put(
        {
            "store": where.name,
            "documents": n_documents,
            "documents_per_second": round(n_documents / outcome.seconds, 1),
            "seconds": round(outcome.seconds, 1),
            "seconds_by_stage": {name: round(spent, 2) for name, spent in outcome.stages.items()},
            "ledger_seconds": round(kept[0], 2),
            "prefect_seconds": round(kept[1], 2),
            "share": round(sum(kept) / outcome.seconds, 4),
        }
    )


def _timed(owner: type, names: Sequence[str]) -> list[float]:
    """Make these methods record the seconds that they take."""
    spent: list[float] = []
    for name in names:
        setattr(owner, name, _noting(getattr(owner, name), spent))
    return spent


def _time_tasks() -> list[float]:
    import prefect.tasks

    spent: list[float] = []
    prefect.tasks.Task.__call__ = _noting(prefect.tasks.Task.__call__, spent)  # type: ignore
    return spent


def _noting(work: Callable[..., Any], spent: list[float]) -> Callable[..., Any]:
    def call(*arguments: Any, **options: Any) -> Any:
        started = time.monotonic()
        try:
            return work(*arguments, **options)
        finally:
            spent.append(time.monotonic() - started)

    return call


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
        driver.execute_query((RAW / "wipe.cypher").read_text())


if __name__ == "__main__":
    main()
