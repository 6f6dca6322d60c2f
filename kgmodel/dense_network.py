"""The forward pass of a bag of small networks in numpy, for what must not wait for torch to load.

The networks are trained in torch and have one hidden layer each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["LARGEST", "PARTS", "DenseNetwork"]

Array = NDArray[np.float32]
LARGEST = 5.0  # of a standardised feature; what is further out counts as this
PARTS = (
    "mean",
    "deviation",
    "hidden.weight",
    "hidden.bias",
    "output.weight",
    "output.bias",
)


@dataclass(frozen=True, slots=True)
class DenseNetwork:
    """Scores s = V relu(W x' + b) + c, where x' = clip((x - mean) / deviation).

    ``mean`` and ``deviation`` (feature); ``hidden_weight`` (network, hidden, feature),
    ``hidden_bias`` (network, hidden), ``output_weight`` (network, output, hidden) and
    ``output_bias`` (network, output).
    """

    mean: Array
    deviation: Array
    hidden_weight: Array
    hidden_bias: Array
    output_weight: Array
    output_bias: Array

    @classmethod
    def of_tensors(cls, tensors: Mapping[str, NDArray[np.generic]], name: str) -> DenseNetwork:
        """The network whose tensors are called ``name.PART``. Raises KeyError if one is missing."""
        return cls(*(tensors[f"{name}.{part}"].astype(np.float32) for part in PARTS))

    def scores(self, features: Array) -> Array:
        """Mean scores (row, output) of the networks for features (row, feature)."""
        usual = ((features - self.mean) / self.deviation).clip(-LARGEST, LARGEST)
        total = np.zeros((len(features), self.output_bias.shape[1]), dtype=np.float32)
        networks = zip(
            self.hidden_weight,
            self.hidden_bias,
            self.output_weight,
            self.output_bias,
            strict=True,
        )
        for weight, bias, output_weight, output_bias in networks:
            hidden = np.maximum(usual @ weight.T + bias, 0.0)
            total += hidden @ output_weight.T + output_bias
        return np.asarray(total / len(self.hidden_weight), dtype=np.float32)
