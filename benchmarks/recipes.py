"""Scores readers trained on ProPara on recipes: where the ingredients go.

    python benchmarks/recipes.py RUN...                       # the recipes that we annotated
    python benchmarks/recipes.py RUN... --recipes FILE.json   # Bosselut et al.'s, or yours

Rows of other checkpoints are kept.
The data of Bosselut et al. cannot be shipped; ours are those of kind "recipe" in examples/.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from scores import Gold

from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_grids
from pipeline.evaluation.evaluate import evaluate_grids
from pipeline.evaluation.recipe_locations import score_locations
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate

OURS = (Path("examples/grids.json"), Path("examples/annotated/train.json"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--recipes", type=Path)
    parser.add_argument("--out", type=Path, default=Path("docs/results/records/recipes.json"))
    arguments = parser.parse_args()
    gold = load_grids(arguments.recipes) if arguments.recipes else our_recipes()
    told = f"{len(gold)} of {arguments.recipes.name if arguments.recipes else 'ours'}"
    rows = [{**row_of(gold, run), "gold": told} for run in arguments.runs]
    old = json.loads(arguments.out.read_text())["rows"] if arguments.out.exists() else []
    new = [(row["weights_sha256"], row["gold"]) for row in rows]
    rows = [*rows, *(row for row in old if (row["weights_sha256"], row["gold"]) not in new)]
    result = {"command": "python benchmarks/recipes.py RUN...", "rows": rows}
    arguments.out.write_text(json.dumps(result, indent=1) + "\n")
    for row in rows:
        print(row["reader"], row["locations"], row["task2"]["overall"])


def our_recipes() -> Gold:
    kinds = {
        record["para_id"]: record["kind"]
        for path in OURS
        for record in map(json.loads, path.read_text().splitlines())
    }
    return [one for path in OURS for one in load_grids(path) if kinds[one[0].id] == "recipe"]


def row_of(gold: Gold, run: Path) -> dict[str, Any]:
    """The scores of one checkpoint."""
    model, training = load_model(run), load_config(run)["training"]
    beside = (load_config(run).get("trained_before") or training).get("beside")
    grids = predict([annotate(document) for document, _ in gold], model=model)
    return {
        "reader": f"`{model.name}`, seed {training['seed']}",
        "learnt": f"ProPara and {beside}" if beside else "ProPara alone",
        "architecture": model.name,
        "weights_sha256": model.checkpoint,
        "locations": score_locations(gold, grids).rounded(3),
        "task2": evaluate_grids(gold, grids)["task2"],
    }


if __name__ == "__main__":
    main()
