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

from kgmodel.default.distillation import join_taught
from kgmodel.default.features import DocumentFeatures, collate
from kgmodel.default.model import DefaultReader, Taught
from kgmodel.hashing import content_hash
from kgmodel.pretrained import apply_difference, low_rank_difference
from kgmodel.training_loop import Epoch, keep_run, resume_run, run_epoch

__all__ = ["Epoch", "TrainSettings", "Trainer"]


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """How to train. ``epochs`` suit some 3,000 documents; ProPara's 391 alone want ten. ``batch``
    counts documents; rates are AdamW's peaks, after ``warmup`` (a share of all updates) and before
    a linear fall to zero; ``rank`` is that of the encoder's difference.
    ``consistency``: each batch is read twice, with other dropout, and this is the weight of how far
    the two readings are apart (R-Drop, Liang et al. 2021); at 0 it is read once, in half the time.
    ``keep``: the weights of the last epoch, where the rates have fallen to zero, or of the one that
    is best on dev. Dev has 43 documents: between epochs it tells little but chance.
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
    seed: int = 1

    def __post_init__(self) -> None:
        if self.keep not in ("last", "best"):
            raise ValueError(f"keep is {self.keep!r}, expected last or best")
        if self.epochs < 1:
            raise ValueError(f"epochs is {self.epochs}, expected 1 or more")
        if self.consistency < 0:
            raise ValueError(f"consistency is {self.consistency}, expected 0 or more")


class Trainer:
    """Trains a reader on features, one epoch at a time, resuming where ``folder`` left off."""

    def __init__(
        self,
        model: DefaultReader,
        documents: Sequence[DocumentFeatures],
        settings: TrainSettings,
        *,
        folder: Path,
        taught: Sequence[Taught] = (),
        started_from: str | None = None,
    ) -> None:
        """taught: for each document, what teachers find likely; nothing if there are none.

        started_from: the hash of the weights that the model has been given, None for new ones.
        """
        self.model, self.documents, self.settings = model, documents, settings
        self.taught, self.started_from = taught, started_from
        self.learnt = content_hash(documents, taught)
        self.folder = folder
        for weight in model.encoder.embeddings.parameters():
            weight.requires_grad_(False)  # a table of 30,522 words learns nothing from 391 texts
        self.base = {
            name: value.detach().clone() for name, value in model.encoder.named_parameters()
        }
        encoder = [one for one in model.encoder.parameters() if one.requires_grad]
        ours = {id(one) for one in model.encoder.parameters()}
        head = [one for one in model.parameters() if id(one) not in ours]
        self.optimizer = torch.optim.AdamW(
            [
                {"params": encoder, "lr": settings.encoder_rate},
                {"params": head, "lr": settings.head_rate},
            ],
            weight_decay=settings.weight_decay,
            fused=True,
        )
        self.updates_per_epoch = math.ceil(len(documents) / settings.batch)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, self._rate)
        self.epochs_done = 0

    def _rate(self, update: int) -> float:
        total = self.updates_per_epoch * self.settings.epochs
        warm = max(1, round(total * self.settings.warmup))
        return min((update + 1) / warm, max(0.0, (total - update) / max(1, total - warm)))

    def run_epoch(self) -> float:
        """Train one epoch; return the mean loss. Raises FloatingPointError if it is not finite."""
        loss = run_epoch(
            self.model,
            self.optimizer,
            self._loss,
            n_documents=len(self.documents),
            batch=self.settings.batch,
            clip=self.settings.clip,
            seed=self.settings.seed,
            number=self.epochs_done + 1,
            after=self.schedule.step,
        )
        self.epochs_done += 1
        return loss

    def _loss(self, rows: Sequence[int]) -> Tensor:
        device = next(self.model.parameters()).device
        batch = collate([self.documents[row] for row in rows]).to(device)
        taught = None
        if self.taught:
            taught = join_taught([self.taught[row] for row in rows]).to(device)
        scores = self.model(batch)
        loss = self.model.loss(scores, batch, taught)
        if not self.settings.consistency:
            return loss
        again = self.model(batch)
        loss = (loss + self.model.loss(again, batch, taught)) / 2
        return loss + self.settings.consistency * self.model.disagreement(scores, again, batch)

    def weights(self) -> dict[str, Tensor]:
        """What ships: the encoder's difference at the settings' rank, and the head, in float16."""
        tuned = dict(self.model.encoder.named_parameters())
        difference = low_rank_difference(
            {name: value.detach() for name, value in tuned.items()},
            self.base,
            rank=self.settings.rank,
        )
        return {f"encoder.{name}": value.cpu() for name, value in difference.items()} | {
            name: value.detach().cpu().half() if value.is_floating_point() else value.cpu()
            for name, value in self.model.head().items()
        }

    @contextmanager
    def as_shipped(self) -> Iterator[DefaultReader]:
        """The model with the weights that would ship, in eval mode; what was trained comes back."""
        kept = {name: value.detach().clone() for name, value in self.model.state_dict().items()}
        shipped = self.weights()
        with torch.no_grad():
            for name, value in self.model.encoder.named_parameters():
                value.copy_(self.base[name])
        restore_weights(self.model, shipped)
        self.model.eval()
        try:
            yield self.model
        finally:
            self.model.load_state_dict(kept)

    def save(self, log: Sequence[Epoch]) -> None:
        """Keep all that a resumed run needs."""
        state = self.model.state_dict()
        keep_run(
            self.folder,
            weights={name: value for name, value in state.items() if "embeddings." not in name},
            optimizer=self.optimizer,
            settings=self._run(),
            log=log,
        )

    def resume(self) -> list[Epoch]:
        """Go on from what ``save`` kept, if there is any; return its log.

        Raises ValueError if it was kept by a run with other settings or of other documents.
        """
        log = resume_run(
            self.folder, model=self.model, optimizer=self.optimizer, settings=self._run()
        )
        if log:
            self.epochs_done = len(log)
            done = self.epochs_done * self.updates_per_epoch
            self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, self._rate)
            self.schedule.last_epoch = done
            rates = self.schedule.base_lrs
            for group, base in zip(self.optimizer.param_groups, rates, strict=True):
                group["lr"] = base * self._rate(done)
        return log

    def _run(self) -> dict[str, Any]:
        return {
            "training": asdict(self.settings),
            "reader": asdict(self.model.settings),
            "learnt": self.learnt,
            "started_from": self.started_from,
        }


def restore_weights(model: DefaultReader, weights: dict[str, Tensor]) -> None:
    """Put shipped weights on a model that has the unchanged base encoder.

    Raises KeyError or RuntimeError if they do not fit the model.
    """
    inside = {
        name.removeprefix("encoder."): value
        for name, value in weights.items()
        if name.startswith("encoder.")
    }
    apply_difference(model.encoder, inside)
    head = {name: value for name, value in weights.items() if not name.startswith("encoder.")}
    missing, unexpected = model.load_state_dict(head, strict=False)
    lost = [name for name in missing if not name.startswith("encoder.")]
    if lost or unexpected:
        raise KeyError(f"the weights do not fit the model: {(lost + list(unexpected))[:3]}")
