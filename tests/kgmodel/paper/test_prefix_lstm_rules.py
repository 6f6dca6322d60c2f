"""How the LSTM's weights begin, and that it reads no memory which it has not written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

from kgmodel.paper.prefix_lstm import BiLSTM, Packing


def test_weights_begin_evenly_spread_within_the_bound_of_the_width():
    torch.manual_seed(0)
    layer, bound = BiLSTM((3, 5), 16), 0.25  # 1 / sqrt(16)

    for weight in layer.parameters():
        assert -bound <= weight.min() < -0.8 * bound
        assert 0.8 * bound < weight.max() <= bound


@pytest.fixture
def unwritten_memory_is_not_a_number() -> Iterator[None]:
    before = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(True)  # new memory then begins as NaN
    yield
    torch.use_deterministic_algorithms(before)


@pytest.mark.parametrize("lengths", [[3, 1], [2, 2], [1]])
def test_values_and_gradients_come_of_written_memory_alone(
    lengths, unwritten_memory_is_not_a_number
):
    torch.manual_seed(0)
    layer, packing = BiLSTM((2,), 3), Packing.of(torch.tensor(lengths))
    gates = torch.randn(sum(lengths), 24, requires_grad=True)

    encoded = layer(gates, packing)
    encoded.sum().backward()

    assert torch.empty(2).isnan().all()
    for tensor in (encoded, gates.grad, layer.hidden.grad, layer.bias.grad):
        assert tensor.isfinite().all()


def test_words_of_one_place_stand_together_and_know_their_place_from_the_end():
    packing = Packing.of(torch.tensor([3, 2]))

    assert packing.row.tolist() == [0, 1, 0, 1, 0]
    assert packing.position.tolist() == [0, 0, 1, 1, 2]
    assert packing.reverse.tolist() == [4, 3, 2, 1, 0]
    assert packing.running == (2, 2, 1)
