"""How windows are put together for the tagger, and what its probabilities are."""

from __future__ import annotations

import pytest
import torch

from kgmodel.bert import Bert, BertSizes
from kgmodel.cancellation import cancelled_by
from kgmodel.device import in_float32
from kgmodel.packed_layers import can_pack, is_packed
from kgmodel.tagger import LABELS, PieceTagger, piece_probabilities


@pytest.fixture(autouse=True)
def float32():
    with in_float32():
        yield


@pytest.fixture
def network():
    torch.manual_seed(0)
    sizes = BertSizes(
        vocab_size=12,
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=8,
        max_position_embeddings=64,
    )
    return PieceTagger(Bert(sizes), width=8)


@pytest.fixture
def shapes(network):
    """The shape of each batch that the network reads."""
    read = []
    network.encoder.register_forward_pre_hook(
        lambda _, arguments: read.append(tuple(arguments[0].shape))
    )
    return read


@torch.inference_mode()
def test_probabilities_are_those_of_a_window_alone_without_dropout(network):
    windows = [(5, 6, 7), (1, 2, 3, 4, 5, 6, 7, 8, 9), (4,)]

    answers = piece_probabilities(network.train(), windows)

    assert not network.training
    for window, answer in zip(windows, answers, strict=True):
        pieces = torch.tensor([window])
        hidden = network.encoder(pieces, torch.ones_like(pieces) > 0)[0]
        scores = hidden @ network.labels.weight.T + network.labels.bias
        torch.testing.assert_close(answer, 1 / (1 + (-scores).exp()))


def test_a_window_without_pieces_has_no_probabilities(network):
    empty, full = piece_probabilities(network, [(), (3, 4)])

    assert empty.shape == (0, len(LABELS))
    assert full.shape == (2, len(LABELS))


@pytest.mark.parametrize(
    ("pieces_per_batch", "sizes"),
    [
        (1, [1, 1, 1, 1, 1]),  # a window is read even if it is larger
        (16, [2, 2, 1]),
        (23, [2, 2, 1]),
        (24, [3, 2]),
        (1_000, [5]),
        (None, [5]),
    ],
)
def test_as_many_windows_are_read_at_once_as_have_so_many_pieces_with_padding(
    network, shapes, pieces_per_batch, sizes
):
    piece_probabilities(network, [(3, 4)] * 5, pieces_per_batch=pieces_per_batch)

    assert sorted(shapes, reverse=True) == [(size, 8) for size in sizes]


def test_a_cpu_reads_some_two_thousand_pieces_at_once(network, shapes):
    piece_probabilities(network, [(3,)] * 300)

    assert sorted(shapes) == [(300 - 256, 8), (256, 8)]


def test_the_longest_windows_are_read_first(network, shapes):
    piece_probabilities(network, [(3,) * length for length in (2, 20, 9, 30)])

    assert sorted(shapes) == [(1, 8), (1, 16), (1, 24), (1, 32)]


def test_reading_can_be_cancelled(network):
    def stop():
        raise TimeoutError

    with cancelled_by(stop), pytest.raises(TimeoutError):
        piece_probabilities(network, [(3, 4)])


@torch.inference_mode()
def test_a_network_frozen_for_float32_has_its_matrices_joined(network):
    before = piece_probabilities(network, [(3, 4, 5)])[0]

    network.freeze_for_inference()

    assert not hasattr(network.encoder.layers[0].attention.self, "query")
    torch.testing.assert_close(piece_probabilities(network, [(3, 4, 5)])[0], before)


@pytest.mark.skipif(not can_pack(torch.device("cpu")), reason="this CPU does not compute in bf16")
def test_a_network_frozen_where_bf16_is_computed_has_its_layers_packed(network, monkeypatch):
    monkeypatch.setattr("kgmodel.device._FLOAT32", False)

    network.freeze_for_inference()

    assert is_packed(network.encoder)
