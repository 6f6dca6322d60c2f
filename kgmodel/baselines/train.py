"""Training of a baseline, one document after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kgmodel.baselines.boxes import Baseline
from kgmodel.baselines.text import BaselineTargets, BaselineText
from kgmodel.hashing import content_hash
from kgmodel.trainer import EpochTrainer

__all__ = ["BaselineTrainer", "BaselineTraining"]


@dataclass(frozen=True, slots=True)
class BaselineTraining:
    """batch: documents an update."""

    epochs: int = 15
    batch: int = 4
    rate: float = 0.002
    clip: float = 5.0
    seed: int = 1


class BaselineTrainer(EpochTrainer):
    """Trains any of the baselines with Adam."""

    model: Baseline

    def __init__(
        self,
        model: Baseline,
        texts: Sequence[BaselineText],
        targets: Sequence[BaselineTargets],
        training: BaselineTraining,
        *,
        folder: Path,
    ) -> None:
        super().__init__(
            model,
            torch.optim.Adam(model.parameters(), lr=training.rate),
            n_documents=len(texts),
            batch=training.batch,
            clip=training.clip,
            seed=training.seed,
            folder=folder,
        )
        self.texts, self.targets, self.training = texts, targets, training
        self.documents_hash = content_hash(texts, targets)

    def weights(self) -> dict[str, Tensor]:
        """Return what ships: all of it."""
        return {name: value.detach().cpu() for name, value in self.model.state_dict().items()}

    def _loss(self, rows: Sequence[int]) -> Tensor:
        device = next(self.model.parameters()).device
        losses = [
            self.model.loss(self.texts[row].to(device), self.targets[row].to(device))
            for row in rows
        ]
        return torch.stack(losses).mean()

    def _run(self) -> dict[str, Any]:
        return {
            "architecture": type(self.model).__name__,
            "training": asdict(self.training),
            "reader": asdict(self.model.settings),
            "learnt": self.documents_hash,
        }
