"""Trains and scores the systems that KG-MRC was compared with on ProPara's dev and test.

    python benchmarks/rivals.py --data DIR            # scores the runs that are done
    python benchmarks/rivals.py --data DIR --train    # trains missing runs; resumes, scores nothing
    python benchmarks/rivals.py --data DIR --dev      # prints dev scores, leaves test alone

A run is a folder NAME-sSEED below ``--runs``. A row is made once for each checkpoint, when its run
is done: test is scored once and chooses nothing. A run that has its row is not trained again.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from rival_habits import dev_without_places, grids_changed_percent, published_changed_percent
from scores import Gold, scored_line, scores_of
from training_runs import TrainingRuns, log_of, run_arguments, stepgraph

from kgmodel.baselines import BASELINES
from kgmodel.baselines.prostruct import ProStruct
from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_split
from pipeline.inference.baseline_reader import BaselineNetwork
from pipeline.inference.predict import Model, load_model, predict
from pipeline.text.annotate import annotate

SEEDS = (1, 2, 3)
WORDS = "fixed input vectors of MiniLM's word pieces, averaged by word; mentions"
CONTEXTUAL = "features of the paragraph from MiniLM, frozen, averaged by word; mentions"


def main() -> None:
    parser = run_arguments(__doc__, topic="rivals")
    parser.add_argument("--dev", action="store_true")
    arguments = parser.parse_args()
    trainings = TrainingRuns(arguments.runs, arguments.out, named_by="system", line_of=scored_line)
    runs = [(name, seed) for seed in SEEDS for name in BASELINES]  # one seed of each says most
    if arguments.train:
        for name, seed in trainings.missing(runs):
            run = trainings.folder_of(name, seed)
            stepgraph(command(name, seed, run, arguments.data))
        return
    if arguments.dev:
        show_dev(arguments.runs)
        return
    splits = {split: load_split(arguments.data, split) for split in ("train", "dev", "test")}
    trainings.record |= facts_of_gold(splits, data=arguments.data)
    trainings.record["commands"] = {name: command(name, "N", Path("RUN")) for name in BASELINES}
    trainings.score(runs, partial(row_of, splits=splits, data=arguments.data))
    trainings.write()


def command(name: str, seed: object, out: Path, data: Path = Path("DIR")) -> str:
    return f"stepgraph train --data {data} --out {out} --seed {seed} --architecture {name}"


def row_of(
    run: Path, name: str, seed: int, splits: dict[str, Gold], *, data: Path
) -> dict[str, Any]:
    """Scores of one checkpoint on both splits, and what it learnt from and reads."""
    config, model = load_config(run), load_model(run)
    row: dict[str, Any] = {
        "system": name,
        "seed": seed,
        "learnt": f"ProPara's train split, {len(splits['train'])} paragraphs",
        "words": CONTEXTUAL if config["settings"].get("contextual") else WORDS,
        "weights_sha256": config["weights_sha256"],
        "settings": config["settings"],
        "training": config["training"],
        "seconds": sum(epoch["seconds"] for epoch in log_of(run)),
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
            log = log_of(run)
            best = max(log, key=lambda epoch: float(epoch["score"]))
            print(f"{run.name}: {100 * best['score']:.1f} in epoch {best['number']} of {len(log)}")


if __name__ == "__main__":
    main()
