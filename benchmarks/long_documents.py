"""Measures processor seconds and peak memory of reading one long document.

    python benchmarks/long_documents.py [--steps 100 1000 5000] [--words 20000]

Run the same command again to resume. Documents are made up: of many short steps, or of one
endless sentence, with four entities. Each is read in a process of its own, with one thread; loading
is not counted in the seconds. ``--reader NAME`` keeps the figures of another version's reader with
these: run this file in a checkout of it, with the same ``--out``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from records import RECORDS, checked_out, write_record
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

ENTITIES = ["water", "dough", "butter", "salt"]
THINGS = (*ENTITIES, *"flour sugar milk oil soup sauce rice beans".split())
PLACES = "bowl pot oven pan jar sink table shelf bucket box tray cup".split()
VERBS = "Pour Move Put Carry Place Tip".split()


def main() -> None:
    arguments = _arguments()
    if arguments.one_run:
        shape, size = arguments.one_run.split(":")
        print(json.dumps(_run(shape, int(size))))
        return
    results: dict[str, Any] = {"runs": []}
    if arguments.out.exists():
        results = json.loads(arguments.out.read_text())
    results |= {
        "command": "python benchmarks/long_documents.py",
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
    }
    sizes = [("steps", size) for size in arguments.steps]
    sizes += [("words in one sentence", size) for size in arguments.words]
    for shape, size in sizes:
        known = {(run["reader"], run["shape"], run["size"]) for run in results["runs"]}
        if (arguments.reader, shape, size) in known:
            continue
        measured = _in_own_process(shape, size)
        described = {"reader": arguments.reader, "shape": shape, "size": size}
        loads = {"load": round(os.getloadavg()[0], 1), "commit": checked_out()}
        results["runs"].append(described | measured | loads)
        write_record(arguments.out, results)
    _show(results["runs"])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, nargs="*", default=[100, 1_000, 5_000])
    parser.add_argument("--words", type=int, nargs="*", default=[1_000, 20_000])
    parser.add_argument("--reader", default="segments")
    parser.add_argument("--out", type=Path, default=RECORDS / "long_documents.json")
    parser.add_argument("--one-run", help=argparse.SUPPRESS)
    return parser.parse_args()


def _in_own_process(shape: str, size: int) -> dict[str, Any]:
    command = [sys.executable, __file__, "--one-run", f"{shape}:{size}"]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "STEPGRAPH_MAX_WORDS": "1000000"}
    process = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env=environment
    )
    measured: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return measured


def _run(shape: str, size: int) -> dict[str, Any]:
    from pipeline.inference.model_reader import model_reader
    from pipeline.settings import load_settings
    from pipeline.sources.json_documents import document_from_record

    record = {"steps": _steps(shape, size), "entities": ENTITIES}
    document = document_from_record(record, fallback_id="long", source="long")
    settings = load_settings(device="cpu")
    reader = model_reader(settings)
    reader.prepare()
    loaded, started = _peak_mb(), time.process_time()
    (reading,) = reader.read([document])
    return {
        "words": sum(len(step.text.split()) for step in document.steps),
        "seconds": round(time.process_time() - started, 1),
        "peak_memory_mb": _peak_mb(),
        "loaded_memory_mb": loaded,
        "entities": len(reading.graph.entities),
    }


def _steps(shape: str, size: int) -> list[str]:
    random = Random(1)
    sentences = [
        f"{random.choice(VERBS)} the {random.choice(THINGS)} into the {random.choice(PLACES)}"
        f" {number % 40 + 1}."
        for number in range(size)
    ]
    if shape == "steps":
        return sentences
    words = " ".join(f"{sentence[:-1].lower()} and" for sentence in sentences).split()
    return [f"{' '.join(words[:size])}."]


def _peak_mb() -> int:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def _show(runs: list[dict[str, Any]]) -> None:
    table = Table("reader", "document", "words", "processor seconds", "peak memory, MB")
    for run in runs:
        document = f"{run['size']:,} {run['shape']}"
        cells = (f"{run['words']:,}", str(run["seconds"]), f"{run['peak_memory_mb']:,}")
        table.add_row(run["reader"], document, *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
