"""Training of a baseline, one document after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kgmodel.adam_trainer import AdamTrainer
from kgmodel.baselines.boxes import Baseline
from kgmodel.baselines.text import BaselineTargets, BaselineText

__all__ = ["BaselineTrainer", "BaselineTraining"]


@dataclass(frozen=True, slots=True)
class BaselineTraining:
    """batch: documents an update."""

    epochs: int = 15
    batch: int = 4
    rate: float = 0.002
    clip: float = 5.0
    seed: int = 1


class BaselineTrainer(AdamTrainer):
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
        super().__init__(model, texts, targets, training, folder=folder)
        self.training = training

    def _loss(self, rows: Sequence[int]) -> Tensor:
        device = next(self.model.parameters()).device
        losses = [
            self.model.loss(self.documents[row].to(device), self.targets[row].to(device))
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
