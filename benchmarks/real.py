"""Scores on real procedures that stay outside the project, by kind of text.

    python benchmarks/real.py [--folder DIR] [--checkpoint DIR ...]

The folder, by default STEPGRAPH_REAL or ../shared/real, holds procedures.jsonl: annotated grids
with their ``kind``. Prints a table and writes a record of figures alone. Several checkpoints are
seeds of one reader; the table then gives the spread over them.

Also fits the threshold below which what ships is unsure: the smallest with which three in four of
the stated cells are right. If it prints another than ``UNSURE_BELOW`` in
pipeline/domain/confidence.py, set that constant to it.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table
from scores import Gold

from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_grids
from pipeline.domain.confidence import UNSURE_BELOW
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.evaluation.baselines import BASELINES
from pipeline.evaluation.calibration import (
    JudgedAnswer,
    calibration_error,
    judged_cells,
    judged_changes_with_places,
)
from pipeline.evaluation.end_to_end import evaluate_found
from pipeline.evaluation.evaluate import evaluate_grids
from pipeline.evaluation.thresholds import (
    StatedShare,
    cross_validated_share,
    fit_threshold,
    stated_share,
)
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.entity_finder import discover_entities, load_tagger
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate

PRECISION = 0.75  # of what is stated
THRESHOLDS = [order / 10 for order in range(10)]
FOLDER = Path(os.environ.get("STEPGRAPH_REAL", "../shared/real"))
RULES = ("rule based", "majority")
ALL = "all"
SHARES = ("coverage", "precision")


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
        "unsure": confidence(gold, kinds, shipped_or_first(arguments.checkpoint)),
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


def shipped_or_first(checkpoints: Sequence[Path]) -> Path:
    """The checkpoint with the weights that ship, or else the first."""
    shipped = load_config(DEFAULT_CHECKPOINT)["weights_sha256"]
    same = [path for path in checkpoints if load_config(path)["weights_sha256"] == shipped]
    return [*same, *checkpoints][0]


def confidence(gold: Gold, kinds: Mapping[str, str], checkpoint: Path) -> dict[str, Any]:
    """How many cells and changes are stated, and how many of those are right, by threshold.

    Entities are given. The threshold is fitted on cells, and cross-validated by document.
    """
    grids = predict([annotate(document) for document, _ in gold], model=load_model(checkpoint))
    graphs = [
        TemporalGraph.from_grid(document, grid)
        for (document, _), grid in zip(gold, grids, strict=True)
    ]
    cells = [judged_cells(truth, grid) for (_, truth), grid in zip(gold, grids, strict=True)]
    changes = [
        judged_changes_with_places(truth, graph)
        for (_, truth), graph in zip(gold, graphs, strict=True)
    ]
    threshold = fit_threshold(list(chain(*cells)), precision=PRECISION)
    if threshold is None:
        raise SystemExit(f"no threshold states cells of which {PRECISION:.0%} are right")
    by_kind = {
        kind: [row for row, (document, _) in enumerate(gold) if kind in (ALL, kinds[document.id])]
        for kind in (ALL, *dict.fromkeys(kinds.values()))
    }
    return {
        "weights_sha256": load_config(checkpoint)["weights_sha256"],
        "precision": PRECISION,
        "threshold": threshold,
        "calibration_error": {
            "cells": round(calibration_error(list(chain(*cells))), 4),
            "changes": round(calibration_error(list(chain(*changes))), 4),
        },
        "cross_validated": share_record(cross_validated_share(cells, precision=PRECISION)),
        "kinds": {
            kind: {
                name: share_record(stated_share(chain(*(answers[row] for row in rows)), threshold))
                for name, answers in (("cells", cells), ("changes", changes))
            }
            for kind, rows in by_kind.items()
        },
        "places": {
            kind: share_record(stated_share(answers, threshold))
            for kind, answers in cells_by_place(cells, grids).items()
        },
        "thresholds": [
            {
                "threshold": each,
                "cells": share_record(stated_share(chain(*cells), each)),
                "changes": share_record(stated_share(chain(*changes), each)),
            }
            for each in sorted({*THRESHOLDS, threshold})
        ],
    }


def cells_by_place(
    cells: Sequence[Sequence[JudgedAnswer]], grids: Sequence[Grid]
) -> dict[str, list[JudgedAnswer]]:
    """The cells by the kind of location that is predicted."""
    by_place: dict[str, list[JudgedAnswer]] = {"stated": [], "somewhere": [], "nowhere": []}
    for answers, grid in zip(cells, grids, strict=True):
        places = [place for track in grid.tracks for place in track.locations]
        for place, answer in zip(places, answers, strict=True):
            by_place[place.kind].append(answer)
    return by_place


def share_record(share: StatedShare) -> dict[str, Any]:
    precision = share.precision
    return {
        "answers": share.answers,
        "coverage": round(share.coverage, 4),
        "precision": None if precision is None else round(precision, 4),
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
    console = Console(width=140)
    console.print(table)
    console.print(thresholds(report["unsure"]))


def thresholds(unsure: Mapping[str, Any]) -> Table:
    header = ("cells stated, %", "right, %", "changes stated, %", "right, %")
    fitted = f"unsure below {unsure['threshold']} (shipped: {UNSURE_BELOW})"
    table = Table("threshold", *header, title=fitted)
    for row in unsure["thresholds"]:
        figures = [row[name][part] for name in ("cells", "changes") for part in SHARES]
        cells = ["–" if figure is None else f"{100 * figure:.1f}" for figure in figures]
        table.add_row(str(row["threshold"]), *cells)
    return table


def spread(values: Sequence[float]) -> str:
    """The mean, with the standard deviation if there is more than one value."""
    return f"{mean(values):.1f}" + (f" ± {stdev(values):.1f}" if len(values) > 1 else "")


if __name__ == "__main__":
    main()
