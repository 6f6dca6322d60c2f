"""What is rounded when a reader's weights ship, and what restores them."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from kgmodel.default.shipped_weights import restore_weights, shipped_weights
from tests.kgmodel.default.test_model import SETTINGS, tiny_reader

WIDE = replace(SETTINGS, step_width=24, graph=False)  # its pooling is a matrix of 24 × 64
POOL = "pool.project.weight"


@pytest.mark.parametrize(
    ("shape", "is_rounded"),
    [((32, 32), True), ((33, 31), False), ((2000,), False), ((4, 16, 32), False)],
)
def test_a_matrix_of_1024_weights_or_more_is_rounded(shape, is_rounded):
    shipped = shipped_weights({}, {"weight": torch.randn(shape)}, base={}, rank=1)

    assert ("weight.rows" in shipped) is is_rounded
    assert ("weight" in shipped) is not is_rounded


def test_what_is_no_number_ships_as_it_is():
    allowed = torch.tensor([True, False])

    shipped = shipped_weights({}, {"chain.allowed": allowed}, base={}, rank=1)

    assert shipped["chain.allowed"].dtype == torch.bool
    assert torch.equal(shipped["chain.allowed"], allowed)


@pytest.fixture
def tuned():
    """A reader that training changed in every part, in its encoder by less than its rank."""
    reader = tiny_reader(WIDE, seed=3)
    base = tiny_reader(WIDE).encoder.state_dict()
    draw = torch.Generator().manual_seed(1)
    changed = {
        name: value + torch.randn(value.shape, generator=draw) for name, value in base.items()
    }
    reader.encoder.load_state_dict(changed)
    return reader


@pytest.fixture
def weights(tuned):
    encoder = dict(tuned.encoder.state_dict())
    base = tiny_reader(WIDE).encoder.state_dict()
    return shipped_weights(encoder, tuned.head(), base=base, rank=64)


def test_a_reader_is_restored_to_within_what_was_rounded(tuned, weights):
    reader = tiny_reader(WIDE)

    restore_weights(reader, weights)

    assert f"{POOL}.rows" in weights
    for name, value in tuned.state_dict().items():
        own = reader.state_dict()[name]
        if value.is_floating_point():
            # int8 in each row or, of the encoder, in both factors
            atol = 0.1 if name.startswith("encoder.") else float(value.abs().max()) / 127
            torch.testing.assert_close(own, value, atol=atol, rtol=1e-3, msg=name)
        else:
            assert torch.equal(own, value), name


def test_a_head_wholly_in_float16_is_restored_too(tuned, weights):
    head = {name: value for name, value in tuned.head().items()}
    halves = {n: v.half() if v.is_floating_point() else v for n, v in head.items()}
    reader = tiny_reader(WIDE)

    restore_weights(reader, halves)

    for name, value in head.items():
        torch.testing.assert_close(reader.state_dict()[name], value, atol=1e-3, rtol=1e-3)
    for name, value in tiny_reader(WIDE).encoder.state_dict().items():
        assert torch.equal(reader.encoder.state_dict()[name], value), name


def test_weights_without_a_part_of_the_head_do_not_fit(weights):
    del weights["mention"]

    with pytest.raises(KeyError, match="mention"):
        restore_weights(tiny_reader(WIDE), weights)


def test_weights_of_a_head_with_another_part_do_not_fit(weights):
    weights["roof.weight"] = torch.zeros(2)

    with pytest.raises(KeyError, match=r"roof\.weight"):
        restore_weights(tiny_reader(WIDE), weights)


def test_weights_of_another_size_do_not_fit(weights):
    with pytest.raises(RuntimeError):
        restore_weights(tiny_reader(replace(WIDE, hidden=16)), weights)
