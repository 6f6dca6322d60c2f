"""Scores rules without learning and published predictions; prints a table, writes a record.

python benchmarks/baselines.py --data DIR
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table

from pipeline.datasets.propara import load_split, read_actions
from pipeline.evaluation.baselines import BASELINES
from pipeline.evaluation.evaluate import evaluate_grids, evaluate_predictions
from pipeline.evaluation.task1 import score
from pipeline.evaluation.task1_files import as_task1, load_task1_gold
from pipeline.text.annotate import annotate

COMMAND = "python benchmarks/baselines.py --data DIR"
PUBLISHED = {  # task-2 file, and task-1 file where the system has its own
    "ProStruct": ("prostruct.test", None),
    "ProGlobal (leaderboard)": ("proglobal.leaderboard.test", None),
    "ProGlobal": ("proglobal.untuned.test", "proglobal.untuned.test"),
    "ProLocal, run 1": ("prolocal.run1.test", "prolocal.run1.test"),
    "ProLocal, run 2": ("prolocal.run2.test", "prolocal.run2.test"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=RECORDS / "baselines.json")
    arguments = parser.parse_args()
    rows = [*baselines(arguments.data), *published(arguments.data)]
    write_record(arguments.out, {"command": COMMAND, "rows": rows})
    show(rows)


def baselines(data: Path) -> list[dict[str, Any]]:
    """Every baseline on dev and test."""
    rows = []
    for split in ("dev", "test"):
        gold = load_split(data, split)
        annotated = [annotate(document) for document, _ in gold]
        for name, read in BASELINES.items():
            grids = [read(document) for document in annotated]
            scores = evaluate_grids(gold, grids, data=data, split=split)
            old = evaluate_grids(gold, grids, data=data, split=split, rules="2018")
            rows.append({"system": name, "split": split, **scores, "task2_of_2018": old["task2"]})
    return rows


def published(data: Path) -> list[dict[str, Any]]:
    """The published systems' predictions on test, by our scorers."""
    rows = []
    task1_gold = load_task1_gold(data / "task1")
    for name, (task2_file, task1_file) in PUBLISHED.items():
        path = data / "task2" / "predictions" / f"{task2_file}.tsv"
        scores = evaluate_predictions(path, task=2, data=data, split="test")
        old = evaluate_predictions(path, task=2, data=data, split="test", rules="2018")
        if task1_file is None:
            places = as_task1(read_actions(path), task1_gold.participants)
            scores["task1"] = score(task1_gold, places).as_json()
        else:
            own = data / "task1" / "predictions" / f"{task1_file}.tsv"
            scores |= evaluate_predictions(own, task=1, data=data, split="test")
        rows.append({"system": name, "split": "test", **scores, "task2_of_2018": old["task2"]})
    return rows


def show(rows: list[dict[str, Any]]) -> None:
    table = Table("system", "split", "task 2 F1", "F1 of 2018", "task 1 macro", "violations, %")
    for row in rows:
        task2 = [row[rules]["overall"]["f1"] for rules in ("task2", "task2_of_2018")]
        macro = f"{row['task1']['macro']:.1f}" if "task1" in row else ""
        cells = [f"{100 * f1:.1f}" for f1 in task2]
        violations = f"{row['violations']['percent']:.1f}"
        table.add_row(row["system"], row["split"], *cells, macro, violations)
    Console().print(table)


if __name__ == "__main__":
    main()
