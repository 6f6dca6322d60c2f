"""Training of a baseline, one document after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import torch
from torch import Tensor

from kgmodel.adam_trainer import AdamTrainer, AdamTraining
from kgmodel.baselines.boxes import Baseline
from kgmodel.baselines.text import BaselineTargets, BaselineText

__all__ = ["USUAL_TRAINING", "BaselineTrainer"]


USUAL_TRAINING = AdamTraining(epochs=15, batch=4, rate=0.002, clip=5.0, seed=1)


class BaselineTrainer(AdamTrainer[Baseline, BaselineText, BaselineTargets]):
    """Trains any of the baselines with Adam."""

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
