"""Measures what ledger and Prefect cost, and compares our workers with actors of Ray Data.

    python benchmarks/workers.py [--only stages bursts]

stages: ProPara's test documents through the shipped reader, into the embedded store with SQLite
and into Neo4j with PostgreSQL, which are started here: documents/s by stage, and the share of the
ledger and of Prefect.
bursts: a model made slow on purpose (it sleeps), from start to last document, in two processes of
ours and in two actors of Ray Data (pip install 'ray[data]'); measured only if named.
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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.slow_reader import (  # noqa: E402
    SLOW_BATCH,
    SlowReader,
    Where,
    register_backlog,
    running_servers,
    write_backlog,
)

BATCH = 128
LEDGER = ("register", "claim", "close", "set_stage", "renew")  # calls of the work itself


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
    with running_servers() as servers:
        measures = {"stages": _stages, "bursts": _bursts}
        for name in arguments.only:
            result[name] = measures[name](servers)
            result["load_average"] = round(os.getloadavg()[0], 1)
            write_record(arguments.out, result)
            Console().print(name, result[name])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=("stages", "bursts"), default=("stages",))
    parser.add_argument("--out", type=Path, default=RECORDS / "workers.json")
    return parser.parse_args()


def _bursts(servers: Callable[[], Any], n_documents: int = 256) -> dict[str, Any]:
    """Seconds from starting the workers to their end, starting included."""
    result: dict[str, Any] = {"documents": n_documents, "batch": SLOW_BATCH}
    for name, start in (("processes", _two_processes), ("ray", _two_actors)):
        with servers() as where, tempfile.TemporaryDirectory() as folder:
            register_backlog(where, write_backlog(Path(folder), n_documents), Path(folder))
            started = time.monotonic()
            start(where, Path(folder), n_documents)
            result[name] = round(time.monotonic() - started, 1)
    return result


def _two_processes(where: Where, state: Path, _n_documents: int) -> None:
    forks = multiprocessing.get_context("spawn")
    workers = [forks.Process(target=_stay, args=(where, state)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def _stay(where: Where, state: Path) -> None:
    from pipeline.ingest.worker import open_worker

    with open_worker(where.settings(state, batch_size=SLOW_BATCH), SlowReader()) as work:
        work.run()


class Actor:
    """A worker that does one batch when it is called."""

    def __init__(self, where: Where, state: Path) -> None:
        from pipeline.ingest.worker import open_worker

        settings = where.settings(state, batch_size=SLOW_BATCH)
        self._opened = open_worker(settings, SlowReader())  # its ledger and its leases stay with it
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


if __name__ == "__main__":
    main()
