"""Measures an ingest against ``read_all``, a first document, and ``read_all`` against an older one.

    python benchmarks/reading_speed.py [--documents 540 2000] [--before CHECKOUT]

On ProPara's test documents, repeated. What is compared runs in one process, or in turn in processes
of its own, and is compared by ratios and in processor time: machines differ, and other programs may
be at work.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from records import RECORDS, checked_out, write_record
from throughput import write_documents

FIRST = "Put the water in the kettle. Heat the water until steam leaves the kettle.\n"
COLD_RUNS = 5
TURNS = 3
DOCUMENTS_IN_TURN = 5_400  # of which the turns of an ingest and of read_all are made


def main() -> None:
    arguments = _arguments()
    if arguments.source:
        print(json.dumps(_read_all(arguments.source)))
        return
    if arguments.entities:
        print(json.dumps(_ingest_and_read(arguments.entities, arguments.documents[0])))
        return
    load = os.getloadavg()[0]
    result: dict[str, Any] = {
        "command": "python benchmarks/reading_speed.py --documents "
        + " ".join(map(str, arguments.documents)),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "load": round(load, 1),
        "first_document": _first_document(),
        "ingest": [
            _in_own_process("--entities", entities, "--documents", str(n_documents))
            for entities in ("given", "discovered")
            for n_documents in arguments.documents
        ],
    }
    if arguments.before:
        result["command"] += " --before CHECKOUT"
        result["read_all"] = _in_turn(arguments.before, min(arguments.documents))
    write_record(arguments.out, result)
    print(json.dumps(result, indent=1))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=RECORDS / "reading_speed.json")
    parser.add_argument("--documents", type=int, nargs="+", default=[540, 2000])
    parser.add_argument("--before", type=Path, help="a checkout of an older commit")
    parser.add_argument("--entities", choices=("given", "discovered"), help=argparse.SUPPRESS)
    parser.add_argument("--source", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def _first_document() -> dict[str, Any]:
    """Processor seconds of ``stepgraph ingest`` of two sentences, in a new state folder."""
    seconds = []
    for _ in range(COLD_RUNS):
        with tempfile.TemporaryDirectory() as folder:
            text = Path(folder) / "kettle.txt"
            text.write_text(FIRST)
            environment = os.environ | {"STEPGRAPH_STATE": str(Path(folder) / "state")}
            before = _processor_seconds(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, "-m", "pipeline", "ingest", str(text)],
                env=environment,
                check=True,
                stdout=subprocess.DEVNULL,
            )
            seconds.append(_processor_seconds(resource.RUSAGE_CHILDREN) - before)
    return {
        "runs": COLD_RUNS,
        "median_processor_seconds": round(statistics.median(seconds), 2),
        "most": round(max(seconds), 2),
    }


def _in_own_process(*options: str, checkout: Path | None = None) -> dict[str, Any]:
    environment = os.environ | ({"PYTHONPATH": str(checkout)} if checkout else {})
    process = subprocess.run(
        [sys.executable, __file__, *options],
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    measured: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return measured


def _ingest_and_read(entities: str, n_documents: int) -> dict[str, Any]:
    """Read the same documents by ``read_all`` and by an ingest, all that they need loaded."""
    import stepgraph

    with tempfile.TemporaryDirectory() as folder:
        source, warm = Path(folder) / "documents.jsonl", Path(folder) / "warm.jsonl"
        write_documents(source, n_documents, with_entities=entities == "given")
        write_documents(warm, 2, with_entities=False)
        stepgraph.read_all([warm])
        stepgraph.ingest([warm], **_stores(folder, "warm"))
        n_turns = max(1, DOCUMENTS_IN_TURN // n_documents)
        read_all, ingest = [], []
        for turn in range(n_turns):
            stores = _stores(folder, f"turn{turn}")
            read_all.append(_measured(lambda: stepgraph.read_all([source])))
            ingest.append(_measured(partial(stepgraph.ingest, [source], **stores)))
    ratios = [reading[0] / whole[0] for reading, whole in zip(read_all, ingest, strict=True)]
    return {
        "entities": entities,
        "documents": n_documents,
        "turns": n_turns,
        "read_all": _rates(_medians(read_all), n_documents),
        "ingest": _rates(_medians(ingest), n_documents),
        "ratio": round(statistics.median(ratios), 2),
    }


def _medians(runs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    seconds, processor_seconds = map(statistics.median, zip(*runs, strict=True))
    return seconds, processor_seconds


def _stores(folder: str, name: str) -> dict[str, str]:
    return {"store": f"ladybug:{folder}/{name}.lbug", "ledger": f"sqlite:///{folder}/{name}.db"}


def _in_turn(before: Path, n_documents: int) -> dict[str, Any]:
    """``read_all`` at this commit and at another, in turn; the medians."""
    runs: dict[str, list[dict[str, float]]] = {"before": [], "now": []}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "documents.jsonl"
        write_documents(source, n_documents, with_entities=True)
        for _ in range(TURNS):
            for name, checkout in (("before", before.resolve()), ("now", Path.cwd())):
                options = ("--source", str(source))
                runs[name].append(_in_own_process(*options, checkout=checkout))
    medians = {
        name: {
            unit: round(statistics.median(run[unit] for run in measured), 2)
            for unit in ("seconds", "processor_seconds")
        }
        for name, measured in runs.items()
    }
    older = subprocess.run(
        ["git", "-C", str(before), "rev-parse", "--short=7", "HEAD"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    return {
        "documents": n_documents,
        "turns": TURNS,
        "commits": {"before": older, "now": checked_out()},
        "medians": medians,
        "ratio": round(medians["before"]["seconds"] / medians["now"]["seconds"], 2),
        "processor_ratio": round(
            medians["before"]["processor_seconds"] / medians["now"]["processor_seconds"], 2
        ),
    }


def _read_all(source: Path) -> dict[str, float]:
    import stepgraph

    lines = source.read_text().splitlines(keepends=True)
    with tempfile.TemporaryDirectory() as folder:
        warm = Path(folder) / "warm.jsonl"
        warm.write_text("".join(lines[:4]))
        stepgraph.read_all([warm])
    seconds, processor = _measured(lambda: stepgraph.read_all([source]))
    return {"seconds": seconds, "processor_seconds": processor}


def _measured(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and processor seconds, that a piece of work takes."""
    started, processor = time.monotonic(), _processor_seconds(resource.RUSAGE_SELF)
    work()
    return time.monotonic() - started, _processor_seconds(resource.RUSAGE_SELF) - processor


def _rates(measured: tuple[float, float], n_documents: int) -> dict[str, float]:
    seconds, processor = measured
    return {
        "documents_per_second": round(n_documents / seconds, 1),
        "processor_ms_a_document": round(1000 * processor / n_documents, 1),
    }


def _processor_seconds(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
