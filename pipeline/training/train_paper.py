"""Training of the paper's model on ProPara's grids, to a checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import torch

from kgmodel.adam_trainer import AdamTraining
from kgmodel.paper.model import PaperModel, PaperSettings
from kgmodel.paper.train import PAPER_TRAINING, PaperTrainer
from kgmodel.pretrained import load_encoder, load_tokenizer
from pipeline.datasets.propara import load_split
from pipeline.errors import BadInput
from pipeline.evaluation.task2 import score_grids
from pipeline.inference.architectures import device_of
from pipeline.inference.checkpoints import encoder_folder, hashes_to_train_on
from pipeline.inference.paper_features import paper_document, paper_targets
from pipeline.inference.paper_reader import PaperNetwork
from pipeline.text.annotate import annotate
from pipeline.training.loop import (
    TrainReport,
    checked_settings,
    refuse_another_checkpoint,
    train_to_best,
)

__all__ = ["train_paper"]


def train_paper(
    data: Path,
    out: Path,
    *,
    training: AdamTraining | None = None,
    settings: PaperSettings | None = None,
    contextual: bool = False,
    device: str = "auto",
    encoder: Path | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> TrainReport:
    """Train on ``data``'s train split, keep the epoch that is best on dev in ``out``.

    With ``contextual`` the words have the frozen encoder's features of each prefix in addition to
    their static vectors. An interrupted run resumes after its last whole epoch. ``progress`` gets a
    line an epoch.
    """
    training, settings = training or PAPER_TRAINING, settings or PaperSettings()
    train_gold, dev_gold = load_split(data, "train"), load_split(data, "dev")
    folder, chosen = encoder_folder(encoder), device_of(device)
    hashes = hashes_to_train_on(encoder)
    refuse_another_checkpoint(out)
    base, tokenizer = load_encoder(folder, expected=hashes).to(chosen), load_tokenizer(folder)
    if settings.contextual_width not in (0, base.sizes.hidden_size):
        raise BadInput(
            f"contextual_width is {settings.contextual_width}, expected 0 or the base encoder's "
            f"{base.sizes.hidden_size}"
        )
    if contextual:
        settings = replace(settings, contextual_width=base.sizes.hidden_size)
    features = base if settings.contextual_width else None
    documents = [annotate(document) for document, _ in train_gold]
    batches = [
        paper_document(document, tokenizer=tokenizer, encoder=features) for document in documents
    ]
    targets = [
        paper_targets(document, grid, longest_span=settings.longest_span, reads=settings.reads)
        for document, (_, grid) in zip(documents, train_gold, strict=True)
    ]
    torch.manual_seed(training.seed)
    with checked_settings():
        model = PaperModel(settings, base.embeddings.word_embeddings.weight).to(chosen)
    trainer = PaperTrainer(model, batches, targets, training, folder=out / "training")
    network = PaperNetwork(model, tokenizer, features)
    dev_documents = [annotate(document) for document, _ in dev_gold]
    return train_to_best(
        trainer,
        out,
        architecture="paper",
        encoder=hashes,
        score_dev=lambda: score_grids(dev_gold, network.read(dev_documents)),
        progress=progress,
    )
