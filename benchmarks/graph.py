"""Asks whether the graph helps: heads with and without it, trained from scratch on one encoder.

    python benchmarks/graph.py --train    # trains the missing runs, a minute each; resumes
    python benchmarks/graph.py            # makes the summary, of the seeds that have both

The encoder is that of the reader of instructions that ships, frozen, so that a run takes a minute
and a difference is that of the heads alone. Runs are paired: one seed gives all configurations the
same first weights of what they share, the same order and the same texts: ProPara's train split, and
a sample of the everyday procedures. Each run reads ProPara's dev split, the procedures that people
annotated, which nothing learns, and real text if it is there. Test is not scored. Cells of
entities that share a place with another at some state are counted apart: there the paper expects
the graph to help (section 4.3).
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import torch
from other_text import own_procedures, scores_of_own
from real import FOLDER as REAL
from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table
from scores import Gold
from torch import Tensor
from torch.nn.functional import pad

from kgmodel.checkpoint import load_config
from kgmodel.default.decode import DecodeSettings
from kgmodel.default.features import DocumentFeatures, collate, tag_tracks
from kgmodel.default.model import DefaultReader, DefaultSettings
from kgmodel.pretrained import load_tokenizer
from kgmodel.trainer import run_epoch
from pipeline.datasets.propara import load_grids, load_split
from pipeline.domain.grid import Grid, Track
from pipeline.evaluation.calibration import judged_cells
from pipeline.inference.candidates import PlaceTable
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT, encoder_folder
from pipeline.inference.default_features import Features, features
from pipeline.inference.default_grids import grids_of
from pipeline.inference.default_reader import restored_reader, score_features
from pipeline.text.annotate import annotate

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))
EVERYDAY = Path("examples/annotated/everyday.json")
N_EVERYDAY = 60
SAMPLE_SEED = 0
SEEDS = range(1, 11)
EPOCHS, BATCH, RATE, CLIP = 3, 4, 1e-3, 1.0
WHOLE, WITHOUT = "graph", "no graph"
CONFIGURATIONS: Mapping[str, Mapping[str, bool]] = {
    WHOLE: {"graph": True},
    WITHOUT: {"graph": False},
    "no coreference across steps": {"graph": True, "across": False},
    "no coreference within a step": {"graph": True, "within": False},
}
MEASURES = ("f1", "macro", "sharing", "apart")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=RECORDS / "graph.json")
    parser.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS))
    parser.add_argument("--train", action="store_true")
    arguments = parser.parse_args()
    old = json.loads(arguments.out.read_text()) if arguments.out.exists() else {"rows": []}
    rows: list[dict[str, Any]] = old["rows"]
    if arguments.train:
        study = Study()
        done = {(row["configuration"], row["seed"]) for row in rows}
        for name, seed in in_order(arguments.seeds):
            if (name, seed) not in done:
                rows.append({"configuration": name, "seed": seed, **study.run(name, seed)})
                print(json.dumps(rows[-1]), flush=True)
                write_record(arguments.out, {**about(study), "rows": rows})
        return
    lines = summary(rows)
    write_record(arguments.out, {**old, "summary": lines}, commit=old.get("commit"))
    show(lines)


def in_order(seeds: Sequence[int]) -> list[tuple[str, int]]:
    """The runs, those with and without the whole graph first."""
    parts = [name for name in CONFIGURATIONS if name not in (WHOLE, WITHOUT)]
    pairs = [(name, seed) for seed in seeds for name in (WHOLE, WITHOUT)]
    return pairs + [(name, seed) for name in parts for seed in seeds]


def about(study: Study) -> dict[str, Any]:
    return {
        "command": "python benchmarks/graph.py --train",
        "encoder_of": load_config(DEFAULT_CHECKPOINT)["weights_sha256"],
        "learnt": {"propara": study.n_propara, "everyday": N_EVERYDAY},
        "training": {"epochs": EPOCHS, "batch": BATCH, "rate": RATE, "sample_seed": SAMPLE_SEED},
        "documents": {name: len(gold) for name, gold in study.texts.items()},
    }


class Study:
    """The frozen encoder, what it makes of the texts to learn, and the texts to read."""

    def __init__(self) -> None:
        base = encoder_folder(None)
        config = load_config(DEFAULT_CHECKPOINT)
        self.settings = DefaultSettings(**config["settings"])
        self.shipped = restored_reader(DEFAULT_CHECKPOINT, config, encoder=base).eval()
        self.shipped.requires_grad_(False)
        self.table = PlaceTable.load(DEFAULT_CHECKPOINT / "places.json")
        self.tokenizer = load_tokenizer(base)
        self.decoding = DecodeSettings()
        propara = load_split(DATA, "train")
        self.n_propara = len(propara)
        everyday = Random(SAMPLE_SEED).sample(load_grids(EVERYDAY), N_EVERYDAY)
        ready = self._features([*propara, *everyday], with_gold=True)
        self.documents = [each.tensors for each in ready]
        self.tokens = [self._encoded(document) for document in self.documents]
        self.texts: dict[str, Gold] = {"dev": load_split(DATA, "dev"), "own": own_procedures()}
        if (real := REAL / "procedures.jsonl").is_file():
            self.texts["real"] = load_grids(real)
        self.ready = {name: self._features(gold) for name, gold in self.texts.items()}

    def _features(self, gold: Gold, *, with_gold: bool = False) -> list[Features]:
        return features(
            [annotate(document) for document, _ in gold],
            tokenizer=self.tokenizer,
            table=self.table,
            grids=[grid for _, grid in gold] if with_gold else None,
        )

    @torch.inference_mode()
    def _encoded(self, document: DocumentFeatures) -> Tensor:
        """(sequence, text position, width) in bf16: what the heads read."""
        batch = collate([document])
        return self.shipped.encode(batch, self.shipped.texts(batch)).bfloat16()

    def run(self, name: str, seed: int) -> dict[str, Any]:
        """Train one head and score what it reads."""
        reader = self._new_reader(name, seed)
        head = [weight for weight in reader.parameters() if weight.requires_grad]
        optimizer = torch.optim.AdamW(head, lr=RATE, weight_decay=0.01, fused=True)
        n_updates = EPOCHS * -(-len(self.documents) // BATCH)
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimizer, RATE, total_steps=n_updates, pct_start=0.1, anneal_strategy="linear"
        )
        loss = 0.0
        for number in range(1, EPOCHS + 1):
            loss = run_epoch(
                reader,
                optimizer,
                lambda rows: self._loss(reader, rows),
                n_documents=len(self.documents),
                batch=BATCH,
                clip=CLIP,
                seed=seed,
                number=number,
                after_update=schedule.step,
            )
        reader.eval()
        scores = {text: self._scores(reader, text) for text in self.texts}
        return {"loss": round(loss, 4), "scores": scores}

    def _new_reader(self, name: str, seed: int) -> DefaultReader:
        """New heads on the frozen encoder; what two configurations share begins alike."""
        torch.manual_seed(seed)
        whole = DefaultReader(self.shipped.encoder, self.settings)
        chosen = DefaultReader(self.shipped.encoder, replace(self.settings, **CONFIGURATIONS[name]))
        shared = {key: whole.state_dict()[key] for key in chosen.state_dict()}
        chosen.load_state_dict(shared)
        chosen.mention.data.copy_(self.shipped.mention.data)  # encoded tokens contain it
        chosen.mention.requires_grad_(False)
        chosen.chain.allow(tag_tracks(self.documents))
        return chosen

    def _loss(self, reader: DefaultReader, rows: Sequence[int]) -> Tensor:
        batch = collate([self.documents[row] for row in rows])
        length = batch.texts.shape[1]
        tokens = torch.cat(
            [pad(self.tokens[row], (0, 0, 0, length - self.tokens[row].shape[1])) for row in rows]
        )
        return reader.loss(reader.score(reader.read(batch, tokens.float()), batch), batch)

    def _scores(self, reader: DefaultReader, text: str) -> dict[str, float]:
        gold, ready = self.texts[text], self.ready[text]
        scored = list(score_features(ready, reader))
        grids = grids_of(scored, ready, reader, None, decoding=self.decoding)
        both = scores_of_own(gold, grids)
        return {
            "f1": round(100 * both["task2"]["overall"]["f1"], 2),
            "macro": round(both["task1"]["macro"], 2),
            **shares_right(gold, grids),
        }


def shares_right(gold: Gold, grids: Sequence[Grid]) -> dict[str, float]:
    """Cells that are right, in percent: of entities that share a place, and of the others."""
    right: dict[str, list[bool]] = {"sharing": [], "apart": []}
    for (_, truth), grid in zip(gold, grids, strict=True):
        sharing = {track.entity.name for track in truth.tracks if shares_a_place(track, truth)}
        for track in grid.tracks:
            kind = "sharing" if track.entity.name in sharing else "apart"
            cells = judged_cells(truth, replace(grid, tracks=(track,)))
            right[kind] += [cell.right for cell in cells]
    return {kind: round(100 * mean(cells), 2) for kind, cells in right.items()}


def shares_a_place(track: Track, grid: Grid) -> bool:
    """Whether another entity is at the same stated place at some state."""
    return any(
        place.kind == "stated" and place == other.locations[state]
        for other in grid.tracks
        if other is not track
        for state, place in enumerate(track.locations)
    )


def summary(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """For each text, configuration and measure: means, and paired differences to the graph."""
    by_name = {(row["configuration"], row["seed"]): row["scores"] for row in rows}
    lines = []
    for text in rows[0]["scores"]:
        for name in CONFIGURATIONS:
            seeds = [seed for other, seed in by_name if other == name and (WHOLE, seed) in by_name]
            line: dict[str, Any] = {"text": text, "configuration": name, "seeds": len(seeds)}
            for measure in MEASURES if seeds else ():
                values = [by_name[name, seed][text][measure] for seed in seeds]
                gaps = [
                    by_name[WHOLE, seed][text][measure] - value
                    for seed, value in zip(seeds, values, strict=True)
                ]
                line[measure] = {
                    "mean": mean(values),
                    "graph_gains": mean(gaps),
                    "deviation": stdev(gaps) if len(gaps) > 1 else 0.0,
                    "seeds_with_gain": sum(gap > 0 for gap in gaps),
                }
            lines.append(line)
    return lines


def show(lines: Sequence[Mapping[str, Any]]) -> None:
    table = Table("text", "configuration", "seeds", *MEASURES)
    for line in lines:
        cells = [
            f"{line[name]['mean']:.1f} ({line[name]['graph_gains']:+.2f} "
            f"± {line[name]['deviation']:.2f}, {line[name]['seeds_with_gain']})"
            for name in MEASURES
            if name in line
        ]
        table.add_row(line["text"], line["configuration"], str(line["seeds"]), *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
