"""A bag of networks with one hidden layer in torch, to be trained; ``dense_network`` runs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from kgmodel.dense_network import LARGEST

__all__ = ["DenseBag", "fit_bags"]


class DenseBag(nn.Module):
    """Networks s = V relu(W x' + b) + c, where x' = clip((x - mean) / deviation)."""

    mean: Tensor
    deviation: Tensor

    def __init__(
        self, n_features: int, n_outputs: int, *, hidden: int, networks: int, dropout: float
    ) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(n_features))
        self.register_buffer("deviation", torch.ones(n_features))
        self.hidden = nn.ModuleList(nn.Linear(n_features, hidden) for _ in range(networks))
        self.output = nn.ModuleList(nn.Linear(hidden, n_outputs) for _ in range(networks))
        self.dropout = nn.Dropout(dropout)

    def standardise(self, features: Tensor) -> None:
        """Take mean and deviation from training features (row, feature)."""
        self.mean.copy_(features.mean(dim=0))
        self.deviation.copy_(features.std(dim=0).clamp(min=1e-3))

    def forward(self, features: Tensor) -> Tensor:
        """Return the scores (network, row, output) of features (row, feature)."""
        usual = ((features - self.mean) / self.deviation).clamp(-LARGEST, LARGEST)
        return torch.stack(
            [
                output(self.dropout(torch.relu(hidden(self.dropout(usual)))))
                for hidden, output in zip(self.hidden, self.output, strict=True)
            ]
        )

    def tensors(self) -> dict[str, Tensor]:
        """The weights under the names that ``DenseNetwork`` reads, matrices in float16."""
        stacked = {
            f"{layer}.{part}": torch.stack([getattr(each, part) for each in networks])
            for layer, networks in (("hidden", self.hidden), ("output", self.output))
            for part in ("weight", "bias")
        }
        stacked |= {"mean": self.mean, "deviation": self.deviation}
        return {name: value.detach().half().contiguous() for name, value in stacked.items()}


def fit_bags(
    bags: Sequence[DenseBag],
    count: int,
    loss: Callable[[Tensor], Tensor],
    *,
    epochs: int,
    batch: int,
    rate: float,
    weight_decay: float,
) -> None:
    """Train bags together; ``loss`` is that of a batch of rows (row,) below ``count``.

    They are left in eval mode.
    """
    weights = [weight for bag in bags for weight in bag.parameters()]
    optimizer = torch.optim.AdamW(weights, lr=rate, weight_decay=weight_decay)
    total = epochs * -(-count // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=total)
    for bag in bags:
        bag.train()
    for _ in range(epochs):
        order = torch.randperm(count)
        for start in range(0, count, batch):
            rows = order[start : start + batch]
            optimizer.zero_grad()
            torch.autograd.backward(loss(rows))
            optimizer.step()
            schedule.step()
    for bag in bags:
        bag.eval()
