"""The LSTM with shared inputs is torch's, values and gradients."""

import pytest
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from kgmodel.paper.prefix_lstm import BiLSTM, Packing, StackedBiLSTM

WIDTH, PARTS = 3, (4, 2)


def reordered(weight):
    """Torch keeps input, forget, cell, output; here the three sigmoids stand together."""
    enter, forget, fresh, leave = weight.chunk(4)
    return torch.cat([enter, forget, leave, fresh])


@pytest.fixture
def twins():
    torch.manual_seed(0)
    theirs = nn.LSTM(sum(PARTS), WIDTH, batch_first=True, bidirectional=True).double()
    ours = BiLSTM(PARTS, WIDTH).double()
    with torch.no_grad():
        inputs = torch.cat([reordered(theirs.weight_ih_l0), reordered(theirs.weight_ih_l0_reverse)])
        for part, weight in zip(ours.inputs, inputs.split(PARTS, dim=1), strict=True):
            part.weight.copy_(weight)
        ours.bias.copy_(
            torch.cat(
                [
                    reordered(theirs.bias_ih_l0 + theirs.bias_hh_l0),
                    reordered(theirs.bias_ih_l0_reverse + theirs.bias_hh_l0_reverse),
                ]
            )
        )
        hidden = [reordered(theirs.weight_hh_l0).T, reordered(theirs.weight_hh_l0_reverse).T]
        ours.hidden.copy_(torch.stack(hidden))
    return theirs, ours


def run(layer, sequences, lengths):
    packing = Packing.of(lengths)
    words = sequences[packing.row, packing.position]
    parts = words.split(PARTS, dim=-1)
    encoded = layer(
        sum(map_part(part) for map_part, part in zip(layer.inputs, parts, strict=True)), packing
    )
    padded = encoded.new_zeros(*sequences.shape[:2], encoded.shape[-1])
    return padded.index_put((packing.row, packing.position), encoded)


def test_values_and_gradients_are_those_of_torch(twins):
    theirs, ours = twins
    lengths = torch.tensor([6, 6, 4, 1])
    sequences = torch.randn(4, 6, sum(PARTS), dtype=torch.double)
    outward = torch.randn(4, 6, 2 * WIDTH, dtype=torch.double)

    results = []
    for layer in (theirs, ours):
        inputs = sequences.clone().requires_grad_()
        if layer is theirs:
            packed = pack_padded_sequence(inputs, lengths, batch_first=True)
            output = pad_packed_sequence(theirs(packed)[0], batch_first=True)[0]
        else:
            output = run(ours, inputs, lengths)
        output.backward(outward)
        results.append((output.detach(), inputs.grad))

    for expected, actual in zip(*results, strict=True):
        torch.testing.assert_close(actual, expected)
    torch.testing.assert_close(ours.hidden.grad[1], reordered(theirs.weight_hh_l0_reverse.grad).T)
    assert torch.autograd.gradcheck(
        lambda gates: ours(gates, Packing.of(torch.tensor([2, 1]))),
        torch.randn(3, 8 * WIDTH, dtype=torch.double, requires_grad=True),
    )


def test_layers_stand_side_by_side():
    torch.manual_seed(0)
    rnn = StackedBiLSTM([4], 2, n_layers=2, dropout=0.0)
    gates, packing = rnn.inputs[0](torch.randn(5, 4)), Packing.of(torch.tensor([3, 2]))

    encoded = rnn(gates, packing)

    first = rnn.layers[0](gates, packing)
    second = rnn.layers[1](rnn.layers[1].inputs[0](first), packing)
    torch.testing.assert_close(encoded, torch.cat([first, second], dim=-1))
