"""Measures how well probabilities are calibrated; fits temperatures on ProPara's dev and our own
procedures, reports both, test and real text.

    python benchmarks/calibration.py                      # gain of the shipped checkpoint
    python benchmarks/calibration.py --write              # also stores it in config.json
    python benchmarks/calibration.py --checkpoint DIR --write

The chain's scores are divided by one temperature and the locations' by another before marginals
are taken, so that probabilities still sum to one and agree with each other; the best track is that
of the scores as trained. The temperatures of a reader are those with the least log-loss on texts
of its kind that no reader learns: on dev for descriptions, and on our own procedures, as far as the
gate sends them there, for instructions, of which dev has none. Real text is that of STEPGRAPH_REAL
or ../shared/real; without it, its figures stay as they were. Writes
docs/results/records/calibration.json and docs/images/calibration.svg.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from other_text import own_procedures
from readers import DESCRIPTIONS, INSTRUCTIONS, Readers
from real import FOLDER as REAL
from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table
from scores import Gold

from kgmodel.checkpoint import load_config
from kgmodel.default.decode import AS_TRAINED, Temperatures
from pipeline.datasets.propara import load_grids, load_split
from pipeline.evaluation.calibration import (
    JudgedAnswer,
    calibration_error,
    coverage,
    error_by_chance,
    judged_changes,
    judged_locations,
    log_loss,
    reliability,
)
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.default_features import features
from pipeline.inference.default_grids import grids_of
from pipeline.inference.default_reader import DefaultNetwork, score_features
from pipeline.inference.wordings import Wording
from pipeline.text.annotate import annotate

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))
TRIED = [
    Temperatures(round(0.1 * tags, 1), round(0.1 * places, 1))
    for tags, places in product(range(8, 21), range(8, 25))
]
THRESHOLDS = [round(0.05 * order, 2) for order in range(20)]
FOLDS = 10
KINDS = ("changes", "locations")


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers about one document, each with its probability and whether it is right."""

    changes: list[JudgedAnswer]
    locations: list[JudgedAnswer]


class ScoredTexts:
    """Annotated documents, run through a network once; read at any temperatures."""

    def __init__(self, gold: Gold, network: DefaultNetwork, wording: Wording) -> None:
        self.gold = [grid for _, grid in gold]
        self.network = network
        self.table = network.table if wording == "training" else None
        self.ready = features(
            [annotate(document) for document, _ in gold],
            tokenizer=network.tokenizer,
            table=network.table,
            wording=wording,
        )
        self.scored = list(score_features(self.ready, network.reader))

    def read(self, temperatures: Temperatures) -> list[Answers]:
        """Each document's answers, in their order."""
        grids = grids_of(
            self.scored,
            self.ready,
            self.network.reader,
            self.table,
            decoding=replace(self.network.decoding, temperatures=temperatures),
        )
        return [
            Answers(judged_changes(gold, grid), judged_locations(gold, grid))
            for gold, grid in zip(self.gold, grids, strict=True)
        ]


class Texts:
    """Annotated documents, by the reader that the gate chooses for each."""

    def __init__(self, gold: Gold, readers: Readers, wording: Wording) -> None:
        self.by_reader = {
            name: ScoredTexts(pairs, readers.networks[name], wording)
            for name, pairs in readers.divided(gold).items()
        }

    def read(self, temperatures: Mapping[str, Temperatures]) -> list[Answers]:
        """The answers of all documents, those of one reader after those of another."""
        return [
            answers
            for name, texts in self.by_reader.items()
            for answers in texts.read(temperatures[name])
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, default=DEFAULT_CHECKPOINT)
    parser.add_argument("--out", type=Path, default=RECORDS / "calibration.json")
    parser.add_argument("--picture", type=Path, default=Path("docs/images/calibration.svg"))
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    readers = Readers.of(arguments.checkpoint)
    dev = load_split(DATA, "dev")
    own = own_procedures()
    fitted_on = {DESCRIPTIONS: ScoredTexts(dev, readers.networks[DESCRIPTIONS], "training")}
    if INSTRUCTIONS in readers.networks:
        instructive = readers.divided(own)[INSTRUCTIONS]
        fitted_on[INSTRUCTIONS] = ScoredTexts(instructive, readers.networks[INSTRUCTIONS], "text")
    tried = {
        name: {temperatures: texts.read(temperatures) for temperatures in TRIED}
        for name, texts in fitted_on.items()
    }
    sizes = {name: len(texts.gold) for name, texts in fitted_on.items()}
    chosen = {name: fit(rows, range(sizes[name])) for name, rows in tried.items()}
    texts = {
        "dev": Texts(dev, readers, "training"),
        "test": Texts(load_split(DATA, "test"), readers, "training"),
        "own": Texts(own, readers, "text"),
    }
    if (real := REAL / "procedures.jsonl").is_file():
        texts["real"] = Texts(load_grids(real), readers, "text")
    old = json.loads(arguments.out.read_text()) if arguments.out.exists() else {}
    splits = {
        split: {
            "as_trained": report(each.read(dict.fromkeys(chosen, AS_TRAINED))),
            "calibrated": report(each.read(chosen)),
        }
        for split, each in texts.items()
    }
    for name, split in ((DESCRIPTIONS, "dev"), (INSTRUCTIONS, "own")):
        if name in tried:
            held_out = cross_validated(tried[name], sizes[name])
            splits[split]["cross_validated"] = report(held_out)
    result = {
        "command": "python benchmarks/calibration.py --write",
        "checkpoint": load_config(arguments.checkpoint)["weights_sha256"],
        "temperatures": {name: asdict(each) for name, each in chosen.items()},
        "splits": old.get("splits", {}) | splits,
    }
    write_record(arguments.out, result)
    draw(result["splits"]["test"], arguments.picture)
    if arguments.write:
        for name, folder in readers.folders.items():
            config = load_config(folder) | {"temperatures": asdict(chosen[name])}
            text = json.dumps(config, indent=2, ensure_ascii=False)
            (folder / "config.json").write_text(text + "\n")
    show(result)


