"""Training of the paper's model on small random documents, whole or killed on the way."""

from dataclasses import replace

import pytest
import torch

from kgmodel.paper.model import PaperModel, PaperSettings
from kgmodel.paper.train import PAPER_TRAINING, PaperTrainer
from kgmodel.trainer import Epoch

SMALL = PaperSettings(width=5, longest_span=3)


@pytest.fixture
def run(documents, words, tmp_path):
    """Trains from the start, or from where a run in that folder stopped."""

    def trained(folder, *, epochs, settings=SMALL, seed=1):
        torch.manual_seed(0)
        trainer = PaperTrainer(
            PaperModel(settings, words),
            [batch for batch, _ in documents],
            [gold for _, gold in documents],
            replace(PAPER_TRAINING, batch=2, rate=0.02, seed=seed),
            folder=tmp_path / folder,
        )
        log = trainer.resume()
        while trainer.epochs_done < epochs:
            log.append(Epoch(trainer.epochs_done + 1, trainer.run_epoch(), 0.0, 0.0))
            trainer.save(log)
        return trainer, log

    return trained


def test_a_resumed_run_ends_with_the_same_weights(run):
    straight, log = run("straight", epochs=3)
    run("killed", epochs=1)
    resumed, log_resumed = run("killed", epochs=3)

    assert log_resumed == log
    for name, value in straight.weights().items():
        assert torch.equal(value, resumed.weights()[name]), name


@pytest.mark.parametrize(
    "other", [{"seed": 2}, {"settings": PaperSettings(width=5, longest_span=3, graph="lstm")}]
)
def test_a_run_is_not_resumed_with_other_settings(run, other):
    run("same", epochs=1)

    with pytest.raises(ValueError, match="other settings"):
        run("same", epochs=1, **other)
