"""Training of the default reader: epochs, learning rates, resume."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from torch import Tensor

from kgmodel.default.distillation import join_soft_targets
from kgmodel.default.features import DocumentFeatures, collate
from kgmodel.default.model import DefaultReader, SoftTargets
from kgmodel.default.shipped_weights import restore_weights, shipped_weights
from kgmodel.hashing import content_hash
from kgmodel.trainer import Epoch, EpochTrainer

__all__ = ["DefaultTrainer", "TrainSettings"]


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """Settings of a training of the default reader.

    epochs: suit some 3,000 documents; ProPara's 391 alone need ten. batch: in documents.
    encoder_rate, head_rate: AdamW's peaks, after ``warmup`` (a share of all updates) and before a
    linear fall to zero. rank: of the encoder's difference, on average over its matrices.
    consistency: weight of the R-Drop loss (Liang et al. 2021), with which each batch is read twice
    with other dropout; at 0 it is read once, in half the time.
    keep: the weights of the last epoch, where the rates have fallen to zero, or of the one that is
    best on dev, whose 43 documents are too few to compare epochs by.
    interpolation: what ships lies this far from the weights at the start to the trained ones
    (alpha of WiSE-FT, Wortsman et al. 2022): below 1 it keeps more of what was learnt before.
    """

    epochs: int = 2
    batch: int = 4
    encoder_rate: float = 1e-4
    head_rate: float = 1e-3
    weight_decay: float = 0.01
    warmup: float = 0.1
    clip: float = 1.0
    rank: int = 64
    consistency: float = 1.0
    keep: Literal["last", "best"] = "last"
    interpolation: float = 1.0
    seed: int = 1

    def __post_init__(self) -> None:
        if self.keep not in ("last", "best"):
            raise ValueError(f"keep is {self.keep!r}, expected last or best")
        if self.epochs < 1:
            raise ValueError(f"epochs is {self.epochs}, expected 1 or more")
        if self.consistency < 0:
            raise ValueError(f"consistency is {self.consistency}, expected 0 or more")
        if not 0 < self.interpolation <= 1:
            raise ValueError(f"interpolation is {self.interpolation}, expected above 0 and up to 1")


class DefaultTrainer(EpochTrainer):
    """Trains a reader on features."""

    model: DefaultReader

    def __init__(
        self,
        model: DefaultReader,
        documents: Sequence[DocumentFeatures],
        settings: TrainSettings,
        *,
        folder: Path,
        soft_targets: Sequence[SoftTargets] = (),
        started_from: str | None = None,
    ) -> None:
        """soft_targets: for each document, a teacher's probabilities; empty without a teacher.

        started_from: the hash of the weights that the model begins with, None for new ones.
        """
        super().__init__(
            model,
            _optimizer(model, settings),
            n_documents=len(documents),
            batch=settings.batch,
            clip=settings.clip,
            seed=settings.seed,
            folder=folder,
            lengths=[max(map(len, document.windows)) for document in documents],
        )
        self.documents, self.settings = documents, settings
        self.soft_targets, self.started_from = soft_targets, started_from
        self.documents_hash = content_hash(documents, soft_targets)
        self.base = {
            name: value.detach().clone() for name, value in model.encoder.named_parameters()
        }
        self.start: dict[str, Tensor] = {}
        self.updates_per_epoch = math.ceil(len(documents) / settings.batch)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, self._rate)

    def start_from(self, weights: dict[str, Tensor]) -> None:
        """Give the model the shipped weights of another run, before the first epoch or a resume.

        Raises KeyError or RuntimeError if they do not fit the model.
        """
        restore_weights(self.model, weights)
        if self.settings.interpolation < 1:
            state = self.model.state_dict()
            self.start = {name: value.detach().clone() for name, value in state.items()}

    def weights(self) -> dict[str, Tensor]:
        """Return what ships, the encoder's difference at the settings' rank."""
        tuned = {
            name: self._interpolated(f"encoder.{name}", value.detach())
            for name, value in self.model.encoder.named_parameters()
        }
        head = {
            name: self._interpolated(name, value.detach())
            for name, value in self.model.head().items()
        }
        return shipped_weights(tuned, head, base=self.base, rank=self.settings.rank)

    def _interpolated(self, name: str, trained: Tensor) -> Tensor:
        """The weight between the start's and the trained one; the trained one without a start."""
        if name not in self.start or not trained.is_floating_point():
            return trained
        return torch.lerp(self.start[name], trained, self.settings.interpolation)

    @contextmanager
    def as_shipped(self) -> Iterator[DefaultReader]:
        """Yield the model in eval mode with the weights that would ship, then restore it."""
        trained = {name: value.detach().clone() for name, value in self.model.state_dict().items()}
        shipped = self.weights()
        with torch.no_grad():
            for name, value in self.model.encoder.named_parameters():
                value.copy_(self.base[name])
        restore_weights(self.model, shipped)
        self.model.eval()
        try:
            yield self.model
        finally:
            self.model.load_state_dict(trained)

    def resume(self) -> list[Epoch]:
        """Continue from what ``save`` kept, learning rates included; return its log.

        Raises ValueError if it was kept by a run with other settings or of other documents.
        """
        log = super().resume()
        if log:
            done = self.epochs_done * self.updates_per_epoch
            self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, self._rate)
            self.schedule.last_epoch = done
            rates = self.schedule.base_lrs
            for group, base in zip(self.optimizer.param_groups, rates, strict=True):
                group["lr"] = base * self._rate(done)
        return log

    def _rate(self, update: int) -> float:
        total = self.updates_per_epoch * self.settings.epochs
        warm = max(1, round(total * self.settings.warmup))
        return min((update + 1) / warm, max(0.0, (total - update) / max(1, total - warm)))

    def _loss(self, rows: Sequence[int]) -> Tensor:
        """The loss of one reading, or that of R-Drop: the mean of two readings' losses, and how far
        the two are apart."""
        device = next(self.model.parameters()).device
        batch = collate([self.documents[row] for row in rows]).to(device)
        soft = None
        if self.soft_targets:
            soft = join_soft_targets([self.soft_targets[row] for row in rows]).to(device)
        scores = self.model(batch)
        loss = self.model.loss(scores, batch, soft)
        if not self.settings.consistency:
            return loss
        again = self.model(batch)
        loss = (loss + self.model.loss(again, batch, soft)) / 2
        return loss + self.settings.consistency * self.model.r_drop_loss(scores, again, batch)

    def _trained_weights(self) -> dict[str, Tensor]:
        state = self.model.state_dict()
        return {name: value for name, value in state.items() if "embeddings." not in name}

    def _run(self) -> dict[str, Any]:
        return {
            "training": asdict(self.settings),
            "reader": asdict(self.model.settings),
            "learnt": self.documents_hash,
            "started_from": self.started_from,
        }


def _optimizer(model: DefaultReader, settings: TrainSettings) -> torch.optim.Optimizer:
    for weight in model.encoder.embeddings.parameters():
        weight.requires_grad_(False)  # a table of 30,522 words learns nothing from 391 texts
    encoder = [weight for weight in model.encoder.parameters() if weight.requires_grad]
    of_encoder = {id(weight) for weight in model.encoder.parameters()}
    head = [weight for weight in model.parameters() if id(weight) not in of_encoder]
    return torch.optim.AdamW(
        [
            {"params": encoder, "lr": settings.encoder_rate},
            {"params": head, "lr": settings.head_rate},
        ],
        weight_decay=settings.weight_decay,
        fused=True,
    )
