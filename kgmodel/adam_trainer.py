"""Adam over all of a model, on documents with gold answers: the paper's model, the baselines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from kgmodel.hashing import content_hash
from kgmodel.trainer import EpochTrainer

__all__ = ["AdamTrainer"]


class Training(Protocol):
    """batch: documents an update. rate: the same in every epoch."""

    @property
    def batch(self) -> int: ...
    @property
    def rate(self) -> float: ...
    @property
    def clip(self) -> float: ...
    @property
    def seed(self) -> int: ...


class AdamTrainer(EpochTrainer):
    """Trains every weight at one rate; a subclass has the loss and what a resumed run shares."""

    def __init__(
        self,
        model: nn.Module,
        documents: Sequence[Any],
        targets: Sequence[Any],
        training: Training,
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
        self.documents, self.targets = documents, targets
        self.documents_hash = content_hash(documents, targets)

    def weights(self) -> dict[str, Tensor]:
        """Return what ships: the state dict, without what the model does not keep in it."""
        return {name: value.detach().cpu() for name, value in self.model.state_dict().items()}
