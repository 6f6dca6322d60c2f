"""Try every fault many times: the table of docs/results/records/faults.json.

    python tests/faults/run.py [--only FAULT …] [--times N] [--out FILE]

It resumes where it was stopped. It starts a Neo4j and a PostgreSQL, and kills them too. The reader
is a fake that takes a moment: the test is about storing documents, not about reading them.
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
from benchmarks.records import checked_out, write_record  # noqa: E402
from tests.faults.ingesting import Place  # noqa: E402
from tests.faults.kinds import FAULTS, Fault  # noqa: E402
from tests.faults.trial import Environment, Verdict, new_trial, verdict_of  # noqa: E402
from tests.support.neo4j_server import neo4j_server  # noqa: E402
from tests.support.postgres_server import postgres_server  # noqa: E402

N_DOCUMENTS = 60


class Record:
    """All trials so far, kept in a file, so that a later run resumes there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.trials: list[dict[str, Any]] = []
        if path.exists():
            self.trials = json.loads(path.read_text())["trials"]

    def done(self, fault: Fault, environment: str) -> int:
        return sum(
            (trial["fault"], trial["around"]) == (fault.name, environment) for trial in self.trials
        )

    def add(self, fault: Fault, environment: str, seed: int, verdict: Verdict) -> None:
        facts = {"fault": fault.name, "around": environment, "seed": seed, **asdict(verdict)}
        facts["commit"] = checked_out()
        self.trials.append(facts)
        record = {
            "command": "make faults",
            "machine": f"{os.cpu_count()} cores, {platform.machine()}",
            "documents": N_DOCUMENTS,
            "batch": Place.batch_size,
            "load_average": round(os.getloadavg()[0], 1),
            "trials": self.trials,
        }
        write_record(self._path, record)


def main() -> int:
    arguments = _arguments()
    record = Record(arguments.out)
    chosen = [fault for fault in FAULTS if arguments.only is None or fault.name in arguments.only]
    for environment in _environments(arguments.around):
        environment.whole_seconds = _whole(environment)
        for fault in chosen:
            times = getattr(fault, environment.name) if arguments.times is None else arguments.times
            if not getattr(fault, environment.name):
                continue
            for seed in range(record.done(fault, environment.name), times):
                started = time.monotonic()
                verdict = verdict_of(fault.happen, environment, n_documents=N_DOCUMENTS, seed=seed)
                record.add(fault, environment.name, seed, verdict)
                spent = time.monotonic() - started
                trial = f"{fault.name} {environment.name} {seed}"
                print(f"{trial}: {_described(verdict)} ({spent:.0f} s)")
                sys.stdout.flush()
    faulty = ("lost", "doubled", "wrong", "unstored", "findings")
    return any(trial.get(name) for trial in record.trials for name in faulty)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=[fault.name for fault in FAULTS])
    parser.add_argument("--around", choices=["embedded", "servers"])
    parser.add_argument("--times", type=int, help="of each fault; by default its own number")
    parser.add_argument("--out", type=Path, default=Path("docs/results/records/faults.json"))
    return parser.parse_args()


@contextmanager
def _servers() -> Iterator[Environment]:
    with neo4j_server() as neo4j, postgres_server() as postgres:
        yield Environment(neo4j, postgres)


def _environments(only: str | None) -> Iterator[Environment]:
    if only in (None, "embedded"):
        yield Environment()
    if only in (None, "servers"):
        with _servers() as environment:
            yield environment


def _whole(environment: Environment) -> float:
    """Return the shortest time in seconds of a run without a fault."""
    seconds = float("inf")
    for _ in range(3):
        with new_trial(environment, n_documents=N_DOCUMENTS, seed=0) as trial:
            child = trial.start()
            started = time.monotonic()
            assert child.end() == 0, child.messages[-1]
            seconds = min(seconds, time.monotonic() - started)
    print(f"{environment.name}: {seconds:.1f} s without a fault", flush=True)
    return seconds


def _described(verdict: Verdict) -> str:
    how = "clean" if verdict.is_clean else f"NOT CLEAN {verdict}"
    return f"{how}, {verdict.seconds} s, {'; '.join(verdict.notes)}"


if __name__ == "__main__":
    raise SystemExit(main())
