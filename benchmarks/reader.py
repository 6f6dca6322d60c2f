"""Scores trained readers on ProPara's dev and test: a row a seed, and their mean.

    stepgraph train --data DIR --out runs/alone-1 --seed 1 --epochs 10      # and 2, and 3
    python benchmarks/reader.py runs/alone-1 runs/alone-2 runs/alone-3 --name alone \
        --command "stepgraph train --data DIR --out RUN --seed N --epochs 10"
    make train
    python benchmarks/reader.py runs/default-1 runs/default-2 runs/default-3 --name both \
        --command "make train" --ship --learnt "ProPara and procedures of ours"

A name is a configuration, a row of the table. ``--ship`` makes it the default reader and copies the
run that is best on dev to kgmodel/checkpoints/default, with its scores in config.json. Test is
scored for every run, and chooses nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from rich.console import Console
from rich.table import Table
from scores import scores_of

from pipeline.datasets.propara import load_split
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))
SHIPPED = ("weights.safetensors", "places.json", "config.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=Path("docs/results/records/reader.json"))
    parser.add_argument("--name", required=True, help="of the configuration")
    parser.add_argument("--command", required=True, help="what trained it")
    parser.add_argument("--ship", action="store_true")
    parser.add_argument("--learnt", help="with --ship: what it was trained on")
    arguments = parser.parse_args()
    if arguments.ship and not arguments.learnt:
        parser.error("--ship needs --learnt")
    rows = [score(run) for run in arguments.runs]
    best = max(rows, key=lambda row: row["dev"]["task2"]["overall"]["f1"])
    found = {
        "name": arguments.name,
        "command": arguments.command,
        "rows": rows,
        "test_task2_f1": summary([100 * row["test"]["task2"]["overall"]["f1"] for row in rows]),
        "test_task1_macro": summary([row["test"]["task1"]["macro"] for row in rows]),
    }
    result = json.loads(arguments.out.read_text())
    others = [one for one in result["configurations"] if one["name"] != arguments.name]
    result["configurations"] = [*others, found]
    if arguments.ship:
        result |= {
            "shipped": arguments.name,
            "shipped_seed": best["training"]["seed"],
            "compared": {**result["compared"], arguments.name: arguments.learnt},
        }
        ship(arguments.runs[rows.index(best)], best)
    arguments.out.write_text(json.dumps(result, indent=1) + "\n")
    show(found)


def score(run: Path) -> dict[str, Any]:
    """Scores of one checkpoint on both splits, by the leaderboard's rules and those of 2018."""
    config = json.loads((run / "config.json").read_text())
    model = load_model(run)
    told = ("architecture", "settings", "training", "trained_before")
    row: dict[str, Any] = {name: config[name] for name in told if name in config}
    for split in ("dev", "test"):
        gold = load_split(DATA, split)
        grids = predict([annotate(document) for document, _ in gold], model=model)
        row[split] = scores_of(gold, grids, data=DATA, split=split)
    return row


def summary(values: list[float]) -> dict[str, float]:
    spread = stdev(values) if len(values) > 1 else 0.0
    return {"mean": round(mean(values), 2), "sd": round(spread, 2), "best": round(max(values), 2)}


def ship(run: Path, row: dict[str, Any]) -> None:
    DEFAULT_CHECKPOINT.mkdir(parents=True, exist_ok=True)
    for name in SHIPPED:
        shutil.copyfile(run / name, DEFAULT_CHECKPOINT / name)
    path = DEFAULT_CHECKPOINT / "config.json"
    config = json.loads(path.read_text()) | {"dev": row["dev"], "test": row["test"]}
    path.write_text(json.dumps(config, indent=1) + "\n")


def show(result: dict[str, Any]) -> None:
    table = Table(
        "seed", "epoch", "dev F1", "test P / R / F1", "task 1 cat 1 / 2 / 3, macro, micro"
    )
    for row in result["rows"]:
        two, one = row["test"]["task2"]["overall"], row["test"]["task1"]
        table.add_row(
            str(row["training"]["seed"]),
            str(row["training"]["epoch"]),
            f"{100 * row['dev']['task2']['overall']['f1']:.1f}",
            " / ".join(f"{100 * two[name]:.1f}" for name in ("precision", "recall", "f1")),
            ", ".join(f"{one[name]:.1f}" for name in ("cat1", "cat2", "cat3", "macro", "micro")),
        )
    Console().print(table, result["test_task2_f1"], result["test_task1_macro"])


if __name__ == "__main__":
    main()
