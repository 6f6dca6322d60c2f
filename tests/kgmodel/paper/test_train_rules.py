"""What a run of the paper's training keeps, and which run may be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace

import pytest
import torch
from safetensors import safe_open

from kgmodel.adam_trainer import AdamTraining
from kgmodel.paper.model import PaperModel, PaperSettings
from kgmodel.paper.train import PAPER_TRAINING, PaperTrainer
from kgmodel.trainer import Epoch

SMALL = PaperSettings(width=3, n_rnn_layers=1, n_graph_layers=1, longest_span=2)


@pytest.fixture
def trainer_for(documents, words, tmp_path) -> Callable[[int], PaperTrainer]:
    """A trainer of so many epochs on the smallest document, always in the same folder."""

    def trainer(epochs):
        torch.manual_seed(0)
        batch, gold = documents[1]
        training = replace(PAPER_TRAINING, epochs=epochs)
        folder = tmp_path / "run"
        return PaperTrainer(PaperModel(SMALL, words), [batch], [gold], training, folder=folder)

    return trainer


@pytest.fixture
def two_epochs(trainer_for) -> PaperTrainer:
    trainer = trainer_for(2)
    trainer.save([Epoch(number, trainer.run_epoch(), 0.5, 1.0) for number in (1, 2)])
    return trainer


def test_training_has_the_papers_values_and_drqas_clip():
    assert AdamTraining(epochs=20, batch=8, rate=0.002, clip=10.0, seed=1) == PAPER_TRAINING


@pytest.mark.parametrize("epochs", [2, 3])
def test_a_run_is_resumed_for_as_many_epochs_or_more(two_epochs, trainer_for, epochs):
    trainer = trainer_for(epochs)

    log = trainer.resume()

    assert [epoch.number for epoch in log] == [1, 2]
    assert trainer.epochs_done == 2
    for name, value in two_epochs.weights().items():
        assert torch.equal(trainer.weights()[name], value)


def test_a_run_of_more_epochs_than_wanted_is_not_resumed(two_epochs, trainer_for):
    with pytest.raises(ValueError, match="run' holds a run of 2 epochs; give another folder for 1"):
        trainer_for(1).resume()


def test_a_kept_run_says_what_it_was_trained_with_and_on(two_epochs):
    with safe_open(two_epochs.folder / "resume.safetensors", framework="pt") as file:
        about = json.loads(file.metadata()["about"])

    assert about["settings"] == {
        "training": {"batch": 8, "rate": 0.002, "clip": 10.0, "seed": 1},
        "reader": asdict(SMALL),
        "learnt": two_epochs.documents_hash,
    }
