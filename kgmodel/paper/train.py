"""Training of the paper's model with teacher forcing (section 4.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from torch import Tensor

from kgmodel.adam_trainer import AdamTrainer
from kgmodel.paper.batch import PaperBatch, PaperTargets, join_batches, join_targets
from kgmodel.paper.loss import paper_loss
from kgmodel.paper.model import PaperModel
from kgmodel.trainer import Epoch

__all__ = ["PaperTrainer", "PaperTraining"]


@dataclass(frozen=True, slots=True)
class PaperTraining:
    """The paper's values (appendix A), batch in documents. The clip is DrQA's; the paper does not
    give a number of epochs."""

    epochs: int = 20
    batch: int = 8
    rate: float = 0.002
    clip: float = 10.0
    seed: int = 1


class PaperTrainer(AdamTrainer):
    """Trains the paper's model on documents, one each a batch."""

    model: PaperModel

    def __init__(
        self,
        model: PaperModel,
        documents: Sequence[PaperBatch],
        targets: Sequence[PaperTargets],
        training: PaperTraining,
        *,
        folder: Path,
    ) -> None:
        super().__init__(model, documents, targets, training, folder=folder)
        self.training = training

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
