"""Training of a baseline on ProPara's grids, to a checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch

from kgmodel.adam_trainer import AdamTraining
from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.registry import REGISTRY
from kgmodel.baselines.train import BaselineTrainer
from kgmodel.pretrained import load_encoder, load_tokenizer
from pipeline.datasets.propara import load_split
from pipeline.evaluation.task2 import score_grids
from pipeline.inference.architectures import device_of
from pipeline.inference.baseline_features import baseline_targets
from pipeline.inference.baseline_reader import BaselineNetwork
from pipeline.inference.checkpoints import encoder_folder, hashes_to_train_on
from pipeline.text.annotate import annotate
from pipeline.training.loop import (
    TrainReport,
    checked_settings,
    refuse_another_checkpoint,
    train_to_best,
)

__all__ = ["train_baseline"]


def train_baseline(
    architecture: str,
    data: Path,
    out: Path,
    *,
    training: AdamTraining | None = None,
    settings: BaselineSettings | None = None,
    device: str = "auto",
    encoder: Path | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> TrainReport:
    """Train one of the ``REGISTRY`` on ``data``'s train split, keep the best epoch on dev in
    ``out``.

    An interrupted run resumes after its last whole epoch. ``progress`` gets a line an epoch.
    """
    own = REGISTRY[architecture]
    training, settings = training or own.training, settings or own.settings
    train_gold, dev_gold = load_split(data, "train"), load_split(data, "dev")
    folder, chosen = encoder_folder(encoder), device_of(device)
    hashes = hashes_to_train_on(encoder)
    refuse_another_checkpoint(out)
    tokenizer = load_tokenizer(folder)
    base = load_encoder(folder, expected=hashes)
    torch.manual_seed(training.seed)
    with checked_settings():
        model = own.network(base.sizes.hidden_size, settings)
    network = BaselineNetwork.of(model, tokenizer, base, device=chosen)
    documents, dev_documents = (
        [annotate(document) for document, _ in gold] for gold in (train_gold, dev_gold)
    )
    targets = [
        baseline_targets(document, grid)
        for document, (_, grid) in zip(documents, train_gold, strict=True)
    ]
    texts, dev_texts = (
        [network.text(document) for document in part] for part in (documents, dev_documents)
    )
    trainer = BaselineTrainer(model, texts, targets, training, folder=out / "training")
    return train_to_best(
        trainer,
        out,
        architecture=architecture,
        encoder=hashes,
        score_dev=lambda: score_grids(dev_gold, network.answer(dev_documents, dev_texts)),
        progress=progress,
    )
