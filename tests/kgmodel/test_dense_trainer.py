"""A bag of small networks: its standardised features, and the updates of its training."""

from __future__ import annotations

import pytest
import torch

from kgmodel.dense_trainer import DenseBag, fit_bags


@pytest.fixture
def bag():
    torch.manual_seed(0)
    return DenseBag(3, 2, hidden=4, networks=2, dropout=0.5)


def test_features_are_standardised_by_those_of_training(bag):
    rows = torch.randn(20, 3) * torch.tensor([1.0, 5.0, 0.1]) + 2
    bag.standardise(rows)

    scores = bag.eval()(rows[:4])

    assert scores.shape == (2, 4, 2)
    for number in range(2):
        hidden, output = bag.hidden[number], bag.output[number]
        for place, row in enumerate(rows[:4]):
            usual = (row - rows.mean(0)) / rows.std(0)
            inner = torch.relu(hidden.weight @ usual + hidden.bias)
            torch.testing.assert_close(scores[number, place], output.weight @ inner + output.bias)


def test_a_feature_that_never_differs_is_divided_by_a_thousandth(bag):
    bag.standardise(torch.tensor([[1.0, 0.0, 2.0], [1.0, 4.0, 2.0]]))

    assert bag.mean.tolist() == [1.0, 2.0, 2.0]
    assert bag.deviation.tolist() == pytest.approx([0.001, 8**0.5, 0.001])


@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_further_out_than_five_deviations_counts_as_five(bag, sign):
    bag.eval()

    def scores(value):
        return bag(torch.full((1, 3), sign * value))

    assert torch.equal(scores(5.0), scores(6.0))
    assert torch.equal(scores(5.0), scores(500.0))
    assert not torch.equal(scores(5.0), scores(4.9))


def test_dropout_is_on_the_features_and_within(bag):
    rows = torch.randn(50, 3)

    assert not torch.equal(bag.train()(rows), bag.train()(rows))
    assert torch.equal(bag.eval()(rows), bag.eval()(rows))


def test_what_is_kept_is_in_float16_under_the_names_that_numpy_reads(bag):
    tensors = bag.tensors()

    assert tensors.keys() == {
        f"{layer}.{part}" for layer in ("hidden", "output") for part in ("weight", "bias")
    } | {"mean", "deviation"}
    assert {value.dtype for value in tensors.values()} == {torch.float16}
    assert not any(value.requires_grad for value in tensors.values())
    assert torch.equal(tensors["output.bias"][1], bag.output[1].bias.detach().half())


def test_training_takes_every_row_once_an_epoch_in_batches_and_starts_without_gradients(bag):
    batches = []

    def loss(rows):
        assert bag.training
        assert all(weight.grad is None for weight in bag.parameters())
        batches.append(rows.tolist())
        return bag(torch.randn(len(rows), 3)).square().mean()

    fit_bags([bag.eval()], 7, loss, epochs=2, batch=3, rate=0.01, weight_decay=0.0)

    assert [len(rows) for rows in batches] == [3, 3, 1] * 2
    for epoch in (batches[:3], batches[3:]):
        assert sorted(sum(epoch, [])) == list(range(7))
    assert batches[:3] != batches[3:]
    assert not bag.training


@pytest.mark.parametrize(("count", "batch"), [(12, 4), (10, 4)])
def test_rates_rise_and_fall_to_nearly_nothing_at_the_last_update(bag, count, batch):
    weight, places = bag.output[0].bias, []

    def loss(rows):
        places.append(weight[0].item())
        return weight[0]  # the same gradient at every update

    fit_bags([bag], count, loss, epochs=10, batch=batch, rate=0.1, weight_decay=0.0)

    places.append(weight[0].item())
    moved = [before - after for before, after in zip(places, places[1:], strict=False)]
    assert len(moved) == 30
    assert 0 <= moved[-1] < 0.001 < moved[0] < 0.02
    assert 0.05 < max(moved) < 0.15
    assert 5 < moved.index(max(moved)) < 15


def test_every_bag_is_trained():
    torch.manual_seed(0)
    bags = [DenseBag(1, 1, hidden=2, networks=1, dropout=0.0) for _ in range(2)]
    before = [each.output[0].bias.item() for each in bags]

    def loss(rows):
        return sum(each(torch.ones(len(rows), 1)).square().mean() for each in bags)

    fit_bags(bags, 4, loss, epochs=3, batch=2, rate=0.05, weight_decay=0.0)

    assert all(each.output[0].bias.item() != old for each, old in zip(bags, before, strict=True))
    assert not any(each.training for each in bags)
