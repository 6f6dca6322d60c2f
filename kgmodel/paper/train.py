"""Training of the paper's model with teacher forcing (section 4.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from torch import Tensor

from kgmodel.adam_trainer import AdamTrainer, AdamTraining
from kgmodel.paper.batch import PaperBatch, PaperTargets, join_batches, join_targets
from kgmodel.paper.loss import paper_loss
from kgmodel.paper.model import PaperModel
from kgmodel.trainer import Epoch

__all__ = ["PAPER_TRAINING", "PaperTrainer"]


# The paper's values (appendix A). The clip is DrQA's; the paper does not give a number of epochs.
PAPER_TRAINING = AdamTraining(epochs=20, batch=8, rate=0.002, clip=10.0, seed=1)


class PaperTrainer(AdamTrainer[PaperModel, PaperBatch, PaperTargets]):
    """Trains the paper's model on documents, one each a batch."""

    def resume(self) -> list[Epoch]:
        """Continue from what ``save`` kept, with more epochs too: the rate is the same in each.

        Raises ValueError if it was kept by a run with other settings or of other documents, or has
        more epochs behind it.
        """
        log = super().resume()
        if len(log) > self.training.epochs:
            raise ValueError(
                f"{str(self.folder)!r} holds a run of {len(log)} epochs; give another folder for "
                f"{self.training.epochs}"
            )
        return log

    def _loss(self, rows: Sequence[int]) -> Tensor:
        device = next(self.model.parameters()).device
        batch = join_batches([self.documents[row] for row in rows]).to(device)
        gold = join_targets([self.targets[row] for row in rows]).to(device)
        return paper_loss(self.model(batch, teacher=gold), gold)

    def _run(self) -> dict[str, Any]:
        training = asdict(self.training)
        del training["epochs"]
        return {
            "training": training,
            "reader": asdict(self.model.settings),
            "learnt": self.documents_hash,
        }
