"""Training of the paper's model: epochs with teacher forcing, resume."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kgmodel.hashing import content_hash
from kgmodel.paper.batch import PaperBatch, PaperTargets, join_batches, join_targets
from kgmodel.paper.loss import paper_loss
from kgmodel.paper.model import PaperModel
from kgmodel.training_loop import Epoch, keep_run, resume_run, run_epoch

__all__ = ["PaperTrainer", "PaperTraining"]


@dataclass(frozen=True, slots=True)
class PaperTraining:
    """The paper's values, batch in documents. The clip is DrQA's; ``epochs`` it does not say."""

    epochs: int = 20
    batch: int = 8
    rate: float = 0.002
    clip: float = 10.0
    seed: int = 1


class PaperTrainer:
    """Trains the paper's model on documents, one each a batch, resuming where ``folder`` left."""

    def __init__(
        self,
        model: PaperModel,
        documents: Sequence[PaperBatch],
        targets: Sequence[PaperTargets],
        training: PaperTraining,
        *,
        folder: Path,
    ) -> None:
        self.model, self.documents, self.targets = model, documents, targets
        self.training, self.folder = training, folder
        self.learnt = content_hash(documents, targets)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=training.rate)
        self.epochs_done = 0

    def run_epoch(self) -> float:
        """Train one epoch; return the mean loss. Raises FloatingPointError if it is not finite."""
        loss = run_epoch(
            self.model,
            self.optimizer,
            self._loss,
            n_documents=len(self.documents),
            batch=self.training.batch,
            clip=self.training.clip,
            seed=self.training.seed,
            number=self.epochs_done + 1,
        )
        self.epochs_done += 1
        return loss

    def _loss(self, rows: Sequence[int]) -> Tensor:
        device = next(self.model.parameters()).device
        batch = join_batches([self.documents[row] for row in rows]).to(device)
        gold = join_targets([self.targets[row] for row in rows]).to(device)
        return paper_loss(self.model(batch, teacher=gold), gold)

    def weights(self) -> dict[str, Tensor]:
        """What ships: all that is trained, without the table of words."""
        return {name: value.detach().cpu() for name, value in self.model.state_dict().items()}

    def save(self, log: Sequence[Epoch]) -> None:
        """Keep all that a resumed run needs."""
        keep_run(
            self.folder,
            weights=self.model.state_dict(),
            optimizer=self.optimizer,
            settings=self._run(),
            log=log,
        )

    def resume(self) -> list[Epoch]:
        """Go on from what ``save`` kept, if there is any; return its log.

        With more epochs too: the rate is the same in each. Raises ValueError if it was kept by a
        run with other settings or of other documents, or has more epochs behind it.
        """
        log = resume_run(
            self.folder, model=self.model, optimizer=self.optimizer, settings=self._run()
        )
        if len(log) > self.training.epochs:
            raise ValueError(
                f"{str(self.folder)!r} holds a run of {len(log)} epochs; give another folder for "
                f"{self.training.epochs}"
            )
        self.epochs_done = len(log)
        return log

    def _run(self) -> dict[str, Any]:
        training = asdict(self.training)
        del training["epochs"]
        return {
            "training": training,
            "reader": asdict(self.model.settings),
            "learnt": self.learnt,
        }
