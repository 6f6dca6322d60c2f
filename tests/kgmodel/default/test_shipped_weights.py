"""What ships of a reader: large matrices of its head in int8, the rest whole."""

import pytest
import torch

from kgmodel.default.shipped_weights import shipped_weights

LARGE, SMALL = torch.randn(32, 40), torch.randn(6, 6)


def test_a_large_matrix_is_in_int8_with_a_scale_for_each_row():
    rows = LARGE * torch.logspace(-3, 3, 32).unsqueeze(1)

    shipped = shipped_weights({}, {"pool.weight": rows}, base={}, rank=1)

    assert shipped["pool.weight.rows"].dtype == torch.int8
    restored = shipped["pool.weight.rows"] * shipped["pool.weight.row_scale"].unsqueeze(1)
    largest = rows.abs().amax(dim=1, keepdim=True)
    assert ((restored - rows).abs() <= largest / 127 / 2 * 1.001).all()


@pytest.mark.parametrize("value", [SMALL, torch.randn(384)])
def test_a_small_matrix_and_a_vector_stay_whole(value):
    shipped = shipped_weights({}, {"chain.scores": value}, base={}, rank=1)

    assert shipped.keys() == {"chain.scores"}
    assert torch.equal(shipped["chain.scores"], value.half())


def test_a_row_of_zeros_stays_zero():
    rows = LARGE.clone()
    rows[3] = 0.0

    shipped = shipped_weights({}, {"pool.weight": rows}, base={}, rank=1)

    assert not shipped["pool.weight.rows"][3].any()


def test_only_what_training_changed_in_the_encoder_ships():
    base = {"layer.weight": LARGE, "layer.bias": torch.zeros(40)}
    tuned = base | {"layer.weight": LARGE + torch.outer(torch.ones(32), torch.ones(40))}

    shipped = shipped_weights(tuned, {}, base=base, rank=2)

    assert shipped.keys() == {f"encoder.layer.weight.{part}" for part in ("left", "right", "scale")}
