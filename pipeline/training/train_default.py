"""Training of the default reader on annotated grids, to a checkpoint that can ship."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from kgmodel.default.crf import TagChain
from kgmodel.default.decode import CHANGE_WEIGHT, UNSTATED_COST, DecodeSettings
from kgmodel.default.features import DocumentFeatures, tag_tracks
from kgmodel.default.model import DefaultReader, DefaultSettings, SoftTargets
from kgmodel.default.train import DefaultTrainer, TrainSettings
from kgmodel.pretrained import load_encoder, load_tokenizer
from pipeline.datasets.propara import load_split
from pipeline.domain.document import Document
from pipeline.errors import BadInput
from pipeline.evaluation.task2 import Task2Scores, score_grids
from pipeline.inference.architectures import device_of
from pipeline.inference.candidates import PlaceTable
from pipeline.inference.checkpoints import encoder_folder, hashes_to_train_on
from pipeline.inference.default_features import features
from pipeline.inference.default_reader import read_features
from pipeline.text.annotate import annotate
from pipeline.training.distillation import cross_fitted_targets
from pipeline.training.loop import (
    Gold,
    TrainReport,
    refuse_another_checkpoint,
    resumed,
    train_epochs,
)
from pipeline.training.varied_grids import grids_to_learn

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["LEARNT", "fit", "name_learnt", "places_of", "train_default"]

LEARNT = "learnt.json"  # in a checkpoint's folder: the documents that it learned from


def train_default(
    data: Path,
    out: Path,
    *,
    settings: TrainSettings | None = None,
    reader: DefaultSettings | None = None,
    extra: Iterable[Path] = (),
    varied: Iterable[Path] = (),
    soft_targets: Path | None = None,
    device: str = "auto",
    encoder: Path | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> TrainReport:
    """Train on ``data``'s train split and write a checkpoint to ``out``.

    ``extra`` are files of more grids to train on, ``varied`` files of grids to train on with steps
    joined and names made pronouns. ``soft_targets`` is a file of soft targets to train on with
    gold; it is made first if it does not exist. An interrupted run resumes after its last whole
    epoch. ``progress`` gets a line an epoch. Raises BadInput if ``out`` or ``soft_targets`` holds
    something else.
    """
    settings, reader = settings or TrainSettings(), reader or DefaultSettings()
    data_gold, dev_gold = load_split(data, "train"), load_split(data, "dev")
    more = grids_to_learn(extra, varied, seed=settings.seed)
    folder, chosen = encoder_folder(encoder), device_of(device)
    hashes = hashes_to_train_on(encoder)
    refuse_another_checkpoint(out)
    tokenizer = load_tokenizer(folder)
    # a place in both keeps the wording of the data that is scored
    table = places_of(more.originals).extended(places_of(data_gold))

    def network(seed: int) -> DefaultReader:
        torch.manual_seed(seed)
        base = load_encoder(folder, expected=hashes)
        try:
            return DefaultReader(base, reader).to(chosen)
        except ValueError as error:
            raise BadInput(f"no reader has these settings: {error}") from error

    return fit(
        network(settings.seed),
        [*data_gold, *more.learnt],
        dev_gold,
        out,
        table=table,
        tokenizer=tokenizer,
        settings=settings,
        learnt_names={name_learnt(document) for document, _ in (*data_gold, *more.originals)},
        teach=None
        if soft_targets is None
        else partial(
            cross_fitted_targets,
            soft_targets,
            sets=[len(data_gold), len(more.learnt)],
            network=network,
            progress=progress,
        ),
        config={
            "architecture": "default",
            "settings": asdict(reader),
            "encoder": dict(hashes),
            "decoding": {"unstated_cost": UNSTATED_COST, "change_weight": CHANGE_WEIGHT},
            "training": {
                **asdict(settings),
                "beside": more.description,
                "opinions": soft_targets is not None,
            },
        },
        progress=progress,
    )


def fit(
    network: DefaultReader,
    train_gold: Gold,
    dev_gold: Gold | None,
    out: Path,
    *,
    table: PlaceTable,
    tokenizer: Tokenizer,
    settings: TrainSettings,
    config: Mapping[str, Any],
    start: Mapping[str, Tensor] | None = None,
    learnt_names: Set[str],
    teach: Callable[[Sequence[DocumentFeatures]], Sequence[SoftTargets]] | None = None,
    progress: Callable[[str], None],
) -> TrainReport:
    """Train a network on its unchanged encoder, from the weights ``start`` if there are any.

    ``learnt_names`` names the documents that the checkpoint will have learned from, before and now.
    ``teach`` makes the soft targets.
    """
    train_features = features(
        [annotate(document) for document, _ in train_gold],
        tokenizer=tokenizer,
        table=table,
        grids=[grid for _, grid in train_gold],
    )
    documents = [document.tensors for document in train_features]
    trainer = DefaultTrainer(
        network,
        documents,
        settings,
        folder=out / "training",
        soft_targets=[] if teach is None else teach(documents),
        started_from=config.get("trained_from"),
    )
    if start is None:
        network.chain.allow(tag_tracks(documents))
    else:
        trainer.start_from(dict(start))
        _allow_too(network.chain, tag_tracks(documents))
    decoding = DecodeSettings.from_config(config)
    score_dev = None if dev_gold is None else _scorer(trainer, dev_gold, table, tokenizer, decoding)
    log = resumed(trainer)
    out.mkdir(parents=True, exist_ok=True)
    table.save(out / "places.json")
    (out / LEARNT).write_text(json.dumps(sorted(learnt_names), indent=0) + "\n")
    return train_epochs(
        trainer,
        log,
        out,
        epochs=settings.epochs,
        keep=settings.keep,
        score_dev=score_dev,
        config=config,
        progress=progress,
    )


def _scorer(
    trainer: DefaultTrainer,
    gold: Gold,
    table: PlaceTable,
    tokenizer: Tokenizer,
    decoding: DecodeSettings,
) -> Callable[[], Task2Scores]:
    documents = [annotate(document) for document, _ in gold]
    ready = features(documents, tokenizer=tokenizer, table=table)

    def score() -> Task2Scores:
        with trainer.as_shipped() as shipped:
            return score_grids(gold, read_features(ready, shipped, table, decoding=decoding))

    return score


def name_learnt(document: Document) -> str:
    """Return a name for a document's content, short enough to keep thousands."""
    return document.fingerprint[:12]


def places_of(gold: Gold) -> PlaceTable:
    """Return the table of the stated places of annotated documents."""
    return PlaceTable.from_documents(
        [place.text for track in grid.tracks for place in track.locations if place.kind == "stated"]
        for _, grid in gold
    )


def _allow_too(chain: TagChain, tracks: list[list[int]]) -> None:
    """Allow the transitions of these tracks in addition to those allowed already."""
    allowed, allowed_start = chain.allowed.clone(), chain.allowed_start.clone()
    chain.allow(tracks)
    chain.allowed |= allowed
    chain.allowed_start |= allowed_start
