"""Measures how documents a second grow with the number of workers.

    python benchmarks/many_workers.py [--workers 1 2 4 8]

A model made slow on purpose (it sleeps), run by 1, 2, 4 and 8 processes on one Neo4j and one
PostgreSQL, which are started here, with as many documents for each process. The model sleeps long
enough that this machine, which runs the workers and both servers, is not what limits them. A run of
one number of workers replaces the record's earlier run of that number.
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
from collections.abc import Callable
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
from pipeline.ingest.once import ingest_once  # noqa: E402
from pipeline.ledger.clock import utc_now  # noqa: E402
from pipeline.ledger.ledger import open_ledger  # noqa: E402
from tests.support.fake_reader import FakeReader  # noqa: E402

DOCUMENTS = 64  # for each worker
BATCH_SECONDS = 16.0


def main() -> None:
    arguments = _arguments()
    runs: dict[int, dict[str, Any]] = {}
    if arguments.out.exists():
        runs = {run["workers"]: run for run in json.loads(arguments.out.read_text())["runs"]}
    with running_servers() as servers:
        for count in arguments.workers:
            runs[count] = _run(servers, count)
            Console().print(runs[count])
            record = {
                "command": "python benchmarks/many_workers.py",
                "machine": f"{os.cpu_count()} cores, {platform.machine()}",
                "batch": SLOW_BATCH,
                "batch_seconds": BATCH_SECONDS,
                "runs": [runs[workers] for workers in sorted(runs)],
            }
            write_record(arguments.out, record)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", nargs="+", type=int, default=(1, 2, 4, 8))
    parser.add_argument("--out", type=Path, default=RECORDS / "many_workers.json")
    return parser.parse_args()


def _run(servers: Callable[[], Any], count: int) -> dict[str, Any]:
    """The speed of this many workers, from when all are ready until the last document is stored."""
    n_documents = count * DOCUMENTS
    with servers() as where, tempfile.TemporaryDirectory() as name:
        state = Path(name)
        _warm_up(where, state)
        register_backlog(where, write_backlog(state, n_documents), state)
        forks = multiprocessing.get_context("spawn")
        ready, done = forks.Barrier(count + 1), forks.Queue()
        workers = [
            forks.Process(target=_work, args=(where, state, ready, done)) for _ in range(count)
        ]
        for worker in workers:
            worker.start()
        ready.wait()
        started = utc_now()
        shares = [done.get() for _ in workers]
        for worker in workers:
            worker.join()
        with open_ledger(where.ledger) as ledger:
            ended = max(document.updated_at for document in ledger.reports.documents())
        seconds = (ended - started).total_seconds()
    assert sum(share["written"] for share in shares) == n_documents, shares
    asleep = sum(share["asleep"] for share in shares)
    return {
        "workers": count,
        "documents": n_documents,
        "seconds": round(seconds, 1),
        "documents_per_second": round(n_documents / seconds, 3),
        "model_busy": round(asleep / (count * seconds), 3),
        "written": sorted(share["written"] for share in shares),
        "processor_seconds": round(sum(share["processor"] for share in shares), 1),
        "load_average": round(os.getloadavg()[0], 1),
    }


def _warm_up(where: Where, state: Path) -> None:
    """Have the store plan its statements before anything is measured."""
    source = write_backlog(state / "first", 4 * SLOW_BATCH, prefix="first-")
    ingest_once([str(source)], where.settings(state, batch_size=SLOW_BATCH), FakeReader())


def _work(where: Where, state: Path, ready: Any, done: Any) -> None:
    """Wait for the others, then read and write what is due; put what this worker did."""
    from pipeline.ingest.worker import open_worker

    settings = where.settings(state, batch_size=SLOW_BATCH)
    reader = SlowReader(BATCH_SECONDS)
    with open_worker(settings, reader) as worker:
        ready.wait()
        before = time.process_time()
        worker.run()
        written = worker.result().written
        processor = time.process_time() - before
    done.put({"written": written, "asleep": reader.asleep, "processor": processor})


if __name__ == "__main__":
    main()
