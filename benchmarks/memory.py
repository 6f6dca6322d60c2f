"""Measures peak memory of a run as the documents grow, with a reader without a model.

    python benchmarks/memory.py [--documents 1000 5000] [--stores embedded none]

Run the same command again to resume. Each run has a process of its own, an embedded store and a
SQLite ledger. The engine's buffer pool fills as its file grows, up to its limit; the peak of the
same run without a store shows what the documents themselves cost.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

BATCH = 512
STORES = ("embedded", "none")


def main() -> None:
    arguments = _arguments()
    if arguments.one_run:
        print(json.dumps(_run(arguments.documents[0], arguments.one_run)))
        return
    from pipeline.stores.ladybug import SMALL_POOL_BYTES

    results: dict[str, Any] = {
        "command": "make bench-memory",
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "batch": BATCH,
        "batches_in_flight": 3,
        "buffer_pool_mib": SMALL_POOL_BYTES >> 20,
        "runs": [],
    }
    if arguments.out.exists():
        results["runs"] = json.loads(arguments.out.read_text())["runs"]
    for n_documents in arguments.documents:
        for store in arguments.stores:
            command = [sys.executable, __file__, "--one-run", store]
            if any(
                (run["documents"], run["store"]) == (n_documents, store) for run in results["runs"]
            ):
                continue
            process = subprocess.run(
                [*command, "--documents", str(n_documents)],
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            )
            results["runs"].append(json.loads(process.stdout.splitlines()[-1]))
            write_record(arguments.out, results, indent=2)
    _show(results["runs"])


def _show(runs: list[dict[str, Any]]) -> None:
    table = Table("store", "documents", "peak memory, MB", "seconds", "documents/s")
    for run in runs:
        table.add_row(
            *(run["store"], f"{run['documents']:,}", str(run["peak_memory_mb"])),
            *(str(run["seconds"]), str(run["documents_per_second"])),
        )
    Console().print(table)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="+", default=[1_000, 5_000])
    parser.add_argument("--stores", nargs="+", choices=STORES, default=STORES)
    parser.add_argument("--out", type=Path, default=RECORDS / "memory.json")
    parser.add_argument("--one-run", choices=STORES, help=argparse.SUPPRESS)
    return parser.parse_args()


def _run(n_documents: int, kind: str) -> dict[str, Any]:
    from pipeline.ingest.fetchers import SourceFetcher
    from pipeline.ingest.run import Ingestion, ingest
    from pipeline.ledger.ledger import open_ledger
    from pipeline.sources import discover
    from pipeline.sources.access import Access
    from pipeline.stores import open_store
    from tests.support.fake_reader import FakeReader

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "documents.jsonl"
        with source.open("w") as lines:
            for number in range(n_documents):
                text = f"Water {number} boils in the pot. Steam rises. Steam leaves the pot."
                lines.write(json.dumps({"id": f"d{number}", "text": text}) + "\n")
        url = f"ladybug:{folder / 'graph'}"
        store = open_store(url, small_transactions=True) if kind == "embedded" else Nothing()
        started = time.monotonic()
        with open_ledger(f"sqlite:///{folder / 'ledger.db'}") as ledger:
            reader = FakeReader()
            reader.batches = _Forgetful()
            work = Ingestion(
                ledger=ledger,
                store=store,
                reader=reader,
                fetcher=SourceFetcher(Access()),
                batch_size=BATCH,
            )
            result = ingest(discover([str(source)]), work, inputs=[str(source)])
        seconds = time.monotonic() - started
        store.close()
    if result.written != n_documents:
        raise SystemExit(f"{result.written} of {n_documents} written: {result.failed[:3]}")
    return {
        "documents": n_documents,
        "store": kind,
        "peak_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "seconds": round(seconds, 1),
        "documents_per_second": round(n_documents / seconds, 1),
    }


class _Forgetful(list[Any]):
    """The fake reader's list of what it read, for tests; here it would be what grows."""

    def append(self, _item: Any) -> None: ...


class Nothing:
    """A store that accepts everything and keeps nothing, so that every reading is new."""

    engine = "ladybug"
    answers_every_shape = False
    url = "ladybug:nothing"

    def __init__(self) -> None:
        from pipeline.stores.graph_schema import SCHEMA

        self.schema = SCHEMA

    def identity(self) -> str:
        return "nothing"

    def ask(self, _cypher: str, _parameters: Any) -> list[Any]:
        return []

    def write(self, work: Any) -> Any:
        return work(self.ask)

    def create(self, _rows: Any, *, ask: Any) -> None: ...

    def close(self) -> None: ...


if __name__ == "__main__":
    main()
