"""How the best grid is decided: cross-validated on train, and on dev.

What happens: as on the best track, or what most is expected to be right of (``likeliest_tags``).
Then what "exists, place unstated" should cost.

    stepgraph train --data DIR --out runs/default-1 --seed 1 --opinions runs/opinions.safetensors
    python benchmarks/unstated.py --opinions runs/opinions.safetensors --runs runs/default-*

Second opinions leave three readers behind, each trained without a third of train: each reads its
third, so that all 391 documents are read by a reader that never saw them. Dev is read by --runs,
or by the checkpoint that ships; its figures are the mean. Test is not looked at. In task 1 the
grids are the only annotator's answers.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any
from unittest.mock import patch

import torch
from other_text import scores_of_own
from rich.console import Console
from rich.table import Table

from kgmodel.decode import AS_TRAINED, best_tracks, likeliest_tags
from kgmodel.default import DefaultReader, DefaultSettings
from kgmodel.pretrained import PACKAGED_HASHES, load_encoder, load_tokenizer
from pipeline.annotate import annotate
from pipeline.default_network import UNSTATED_COST, DefaultNetwork, score_features, tracks_of
from pipeline.encoder import encoder_folder
from pipeline.epochs import Gold
from pipeline.grid import Grid, Track
from pipeline.opinions import PARTS, SETTINGS, rows_of, trainer_without
from pipeline.places import PlaceTable
from pipeline.predict import DEFAULT_CHECKPOINT, load_model
from pipeline.propara import load_grids, load_split
from pipeline.tensors import Features, features
from pipeline.training import places_of

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))
TRIED = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
DECIDED = {
    "best track": lambda scores: best_tracks(scores).tags,
    "likeliest": likeliest_tags,
}


@dataclass(frozen=True, slots=True)
class Scored:
    """Documents, and a network's scores of them; read at any cost."""

    gold: Gold
    ready: Sequence[Features]
    reader: DefaultReader
    table: PlaceTable

    def read(self, costs: Sequence[float]) -> list[list[Grid]]:
        """The grids of all documents at each cost."""
        tracks: list[list[list[Track]]] = [[[] for _ in self.ready] for _ in costs]
        for some in score_features(self.ready, self.reader):
            for found, cost in zip(tracks, costs, strict=True):
                found[some.row] += tracks_of(
                    some,
                    self.ready[some.row],
                    self.reader,
                    self.table,
                    temperatures=AS_TRAINED,
                    unstated_cost=cost,
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
    parser.add_argument("--opinions", type=Path, required=True)
    parser.add_argument("--runs", type=Path, nargs="+", default=[DEFAULT_CHECKPOINT])
    parser.add_argument("--beside", type=Path, help="the grids that were learnt from beside train")
    parser.add_argument("--no-graph", action="store_true", help="they were made with graph=false")
    parser.add_argument("--out", type=Path, default=Path("docs/results/unstated.json"))
    arguments = parser.parse_args()
    train = list(unseen(arguments.opinions, beside=arguments.beside, graph=not arguments.no_graph))
    runs = [[dev(run)] for run in arguments.runs]
    rows = []
    for decided in ("best track", "likeliest"):
        with patch("kgmodel.decode.likeliest_tags", DECIDED[decided]):
            train_rows = scores(train)
            dev_rows = [average(some) for some in zip(*map(scores, runs), strict=True)]
        rows += [
            {"decided": decided, "cost": cost, "train": one, "dev": other}
            for cost, one, other in zip(TRIED, train_rows, dev_rows, strict=True)
        ]
    result = {
        "command": "python benchmarks/unstated.py --opinions FILE --runs RUN..."
        + " --no-graph" * arguments.no_graph,
        "chosen": UNSTATED_COST,
        "dev_readers": len(runs),
        "rows": rows,
    }
    arguments.out.write_text(json.dumps(result, indent=1) + "\n")
    show(result)


def unseen(opinions: Path, *, beside: Path | None, graph: bool) -> Iterator[Scored]:
    """Each third of train with the reader that was trained without it."""
    shipped = json.loads((DEFAULT_CHECKPOINT / "config.json").read_text())
    settings = replace(DefaultSettings(**shipped["settings"]), graph=graph)
    sets = [load_split(DATA, "train"), *([] if beside is None else [load_grids(beside)])]
    gold, folder = [one for some in sets for one in some], encoder_folder(None)
    table = places_of(gold)
    ready = features(
        [annotate(document) for document, _ in gold],
        tokenizer=load_tokenizer(folder),
        table=table,
        grids=[grid for _, grid in gold],
    )
    documents = [one.tensors for one in ready]
    sizes = [len(some) for some in sets]
    for part in range(PARTS):
        trainer, log = trainer_without(
            part, opinions, documents, sets=sizes, network=partial(fresh, folder, settings)
        )
        if len(log) < SETTINGS.epochs:
            raise SystemExit(f"{trainer.folder} is not trained; run stepgraph train --opinions")
        rows = [row for row in rows_of(part, sizes) if row < sizes[0]]  # ProPara's
        yield Scored(
            [gold[row] for row in rows], [ready[row] for row in rows], trainer.model.eval(), table
        )


def fresh(folder: Path, settings: DefaultSettings, seed: int) -> DefaultReader:
    torch.manual_seed(seed)
    return DefaultReader(load_encoder(folder, expected=PACKAGED_HASHES), settings)


def average(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {name: round(mean(row[name] for row in rows), 1) for name in rows[0]}


def dev(run: Path) -> Scored:
    network = load_model(run).network
    assert isinstance(network, DefaultNetwork)
    gold = load_split(DATA, "dev")
    ready = features(
        [annotate(document) for document, _ in gold],
        tokenizer=network.tokenizer,
        table=network.table,
    )
    return Scored(gold, ready, network.reader, network.table)


def scores(parts: Sequence[Scored]) -> list[dict[str, Any]]:
    """Of each of ``TRIED`` over all parts together: task 2's F1, task 1's macro, in percent."""
    gold = [pair for part in parts for pair in part.gold]
    grids: list[list[Grid]] = [[] for _ in TRIED]
    for part in parts:
        for found, some in zip(grids, part.read(TRIED), strict=True):
            found += some
    rows = []
    for found in grids:
        own = scores_of_own(gold, found)
        two, one = own["task2"]["overall"], own["task1"]
        rows.append(
            {
                **{name: round(100 * two[name], 1) for name in ("precision", "recall", "f1")},
                **{name: round(one[name], 1) for name in ("cat1", "cat2", "cat3", "macro")},
            }
        )
    return rows


def show(result: dict[str, Any]) -> None:
    table = Table("what happens", "cost", "train: P / R / F1", "macro", "dev: P / R / F1", "macro")
    for row in result["rows"]:
        cells = [row["decided"], f"{row['cost']}"]
        for split in ("train", "dev"):
            told = row[split]
            cells.append(" / ".join(f"{told[name]:.1f}" for name in ("precision", "recall", "f1")))
            cells.append(f"{told['macro']:.1f}")
        table.add_row(*cells)
    Console().print(table)


if __name__ == "__main__":
    main()
