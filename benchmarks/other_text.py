"""Scores readers on our own procedures: what ships, and readers that learnt less or more.

    stepgraph train --data DIR --out runs/alone-1 --seed 1 --opinions FILE    # at commit cd2e34b
    make train                                                       # runs/default-1, 2, 3
    stepgraph train --from SHIPPED --data examples/annotated --out runs/ours-1 --seed 1    # 2, 3
    python benchmarks/other_text.py --alone runs/alone-* --before runs/default-* \
        --after runs/ours-* --ships runs/everyday-* [--folds 5]
    python benchmarks/other_text.py    # what ships; the other rows stay as they were

Reads examples/grids.json with entities given, and ProPara's dev to see what is forgotten. With
--folds, all hand-annotated procedures are read by readers that learnt the other folds, starting
from the first run of --before.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table
from scores import Gold

from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_grids, load_split
from pipeline.domain.grid import Grid
from pipeline.evaluation.evaluate import evaluate_grids
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.predict import load_model, predict
from pipeline.inference.wordings import Wording
from pipeline.text.annotate import annotate
from pipeline.training.fine_tune import FEW, fine_tune

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))
EXAMPLES, ANNOTATED = Path("examples/grids.json"), Path("examples/annotated/train.json")
KINDS = ("science", "recipe", "protocol")
READERS = ("alone", "before", "after", "ships")
# About subjects that the written procedures are about too
SAME_SUBJECT = {
    *("photosynthesis.txt", "blood-circulation.txt", "hydroelectric-power.txt", "thunderstorm.txt"),
    *("recycling-glass.txt", "paper-from-wood.txt", "water-treatment.txt", "bread.txt"),
    *("espresso.txt", "compost.txt", "lemon-tart.md", "yogurt", "blood-sample", "butter"),
    *("plating-bacteria", "sterile-instruments", "sauerkraut", "vegetable-soup"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for reader in ("alone", "before", "after"):
        parser.add_argument(f"--{reader}", type=Path, nargs="+", default=[])
    parser.add_argument("--ships", type=Path, nargs="+", default=[DEFAULT_CHECKPOINT])
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--runs", type=Path, default=Path("runs/other_text"))
    parser.add_argument("--out", type=Path, default=RECORDS / "other_text.json")
    arguments = parser.parse_args()
    examples, annotated = load_grids(EXAMPLES), load_grids(ANNOTATED)
    own = own_procedures()
    apart = [pair for pair in own if pair[0].id not in SAME_SUBJECT]
    runs = {name: getattr(arguments, name) for name in READERS if getattr(arguments, name)}
    kept = json.loads(arguments.out.read_text()) if arguments.out.exists() else {}
    result: dict[str, Any] = {
        **kept,
        "command": command(arguments.folds),
        "training": {name: getattr(FEW, name) for name in ("epochs", "batch")}
        | {"encoder_rate": FEW.encoder_rate, "head_rate": FEW.head_rate},
        "documents": count(examples),
        "learnt": count(annotated),
        **{name: [row(examples, run) for run in runs[name]] for name in runs},
        "both": kept.get("both", {}) | on_own(runs, own),
        "apart": kept.get("apart", {}) | {"documents": len(apart), **on_own(runs, apart)},
    }
    if arguments.folds:
        result["folds"] = by_folds(own, arguments.folds, arguments.before[0], arguments.runs)
    write_record(arguments.out, result)
    show(result)


def own_procedures() -> Gold:
    """The procedures that were annotated by hand and that no reader learns."""
    return load_grids(EXAMPLES) + load_grids(ANNOTATED)


def command(n_folds: int) -> str:
    runs = "--alone runs/alone-* --before runs/default-* --after runs/ours-* --ships RUN..."
    folds = f" --folds {n_folds}" if n_folds else ""
    return f"python benchmarks/other_text.py {runs}{folds}"


def count(gold: Gold) -> dict[str, int]:
    kinds = kinds_of_documents()
    return {kind: sum(kinds[document.id] == kind for document, _ in gold) for kind in KINDS}


def kinds_of_documents() -> dict[str, str]:
    return {
        record["para_id"]: record["kind"]
        for path in (EXAMPLES, ANNOTATED)
        for record in map(json.loads, path.read_text().splitlines())
    }


def row(gold: Gold, checkpoint: Path) -> dict[str, Any]:
    """Scores of one checkpoint on our texts and ProPara's dev."""
    dev, config = load_split(DATA, "dev"), load_config(checkpoint)
    return {
        "seed": config["training"]["seed"],
        "weights_sha256": config["weights_sha256"],
        "examples": by_kind(gold, read(gold, checkpoint)),
        "propara_dev": evaluate_grids(
            dev, read(dev, checkpoint, wording="training"), data=DATA, split="dev"
        ),
    }


