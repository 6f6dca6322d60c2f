"""Measures documents a second, by stage and end to end, on ProPara's test documents repeated.

    python benchmarks/throughput.py [--documents 2000]

Runs in one process on whatever cores there are; compare ratios within a run, not runs: machines
differ. Each end-to-end run starts in a process of its own, so that its peak memory is its own.
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
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table

from kgmodel.allocator import share_one_heap

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))


def main() -> None:
    arguments = _arguments()
    if arguments.one_run:
        share_one_heap()  # as the command does
        print(json.dumps(_end_to_end(arguments.one_run, arguments.documents, arguments.store)))
        return
    results: dict[str, Any] = {
        "command": "python benchmarks/throughput.py --documents " + str(arguments.documents),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, torch {torch.__version__}",
        "end_to_end": [],
    }
    for entities in ("given", "discovered"):
        for n_documents in (arguments.documents // 4, arguments.documents):
            results["end_to_end"].append(
                _in_own_process(entities, n_documents, arguments.store or "")
            )
    results["batch_against_one"] = _batch_against_one()
    write_record(arguments.out, results, indent=2)
    _show(results)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=RECORDS / "throughput.json")
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--store", help="another store than a new embedded one")
    parser.add_argument("--one-run", choices=("given", "discovered"), help=argparse.SUPPRESS)
    return parser.parse_args()


def _in_own_process(entities: str, n_documents: int, store: str) -> dict[str, Any]:
    command = [sys.executable, __file__, "--one-run", entities, "--documents", str(n_documents)]
    if store:
        command += ["--store", store]
    process = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    measured: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return measured


def _end_to_end(entities: str, n_documents: int, store: str | None) -> dict[str, Any]:
    """Ingest as `stepgraph ingest` does, from a JSON lines file."""
    from pipeline.inference.model_reader import model_reader
    from pipeline.ingest.once import ingest_once
    from pipeline.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "documents.jsonl"
        write_documents(source, n_documents, with_entities=entities == "given")
        settings = Settings(state=Path(folder) / "state", **({"store": store} if store else {}))
        started = time.monotonic()
        result = ingest_once([str(source)], settings, model_reader(settings))
        seconds = time.monotonic() - started
    if result.written != n_documents:
        raise SystemExit(f"{result.written} of {n_documents} written: {result.failed[:3]}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "entities": entities,
        "documents": n_documents,
        "seconds": round(seconds, 1),
        "documents_per_second": round(n_documents / seconds, 1),
        "stages_documents_per_second": {
            stage: round(n_documents / spent, 1) for stage, spent in result.stages.items() if spent
        },
        "peak_memory_mb": round(peak),
    }


def write_documents(path: Path, n_documents: int, *, with_entities: bool) -> None:
    from pipeline.datasets.propara import load_split

    gold = load_split(DATA, "test")
    with path.open("w") as lines:
        for number in range(n_documents):
            document, grid = gold[number % len(gold)]
            record: dict[str, Any] = {
                "id": f"{document.id}-{number // len(gold)}",
                "title": document.title,
                "steps": [step.text for step in document.steps],
            }
            if with_entities:
                record["entities"] = [track.entity.name for track in grid.tracks]
            lines.write(json.dumps(record) + "\n")


def _batch_against_one(n_documents: int = 128) -> dict[str, Any]:
    """`stepgraph.read_all` of all files at once against the same call for each file."""
    import stepgraph

    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "all.jsonl"
        write_documents(whole, n_documents, with_entities=True)
        files = []
        for number, line in enumerate(whole.read_text().splitlines()):
            files.append(Path(folder) / f"{number:03}.jsonl")
            files[-1].write_text(line + "\n")
        stepgraph.read_all(files[:4])  # loads the model
        together = _seconds(lambda: stepgraph.read_all(files))
        alone = _seconds(lambda: [stepgraph.read_all([file]) for file in files])
    return {
        "documents": n_documents,
        "batch_documents_per_second": round(n_documents / together, 1),
        "one_by_one_documents_per_second": round(n_documents / alone, 1),
        "ratio": round(alone / together, 2),
    }


def _seconds(work: Any) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


def _show(results: dict[str, Any]) -> None:
    runs: Sequence[dict[str, Any]] = results["end_to_end"]
    stages = list(runs[0]["stages_documents_per_second"])
    table = Table("", *(f"entities {run['entities']}, {run['documents']}" for run in runs))
    table.add_row("documents/s", *(str(run["documents_per_second"]) for run in runs))
    table.add_row("peak memory, MB", *(str(run["peak_memory_mb"]) for run in runs))
    for stage in stages:
        rates = [str(run["stages_documents_per_second"].get(stage, "")) for run in runs]
        table.add_row(f"{stage}, documents/s", *rates)
    ratio = results["batch_against_one"]
    Console().print(table, f"{ratio['documents']} documents in one call: {ratio['ratio']} times")


if __name__ == "__main__":
    main()
