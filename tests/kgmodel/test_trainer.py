"""An epoch of training: its order, and what stops it."""

import pytest
import torch

from kgmodel.trainer import run_epoch


def rows_of_an_epoch(seed, number):
    """The batches of rows that an epoch of seven documents is made of."""
    model = torch.nn.Linear(1, 1)
    batches = []

    def loss_of(rows):
        batches.append(rows)
        return model.weight.sum()

    run_epoch(
        model,
        torch.optim.SGD(model.parameters(), lr=0.1),
        loss_of,
        n_documents=7,
        batch=3,
        clip=1.0,
        seed=seed,
        number=number,
    )
    return batches


def test_an_epoch_takes_every_document_once_in_an_order_of_its_own():
    first = rows_of_an_epoch(seed=1, number=1)

    assert [len(rows) for rows in first] == [3, 3, 1]
    assert sorted(sum(first, [])) == list(range(7))
    assert rows_of_an_epoch(seed=1, number=1) == first
    assert rows_of_an_epoch(seed=1, number=2) != first
    assert rows_of_an_epoch(seed=2, number=1) != first


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
