"""Compares ways to decode a grid, on dev and on our own procedures that no training saw.

Changes are decided by the best track or by posterior decoding, where a change can count more than
none; "exists, place unstated" has a cost.

    make train                                                       # runs/gated-1, 2, 3
    python benchmarks/decoding.py --runs runs/gated-*

Figures are means over --runs. Test is not scored. In task 1 the grids are the only annotator's
answers.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean
from typing import Any
from unittest.mock import patch

from other_text import own_procedures, scores_of_own
from readers import Readers
from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table

from kgmodel.default.chain import ChainScores, Ints, Marginals, best_tracks
from kgmodel.default.decode import (
    CHANGE_WEIGHT,
    UNSTATED_COST,
    DecodeSettings,
    posterior_decode,
)
from pipeline.datasets.propara import load_split
from pipeline.domain.grid import Grid
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.default_features import Features, features
from pipeline.inference.default_grids import ScoredEntities, grids_of
from pipeline.inference.default_reader import DefaultNetwork, score_features
from pipeline.text.annotate import annotate
from pipeline.training.loop import Gold

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))


@dataclass(frozen=True, slots=True)
class Way:
    """One way to decode: how changes are decided, and the two settings."""

    decided: str = "posterior"
    cost: float = UNSTATED_COST
    weight: float = CHANGE_WEIGHT


TRIED = (
    Way("best track", weight=1.0),
    *(Way(weight=weight) for weight in (1.0, 1.5, 2.0, 2.5, 3.0, 4.0)),
    *(Way(cost=cost) for cost in (0.0, 1.0, 3.0, 4.0)),
)


@dataclass(frozen=True, slots=True)
class Scored:
    """Documents and the network that reads them in any way."""

    gold: Gold
    ready: Sequence[Features]
    scored: Sequence[ScoredEntities]
    network: DefaultNetwork

    @classmethod
    def of(cls, gold: Gold, network: DefaultNetwork) -> Scored:
        ready = features(
            [annotate(document) for document, _ in gold],
            tokenizer=network.tokenizer,
            table=network.table,
        )
        return cls(gold, ready, list(score_features(ready, network.reader)), network)

    def decode(self, way: Way) -> list[Grid]:
        settings = DecodeSettings(unstated_cost=way.cost, change_weight=way.weight)
        decide = by_best_track if way.decided == "best track" else posterior_decode
        with patch("kgmodel.default.decode.posterior_decode", decide):
            return grids_of(
                self.scored,
                self.ready,
                self.network.reader,
                self.network.table,
                decoding=settings,
            )


def by_best_track(scores: ChainScores, certain: Marginals, *, change_weight: float) -> Ints:
    assert change_weight == 1.0
    return best_tracks(scores).tags


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, nargs="+", default=[DEFAULT_CHECKPOINT])
    parser.add_argument("--out", type=Path, default=RECORDS / "decoding.json")
    arguments = parser.parse_args()
    texts = {"dev": load_split(DATA, "dev"), "own": own_procedures()}
    scored = {name: [score(gold, run) for run in arguments.runs] for name, gold in texts.items()}
    means = {name: averaged(runs) for name, runs in scored.items()}
    rows = [
        asdict(way) | {"dev": dev, "own": own}
        for way, dev, own in zip(TRIED, means["dev"], means["own"], strict=True)
    ]
    result = {
        "command": "python benchmarks/decoding.py --runs RUN...",
        "chosen": asdict(Way()),
        "readers": len(arguments.runs),
        "documents_of_our_own": len(texts["own"]),
        "rows": rows,
    }
    write_record(arguments.out, result)
    show(result)


def score(gold: Gold, run: Path) -> list[Scored]:
    """The documents by the network that reads them."""
    readers = Readers.of(run)
    parts = readers.divided(gold)
    return [Scored.of(pairs, readers.networks[name]) for name, pairs in parts.items() if pairs]


def averaged(runs: Sequence[Sequence[Scored]]) -> list[dict[str, Any]]:
    """Means over the runs in each way of ``TRIED``, in percent."""
    return [
        {name: round(mean(row[name] for row in rows), 1) for name in rows[0]}
        for rows in zip(*map(scores, runs), strict=True)
    ]


def scores(parts: Sequence[Scored]) -> list[dict[str, Any]]:
    rows = []
    gold = [pair for part in parts for pair in part.gold]
    for way in TRIED:
        own = scores_of_own(gold, [grid for part in parts for grid in part.decode(way)])
        task2, task1 = own["task2"]["overall"], own["task1"]
        rows.append(
            {
                **{name: round(100 * task2[name], 1) for name in ("precision", "recall", "f1")},
                **{name: round(task1[name], 1) for name in ("cat1", "cat2", "cat3", "macro")},
            }
        )
    return rows


def show(result: dict[str, Any]) -> None:
    parts = ("precision", "recall", "f1", "macro")
    columns = [f"{split} {part}" for split in ("dev", "own") for part in parts]
    table = Table("changes decided by", "cost", "weight", *columns)
    for row in result["rows"]:
        cells = [f"{row[split][part]:.1f}" for split in ("dev", "own") for part in parts]
        table.add_row(row["decided"], f"{row['cost']:.0f}", f"{row['weight']:.1f}", *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
