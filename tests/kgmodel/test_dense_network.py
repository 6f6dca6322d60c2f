"""Small networks are trained in torch and run in numpy, with the same scores."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.nn import functional

from kgmodel.dense_network import DenseNetwork
from kgmodel.dense_trainer import DenseBag, fit_bags


def network_of(bag: DenseBag) -> DenseNetwork:
    tensors = {f"bag.{name}": value.numpy() for name, value in bag.tensors().items()}
    return DenseNetwork.of_tensors(tensors, "bag")


@pytest.mark.parametrize("rows", [1, 7])
def test_numpy_and_torch_give_the_same_scores(rows):
    torch.manual_seed(0)
    bag = DenseBag(5, 3, hidden=4, networks=2, dropout=0.5)
    bag.standardise(torch.randn(50, 5) * 3 + 1)
    features = torch.randn(rows, 5)

    expected = bag.eval()(features).mean(dim=0)

    scores = network_of(bag).scores(features.numpy())
    torch.testing.assert_close(torch.from_numpy(scores), expected, atol=0.02, rtol=0.02)


def test_an_extreme_feature_counts_as_the_largest_one():
    torch.manual_seed(0)
    bag = DenseBag(2, 1, hidden=4, networks=1, dropout=0.0)
    network = network_of(bag)

    large, larger = (np.full((1, 2), value, dtype=np.float32) for value in (5.0, 500.0))

    np.testing.assert_allclose(network.scores(large), network.scores(larger))


def test_a_missing_tensor_is_named():
    with pytest.raises(KeyError, match="bag.mean"):
        DenseNetwork.of_tensors({}, "bag")


def test_a_bag_learns_and_is_left_without_dropout():
    torch.manual_seed(0)
    features = torch.randn(200, 2)
    targets = (features[:, 0] > features[:, 1]).float()
    bag = DenseBag(2, 1, hidden=8, networks=2, dropout=0.1)

    def loss(rows: torch.Tensor) -> torch.Tensor:
        scores = bag(features[rows])[..., 0]
        return functional.binary_cross_entropy_with_logits(scores, targets[rows].expand_as(scores))

    fit_bags([bag], 200, loss, epochs=20, batch=20, rate=0.02, weight_decay=0.0)

    right = (bag(features).mean(dim=0)[:, 0] > 0) == (targets > 0)
    assert right.float().mean() > 0.95
    assert not bag.training
