"""Scores trained readers on ProPara's dev and test: a row a seed, and their mean.

    stepgraph train --data DIR --out runs/alone-1 --seed 1 --epochs 10      # and 2, and 3
    python benchmarks/reader.py runs/alone-1 runs/alone-2 runs/alone-3 --id E60 --name alone \
        --learnt ProPara --command "stepgraph train --data DIR --out RUN --seed N --epochs 10"

An id is that of an experiment, which needs an entry in docs/results/records/experiments.json.
``--ship`` makes the configuration the default reader and copies the run that is best on dev to
kgmodel/checkpoints/default, with its scores in config.json. Test is scored for every run, which
is counted, and chooses nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from records import RECORDS, checked_out, write_record
from rich.console import Console
from rich.table import Table
from scores import scores_of

from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_split
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.gated_reader import DESCRIPTIONS, GATE
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate

FILES = ("weights.safetensors", "places.json", "config.json")
DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))


def main() -> None:
    arguments = _arguments()
    rows = [score(run) for run in arguments.runs]
    best = max(rows, key=lambda row: row["dev"]["task2"]["overall"]["f1"])
    configuration = {
        "id": arguments.id,
        "name": arguments.name,
        "learnt": arguments.learnt,
        "commit": checked_out(),
        "command": arguments.command,
        "rows": rows,
        "test_task2_f1": summary([100 * row["test"]["task2"]["overall"]["f1"] for row in rows]),
        "test_task1_macro": summary([row["test"]["task1"]["macro"] for row in rows]),
    }
    result = json.loads(arguments.out.read_text())
    others = [other for other in result["configurations"] if other["id"] != arguments.id]
    result["configurations"] = [*others, configuration]
    result["times_scored_on_test"] += len(rows)
    if arguments.ship:
        result |= {"shipped": arguments.id, "shipped_seed": best["training"]["seed"]}
        ship(arguments.runs[rows.index(best)], best)
    write_record(arguments.out, result)
    show(configuration)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=RECORDS / "reader.json")
    parser.add_argument("--id", required=True, help="of the experiment, such as E60")
    parser.add_argument("--name", required=True, help="of the configuration")
    parser.add_argument("--learnt", required=True, help="data that it was trained on")
    parser.add_argument("--command", required=True, help="command that trained it")
    parser.add_argument("--ship", action="store_true")
    return parser.parse_args()


def score(run: Path) -> dict[str, Any]:
    """Scores of one checkpoint on both splits, by the leaderboard's rules and those of 2018.

    Behind a gate ProPara's texts are descriptions, so the trainings are those of their reader.
    """
    config = load_config(run)
    if config.get("gated"):
        config = load_config(run / DESCRIPTIONS)
    model = load_model(run)
    kept = ("architecture", "settings", "training", "trained_before")
    row: dict[str, Any] = {name: config[name] for name in kept if name in config}
    for split in ("dev", "test"):
        gold = load_split(DATA, split)
        documents = [annotate(document) for document, _ in gold]
        grids = predict(documents, model=model, wording="training")
        row[split] = scores_of(gold, grids, data=DATA, split=split)
    return row


def summary(values: list[float]) -> dict[str, float]:
    spread = stdev(values) if len(values) > 1 else 0.0
    return {"mean": round(mean(values), 2), "sd": round(spread, 2), "best": round(max(values), 2)}


def ship(run: Path, row: dict[str, Any]) -> None:
    gated = load_config(run).get("gated")
    inside = [DESCRIPTIONS] if gated else []
    files = [
        *(Path(folder, name) for folder in ("", *inside) for name in FILES),
        *([Path(GATE)] if gated else []),
    ]
    shutil.rmtree(DEFAULT_CHECKPOINT, ignore_errors=True)
    (DEFAULT_CHECKPOINT / DESCRIPTIONS if gated else DEFAULT_CHECKPOINT).mkdir(parents=True)
    for name in files:
        shutil.copyfile(run / name, DEFAULT_CHECKPOINT / name)
    path = DEFAULT_CHECKPOINT / "config.json"
    config = json.loads(path.read_text()) | {"dev": row["dev"], "test": row["test"]}
    path.write_text(json.dumps(config, indent=1) + "\n")


def show(configuration: dict[str, Any]) -> None:
    names = ("cat1", "cat2", "cat3", "macro", "micro")
    table = Table("seed", "epoch", "dev F1", "test P", "R", "F1", *names)
    for row in configuration["rows"]:
        overall, task1 = row["test"]["task2"]["overall"], row["test"]["task1"]
        fractions = [row["dev"]["task2"]["overall"]["f1"]]
        fractions += [overall[name] for name in ("precision", "recall", "f1")]
        training = row["training"]
        table.add_row(
            *(str(training["seed"]), str(training["epoch"])),
            *(f"{100 * fraction:.1f}" for fraction in fractions),
            *(f"{task1[name]:.1f}" for name in names),
        )
    means = {name: configuration[name] for name in ("test_task2_f1", "test_task1_macro")}
    Console().print(table, means)


if __name__ == "__main__":
    main()
