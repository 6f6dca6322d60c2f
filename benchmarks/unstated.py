"""How the best grid is decided: on dev, and on our own procedures that no training saw.

What happens: as on the best track, or what most is expected to be right of (``posterior_decode``).
Then what "exists, place unstated" should cost.

    make train                                                       # runs/default-1, 2, 3
    python benchmarks/unstated.py --runs runs/default-*

Figures are the mean of --runs. Test is not looked at. In task 1 the grids are the only annotator's
answers.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any
from unittest.mock import patch

from other_text import own_procedures, scores_of_own
from rich.console import Console
from rich.table import Table

from kgmodel.default.chain import best_tracks
from kgmodel.default.decode import UNSTATED_COST, DecodeSettings, posterior_decode
from pipeline.datasets.propara import load_split
from pipeline.domain.grid import Grid, Track
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.default_features import Features, features
from pipeline.inference.default_reader import DefaultNetwork, score_features, tracks_of
from pipeline.inference.predict import load_model
from pipeline.text.annotate import annotate
from pipeline.training.loop import Gold

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))
TRIED = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
DECIDED = {
    "best track": lambda scores: best_tracks(scores).tags,
    "likeliest": posterior_decode,
}


@dataclass(frozen=True, slots=True)
class Scored:
    """Documents, and the network that reads them at any cost."""

    gold: Gold
    ready: Sequence[Features]
    network: DefaultNetwork

    def read(self, costs: Sequence[float]) -> list[list[Grid]]:
        """The grids of all documents at each cost."""
        tracks: list[list[list[Track]]] = [[[] for _ in self.ready] for _ in costs]
        for some in score_features(self.ready, self.network.reader):
            for found, cost in zip(tracks, costs, strict=True):
                found[some.row] += tracks_of(
                    some,
                    self.ready[some.row],
                    self.network.reader,
                    self.network.table,
                    decoding=DecodeSettings(unstated_cost=cost),
                )
        return [
            [
                Grid(one.tensors.n_steps, tuple(some))
                for one, some in zip(self.ready, found, strict=True)
            ]
            for found in tracks
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, nargs="+", default=[DEFAULT_CHECKPOINT])
    parser.add_argument("--out", type=Path, default=Path("docs/results/records/unstated.json"))
    arguments = parser.parse_args()
    texts = {"dev": load_split(DATA, "dev"), "own": own_procedures()}
    scored = {name: [score(gold, run) for run in arguments.runs] for name, gold in texts.items()}
    rows = []
    for decided, likely in DECIDED.items():
        with patch("kgmodel.default.decode.posterior_decode", likely):
            found = {name: averaged(runs) for name, runs in scored.items()}
        rows += [
            {"decided": decided, "cost": cost, "dev": dev, "own": own}
            for cost, dev, own in zip(TRIED, found["dev"], found["own"], strict=True)
        ]
    result = {
        "command": "python benchmarks/unstated.py --runs RUN...",
        "chosen": UNSTATED_COST,
        "readers": len(arguments.runs),
        "rows": rows,
    }
    arguments.out.write_text(json.dumps(result, indent=1) + "\n")
    show(result)


def score(gold: Gold, run: Path) -> Scored:
    network = load_model(run).network
    assert isinstance(network, DefaultNetwork)
    ready = features(
        [annotate(document) for document, _ in gold],
        tokenizer=network.tokenizer,
        table=network.table,
    )
    return Scored(gold, ready, network)


def averaged(runs: Sequence[Scored]) -> list[dict[str, Any]]:
    """Of each of ``TRIED`` the mean of the runs: task 2's F1, task 1's macro, in percent."""
    return [
        {name: round(mean(row[name] for row in rows), 1) for name in rows[0]}
        for rows in zip(*map(scores, runs), strict=True)
    ]


def scores(run: Scored) -> list[dict[str, Any]]:
    rows = []
    for found in run.read(TRIED):
        own = scores_of_own(run.gold, found)
        two, one = own["task2"]["overall"], own["task1"]
        rows.append(
            {
                **{name: round(100 * two[name], 1) for name in ("precision", "recall", "f1")},
                **{name: round(one[name], 1) for name in ("cat1", "cat2", "cat3", "macro")},
            }
        )
    return rows


def show(result: dict[str, Any]) -> None:
    table = Table("what happens", "cost", "dev: P / R / F1", "macro", "own: P / R / F1", "macro")
    for row in result["rows"]:
        cells = [row["decided"], f"{row['cost']}"]
        for split in ("dev", "own"):
            told = row[split]
            cells.append(" / ".join(f"{told[name]:.1f}" for name in ("precision", "recall", "f1")))
            cells.append(f"{told['macro']:.1f}")
        table.add_row(*cells)
    Console().print(table)


if __name__ == "__main__":
    main()
