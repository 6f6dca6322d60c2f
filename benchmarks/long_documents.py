"""Measures processor seconds and peak memory of reading one long document, and how soon it stops.

    python benchmarks/long_documents.py [--steps 100 1000 10000] [--words 20000]

Run the same command again to resume. Documents are made up: of many short steps, or of one
endless sentence, with four entities. Each is read in a process of its own, with one thread; loading
is not counted in the seconds. Words are not limited here; a document of ``--stopped`` steps is also
offered with the default limit, to see how it is refused, and a service that reads it gets SIGTERM.
``--reader NAME`` keeps the figures of another version's reader with these: run this file in a
checkout of it, with the same ``--out``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
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
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


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
    if arguments.stopped:
        results |= {
            "refused": {"steps": arguments.stopped, "message": _refusal(arguments.stopped)},
            "stopped": {
                "steps": arguments.stopped,
                "load": round(os.getloadavg()[0], 1),
                "runs": [_stop(arguments.stopped, used) for used in arguments.stop_after],
            },
        }
        write_record(arguments.out, results)
    _show(results["runs"])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, nargs="*", default=[100, 1_000, 10_000])
    parser.add_argument("--words", type=int, nargs="*", default=[1_000, 20_000])
    parser.add_argument("--stopped", type=int, default=10_000, help="steps; 0 leaves it out")
    parser.add_argument(
        "--stop-after", type=float, nargs="+", default=[20.0, 40.0, 60.0], help="processor seconds"
    )
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


def _refusal(n_steps: int) -> str:
    """What an ingest of the document prints with the default limit of words."""
    with _document_file(n_steps) as (file, environment):
        command = [sys.executable, "-m", "pipeline", "ingest", str(file)]
        process = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert process.returncode == 1, process
    return process.stderr.strip()


def _stop(n_steps: int, used: float) -> dict[str, Any]:
    """Seconds from SIGTERM to the end of a service that has used its processor for so long."""
    with _document_file(n_steps) as (file, environment):
        command = [sys.executable, "-m", "pipeline", "serve", str(file), "--every", "1h"]
        environment |= {"STEPGRAPH_MAX_WORDS": "1000000"}
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
        while process.poll() is None and _processor_seconds(process.pid) < used:
            time.sleep(0.2)
        before, started = _processor_seconds(process.pid), time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, status, usage = os.wait4(process.pid, 0)
        return {
            "after_processor_seconds": used,
            "seconds": round(time.monotonic() - started, 1),
            "processor_seconds": round(usage.ru_utime + usage.ru_stime - before, 1),
            "exit_code": os.waitstatus_to_exitcode(status),
        }


@contextmanager
def _document_file(n_steps: int) -> Iterator[tuple[Path, dict[str, str]]]:
    """A file with the document, and the environment of a command with a state of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "long.jsonl")
        record = {"id": "long", "steps": _steps("steps", n_steps), "entities": ENTITIES}
        file.write_text(f"{json.dumps(record)}\n")
        state = {"STEPGRAPH_STATE": str(Path(folder, "state")), "OMP_NUM_THREADS": "1"}
        yield file, os.environ | state


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


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
