"""Dropout by bytes: how much it drops, what it keeps, and that it can be repeated."""

import pytest
import torch

from kgmodel.dropout import Dropout


def test_drops_its_share_everywhere_and_keeps_the_mean() -> None:
    torch.manual_seed(3)
    dropped = Dropout(0.1)(torch.ones(4000, 256))
    share = (dropped == 0).double().mean()
    assert share.item() == pytest.approx(26 / 256, abs=0.002)
    assert dropped.double().mean().item() == pytest.approx(1.0, abs=0.002)
    # a number of 64 bits decides about eight neighbours: each of them alike
    of_places = (dropped.view(-1, 8) == 0).double().mean(0)
    assert (of_places - 26 / 256).abs().max().item() < 0.003


def test_neighbours_are_dropped_independently() -> None:
    torch.manual_seed(4)
    gone = (Dropout(0.3)(torch.ones(2000, 512)) == 0).double()
    both = (gone[:, :-1] * gone[:, 1:]).mean().item()
    assert both == pytest.approx((77 / 256) ** 2, abs=0.003)


def test_a_kept_value_is_scaled_and_so_is_its_gradient() -> None:
    torch.manual_seed(5)
    values = torch.randn(33, 7, requires_grad=True)  # no multiple of eight
    dropped = Dropout(0.3)(values)
    dropped.sum().backward()
    factors = torch.where(dropped == 0, 0.0, 256 / 179)
    torch.testing.assert_close(dropped, values * factors)
    torch.testing.assert_close(values.grad, factors)


def test_the_same_seed_drops_the_same() -> None:
    values = torch.ones(64, 64, dtype=torch.bfloat16)
    torch.manual_seed(6)
    first = Dropout(0.1)(values)
    torch.manual_seed(6)
    again = Dropout(0.1)(values)
    assert first.dtype == torch.bfloat16
    assert torch.equal(first, again)
    assert not torch.equal(first, Dropout(0.1)(values))


@pytest.mark.parametrize("share", [0.0, 0.001])
def test_nothing_is_dropped_by_half_a_level_or_less(share: float) -> None:
    values = torch.randn(100)
    torch.manual_seed(1)
    assert (Dropout(share)(values) == 0).sum() <= 2


def test_inference_drops_nothing() -> None:
    values = torch.randn(8, 8)
    assert torch.equal(Dropout(0.5).eval()(values), values)
