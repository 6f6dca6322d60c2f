"""Measures how many documents a second the ledger gives out, to many claimers and without a model.

    python benchmarks/ledger.py [--databases postgresql sqlite] [--claimers 1 4 8] [--turns 1]

Claimers are processes that claim batches as a worker does, until nothing is left. In a second round
they also record each stage of a batch and close it, as a worker does. A document that is claimed
twice, or left, ends the measurement. Processor seconds, of the claimers and of the PostgreSQL that
is started here, show what the work takes whatever else the machine does; of several turns, the
fastest is kept.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parent.parent))
from pipeline.ledger.entries import Batch, Run  # noqa: E402
from pipeline.ledger.ledger import Ledger, open_ledger  # noqa: E402
from pipeline.ledger.tables import State  # noqa: E402
from pipeline.sources import DiscoveredDocument  # noqa: E402
from tests.support.postgres_server import postgres_server  # noqa: E402

BATCH = 128
STAGES = ("fetch", "entities", "annotate", "predict", "write")  # those of the shipped reader
WORK = ("claim", "claim, record stages and close")
STORE = {"store": "neo4j://graph", "identity": "graph 1", "reader": "reader 1"}
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")

ServerSeconds = Callable[[], float]


def main() -> None:
    arguments = _arguments()
    record: dict[str, Any] = {
        "command": "python benchmarks/ledger.py",
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "batch": BATCH,
        "stages": len(STAGES),
        "documents": arguments.documents,
        "turns": arguments.turns,
        "runs": [],
    }
    for database in arguments.databases:
        for claimers in arguments.claimers:
            turns = [_turn(database, claimers, arguments.documents) for _ in range(arguments.turns)]
            for work in WORK:
                fastest = min((turn[work] for turn in turns), key=itemgetter("seconds"))
                run = {"database": database, "claimers": claimers, "work": work} | fastest
                Console().print(run)
                record["runs"].append(run)
            write_record(arguments.out, record)


def _turn(database: str, claimers: int, n_documents: int) -> dict[str, dict[str, Any]]:
    """What each kind of work took, in a new ledger."""
    with _new_ledger(database) as (url, server_seconds):
        _register(url, n_documents)
        return {work: _round(url, claimers, n_documents, work, server_seconds) for work in WORK}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    databases = ("postgresql", "sqlite")
    parser.add_argument("--databases", nargs="+", choices=databases, default=databases)
    parser.add_argument("--claimers", nargs="+", type=int, default=(1, 4, 8))
    parser.add_argument("--documents", type=int, default=20_480)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RECORDS / "ledger.json")
    return parser.parse_args()


@contextmanager
def _new_ledger(database: str) -> Iterator[tuple[str, ServerSeconds]]:
    """The URL of an empty ledger; the processor seconds of its server's finished connections."""
    if database == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/ledger.db", lambda: 0.0
        return
    with postgres_server() as server, server.schema() as url:
        assert server.process is not None, "needs a PostgreSQL of its own"
        status = Path(f"/proc/{server.process.pid}/stat")

        def seconds() -> float:
            fields = status.read_text().rpartition(")")[2].split()
            return (int(fields[13]) + int(fields[14])) / CLOCK_TICKS  # of children that ended

        yield url, seconds


def _register(url: str, n_documents: int) -> None:
    with open_ledger(url) as ledger:
        documents = (
            DiscoveredDocument(f"sops/{number}.md", f"/docs/./sops/{number}.md", "f" * 64, "title")
            for number in range(n_documents)
        )
        ledger.register(documents, run=ledger.begin(**STORE))


def _round(
    url: str, claimers: int, n_documents: int, work: str, server_seconds: ServerSeconds
) -> dict[str, Any]:
    forks = multiprocessing.get_context("spawn")
    ready, done = forks.Barrier(claimers + 1), forks.Queue()
    processes = [
        forks.Process(target=_claim_all, args=(url, "close" in work, ready, done))
        for _ in range(claimers)
    ]
    for process in processes:
        process.start()
    server_before = server_seconds()
    ready.wait()
    started = time.monotonic()
    shares = [done.get() for _ in processes]
    seconds = max(share["ended"] for share in shares) - started
    ready.wait()
    for process in processes:
        process.join()
    _check(url, n_documents, [share["documents"] for share in shares], closed="close" in work)
    processor = sum(share["processor"] for share in shares)
    server = server_seconds() - server_before
    return {
        "seconds": round(seconds, 2),
        "documents_per_second": round(n_documents / seconds),
        "claimers_processor_seconds": round(processor, 2),
        "server_processor_seconds": round(server, 2),
        "documents_per_processor_second": round(n_documents / (processor + server)),
        "load_average": round(os.getloadavg()[0], 1),
    }


def _claim_all(url: str, closes: bool, ready: Any, done: Any) -> None:
    """Wait for the others, then claim until nothing is left; put what was claimed."""
    documents: list[str] = []
    with open_ledger(url) as ledger:
        run = ledger.begin(**STORE)
        run = Run(run.number, run.store, run.reader, with_earlier=True)
        ready.wait()
        processor = time.process_time()
        while batch := ledger.claim(BATCH, run=run):
            documents += [document.document_id for document in batch.documents]
            if closes:
                _finish(ledger, batch)
        processor = time.process_time() - processor
        ended = time.monotonic()
        done.put({"documents": documents, "processor": processor, "ended": ended})
        ready.wait()  # a ledger that closes gives back what it has claimed


def _finish(ledger: Ledger, batch: Batch) -> None:
    for stage in STAGES:
        ledger.set_stage(batch, stage)
    readings = {each.document_id: f"{each.document_id}:{each.number}" for each in batch.documents}
    assert ledger.close(batch, readings) == len(readings), "a lease was lost"


def _check(url: str, n_documents: int, claimed: Sequence[list[str]], *, closed: bool) -> None:
    """Check that every document was claimed, and none twice."""
    times = Counter(document for documents in claimed for document in documents)
    assert len(times) == n_documents and set(times.values()) == {1}, times.most_common(3)
    with open_ledger(url) as ledger:
        counts = ledger.reports.counts()
    assert counts[State.WRITTEN if closed else State.PENDING] == n_documents, counts


if __name__ == "__main__":
    main()
