"""Measures how well the tagger finds entities: trains a few seeds, measures each, names the best.

    python benchmarks/entities.py --data DIR

A seed that is trained already is only measured, on our own procedures too, which none has learnt.
The best has the highest exact F1 on dev; test chooses nothing. Seeds that learnt ProPara alone,
"without" in --out, are kept.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from other_text import own_procedures
from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table

from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_split
from pipeline.inference.entity_finder import Tagger, discover_entities, load_tagger
from pipeline.training.tagger_run import measure, train_and_save
from pipeline.training.train_tagger import TaggerTraining

PROCEDURES = Path("examples/annotated/procedures.json")
RECALL_THRESHOLD = 0.15  # finds more, for a draft from which someone deletes


def measured(folder: Path, data: Path) -> dict[str, Any]:
    tagger = load_tagger(folder, device="cpu")
    splits = {split: load_split(data, split) for split in ("dev", "test")}
    splits["own"] = own_procedures()
    return {
        "seed": load_config(folder)["training"]["seed"],
        "bytes": sum(path.stat().st_size for path in folder.iterdir()),
        "ms_per_document": round(milliseconds(tagger, data), 1),
        **{split: measure(grids, tagger=tagger) for split, grids in splits.items()},
        "recall_setting": {
            split: measure(grids, tagger=tagger, threshold=RECALL_THRESHOLD)
            for split, grids in splits.items()
        },
    }


def milliseconds(tagger: Tagger, data: Path) -> float:
    """A document of the test split, in batches of 128 of them repeated."""
    documents = [document for document, _ in load_split(data, "test")]
    batch = (documents * 3)[:128]
    discover_entities(batch[:8], tagger=tagger)  # warm
    started = time.perf_counter()
    discover_entities(batch, tagger=tagger)
    return 1000 * (time.perf_counter() - started) / len(batch)


def summary(runs: list[dict[str, Any]], *where: str) -> dict[str, float]:
    def look(run: dict[str, Any]) -> float:
        for key in where:
            run = run[key]
        return float(run)  # type: ignore[arg-type]

    values = [look(run) for run in runs]
    return {
        "mean": round(mean(values), 1),
        "deviation": round(stdev(values), 1) if len(values) > 1 else 0.0,
    }


def means(runs: list[dict[str, Any]], *where: str) -> dict[str, Any]:
    return {
        kind: {score: summary(runs, *where, kind, score) for score in ("precision", "recall", "f1")}
        for kind in ("exact", "head")
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/propara"))
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--work", type=Path, default=Path("runs/entities"))
    parser.add_argument("-o", "--out", type=Path, default=RECORDS / "entities.json")
    arguments = parser.parse_args()
    runs = []
    for seed in arguments.seeds:
        folder = arguments.work / f"seed-{seed}"
        if not (folder / "config.json").is_file():
            train_and_save(
                arguments.data,
                folder,
                seed=seed,
                device="auto",
                encoder=None,
                training=TaggerTraining(),
                progress=partial(print, flush=True),
                extra=[PROCEDURES],
            )
        runs.append(measured(folder, arguments.data))
        print(json.dumps(runs[-1]), flush=True)
    best = max(runs, key=lambda run: run["dev"]["exact"]["f1"])
    report: dict[str, Any] = {
        "command": "python benchmarks/entities.py --data DIR --seeds "
        + " ".join(map(str, arguments.seeds)),
        "train": f"stepgraph train-entities --data DIR --out OUT --seed N --extra {PROCEDURES}",
        "recall_threshold": RECALL_THRESHOLD,
        **{split: means(runs, split) for split in ("test", "own")},
        "test_recall_setting": means(runs, "recall_setting", "test"),
        "best_on_dev": best["seed"],
        "seeds": runs,
    }
    if arguments.out.is_file():
        report |= {"without": json.loads(arguments.out.read_text()).get("without")}
    write_record(arguments.out, report, indent=2)
    show(report)


def show(report: dict[str, Any]) -> None:
    table = Table("split", "match", "precision", "recall", "F1", "± F1")
    for split in ("test", "own"):
        for kind, scores in report[split].items():
            figures = [scores[name]["mean"] for name in ("precision", "recall", "f1")]
            table.add_row(split, kind, *map(str, figures), str(scores["f1"]["deviation"]))
    Console().print(table, f"best on dev: seed {report['best_on_dev']}")


if __name__ == "__main__":
    main()
