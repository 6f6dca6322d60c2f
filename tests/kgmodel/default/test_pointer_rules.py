"""How far the pointer to locations reaches, and what makes an occurrence."""

from __future__ import annotations

import pytest
import torch

from kgmodel.default.pointer import LocationPointer
from kgmodel.packed_layers import can_pack

STATE, TOKEN, WIDTH = 4, 3, 5
CPU = torch.device("cpu")
needs_bf16 = pytest.mark.skipif(not can_pack(CPU), reason="this CPU does not compute in bf16")


@pytest.fixture
def pointer():
    torch.manual_seed(0)
    return LocationPointer(TOKEN, STATE, WIDTH, dropout=0.0).eval()


@pytest.mark.parametrize(("state", "within"), [(1, True), (20, True), (21, True), (22, False)])
def test_a_state_sees_places_stated_up_to_twenty_steps_away(pointer, state, within):
    scores = pointer(torch.randn(1, 22, STATE), torch.randn(1, 1, WIDTH), torch.tensor([[1]]))

    assert bool(scores[0, state, 1] > torch.finfo(scores.dtype).min) is within


def test_tokens_of_zeros_add_nothing_to_an_occurrence(pointer):
    places = torch.tensor([[1, 3]])
    own, frequency = torch.tensor([[False, True]]), torch.tensor([[2, 5]])

    keys = pointer.occurrences(torch.zeros(1, 4, TOKEN), places, places, own, frequency)

    for order in range(2):
        expected = pointer.own.weight[order] + pointer.frequency.weight[frequency[0, order]]
        torch.testing.assert_close(keys[0, order], expected)


def test_there_are_six_buckets_of_training_frequency(pointer):
    places, own = torch.tensor([[1]]), torch.tensor([[True]])
    tokens = torch.randn(1, 4, TOKEN)

    assert pointer.occurrences(tokens, places, places, own, torch.tensor([[5]])).isfinite().all()
    with pytest.raises(IndexError):
        pointer.occurrences(tokens, places, places, own, torch.tensor([[6]]))


def test_states_of_pairs_with_the_same_places_are_scored_as_alone(pointer):
    states, occurrences = torch.randn(3, 4, STATE), torch.randn(3, 2, WIDTH)
    steps = torch.tensor([[1, 3]] * 3)

    together = pointer(states, occurrences, steps)

    for pair in range(3):
        rows = slice(pair, pair + 1)
        alone = pointer(states[rows], occurrences[rows], steps[rows])
        torch.testing.assert_close(together[rows], alone)


@needs_bf16
@torch.inference_mode()
def test_packed_matrices_round_a_first_and_a_last_token_to_bf16(pointer):
    tokens = torch.randn(1, 4, TOKEN)
    first, last = torch.tensor([[0, 2]]), torch.tensor([[1, 3]])
    own, frequency = torch.tensor([[False, True]]), torch.tensor([[2, 5]])

    pointer.pack()
    keys = pointer.occurrences(tokens, first, last, own, frequency)

    rounded = tokens[0].bfloat16().float()
    ends = [rounded @ part.weight.bfloat16().float().T for part in (pointer.first, pointer.last)]
    starts, stops = (end.bfloat16().float() for end in ends)
    kind = pointer.own(own.long()) + pointer.frequency(frequency)
    expected = starts[first] + stops[last] + kind
    torch.testing.assert_close(keys, expected, atol=0.01, rtol=0.01)
