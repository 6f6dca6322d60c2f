"""Fine-tuning of the default reader on a user's own annotated procedures."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from kgmodel.checkpoint import DamagedCheckpoint, load_config, load_weights
from kgmodel.default.model import DefaultReader, DefaultSettings
from kgmodel.default.train import TrainSettings
from kgmodel.pretrained import EncoderMismatch, load_encoder, load_tokenizer
from pipeline.datasets.propara import load_grids
from pipeline.errors import CheckpointError
from pipeline.inference.architectures import device_of
from pipeline.inference.candidates import PlaceTable
from pipeline.inference.checkpoints import encoder_folder
from pipeline.training.loop import Gold, TrainReport, refuse_another_checkpoint
from pipeline.training.train_default import LEARNT, fit, name_learnt, places_of
from pipeline.training.varied_grids import grids_to_learn

__all__ = ["FEW", "fine_tune", "own_split", "trainings_before"]

# For some dozens of documents: fewer epochs and lower rates than from scratch, chosen by
# cross-validation over examples/annotated (benchmarks/other_text.py)
FEW = TrainSettings(
    epochs=5, batch=2, encoder_rate=3e-5, head_rate=3e-4, consistency=0.0, keep="best"
)


def fine_tune(
    train_gold: Gold,
    out: Path,
    *,
    start: Path,
    dev_gold: Gold | None = None,
    extra: Iterable[Path] = (),
    varied: Iterable[Path] = (),
    settings: TrainSettings = FEW,
    device: str = "auto",
    encoder: Path | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> TrainReport:
    """Train the checkpoint ``start`` further and write a checkpoint of the same kind to ``out``.

    ``settings.keep`` chooses the epoch that is best on dev, or the last; without dev the last is
    kept. ``extra`` are files of more grids to train on, ``varied`` files of grids to train on with
    steps joined and names made pronouns. Places of documents that the checkpoint has not learned
    from join those that it knows. Raises CheckpointError if ``start`` cannot be trained further,
    BadInput if ``out`` holds another run.
    """
    folder, chosen = encoder_folder(encoder), device_of(device)
    try:
        config = load_config(start)
        if config["architecture"] != "default":
            raise CheckpointError(
                f"the checkpoint {str(start)!r} is a {config['architecture']!r} reader; "
                "only a 'default' one can be trained further"
            )
        weights = load_weights(start, config)
        known = PlaceTable.load(start / "places.json")
        learnt_before = _learnt(start)
        base = load_encoder(folder, expected=config["encoder"])
    except (DamagedCheckpoint, EncoderMismatch, OSError, KeyError, ValueError) as error:
        raise CheckpointError(f"{str(start)!r} cannot be trained further: {error}") from error
    refuse_another_checkpoint(out)
    torch.manual_seed(settings.seed)
    more = grids_to_learn(extra, varied, seed=settings.seed)
    # a document counts once, or training would read its own places in the counts
    originals = {name_learnt(item[0]): item for item in (*train_gold, *more.originals)}
    unknown = [item for name, item in originals.items() if name not in learnt_before]
    decoding = {name: config[name] for name in config if name in ("temperatures", "decoding")}
    return fit(
        DefaultReader(base, DefaultSettings(**config["settings"])).to(chosen),
        [*train_gold, *more.learnt],
        dev_gold,
        out,
        table=known.extended(places_of(unknown)),
        tokenizer=load_tokenizer(folder),
        settings=settings,
        start=weights,
        learnt_names=learnt_before | originals.keys(),
        config={
            **{name: config[name] for name in ("architecture", "settings", "encoder")},
            **decoding,
            "training": {**asdict(settings), "beside": more.description},
            "trained_from": config["weights_sha256"],
            "trained_before": [*trainings_before(config), config["training"]],
        },
        progress=progress,
    )


def trainings_before(config: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the settings of the trainings before a checkpoint's last one, the first one first."""
    before = config.get("trained_before", [])
    return [before] if isinstance(before, Mapping) else before  # one was not in a list


def _learnt(checkpoint: Path) -> frozenset[str]:
    """Return the documents that a checkpoint learned from; none if it does not say."""
    path = checkpoint / LEARNT
    return frozenset(json.loads(path.read_text())) if path.is_file() else frozenset()


def own_split(folder: Path, split: str) -> Gold | None:
    """Return the grids of ``train`` or ``dev`` in a user's folder, None if there is no such file.

    They are ``train.json`` and ``dev.json`` (or ``.jsonl``), or named as ProPara names its own.
    """
    for name in (f"{split}.json", f"{split}.jsonl", f"grids/grids.v1.{split}.json"):
        if (folder / name).is_file():
            return load_grids(folder / name)
    return None
