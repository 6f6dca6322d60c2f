"""Scores readers on recipes: where the ingredients go.

    python benchmarks/recipes.py RUN...                       # the recipes annotated by hand
    python benchmarks/recipes.py RUN... --recipes FILE.json   # Bosselut et al.'s, or yours

Rows of other checkpoints are kept.
The data of Bosselut et al. cannot be shipped; ours are those of kind "recipe" in examples/.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table
from scores import Gold

from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_grids
from pipeline.evaluation.evaluate import evaluate_grids
from pipeline.evaluation.recipe_locations import score_locations
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate
from pipeline.training.fine_tune import trainings_before

OURS = (Path("examples/grids.json"), Path("examples/annotated/train.json"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--recipes", type=Path)
    parser.add_argument("--out", type=Path, default=RECORDS / "recipes.json")
    arguments = parser.parse_args()
    gold = load_grids(arguments.recipes) if arguments.recipes else our_recipes()
    source = arguments.recipes.name if arguments.recipes else "ours"
    rows = [{**row_of(gold, run), "gold": f"{len(gold)} of {source}"} for run in arguments.runs]
    old = json.loads(arguments.out.read_text())["rows"] if arguments.out.exists() else []
    new = [(row["weights_sha256"], row["gold"]) for row in rows]
    rows = [*rows, *(row for row in old if (row["weights_sha256"], row["gold"]) not in new)]
    result = {"command": "python benchmarks/recipes.py RUN...", "rows": rows}
    write_record(arguments.out, result)
    show(rows)


def our_recipes() -> Gold:
    kinds = {
        record["para_id"]: record["kind"]
        for path in OURS
        for record in map(json.loads, path.read_text().splitlines())
    }
    return [pair for path in OURS for pair in load_grids(path) if kinds[pair[0].id] == "recipe"]


def row_of(gold: Gold, run: Path) -> dict[str, Any]:
    """Scores of one checkpoint."""
    model, config = load_model(run), load_config(run)
    training = config["training"]
    trainings = [*trainings_before(config), training]
    extra = " and ".join(part["beside"] for part in trainings if part.get("beside"))
    grids = predict([annotate(document) for document, _ in gold], model=model)
    return {
        "reader": f"`{model.name}`, seed {training['seed']}",
        "learnt": f"ProPara and {extra}" if extra else "ProPara alone",
        "architecture": model.name,
        "weights_sha256": model.checkpoint,
        "locations": score_locations(gold, grids).rounded(3),
        "task2": evaluate_grids(gold, grids)["task2"],
    }


def show(rows: list[dict[str, Any]]) -> None:
    table = Table("reader", "learnt", "recipes", "new locations P", "R", "F1", "task 2 F1")
    for row in rows:
        fractions = [row["locations"][part] for part in ("precision", "recall", "f1")]
        fractions.append(row["task2"]["overall"]["f1"])
        cells = [f"{100 * fraction:.1f}" for fraction in fractions]
        table.add_row(row["reader"], row["learnt"], row["gold"], *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
