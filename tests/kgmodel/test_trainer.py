"""An epoch of training: its order, and what stops it."""

import pytest
import torch

from kgmodel.trainer import run_epoch


def rows_of_an_epoch(seed, number, n_documents=7, lengths=None):
    """The batches of rows that an epoch is made of."""
    model = torch.nn.Linear(1, 1)
    batches = []

    def loss_of(rows):
        batches.append(rows)
        return model.weight.sum()

    run_epoch(
        model,
        torch.optim.SGD(model.parameters(), lr=0.1),
        loss_of,
        n_documents=n_documents,
        batch=3,
        clip=1.0,
        seed=seed,
        number=number,
        lengths=lengths,
    )
    return batches


def test_an_epoch_takes_every_document_once_in_an_order_of_its_own():
    first = rows_of_an_epoch(seed=1, number=1)

    assert [len(rows) for rows in first] == [3, 3, 1]
    assert sorted(sum(first, [])) == list(range(7))
    assert rows_of_an_epoch(seed=1, number=1) == first
    assert rows_of_an_epoch(seed=1, number=2) != first
    assert rows_of_an_epoch(seed=2, number=1) != first


def test_documents_of_like_length_are_in_one_batch_and_batches_in_any_order():
    lengths = [10 * (row % 5) for row in range(40)]

    batches = rows_of_an_epoch(seed=1, number=1, n_documents=40, lengths=lengths)

    assert sorted(sum(batches, [])) == list(range(40))
    spread = [max(kinds) - min(kinds) for kinds in ([lengths[row] for row in b] for b in batches)]
    assert sum(spread) <= 40  # a batch at each boundary between two lengths
    firsts = [lengths[rows[0]] for rows in batches]
    assert firsts != sorted(firsts)
    assert rows_of_an_epoch(seed=1, number=2, n_documents=40, lengths=lengths) != batches


def test_a_loss_that_is_not_finite_stops_training():
    model = torch.nn.Linear(1, 1)

    with pytest.raises(FloatingPointError, match=r"epoch 4 is inf; lower the rates"):
        run_epoch(
            model,
            torch.optim.SGD(model.parameters(), lr=0.1),
            lambda rows: model.weight.sum() * 0 + torch.inf,
            n_documents=2,
            batch=1,
            clip=1.0,
            seed=1,
            number=4,
        )


def test_a_gradient_that_is_not_finite_stops_training_before_it_spoils_a_weight():
    model = torch.nn.Linear(1, 1)
    before = model.weight.detach().clone()

    with pytest.raises(FloatingPointError, match=r"gradient's norm in epoch 2 is (inf|nan); lower"):
        run_epoch(
            model,
            torch.optim.SGD(model.parameters(), lr=0.1),
            lambda rows: (model.weight - model.weight.detach()).abs().sqrt().sum(),
            n_documents=2,
            batch=1,
            clip=1.0,
            seed=1,
            number=2,
        )

    assert torch.equal(model.weight, before)


def test_a_weight_that_a_batch_does_not_use_stays_as_it_is():
    both, first = torch.nn.ParameterList([torch.ones(1), torch.ones(1)]), []

    def loss_of(rows):
        first.append(both[0].item())
        return both[1].sum() if len(first) > 1 else both[0].sum() + both[1].sum()

    optimizer = torch.optim.Adam(both.parameters(), lr=0.1)
    run_epoch(both, optimizer, loss_of, n_documents=3, batch=1, clip=1.0, seed=0, number=1)

    assert first[0] > first[1] == first[2] == both[0].item()
