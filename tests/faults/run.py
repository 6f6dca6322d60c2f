"""Let everything go wrong, often: the table of docs/results/records/faults.json.

    python tests/faults/run.py [--only FAULT] [--times N] [--out FILE]

Goes on where it was stopped. Starts a Neo4j and a PostgreSQL, and kills them too. The reader is
one without a model that takes a moment: what is tried is what keeps the documents, not who reads.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.records import write_record  # noqa: E402
from tests.faults.ingesting import Place  # noqa: E402
from tests.faults.kinds import FAULTS, Fault  # noqa: E402
from tests.faults.trial import Surroundings, Verdict, new_trial, verdict_of  # noqa: E402
from tests.support.neo4j_server import neo4j_server  # noqa: E402
from tests.support.postgres_server import postgres_server  # noqa: E402

N_DOCUMENTS = 60


class Record:
    """All trials so far, kept in a file: whoever comes later goes on from there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.trials: list[dict[str, Any]] = []
        if path.exists():
            self.trials = json.loads(path.read_text())["trials"]

    def done(self, fault: Fault, around: str) -> int:
        return sum((one["fault"], one["around"]) == (fault.name, around) for one in self.trials)

    def add(self, fault: Fault, around: str, seed: int, verdict: Verdict) -> None:
        facts = {"fault": fault.name, "around": around, "seed": seed, **asdict(verdict)}
        self.trials.append(facts)
        told = {
            "command": "make faults",
            "machine": f"{os.cpu_count()} cores, {platform.machine()}",
            "documents": N_DOCUMENTS,
            "batch": Place.batch_size,
            "load_average": round(os.getloadavg()[0], 1),
            "trials": self.trials,
        }
        write_record(self._path, told)


def main() -> int:
    arguments = _arguments()
    record = Record(arguments.out)
    chosen = [one for one in FAULTS if arguments.only in (None, one.name)]
    for around in _surroundings(arguments.around):
        around.whole_seconds = _whole(around)
        for fault in chosen:
            wanted = getattr(fault, around.name) if arguments.times is None else arguments.times
            if not getattr(fault, around.name):
                continue
            for seed in range(record.done(fault, around.name), wanted):
                started = time.monotonic()
                verdict = verdict_of(fault.happen, around, n_documents=N_DOCUMENTS, seed=seed)
                record.add(fault, around.name, seed, verdict)
                spent = time.monotonic() - started
                print(f"{fault.name} {around.name} {seed}: {_told(verdict)} ({spent:.0f} s)")
                sys.stdout.flush()
    return any(
        one["lost"] or one["doubled"] or one["unstored"] or one["findings"] for one in record.trials
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=[one.name for one in FAULTS])
    parser.add_argument("--around", choices=["embedded", "servers"])
    parser.add_argument("--times", type=int, help="of each fault; else as often as it says itself")
    parser.add_argument("--out", type=Path, default=Path("docs/results/records/faults.json"))
    return parser.parse_args()


@contextmanager
def _servers() -> Iterator[Surroundings]:
    with neo4j_server() as neo4j, postgres_server() as postgres:
        yield Surroundings(neo4j, postgres)


def _surroundings(only: str | None) -> Iterator[Surroundings]:
    if only in (None, "embedded"):
        yield Surroundings()
    if only in (None, "servers"):
        with _servers() as around:
            yield around


def _whole(around: Surroundings) -> float:
    """Seconds that a run takes to which nothing happens, at the quickest."""
    seconds = float("inf")
    for _ in range(3):
        with new_trial(around, n_documents=N_DOCUMENTS, seed=0) as trial:
            child = trial.start()
            started = time.monotonic()
            assert child.end() == 0, child.said[-1]
            seconds = min(seconds, time.monotonic() - started)
    print(f"{around.name}: {seconds:.1f} s without a fault", flush=True)
    return seconds


def _told(verdict: Verdict) -> str:
    how = "clean" if verdict.is_clean else f"NOT CLEAN {verdict}"
    return f"{how}, {verdict.seconds} s, {'; '.join(verdict.notes)}"


if __name__ == "__main__":
    raise SystemExit(main())