def fit(tried: Mapping[Temperatures, Sequence[Answers]], documents: Iterable[int]) -> Temperatures:
    """The temperatures with the least log-loss over these documents, both kinds counting alike."""
    rows = list(documents)

    def loss(temperatures: Temperatures) -> float:
        answers = [tried[temperatures][row] for row in rows]
        return sum(log_loss(joined(answers, kind)) for kind in KINDS)

    return min(tried, key=loss)


def cross_validated(tried: Mapping[Temperatures, Sequence[Answers]], n: int) -> list[Answers]:
    """Each document at the temperatures that the documents of the other folds choose."""
    order = list(range(n))
    random.Random(0).shuffle(order)
    folds = [set(order[start::FOLDS]) for start in range(FOLDS)]
    chosen = {fold: fit(tried, set(order) - rows) for fold, rows in enumerate(folds)}
    return [tried[chosen[fold]][row] for fold, rows in enumerate(folds) for row in rows]


def joined(documents: Iterable[Answers], kind: str) -> list[JudgedAnswer]:
    return [answer for document in documents for answer in getattr(document, kind)]


def report(documents: Sequence[Answers]) -> dict[str, Any]:
    return {kind: figures(joined(documents, kind)) for kind in KINDS}


def figures(answers: list[JudgedAnswer]) -> dict[str, Any]:
    """``by_chance``: the error that perfect probabilities would show on as many answers, if the
    place of a thing that stays were right or wrong at each step by itself; ``by_chance_together``:
    if it is right or wrong at all of them."""
    return {
        "answers": len(answers),
        "right": round(mean(answer.right for answer in answers), 4),
        "error": round(calibration_error(answers), 4),
        "by_chance": round(error_by_chance(answers, together=False), 4),
        "by_chance_together": round(error_by_chance(answers), 4),
        "log_loss": round(log_loss(answers), 4),
        "bins": [asdict(bin_) for bin_ in reliability(answers)],
        "coverage": [
            {"threshold": threshold, "coverage": share, "precision": precision}
            for threshold, share, precision in coverage(answers, THRESHOLDS)
        ],
    }


def draw(test: Mapping[str, Any], out: Path) -> None:
    """Left: probability against share of right answers. Right: precision without unsure answers."""
    plt.rcParams.update({"svg.hashsalt": "stepgraph", "svg.fonttype": "none"})
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4.2), layout="constrained")
    left.plot([0, 1], [0, 1], color="0.8", lw=1, zorder=0)
    for colour, kind in zip(("tab:blue", "tab:orange"), KINDS, strict=True):
        for state, style in (("as_trained", ":"), ("calibrated", "-o")):
            bins = test[state][kind]["bins"]
            xs, ys = [row["probability"] for row in bins], [row["right"] for row in bins]
            label = f"{kind}, {state.replace('_', ' ')} ({test[state][kind]['error']:.3f})"
            left.plot(xs, ys, style, color=colour, ms=4, label=label)
        rows = [row for row in test["calibrated"][kind]["coverage"] if row["precision"] is not None]
        xs, ys = [row["coverage"] for row in rows], [row["precision"] for row in rows]
        right.plot(xs, ys, "-o", color=colour, ms=4, label=kind)
        for row in rows:
            if row["threshold"] in (0.3, 0.5, 0.7):
                point = (row["coverage"], row["precision"])
                right.annotate(
                    f"{row['threshold']}", point, xytext=(4, 4), textcoords="offset points"
                )
    left.set(xlabel="probability", ylabel="right", title="Reliability (and calibration error)")
    right.set(
        xlabel="coverage: answers that are sure",
        ylabel="precision of those",
        title="unsure below 0.3, 0.5, 0.7, …",
    )
    for axes in (left, right):
        axes.set(xlim=(0, 1.02), ylim=(0, 1.02))
        axes.legend(frameon=False, fontsize=8, loc="best")
        axes.spines[["top", "right"]].set_visible(False)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, metadata={"Date": None})


def show(result: Mapping[str, Any]) -> None:
    table = Table("", "answers", "right", "calibration error", "by chance", "log-loss")
    for split, states in result["splits"].items():
        for state, kinds in states.items():
            for kind, row in kinds.items():
                name = f"{split}, {kind}, {state.replace('_', ' ')}"
                cells = (row[key] for key in ("right", "error", "by_chance", "log_loss"))
                table.add_row(name, str(row["answers"]), *(f"{cell:.3f}" for cell in cells))
    Console().print(table, result["temperatures"])


if __name__ == "__main__":
    main()
