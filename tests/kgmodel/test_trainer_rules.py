"""A trainer's epochs, its log, and what it keeps of a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from kgmodel.trainer import Epoch, EpochTrainer, run_epoch


class LineTrainer(EpochTrainer):
    """Learns the slope of a line, of which every document is a point."""

    def __init__(self, folder: Path, *, run: str = "a line", n_documents: int = 3) -> None:
        model = nn.Linear(1, 1)
        nn.init.zeros_(model.weight)
        nn.init.zeros_(model.bias)
        optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
        super().__init__(
            model, optimizer, n_documents=n_documents, batch=1, clip=1.0, seed=1, folder=folder
        )
        self.run, self.factor = run, 1.0

    def weights(self) -> dict[str, torch.Tensor]:
        return dict(self.model.state_dict())

    def _loss(self, rows: Any) -> torch.Tensor:
        points = torch.tensor([[float(row + 1)] for row in rows])
        return self.factor * (self.model(points) - 2 * points).square().mean()

    def _run(self) -> dict[str, Any]:
        return {"of": self.run}


def test_epochs_are_counted_from_one_and_named_in_what_stops_them(tmp_path):
    trainer = LineTrainer(tmp_path)
    trainer.factor = torch.inf

    with pytest.raises(FloatingPointError, match="epoch 1 is"):
        trainer.run_epoch()

    trainer.factor = 1.0
    trainer.run_epoch()
    assert trainer.epochs_done == 1
    trainer.factor = torch.inf
    with pytest.raises(FloatingPointError, match="epoch 2 is"):
        trainer.run_epoch()


def test_a_run_without_a_schedule_keeps_its_rate(tmp_path):
    trainer = LineTrainer(tmp_path)

    trainer.run_epoch()

    assert trainer.optimizer.param_groups[0]["lr"] == 0.1


def test_a_schedule_steps_after_every_update(tmp_path):
    trainer = LineTrainer(tmp_path)
    trainer.schedule = torch.optim.lr_scheduler.LambdaLR(
        trainer.optimizer, lambda update: 1 / (1 + update)
    )

    trainer.run_epoch()

    assert trainer.optimizer.param_groups[0]["lr"] == pytest.approx(0.1 / 4)


def test_an_epochs_loss_is_the_mean_of_its_batches_in_training_mode():
    model = nn.Linear(1, 1).eval()
    modes = []

    def loss_of(rows):
        modes.append(model.training)
        return 0 * model.weight.sum() + float(rows[0] + 1)

    loss = run_epoch(
        model,
        torch.optim.SGD(model.parameters(), lr=0.1),
        loss_of,
        n_documents=4,
        batch=1,
        clip=1.0,
        seed=1,
        number=1,
    )

    assert loss == pytest.approx((1 + 2 + 3 + 4) / 4)
    assert modes == [True] * 4


@pytest.mark.parametrize(("gradient", "step"), [(0.5, 0.5), (1.0, 1.0), (8.0, 1.0)])
def test_a_gradient_is_cut_to_its_largest_norm(gradient, step):
    weight = nn.ParameterList([torch.zeros(1)])

    run_epoch(
        weight,
        torch.optim.SGD(weight.parameters(), lr=1.0),
        lambda rows: -gradient * weight[0].sum(),
        n_documents=1,
        batch=1,
        clip=1.0,
        seed=1,
        number=1,
    )

    assert weight[0].item() == pytest.approx(step, rel=1e-4)


def test_a_run_is_kept_in_a_folder_that_need_not_be_there_yet(tmp_path):
    folder = tmp_path / "runs" / "first"
    trainer = LineTrainer(folder)
    log = [Epoch(1, trainer.run_epoch(), None, 2.5)]

    trainer.save(log)
    trainer.save(log)

    assert sorted(path.name for path in folder.iterdir()) == [
        "log.json",
        "log.svg",
        "resume.safetensors",
    ]
    text = (folder / "log.json").read_text()
    assert text.endswith("]\n")
    assert json.loads(text) == [{"number": 1, "loss": log[0].loss, "score": None, "seconds": 2.5}]
    assert "epoch 1: " in (folder / "log.svg").read_text()


def test_a_resumed_run_has_the_weights_and_the_memory_of_the_optimizer(tmp_path):
    straight = LineTrainer(tmp_path)
    log = [Epoch(1, straight.run_epoch(), 0.5, 1.0)]
    straight.save(log)

    resumed = LineTrainer(tmp_path)
    assert resumed.resume() == log

    assert resumed.epochs_done == 1
    assert straight.run_epoch() == resumed.run_epoch()
    for name, value in straight.weights().items():
        assert torch.equal(value, resumed.weights()[name]), name


def test_a_run_with_nothing_kept_starts_anew(tmp_path):
    trainer = LineTrainer(tmp_path / "nowhere")

    assert trainer.resume() == [] and trainer.epochs_done == 0


def test_another_run_is_refused_and_changes_nothing(tmp_path):
    first = LineTrainer(tmp_path)
    first.run_epoch()
    first.save([Epoch(1, 0.0, None, 0.0)])
    second = LineTrainer(tmp_path, run="another line")

    with pytest.raises(ValueError, match="holds a run with other settings"):
        second.resume()

    assert second.model.weight.item() == 0.0 and second.epochs_done == 0
