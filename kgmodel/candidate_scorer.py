"""Scores of candidates from their features: a bag of small networks with one hidden layer."""

from __future__ import annotations

import torch
from torch import Tensor, nn

__all__ = ["CandidateScorer"]

LARGEST = 5.0  # of a standardised feature; what is further out counts as this


class CandidateScorer(nn.Module):
    """Score each candidate for itself.

    x' = clip((x - mean) / deviation), s = w relu(W x' + b) + c; the probability is the mean of
    the networks' sigmoids. ``mean`` and ``deviation`` (feature) are those of the training.
    """

    mean: Tensor
    deviation: Tensor

    def __init__(
        self, n_features: int, *, hidden: int = 48, networks: int = 3, dropout: float = 0.3
    ) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(n_features))
        self.register_buffer("deviation", torch.ones(n_features))
        self.networks = nn.ModuleList(
            nn.Sequential(
                nn.Dropout(dropout / 3),
                nn.Linear(n_features, hidden),
                nn.ReLU(),
                nn.Dropout(dropout),
                nn.Linear(hidden, 1),
            )
            for _ in range(networks)
        )

    def standardise(self, features: Tensor) -> None:
        """Take mean and deviation from training features (candidate, feature)."""
        self.mean.copy_(features.mean(dim=0))
        self.deviation.copy_(features.std(dim=0).clamp(min=1e-6))

    def forward(self, features: Tensor) -> Tensor:
        """Return the scores (network, candidate) of features (candidate, feature)."""
        usual = ((features - self.mean) / self.deviation).clamp(-LARGEST, LARGEST)
        return torch.stack([network(usual)[:, 0] for network in self.networks])

    @torch.inference_mode()
    def probabilities(self, features: Tensor) -> Tensor:
        """Return the probability (candidate) of features (candidate, feature); no dropout."""
        return torch.sigmoid(self.eval()(features)).mean(dim=0)
