"""Adam over all of a model, on documents with gold answers: the paper's model, the baselines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import torch
from torch import Tensor, nn

from kgmodel.hashing import content_hash
from kgmodel.trainer import EpochTrainer

__all__ = ["AdamTrainer", "AdamTraining"]

Model = TypeVar("Model", bound=nn.Module)
Document = TypeVar("Document")
Targets = TypeVar("Targets")


@dataclass(frozen=True, slots=True)
class AdamTraining:
    """batch: documents an update. rate: the same in every epoch."""

    epochs: int
    batch: int
    rate: float
    clip: float
    seed: int


class AdamTrainer(EpochTrainer, Generic[Model, Document, Targets]):
    """Trains every weight at one rate; a subclass has the loss and what a resumed run shares."""

    model: Model

    def __init__(
        self,
        model: Model,
        documents: Sequence[Document],
        targets: Sequence[Targets],
        training: AdamTraining,
        *,
        folder: Path,
    ) -> None:
        """targets: gold answers, one each a document."""
        super().__init__(
            model,
            torch.optim.Adam(model.parameters(), lr=training.rate),
            n_documents=len(documents),
            batch=training.batch,
            clip=training.clip,
            seed=training.seed,
            folder=folder,
        )
        self.documents, self.targets, self.training = documents, targets, training
        self.documents_hash = content_hash(documents, targets)

    def weights(self) -> dict[str, Tensor]:
        """Return what ships: the state dict, without what the model does not keep in it."""
        return {name: value.detach().cpu() for name, value in self.model.state_dict().items()}
