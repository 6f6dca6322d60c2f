"""Trainings that a benchmark repeats with several seeds, and the record of their scores.

A run is a folder NAME-sSEED. A row is made once for each checkpoint, when its run is done: test is
scored once, is counted and chooses nothing. A run that has its row is not trained again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from records import RECORDS, write_record

from kgmodel.checkpoint import load_config

__all__ = ["Run", "TrainingRuns", "log_of", "run_arguments", "stepgraph"]

Run = tuple[str, int]  # name and seed
NO_RUNS = {"rows": [], "times_scored_on_test": 0, "weights": "not kept"}


def run_arguments(description: str | None, *, topic: str) -> argparse.ArgumentParser:
    """Options of a benchmark whose runs are below runs/TOPIC, with a record of that name."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=Path, default=Path("runs") / topic)
    parser.add_argument("--out", type=Path, default=RECORDS / f"{topic}.json")
    parser.add_argument("--train", action="store_true")
    return parser


class TrainingRuns:
    """The runs below a folder, by name and seed, and the record with their rows.

    ``named_by``: the key of a row that has the run's name. ``epochs`` is how many a run must have,
    None for those of its own settings. ``line_of``: a row in one line.
    """

    def __init__(
        self,
        folder: Path,
        record: Path,
        *,
        named_by: str,
        line_of: Callable[[dict[str, Any]], str],
        epochs: int | None = None,
    ) -> None:
        self.folder, self.path, self.epochs, self.line_of = folder, record, epochs, line_of
        self.record = json.loads(record.read_text()) if record.exists() else dict(NO_RUNS)
        self.rows = {(row[named_by], row["seed"]): row for row in self.record["rows"]}

    def folder_of(self, name: str, seed: int) -> Path:
        return self.folder / f"{name}-s{seed}"

    def missing(self, runs: Sequence[Run]) -> Iterator[Run]:
        """The runs that are to be trained."""
        for name, seed in runs:
            row = self.rows.get((name, seed))
            is_scored = row is not None and (
                self.epochs is None or row["training"]["epochs"] >= self.epochs
            )
            if not is_scored and not self._is_done(self.folder_of(name, seed)):
                yield name, seed

    def score(
        self, runs: Sequence[Run], row_of: Callable[[Path, str, int], dict[str, Any]]
    ) -> None:
        """Make the rows that are missing, in the order of ``runs``, and print a line a run.

        ``row_of`` gets a run's folder, name and seed. Raises SystemExit if a folder holds a run
        with another seed.
        """
        for name, seed in runs:
            run, row = self.folder_of(name, seed), self.rows.get((name, seed))
            if self._is_done(run) and (row is None or row["weights_sha256"] != _weights(run)):
                own_seed = load_config(run)["training"]["seed"]
                if own_seed != seed:
                    raise SystemExit(f"{run} was trained with seed {own_seed}, not {seed}")
                row = self.rows[name, seed] = row_of(run, name, seed)
                self.record["times_scored_on_test"] += 1
                self.record["rows"] = [self.rows[key] for key in runs if key in self.rows]
                self.write()
            print(f"{name}, seed {seed}: {self.line_of(row) if row else 'not trained'}", flush=True)

    def write(self) -> None:
        write_record(self.path, self.record)

    def _is_done(self, run: Path) -> bool:
        """Return True if all epochs of a run are trained."""
        if not (run / "training" / "log.json").exists() or not (run / "config.json").exists():
            return False
        epochs = load_config(run)["training"]["epochs"] if self.epochs is None else self.epochs
        return len(log_of(run)) >= epochs


def stepgraph(command: str) -> None:
    """Print and run a command of this project."""
    words = command.split()
    print("$", *words, file=sys.stderr, flush=True)
    subprocess.run([sys.executable, "-m", "pipeline", *words[1:]], check=True)


def log_of(run: Path) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = json.loads((run / "training" / "log.json").read_text())
    return log


def _weights(run: Path) -> str:
    return str(load_config(run)["weights_sha256"])
