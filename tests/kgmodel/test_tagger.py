"""The network that scores word pieces, with a tiny random encoder."""

from __future__ import annotations

import math

import pytest
import torch

from kgmodel.bert import Bert, BertSizes
from kgmodel.tagger import LABELS, PieceTagger, piece_probabilities, tagging_loss

WINDOWS = [(5, 6, 7, 8, 9), (5, 9), (1, 2, 3, 4, 5, 6, 7), (3,), (9, 8, 7)]


@pytest.fixture
def network() -> PieceTagger:
    torch.manual_seed(0)
    sizes = BertSizes(
        vocab_size=12,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=512,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    return PieceTagger(Bert(sizes), width=16, dropout=0.0)


def test_every_piece_has_a_score_for_each_label(network):
    pieces = torch.tensor([[1, 2, 3], [4, 5, 0]])

    scores = network(pieces, pieces > 0)

    assert scores.shape == (2, 3, len(LABELS))
    assert scores.dtype == torch.float32


@pytest.mark.parametrize("training", [True, False])
def test_padding_never_changes_a_real_piece(network, training):
    network.train(training)
    alone = network(torch.tensor([[1, 2, 3]]), torch.tensor([[True] * 3]))

    padded = network(
        torch.tensor([[1, 2, 3, 7, 7], [4, 5, 6, 7, 8]]),
        torch.tensor([[True] * 3 + [False] * 2, [True] * 5]),
    )

    torch.testing.assert_close(padded[:1, :3], alone)


@pytest.mark.parametrize("pieces_per_batch", [1, 6, 10, 1_000])
def test_windows_read_together_equal_windows_read_alone(network, pieces_per_batch):
    alone = [piece_probabilities(network, [window])[0] for window in WINDOWS]

    together = piece_probabilities(network, WINDOWS, pieces_per_batch=pieces_per_batch)

    assert [len(each) for each in together] == [len(window) for window in WINDOWS]
    for batched, single in zip(together, alone, strict=True):
        torch.testing.assert_close(batched, single, atol=0.02, rtol=0)  # bf16 where the CPU has it


def test_a_window_is_padded_as_if_it_were_alone(network):
    widths = []
    network.encoder.register_forward_pre_hook(
        lambda _module, arguments: widths.append(arguments[0].shape[1])
    )

    piece_probabilities(network, [[1] * 3, [1] * 9, [1] * 8, [1] * 20])

    assert sorted(widths) == [8, 16, 24]


@pytest.mark.parametrize("pieces_per_batch", [1, 10, 1_000])
def test_a_frozen_network_gives_what_it_gave_before_in_every_batch(network, pieces_per_batch):
    trained = [piece_probabilities(network, [window])[0] for window in WINDOWS]
    network.freeze_for_inference()

    alone = [piece_probabilities(network, [window])[0] for window in WINDOWS]
    together = piece_probabilities(network, WINDOWS, pieces_per_batch=pieces_per_batch)

    torch.testing.assert_close(alone, trained, atol=0.02, rtol=0)  # bf16 on a CPU that has it
    torch.testing.assert_close(together, alone, atol=1e-6, rtol=0)


def test_no_windows_have_no_probabilities(network):
    assert piece_probabilities(network, []) == []


def test_the_loss_is_the_mean_cross_entropy_of_what_counts():
    torch.manual_seed(1)
    scores, targets = torch.randn(2, 3, 2), torch.randint(0, 2, (2, 3, 2)).float()
    counted = torch.tensor([[True, True, False], [True, False, False]])

    loss = tagging_loss(scores, targets, counted)

    expected = []
    for row in range(2):
        for place in range(3):
            for label in range(2):
                if counted[row, place]:
                    chance = 1 / (1 + math.exp(-scores[row, place, label].item()))
                    right = chance if targets[row, place, label] else 1 - chance
                    expected.append(-math.log(right))
    assert loss.item() == pytest.approx(sum(expected) / len(expected), rel=1e-5)


def test_what_is_not_counted_gets_no_gradient():
    scores = torch.zeros(1, 2, 2, requires_grad=True)

    tagging_loss(scores, torch.ones(1, 2, 2), torch.tensor([[True, False]])).backward()

    assert scores.grad[0, 0].abs().min() > 0
    assert scores.grad[0, 1].abs().max() == 0