def on_own(runs: Mapping[str, Sequence[Path]], gold: Gold) -> dict[str, Any]:
    """Scores on the hand-annotated procedures, a run each, of readers that learnt none of them."""
    return {
        name: [scores_of_own(gold, read(gold, run)) for run in paths]
        for name, paths in runs.items()
        if name != "after"
    }


def read(gold: Gold, checkpoint: Path, *, wording: Wording = "text") -> list[Grid]:
    documents = [annotate(document) for document, _ in gold]
    return predict(documents, model=load_model(checkpoint), wording=wording)


def by_folds(gold: Gold, n_folds: int, start: Path, runs: Path) -> dict[str, Any]:
    """Scores with every document read by a reader that learnt the other folds, and of its start."""
    settings = replace(FEW, seed=load_config(start)["training"]["seed"])
    grids: dict[str, Grid] = {}
    for fold in range(n_folds):
        left_out = gold[fold::n_folds]
        rest = [pair for order, pair in enumerate(gold) if order % n_folds != fold]
        folder = runs / f"{start.name}-fold{fold + 1}of{n_folds}"
        fine_tune(rest, folder, start=start, settings=settings, progress=print)
        pairs = zip(left_out, read(left_out, folder), strict=True)
        grids |= {document.id: grid for (document, _), grid in pairs}
    return {
        "n": n_folds,
        "documents": count(gold),
        "before": by_kind(gold, read(gold, start)),
        "after": by_kind(gold, [grids[document.id] for document, _ in gold]),
    }


def by_kind(gold: Gold, grids: Sequence[Grid]) -> dict[str, Any]:
    kinds = kinds_of_documents()
    result = {"all": scores_of_own(gold, grids)}
    for kind in KINDS:
        pairs = [pair for pair in zip(gold, grids, strict=True) if kinds[pair[0][0].id] == kind]
        result[kind] = scores_of_own([own for own, _ in pairs], [grid for _, grid in pairs])
    return result


def scores_of_own(gold: Gold, grids: Sequence[Grid]) -> dict[str, Any]:
    """Both tasks; in task 1 our grids are the answers of the only annotator."""
    scores = evaluate_grids(gold, grids)
    task1 = {name: value for name, value in scores["task1"].items() if name != "questions"}
    return {"task2": scores["task2"], "violations": scores["violations"], "task1": task1}


def show(result: dict[str, Any]) -> None:
    parts, categories = ("precision", "recall", "f1"), ("cat1", "cat2", "cat3", "macro")
    table = Table("", "seed", "kind", *parts, *categories, "dev F1")
    for when in READERS:
        for run in result[when]:
            dev = 100 * run["propara_dev"]["task2"]["overall"]["f1"]
            for kind, scores in run["examples"].items():
                fractions = [scores["task2"]["overall"][part] for part in parts]
                figures = [*(100 * fraction for fraction in fractions)]
                figures += [scores["task1"][name] for name in categories]
                cells = [f"{figure:.1f}" for figure in (*figures, dev)]
                table.add_row(when, str(run["seed"]), kind, *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
