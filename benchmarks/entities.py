"""How well the tagger finds entities: trains a few seeds, measures each, says which is best.

    python benchmarks/entities.py --data DIR -o docs/results/records/entities.json

A seed already trained in the work folder is only measured, on our own procedures too, which none
has learnt. The best is the one with the best exact F1 on dev; test is never chosen on. What --out
holds under "without" stays: seeds that learnt ProPara alone.
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

from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_split
from pipeline.inference.entity_finder import Tagger, discover_entities, load_tagger
from pipeline.training.tagger_run import measure, train_and_save
from pipeline.training.train_tagger import Recipe

BESIDE = Path("examples/annotated/procedures.json")
RECALL_THRESHOLD = 0.15  # more is found, for a person to delete from


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
    parser.add_argument("-o", "--out", type=Path)
    given = parser.parse_args()
    runs = []
    for seed in given.seeds:
        folder = given.work / f"seed-{seed}"
        if not (folder / "config.json").is_file():
            train_and_save(
                given.data,
                folder,
                seed=seed,
                device="auto",
                encoder=None,
                recipe=Recipe(),
                progress=partial(print, flush=True),
                beside=BESIDE,
            )
        runs.append(measured(folder, given.data))
        print(json.dumps(runs[-1]), flush=True)
    best = max(runs, key=lambda run: run["dev"]["exact"]["f1"])
    report: dict[str, Any] = {
        "command": "python benchmarks/entities.py --data ../shared/propara --seeds "
        + " ".join(map(str, given.seeds)),
        "train": "stepgraph train-entities --data ../shared/propara --out DIR --seed N "
        f"--extra {BESIDE}",
        "recall_threshold": RECALL_THRESHOLD,
        **{split: means(runs, split) for split in ("test", "own")},
        "test_recall_setting": means(runs, "recall_setting", "test"),
        "best_on_dev": best["seed"],
        "seeds": runs,
    }
    if given.out and given.out.is_file():
        report |= {"without": json.loads(given.out.read_text()).get("without")}
    for kind in ("exact", "head"):
        f1 = report["test"][kind]["f1"]
        print(f"test, {kind}: F1 {f1['mean']} ± {f1['deviation']} over {len(runs)} seeds")
    print(f"best on dev: seed {best['seed']}")
    if given.out:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
