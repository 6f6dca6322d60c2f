"""Scores on real procedures that stay outside the project, by kind of text.

    python benchmarks/real.py [--folder DIR] [--checkpoint DIR ...]

The folder, by default STEPGRAPH_REAL or ../shared/real, holds procedures.jsonl: annotated grids
with their ``kind``. Prints a table and writes a record of figures alone. Several checkpoints are
seeds of one reader; the table then gives the spread over them.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table
from scores import Gold

from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_grids
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.evaluation.baselines import BASELINES
from pipeline.evaluation.end_to_end import evaluate_found
from pipeline.evaluation.evaluate import evaluate_grids
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.entity_finder import discover_entities, load_tagger
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate

FOLDER = Path(os.environ.get("STEPGRAPH_REAL", "../shared/real"))
RULES = ("rule based", "majority")
ALL = "all"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--checkpoint", type=Path, nargs="+", default=[DEFAULT_CHECKPOINT])
    parser.add_argument("--out", type=Path, default=RECORDS / "real.json")
    arguments = parser.parse_args()
    path = arguments.folder / "procedures.jsonl"
    try:
        gold = load_grids(path)
    except BadInput as error:
        parser.error(f"{error}; name the folder with --folder or STEPGRAPH_REAL")
    kinds = kinds_of(path)
    tagger = load_tagger()
    report: dict[str, Any] = {
        "command": "make real",
        "documents": {ALL: len(gold), **Counter(kinds.values())},
        "steps": sum(document.n_steps for document, _ in gold),
        "tagger": tagger.checkpoint,
        "runs": [run(gold, kinds, folder, tagger=tagger) for folder in arguments.checkpoint],
        "rules": {name: rules(gold, kinds, name) for name in RULES},
    }
    write_record(arguments.out, report)
    show(report)


def kinds_of(path: Path) -> dict[str, str]:
    """The kind of each document, by its id."""
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {str(record["para_id"]): record["kind"] for record in records}


def run(gold: Gold, kinds: Mapping[str, str], checkpoint: Path, *, tagger: Any) -> dict[str, Any]:
    """Scores of one checkpoint: entities given, and entities found by the tagger."""
    config, model = load_config(checkpoint), load_model(checkpoint)
    documents = [document for document, _ in gold]
    discovered = discover_entities(documents, tagger=tagger)
    own = [
        replace(document, entities=entities)
        for document, entities in zip(documents, discovered, strict=True)
    ]
    with_gold, with_own = (
        predict([annotate(document) for document in tracked], model=model)
        for tracked in (documents, own)
    )
    return {
        "seed": config["training"]["seed"],
        "weights_sha256": config["weights_sha256"],
        "given": by_kind(gold, with_gold, kinds),
        "found": by_kind(gold, with_own, kinds, discovered=True),
    }


def rules(gold: Gold, kinds: Mapping[str, str], name: str) -> dict[str, Any]:
    grids = [BASELINES[name](annotate(document)) for document, _ in gold]
    return by_kind(gold, grids, kinds)


def by_kind(
    gold: Gold, grids: Sequence[Grid], kinds: Mapping[str, str], *, discovered: bool = False
) -> dict[str, Any]:
    """Scores of all documents and of each kind, without the questions of task 1."""
    pairs = list(zip(gold, grids, strict=True))
    result = {}
    for kind in (ALL, *dict.fromkeys(kinds.values())):
        chosen = [pair for pair in pairs if kind in (ALL, kinds[pair[0][0].id])]
        truths, predicted = [truth for truth, _ in chosen], [grid for _, grid in chosen]
        scores = (evaluate_found if discovered else evaluate_grids)(truths, predicted)
        del scores["task1"]["questions"]
        result[kind] = scores
    return result


def show(report: Mapping[str, Any]) -> None:
    parts, categories = ("precision", "recall", "f1"), ("cat1", "cat2", "cat3", "macro")
    header = ("P", "R", "F1", *categories, "found F1", "exact F1", "head F1")
    table = Table("kind", "n", *header, title="entities given, then found")
    for kind, number in report["documents"].items():
        rows = [
            [
                *(100 * run["given"][kind]["task2"]["overall"][part] for part in parts),
                *(run["given"][kind]["task1"][name] for name in categories),
                100 * run["found"][kind]["task2"]["overall"]["f1"],
                *(100 * run["found"][kind]["entities"][way]["f1"] for way in ("exact", "head")),
            ]
            for run in report["runs"]
        ]
        table.add_row(kind, str(number), *(spread(values) for values in zip(*rows, strict=True)))
    for name, scores in report["rules"].items():
        overall, task1 = scores[ALL]["task2"]["overall"], scores[ALL]["task1"]
        figures = [*(100 * overall[part] for part in parts), *(task1[key] for key in categories)]
        cells = [f"{figure:.1f}" for figure in figures]
        table.add_row(name, str(report["documents"][ALL]), *cells)
    Console(width=140).print(table)


def spread(values: Sequence[float]) -> str:
    """The mean, with the standard deviation if there is more than one value."""
    return f"{mean(values):.1f}" + (f" ± {stdev(values):.1f}" if len(values) > 1 else "")


if __name__ == "__main__":
    main()
