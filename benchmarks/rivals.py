"""Trains and scores the systems that KG-MRC was compared with on ProPara's dev and test.

    python benchmarks/rivals.py --data DIR            # scores the runs that are done
    python benchmarks/rivals.py --data DIR --train    # trains missing runs; resumes, scores nothing
    python benchmarks/rivals.py --data DIR --dev      # prints dev scores, leaves test alone

A run is a folder NAME-sSEED below ``--runs``. A row is made once for each checkpoint, when its run
is done: test is scored once and chooses nothing. A run that has its row is not trained again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from rival_habits import dev_without_places, grids_changed_percent, published_changed_percent
from scores import Gold, scored_line, scores_of

from kgmodel.baselines import BASELINES
from kgmodel.baselines.prostruct import ProStruct
from pipeline.datasets.propara import load_split
from pipeline.inference.baseline_reader import BaselineNetwork
from pipeline.inference.predict import Model, load_model, predict
from pipeline.text.annotate import annotate

SEEDS = (1, 2, 3)
WORDS = "fixed input vectors of MiniLM's word pieces, averaged by word; mentions"
CONTEXTUAL = "features of the paragraph from MiniLM, frozen, averaged by word; mentions"
NO_RUNS = {"rows": [], "times_scored_on_test": 0, "weights": "not kept"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=Path, default=Path("runs/rivals"))
    parser.add_argument("--out", type=Path, default=RECORDS / "rivals.json")
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--dev", action="store_true")
    arguments = parser.parse_args()
    result = json.loads(arguments.out.read_text()) if arguments.out.exists() else dict(NO_RUNS)
    rows = {(row["system"], row["seed"]): row for row in result["rows"]}
    runs = [(name, seed) for seed in SEEDS for name in BASELINES]  # one seed of each says most
    if arguments.train:
        for name, seed in runs:
            if (name, seed) not in rows and not is_done(arguments.runs / f"{name}-s{seed}"):
                train(name, seed, data=arguments.data, runs=arguments.runs)
        return
    if arguments.dev:
        show_dev(arguments.runs)
        return
    splits = {split: load_split(arguments.data, split) for split in ("train", "dev", "test")}
    result |= facts_of_gold(splits, data=arguments.data)
    result["commands"] = {name: command(name, "N", Path("RUN")) for name in BASELINES}
    for name, seed in runs:
        run, row = arguments.runs / f"{name}-s{seed}", rows.get((name, seed))
        if is_done(run) and (
            row is None or row["weights_sha256"] != config_of(run, "weights_sha256")
        ):
            row = rows[name, seed] = row_of(run, name, seed, splits, data=arguments.data)
            result["times_scored_on_test"] += 1
            result["rows"] = [rows[key] for key in runs if key in rows]
            write_record(arguments.out, result)
        print(f"{name}, seed {seed}: {scored_line(row) if row else 'not trained'}", flush=True)
    write_record(arguments.out, result)


def command(name: str, seed: object, out: Path, data: Path = Path("DIR")) -> str:
    return f"stepgraph train --data {data} --out {out} --seed {seed} --architecture {name}"


def train(name: str, seed: int, *, data: Path, runs: Path) -> None:
    """Train one run; an interrupted one resumes after its last epoch."""
    words = command(name, seed, runs / f"{name}-s{seed}", data).split()
    print("$", *words, file=sys.stderr, flush=True)
    subprocess.run([sys.executable, "-m", "pipeline", *words[1:]], check=True)


def is_done(run: Path) -> bool:
    """Return True if all epochs of a run are trained."""
    log = run / "training" / "log.json"
    if not log.exists() or not (run / "config.json").exists():
        return False
    return len(json.loads(log.read_text())) >= int(config_of(run, "training")["epochs"])


def row_of(
    run: Path, name: str, seed: int, splits: dict[str, Gold], *, data: Path
) -> dict[str, Any]:
    """Scores of one checkpoint on both splits, and what it learnt from and reads."""
    training, settings = config_of(run, "training"), config_of(run, "settings")
    if training["seed"] != seed:
        raise SystemExit(f"{run} was trained with seed {training['seed']}, not {seed}")
    model = load_model(run)
    row: dict[str, Any] = {
        "system": name,
        "seed": seed,
        "learnt": f"ProPara's train split, {len(splits['train'])} paragraphs",
        "words": CONTEXTUAL if settings.get("contextual") else WORDS,
        "weights_sha256": weights_of(run),
        "settings": settings,
        "training": training,
        "seconds": sum(epoch["seconds"] for epoch in _log(run)),
    }
    for split in ("dev", "test"):
        documents = [annotate(document) for document, _ in splits[split]]
        grids = predict(documents, model=model, wording="training")
        row[split] = scores_of(splits[split], grids, data=data, split=split)
        row[split]["changed_percent"] = grids_changed_percent(documents, grids)
        if split == "dev":
            row["without_places"] = dev_without_places(splits[split], grids, data=data)
        if name == "prostruct" and split == "dev":
            free = predict(documents, model=without_constraints(run), wording="training")
            row["without_constraints"] = scores_of(splits[split], free, data=data, split=split)
    return row


def facts_of_gold(splits: dict[str, Gold], *, data: Path) -> dict[str, Any]:
    """What rows are compared with: habits of gold and of predictions that others published."""
    documents = {
        split: [annotate(document) for document, _ in splits[split]] for split in ("dev", "test")
    }
    grids = {split: [grid for _, grid in splits[split]] for split in documents}
    changed = {split: grids_changed_percent(documents[split], grids[split]) for split in documents}
    return {
        "gold": {
            "changed_percent": changed,
            "without_places": dev_without_places(splits["dev"], grids["dev"], data=data),
        },
        "published_changed_percent": published_changed_percent(documents["test"], data),
    }


def without_constraints(run: Path) -> Model:
    """ProStruct that decodes each step by itself."""
    model = load_model(run)
    if isinstance(model.network, BaselineNetwork) and isinstance(model.network.model, ProStruct):
        model.network.model.constraints = False
        return model
    raise SystemExit(f"{run} is no ProStruct")


def show_dev(runs: Path) -> None:
    """Print the best F1 on dev of every run there is, done or not."""
    for run in sorted(runs.iterdir()):
        if (run / "training" / "log.json").exists():
            log = _log(run)
            best = max(log, key=lambda epoch: float(epoch["score"]))
            print(f"{run.name}: {100 * best['score']:.1f} in epoch {best['number']} of {len(log)}")


def config_of(run: Path, key: str) -> Any:
    return json.loads((run / "config.json").read_text())[key]


def weights_of(run: Path) -> str:
    return str(config_of(run, "weights_sha256"))


def _log(run: Path) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = json.loads((run / "training" / "log.json").read_text())
    return log


if __name__ == "__main__":
    main()
