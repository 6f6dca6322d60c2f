"""Scores readers on our own procedures: what ships, those that learnt less, one that learnt more.

    stepgraph train --data DIR --out runs/alone-1 --seed 1 --opinions FILE    # at commit cd2e34b
    make train                                                       # runs/default-1, 2, 3
    stepgraph train --from SHIPPED --data examples/annotated --out runs/ours-1 --seed 1    # 2, 3
    python benchmarks/other_text.py --alone runs/alone-* --before runs/default-* \
        --after runs/ours-* [--folds 5]

Reads examples/grids.json with entities given, and ProPara's dev to see what is forgotten. With
--folds, all that we annotated is read by readers that learnt the other folds, from the first run
of --before.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from scores import Gold

from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import action_rows, load_grids, load_split
from pipeline.domain.document import Document
from pipeline.domain.grid import Grid
from pipeline.evaluation import task1
from pipeline.evaluation.evaluate import evaluate_grids
from pipeline.evaluation.task1_files import Answer, PlaceRow, Task1Gold
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate
from pipeline.training.fine_tune import FEW, fine_tune

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))
EXAMPLES, ANNOTATED = Path("examples/grids.json"), Path("examples/annotated/train.json")
KINDS = ("science", "recipe", "protocol")
# What the procedures beside ProPara tell of too, in other words: science is what they mostly are
TOLD = {
    *("photosynthesis.txt", "blood-circulation.txt", "hydroelectric-power.txt", "thunderstorm.txt"),
    *("recycling-glass.txt", "paper-from-wood.txt", "water-treatment.txt", "bread.txt"),
    *("espresso.txt", "compost.txt", "lemon-tart.md", "yogurt", "blood-sample", "butter"),
    *("plating-bacteria", "sterile-instruments", "sauerkraut", "vegetable-soup"),
}
SPELLINGS = {"-": "null", "?": "unk"}  # of task 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--alone", type=Path, nargs="+", required=True)
    parser.add_argument("--before", type=Path, nargs="+", required=True)
    parser.add_argument("--after", type=Path, nargs="+", required=True)
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--runs", type=Path, default=Path("runs/other_text"))
    parser.add_argument("--out", type=Path, default=Path("docs/results/records/other_text.json"))
    arguments = parser.parse_args()
    examples, annotated = load_grids(EXAMPLES), load_grids(ANNOTATED)
    own = own_procedures()
    apart = [one for one in own if one[0].id not in TOLD]
    result: dict[str, Any] = {
        "command": command(arguments),
        "training": {name: getattr(FEW, name) for name in ("epochs", "batch")}
        | {"encoder_rate": FEW.encoder_rate, "head_rate": FEW.head_rate},
        "documents": count(examples),
        "learnt": count(annotated),
        "beside": load_config(arguments.before[0])["trained_before"]["beside"],
        "alone": [row(examples, run) for run in arguments.alone],
        "before": [row(examples, run) for run in arguments.before],
        "both": both(arguments, own),
        "apart": {"documents": len(apart), **both(arguments, apart)},
        "after": [row(examples, run) for run in arguments.after],
    }
    if arguments.folds:
        result["folds"] = by_folds(own, arguments.folds, arguments.before[0], arguments.runs)
    arguments.out.write_text(json.dumps(result, indent=1) + "\n")
    show(result)


def own_procedures() -> Gold:
    """All that we annotated by hand and no reader learns."""
    return load_grids(EXAMPLES) + load_grids(ANNOTATED)


def command(arguments: argparse.Namespace) -> str:
    runs = "--alone runs/alone-* --before runs/default-* --after runs/ours-*"
    folds = f" --folds {arguments.folds}" if arguments.folds else ""
    return f"python benchmarks/other_text.py {runs}{folds}"


def count(gold: Gold) -> dict[str, int]:
    kinds = kinds_of_documents()
    return {kind: sum(kinds[one.id] == kind for one, _ in gold) for kind in KINDS}


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
        "propara_dev": evaluate_grids(dev, read(dev, checkpoint), data=DATA, split="dev"),
    }


def both(arguments: argparse.Namespace, gold: Gold) -> dict[str, Any]:
    """Scores on what we annotated, a run each, of readers that learnt none of it."""
    return {
        name: [scores_of_own(gold, read(gold, run)) for run in getattr(arguments, name)]
        for name in ("alone", "before")
    }


def read(gold: Gold, checkpoint: Path) -> list[Grid]:
    return predict([annotate(document) for document, _ in gold], model=load_model(checkpoint))


def by_folds(gold: Gold, n_folds: int, start: Path, runs: Path) -> dict[str, Any]:
    """Every document read by a reader that learnt from the other folds, beside its start."""
    settings = replace(FEW, seed=load_config(start)["training"]["seed"])
    found: dict[str, Grid] = {}
    for fold in range(n_folds):
        held, rest = (
            gold[fold::n_folds],
            [one for at, one in enumerate(gold) if at % n_folds != fold],
        )
        folder = runs / f"{start.name}-fold{fold + 1}of{n_folds}"
        fine_tune(rest, folder, start=start, settings=settings, progress=print)
        found |= {one.id: grid for (one, _), grid in zip(held, read(held, folder), strict=True)}
    grids = [found[one.id] for one, _ in gold]
    return {
        "n": n_folds,
        "documents": count(gold),
        "before": by_kind(gold, read(gold, start)),
        "after": by_kind(gold, grids),
    }


def by_kind(gold: Gold, grids: Sequence[Grid]) -> dict[str, Any]:
    kinds = kinds_of_documents()
    result = {"all": scores_of_own(gold, grids)}
    for kind in KINDS:
        some = [pair for pair in zip(gold, grids, strict=True) if kinds[pair[0][0].id] == kind]
        result[kind] = scores_of_own([one for one, _ in some], [grid for _, grid in some])
    return result


def scores_of_own(gold: Gold, grids: Sequence[Grid]) -> dict[str, Any]:
    """Both tasks; in task 1 our grids are the answers of the only annotator."""
    answers = {
        document.id: [
            [
                Answer(at.step, at.participant, action.lower(), at.before, at.after)
                for at, action in places_of(document, grid)
            ]
        ]
        for document, grid in gold
    }
    predicted = [
        at
        for (document, _), grid in zip(gold, grids, strict=True)
        for at, _ in places_of(document, grid)
    ]
    return {
        **evaluate_grids(gold, grids),
        "task1": task1.score(Task1Gold({}, answers), predicted).as_json(),
    }


def places_of(document: Document, grid: Grid) -> list[tuple[PlaceRow, str]]:
    """As task 1 spells them, with what happens; every entity is a participant by its full name."""
    return [
        (
            PlaceRow(one.document, one.step, one.entity, spelt(one.before), spelt(one.after)),
            one.action,
        )
        for one in action_rows(document, grid)
    ]


def spelt(place: str) -> str:
    return SPELLINGS.get(place, place)


def show(result: dict[str, Any]) -> None:
    table = Table("", "kind", "task 2 P / R / F1", "task 1 cat 1 / 2 / 3", "macro", "dev F1")
    rows = [
        (f"{when}, seed {one['seed']}", one)
        for when in ("alone", "before", "after")
        for one in result[when]
    ]
    for name, one in rows:
        dev = f"{100 * one['propara_dev']['task2']['overall']['f1']:.1f}"
        for kind, scores in one["examples"].items():
            two, first = scores["task2"]["overall"], scores["task1"]
            table.add_row(
                name,
                kind,
                " / ".join(f"{100 * two[part]:.1f}" for part in ("precision", "recall", "f1")),
                " / ".join(f"{first[part]:.1f}" for part in ("cat1", "cat2", "cat3")),
                f"{first['macro']:.1f}",
                dev,
            )
    Console().print(table)


if __name__ == "__main__":
    main()
