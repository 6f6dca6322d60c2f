"""Scores the paper's model, its ablations and departures on ProPara's dev and test, one row a run.

    python benchmarks/paper.py --data DIR --train    # trains the missing runs; resumes
    python benchmarks/paper.py --data DIR            # scores the runs that are done

A run is a folder NAME-sSEED below ``--runs``. Training sees dev alone. A row is made once for each
checkpoint, when its run is done: test is scored once, is counted and chooses nothing. A run that
has its row is not trained again.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from scores import Gold, scored_line, scores_of
from training_runs import Run, TrainingRuns, run_arguments, stepgraph

from kgmodel.checkpoint import load_config
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
# What the paper's qualitative comparison follows, in ProPara's test
PARAGRAPH, ENTITY = "310", "blood"


def main() -> None:
    arguments = run_arguments(__doc__, topic="paper").parse_args()
    trainings = TrainingRuns(
        arguments.runs, arguments.out, named_by="configuration", line_of=scored_line, epochs=EPOCHS
    )
    runs = [(name, seed) for name in CONFIGURATIONS for seed in SEEDS]
    if arguments.train:
        for name, seed in trainings.missing(sorted(runs, key=_turn)):
            run = trainings.folder_of(name, seed)
            stepgraph(command(name, seed, run, arguments.data))
        return
    splits = {split: load_split(arguments.data, split) for split in ("dev", "test")}
    trainings.record["commands"] = {
        name: command(name, "N", Path("RUN")) for name in CONFIGURATIONS
    }
    trainings.score(runs, partial(row_of, splits=splits, data=arguments.data))
    trainings.record |= {"paragraph": PARAGRAPH, "entity": ENTITY}
    trainings.record["readings"] = readings(splits["test"], arguments.data)
    trainings.write()


def _turn(run: Run) -> tuple[bool, int]:
    """Sort the runs: all seeds of the paper's first, then one seed of each configuration."""
    name, seed = run
    return (name != "paper", seed)


def command(name: str, seed: object, out: Path, data: Path = Path("DIR")) -> str:
    run = f"--data {data} --out {out} --seed {seed} --epochs {EPOCHS}"
    return f"stepgraph train {run} {CONFIGURATIONS[name]}"


def row_of(
    run: Path, name: str, seed: int, splits: dict[str, Gold], *, data: Path
) -> dict[str, Any]:
    """Scores of one checkpoint on both splits, and where it sees the entity."""
    config, model = load_config(run), load_model(run)
    row: dict[str, Any] = {
        "configuration": name,
        "seed": seed,
        "weights_sha256": config["weights_sha256"],
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


if __name__ == "__main__":
    main()
