"""Trains the default reader on annotated grids and writes a checkpoint that can ship."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from kgmodel.checkpoint import DamagedCheckpoint, load_config
from kgmodel.crf import TagChain
from kgmodel.default import DefaultReader, DefaultSettings
from kgmodel.distil import taught_by
from kgmodel.pretrained import (
    PACKAGED_HASHES,
    EncoderMismatch,
    file_hashes,
    load_encoder,
    load_tokenizer,
)
from kgmodel.train import Trainer, TrainSettings, restore_weights
from pipeline.annotate import annotate
from pipeline.default_network import DefaultNetwork, read_features
from pipeline.encoder import encoder_folder
from pipeline.epochs import Gold, TrainReport, resumed, train_epochs
from pipeline.errors import CheckpointError
from pipeline.networks import device_of
from pipeline.places import PlaceTable
from pipeline.propara import load_split
from pipeline.scoring.task2 import Task2Scores, score_grids
from pipeline.tensors import Features, features

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["fit", "places_of", "train"]


def train(
    data: Path,
    out: Path,
    *,
    settings: TrainSettings | None = None,
    reader: DefaultSettings | None = None,
    teachers: Sequence[Path] = (),
    device: str = "auto",
    encoder: Path | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> TrainReport:
    """Train on ``data``'s train split and write a checkpoint to ``out``.

    ``teachers`` are checkpoints whose mixture is learnt from beside gold. A run that was killed
    goes on after its last whole epoch. ``progress`` gets a line an epoch. Raises CheckpointError
    if a teacher is no default reader.
    """
    settings, reader = settings or TrainSettings(), reader or DefaultSettings()
    train_gold, dev_gold = load_split(data, "train"), load_split(data, "dev")
    folder, chosen = encoder_folder(encoder), device_of(device)
    hashes = PACKAGED_HASHES if encoder is None else file_hashes(folder)
    tokenizer = load_tokenizer(folder)
    table = places_of(train_gold)
    torch.manual_seed(settings.seed)
    network = DefaultReader(load_encoder(folder, expected=hashes), reader).to(chosen)
    return fit(
        network,
        train_gold,
        dev_gold,
        out,
        table=table,
        tokenizer=tokenizer,
        settings=settings,
        teachers=[_teacher(one, encoder=folder, device=chosen) for one in teachers],
        config={
            "architecture": "default",
            "settings": asdict(reader),
            "encoder": dict(hashes),
            "training": {**asdict(settings), "teachers": len(teachers)},
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
    teachers: Sequence[DefaultReader] = (),
    progress: Callable[[str], None],
) -> TrainReport:
    """Train a network on its unchanged encoder, from the weights ``start`` where they are given."""
    train_features = features(
        [annotate(document) for document, _ in train_gold],
        tokenizer=tokenizer,
        table=table,
        grids=[grid for _, grid in train_gold],
    )
    documents = [one.tensors for one in train_features]
    trainer = Trainer(
        network,
        documents,
        settings,
        folder=out / "training",
        taught=taught_by(teachers, documents) if teachers else (),
    )
    if start is None:
        network.chain.allow(_tag_tracks(train_features))
    else:
        restore_weights(network, dict(start))
        _allow_too(network.chain, _tag_tracks(train_features))
    score_dev = None if dev_gold is None else _scorer(trainer, dev_gold, table, tokenizer)
    log = resumed(trainer)
    out.mkdir(parents=True, exist_ok=True)
    table.save(out / "places.json")
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


def _teacher(checkpoint: Path, *, encoder: Path, device: torch.device) -> DefaultReader:
    try:
        config = load_config(checkpoint)
        if config["architecture"] != "default":
            raise CheckpointError(f"{str(checkpoint)!r} cannot teach: it is no default reader")
        return DefaultNetwork.load(checkpoint, config, encoder=encoder, device=device).reader
    except (DamagedCheckpoint, EncoderMismatch, OSError, KeyError) as error:
        raise CheckpointError(f"{str(checkpoint)!r} cannot teach: {error}") from error


def _scorer(
    trainer: Trainer, gold: Gold, table: PlaceTable, tokenizer: Tokenizer
) -> Callable[[], Task2Scores]:
    ready = features([annotate(one) for one, _ in gold], tokenizer=tokenizer, table=table)

    def score() -> Task2Scores:
        with trainer.as_shipped() as shipped:
            return score_grids(gold, read_features(ready, shipped, table))

    return score


def places_of(gold: Gold) -> PlaceTable:
    """The stated places of annotated documents."""
    return PlaceTable.from_documents(
        [place.text for track in grid.tracks for place in track.locations if place.kind == "stated"]
        for _, grid in gold
    )


def _allow_too(chain: TagChain, tracks: list[list[int]]) -> None:
    """Allow what these tracks do beside what is allowed already."""
    allowed, allowed_start = chain.allowed.clone(), chain.allowed_start.clone()
    chain.allow(tracks)
    chain.allowed |= allowed
    chain.allowed_start |= allowed_start


def _tag_tracks(ready: Sequence[Features]) -> list[list[int]]:
    return [
        entity.tags.tolist()
        for one in ready
        for entity in one.tensors.entities
        if entity.tags is not None
    ]
