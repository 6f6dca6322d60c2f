"""Scores the reader on our own procedures, before and after fine-tuning on twenty of them.

    python benchmarks/other_text.py                # what ships, and fine-tuned on the twenty
    python benchmarks/other_text.py --folds 5      # and by folds of all that we annotated

Fine-tunes on examples/annotated, reads examples/grids.json with entities given, and reads ProPara's
dev to see what is forgotten. A run that was killed, or done before, is taken up where it ended.
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
from pipeline.annotate import annotate
from pipeline.document import Document
from pipeline.evaluate import evaluate_grids
from pipeline.fine_tuning import FEW, fine_tune
from pipeline.grid import Grid
from pipeline.predict import DEFAULT_CHECKPOINT, load_model, predict
from pipeline.propara import action_rows, load_grids, load_split
from pipeline.scoring import task1
from pipeline.scoring.task1_files import Answer, PlaceRow, Task1Gold

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))
EXAMPLES, ANNOTATED = Path("examples/grids.json"), Path("examples/annotated/train.json")
KINDS = ("science", "recipe", "protocol")
SPELLINGS = {"-": "null", "?": "unk"}  # of task 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--runs", type=Path, default=Path("runs/other_text"))
    parser.add_argument("--out", type=Path, default=Path("docs/results/other_text.json"))
    arguments = parser.parse_args()
    start = load_config(DEFAULT_CHECKPOINT)["weights_sha256"]
    runs = str(arguments.runs / start[:8])
    examples, annotated = load_grids(EXAMPLES), load_grids(ANNOTATED)
    result: dict[str, Any] = {
        "command": command(arguments),
        "weights_sha256": start,
        "training": {name: getattr(FEW, name) for name in ("epochs", "batch")}
        | {"encoder_rate": FEW.encoder_rate, "head_rate": FEW.head_rate},
        "documents": count(examples),
        "learnt": count(annotated),
        "shipped": row(examples, None),
        "fine_tuned": [],
    }
    for seed in arguments.seeds:
        folder = tuned(annotated, Path(f"{runs}-seed{seed}"), seed)
        result["fine_tuned"].append({"seed": seed, **row(examples, folder)})
    if arguments.folds:
        result["folds"] = by_folds([*examples, *annotated], arguments.folds, runs)
    arguments.out.write_text(json.dumps(result, indent=1) + "\n")
    show(result)


def command(arguments: argparse.Namespace) -> str:
    told = f"python benchmarks/other_text.py --seeds {' '.join(map(str, arguments.seeds))}"
    return told + (f" --folds {arguments.folds}" if arguments.folds else "")


def count(gold: Gold) -> dict[str, int]:
    kinds = kinds_of_documents()
    return {kind: sum(kinds[one.id] == kind for one, _ in gold) for kind in KINDS}


def kinds_of_documents() -> dict[str, str]:
    return {
        record["para_id"]: record["kind"]
        for path in (EXAMPLES, ANNOTATED)
        for record in map(json.loads, path.read_text().splitlines())
    }


def tuned(gold: Gold, folder: Path, seed: int) -> Path:
    """The checkpoint that ships, trained further on these."""
    fine_tune(
        gold, folder, start=DEFAULT_CHECKPOINT, settings=replace(FEW, seed=seed), progress=print
    )
    return folder


def row(gold: Gold, checkpoint: Path | None) -> dict[str, Any]:
    """Scores of one checkpoint, by default the one that ships, on our texts and ProPara's dev."""
    dev = load_split(DATA, "dev")
    return {
        "examples": by_kind(gold, read(gold, checkpoint)),
        "propara_dev": evaluate_grids(dev, read(dev, checkpoint), data=DATA, split="dev"),
    }


def read(gold: Gold, checkpoint: Path | None) -> list[Grid]:
    return predict([annotate(document) for document, _ in gold], model=load_model(checkpoint))


def by_folds(gold: Gold, n_folds: int, runs: str) -> dict[str, Any]:
    """Every document read by a reader that learnt from the other folds, beside what ships."""
    found: dict[str, Grid] = {}
    for fold in range(n_folds):
        held, rest = (
            gold[fold::n_folds],
            [one for at, one in enumerate(gold) if at % n_folds != fold],
        )
        folder = tuned(rest, Path(f"{runs}-fold{fold + 1}of{n_folds}"), FEW.seed)
        found |= {one.id: grid for (one, _), grid in zip(held, read(held, folder), strict=True)}
    grids = [found[one.id] for one, _ in gold]
    return {
        "n": n_folds,
        "documents": count(gold),
        "shipped": by_kind(gold, read(gold, None)),
        "fine_tuned": by_kind(gold, grids),
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
    rows = [("ships", result["shipped"])]
    rows += [(f"fine-tuned, seed {one['seed']}", one) for one in result["fine_tuned"]]
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
