"""Trains readers on our recipes by folds and scores where the ingredients go.

    python benchmarks/recipe_folds.py --train    # trains the missing runs; resumes, scores nothing
    python benchmarks/recipe_folds.py            # scores the runs that are done

The recipes are those of examples/: all that people annotated, and a sample of those that a language
model wrote. Each is read by networks that learnt from the other fold alone and chose their epoch on
a part of that. A run is a folder NAME-fold1-s1 below ``--runs``, next to the folds' own data. A row
is made once for each checkpoint.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from records import RECORDS
from scores import Gold
from training_runs import TrainingRuns, log_of, stepgraph

from kgmodel.baselines import BASELINES
from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_split
from pipeline.domain.grid import Grid
from pipeline.evaluation.baselines import rule_based
from pipeline.evaluation.evaluate import evaluate_grids
from pipeline.evaluation.recipe_locations import new_places, score_locations
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate

Record = Mapping[str, Any]

RULES = {"rule based": rule_based}  # the only ones that state places
SEEDS = (1,)
N_FOLDS = 2
DEV_EACH = 8  # every so many recipes of a training fold choose the epoch
ANNOTATED = (Path("examples/grids.json"), Path("examples/annotated/train.json"))
# Files of recipes that a language model wrote, and how many of them take part
WRITTEN = {
    Path("examples/annotated/procedures.json"): 98,
    Path("examples/annotated/everyday.json"): 24,
}
# What each trains with, in the order of training. Batches are small: long documents take memory
SYSTEMS = {
    "paper": "--architecture paper --epochs 10",
    "default": "--epochs 8 --set batch=2 --set keep=best --set consistency=0",
    **{name: f"--architecture {name}" for name in BASELINES},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, default=Path("runs/recipe_folds"))
    parser.add_argument("--out", type=Path, default=RECORDS / "recipe_folds.json")
    parser.add_argument("--train", action="store_true")
    arguments = parser.parse_args()
    data = write_folds(arguments.runs / "data")
    trainings = TrainingRuns(arguments.runs, arguments.out, named_by="run", line_of=scored_line)
    runs = [(f"{name}-{fold}", seed) for seed in SEEDS for name in SYSTEMS for fold in data]
    if arguments.train:
        for run, seed in trainings.missing(runs):
            system, fold = run.rsplit("-", 1)
            stepgraph(command(system, seed, data[fold], trainings.folder_of(run, seed)))
        return
    trainings.record |= {
        "annotated": sum(len(recipes_of(path)) for path in ANNOTATED),
        "folds": {fold: sizes_of(folder) for fold, folder in data.items()},
        "rules": [rule_row(name, fold, folder) for name in RULES for fold, folder in data.items()],
        "commands": {name: command(name, "N", Path("FOLD"), Path("RUN")) for name in SYSTEMS},
    }
    trainings.score(runs, partial(row_of, data=data))
    trainings.write()


def command(system: str, seed: object, data: Path, out: Path) -> str:
    return f"stepgraph train --data {data} --out {out} --seed {seed} {SYSTEMS[system]}"


def our_recipes() -> list[Record]:
    """Those that people annotated, then those of each file that a language model wrote.

    A sample does not depend on the order of its file.
    """
    chosen = [record for path in ANNOTATED for record in recipes_of(path)]
    for path, n_recipes in WRITTEN.items():
        chosen += sorted(recipes_of(path), key=lot)[:n_recipes]
    return chosen


def recipes_of(path: Path) -> list[Record]:
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [record for record in records if record["kind"] == "recipe"]


def lot(record: Record) -> str:
    return hashlib.sha256(record["para_id"].encode()).hexdigest()


def write_folds(folder: Path) -> dict[str, Path]:
    """Write a folder of ProPara's layout for each fold, whose recipes are its test split."""
    recipes = our_recipes()
    data = {}
    for fold in range(N_FOLDS):
        learnt = [recipe for order, recipe in enumerate(recipes) if order % N_FOLDS != fold]
        name = f"fold{fold + 1}"
        data[name] = folder / name
        write_split(data[name], "test", recipes[fold::N_FOLDS])
        write_split(data[name], "dev", learnt[::DEV_EACH])
        in_train = [recipe for order, recipe in enumerate(learnt) if order % DEV_EACH]
        write_split(data[name], "train", in_train)
    return data


def write_split(folder: Path, split: str, recipes: list[Record]) -> None:
    path = folder / "grids" / f"grids.v1.{split}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(recipe) + "\n" for recipe in recipes), encoding="utf-8")


def sizes_of(data: Path) -> dict[str, int]:
    """How many recipes each split has, and how many new locations are to be found in test."""
    splits = {split: load_split(data, split) for split in ("train", "dev", "test")}
    documents = {split: len(gold) for split, gold in splits.items()}
    places = [new_places(document.id, grid) for document, grid in splits["test"]]
    return {**documents, "new_locations": sum(map(len, places))}


def rule_row(name: str, fold: str, data: Path) -> dict[str, Any]:
    """Scores of rules without learning."""
    gold = load_split(data, "test")
    grids = [RULES[name](annotate(document)) for document, _ in gold]
    return {"system": name, "fold": fold, **scores_of(gold, grids)}


def row_of(run: Path, name: str, seed: int, *, data: Mapping[str, Path]) -> dict[str, Any]:
    """Scores of one checkpoint on the fold that it did not learn."""
    system, fold = name.rsplit("-", 1)
    config = load_config(run)
    gold = load_split(data[fold], "test")
    grids = predict([annotate(document) for document, _ in gold], model=load_model(run))
    return {
        "run": name,
        "system": system,
        "fold": fold,
        "seed": seed,
        "weights_sha256": config["weights_sha256"],
        "settings": config["settings"],
        "training": config["training"],
        "seconds": round(sum(epoch["seconds"] for epoch in log_of(run))),
        **scores_of(gold, grids),
    }


def scores_of(gold: Gold, grids: Sequence[Grid]) -> dict[str, Any]:
    locations = score_locations(gold, grids).rounded(3)
    return {"locations": locations, "task2": evaluate_grids(gold, grids)["task2"]}


def scored_line(row: Record) -> str:
    parts = (row["locations"][part] for part in ("precision", "recall", "f1"))
    figures = " / ".join(f"{100 * part:.1f}" for part in parts)
    return f"epoch {row['training']['epoch']}, new locations P / R / F1 {figures}"


if __name__ == "__main__":
    main()
