"""Scores the paper's model, its ablations and departures on ProPara's dev and test, one row a run.

    python benchmarks/paper.py --data DIR --train    # trains the missing runs; resumes
    python benchmarks/paper.py --data DIR            # scores the runs that are done

A run is a folder NAME-sSEED below ``--runs``. Training sees dev alone. A row is made once for each
checkpoint, when its run is done: test is scored once, is counted and chooses nothing. A run that
has its row is not trained again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from scores import Gold, scored_line, scores_of

from pipeline.datasets.propara import load_split
from pipeline.domain.grid import Grid
from pipeline.evaluation.task1_files import read_places
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate

SEEDS = (1, 2, 3)
EPOCHS = 20
DEPARTURES = {
    "both-nodes": "--set conditioned_on=both",
    "no-graph-dropout": "--set dropout_graph=0",
    "prefix-entities": "--set entity_input=prefix",
}
ABLATIONS = {
    "no-across": "--set coreference_across=false",
    "no-within": "--set coreference_within=false",
    "lstm": "--set graph=lstm",
}
READERS = {
    "sentence": "--set graph=none --set reads=sentence",
    "paragraph": "--set graph=none --set reads=paragraph",
    "no-graph": "--set graph=none",
}
# In the order of training: the paper's first, what combines departures last
CONFIGURATIONS = {
    "paper": "--architecture paper",
    **{name: f"--architecture paper {sets}" for name, sets in {**ABLATIONS, **READERS}.items()},
    **{name: f"--architecture paper {sets}" for name, sets in DEPARTURES.items()},
    "paragraph-entities": "--architecture paper --set entity_input=paragraph",
    "paper-contextual": "--architecture paper-contextual",
    "departures": f"--architecture paper {' '.join(DEPARTURES.values())}",
    **{
        f"departures-{name}": f"--architecture paper {' '.join([*DEPARTURES.values(), sets])}"
        for name, sets in ABLATIONS.items()
    },
    "departures-contextual": f"--architecture paper-contextual {' '.join(DEPARTURES.values())}",
}
NO_RUNS = {"rows": [], "times_scored_on_test": 0, "weights": "not kept"}
# What the paper's qualitative comparison follows, in ProPara's test
PARAGRAPH, ENTITY = "310", "blood"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=Path, default=Path("runs/paper"))
    parser.add_argument("--out", type=Path, default=RECORDS / "paper.json")
    parser.add_argument("--train", action="store_true")
    arguments = parser.parse_args()
    result = json.loads(arguments.out.read_text()) if arguments.out.exists() else dict(NO_RUNS)
    old = {(row["configuration"], row["seed"]): row for row in result["rows"]}
    runs = [(name, seed) for name in CONFIGURATIONS for seed in SEEDS]
    if arguments.train:
        for name, seed in sorted(runs, key=_turn):
            row, run = old.get((name, seed)), arguments.runs / f"{name}-s{seed}"
            scored = row is not None and row["training"]["epochs"] >= EPOCHS
            if not scored and not is_done(run):
                train(name, seed, data=arguments.data, runs=arguments.runs)
        return
    splits = {split: load_split(arguments.data, split) for split in ("dev", "test")}
    result["commands"] = {name: command(name, "N", Path("RUN")) for name in CONFIGURATIONS}
    for name, seed in runs:
        run = arguments.runs / f"{name}-s{seed}"
        row = old.get((name, seed))
        if is_done(run) and (row is None or row["weights_sha256"] != _weights(run)):
            row = row_of(run, name, seed, splits, data=arguments.data)
            old[name, seed] = row
            result["rows"] = [old[key] for key in runs if key in old]
            result["times_scored_on_test"] = result["times_scored_on_test"] + 1
            write_record(arguments.out, result)
        print(f"{name}, seed {seed}: {scored_line(row) if row else 'not trained'}", flush=True)
    result |= {"paragraph": PARAGRAPH, "entity": ENTITY}
    result["readings"] = readings(splits["test"], arguments.data)
    write_record(arguments.out, result)


def _turn(run: tuple[str, int]) -> tuple[bool, int]:
    """Sort the runs: all seeds of the paper's first, then one seed of each configuration."""
    name, seed = run
    return (name != "paper", seed)


def command(name: str, seed: object, out: Path, data: Path = Path("DIR")) -> str:
    run = f"--data {data} --out {out} --seed {seed} --epochs {EPOCHS}"
    return f"stepgraph train {run} {CONFIGURATIONS[name]}"


def train(name: str, seed: int, *, data: Path, runs: Path) -> None:
    """Train one run; an interrupted one resumes after its last epoch."""
    words = command(name, seed, runs / f"{name}-s{seed}", data).split()
    print("$", *words, file=sys.stderr, flush=True)
    subprocess.run([Path(sys.executable).parent / words[0], *words[1:]], check=True)


def is_done(run: Path) -> bool:
    """Return True if all epochs of a run are trained."""
    log = run / "training" / "log.json"
    if not log.exists() or not (run / "config.json").exists():
        return False
    return len(json.loads(log.read_text())) >= EPOCHS


def row_of(
    run: Path, name: str, seed: int, splits: dict[str, Gold], *, data: Path
) -> dict[str, Any]:
    """Scores of one checkpoint on both splits, and where it sees the entity."""
    config, model = _config(run), load_model(run)
    if config["training"]["seed"] != seed:
        raise SystemExit(f"{run} was trained with seed {config['training']['seed']}, not {seed}")
    row: dict[str, Any] = {
        "configuration": name,
        "seed": seed,
        "weights_sha256": _weights(run),
        "settings": config["settings"],
        "training": config["training"],
    }
    for split, gold in splits.items():
        documents = [annotate(document) for document, _ in gold]
        grids = predict(documents, model=model, wording="training")
        row[split] = scores_of(gold, grids, data=data, split=split)
        if split == "test":
            row["reading"] = followed(grids[_number(gold)])
    return row


def readings(gold: Gold, data: Path) -> dict[str, list[str]]:
    """Where the entity is, state by state: gold, ProGlobal's published file, the default model."""
    places = read_places(data / "task1" / "predictions" / "proglobal.untuned.test.tsv")
    rows = [row for row in places if (row.document, row.participant) == (PARAGRAPH, ENTITY)]
    spelt = {"unk": "?", "null": "-"}
    proglobal = [rows[0].before, *(row.after for row in rows)]
    document, grid = gold[_number(gold)]
    return {
        "gold": followed(grid),
        "ProGlobal": [spelt.get(place, place) for place in proglobal],
        "default": followed(predict([annotate(document)], model=load_model())[0]),
    }


def followed(grid: Grid) -> list[str]:
    """The entity's places, before the first step and after each."""
    track = next(track for track in grid.tracks if track.entity.name == ENTITY)
    return [place.text for place in track.locations]


def _number(gold: Gold) -> int:
    """Index of the paragraph among gold's documents."""
    return [document.id for document, _ in gold].index(PARAGRAPH)


def _config(run: Path) -> dict[str, Any]:
    config: dict[str, Any] = json.loads((run / "config.json").read_text())
    return config


def _weights(run: Path) -> str:
    return str(_config(run)["weights_sha256"])


if __name__ == "__main__":
    main()
