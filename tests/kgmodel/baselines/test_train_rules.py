"""Training of a baseline: its loss, what a run keeps, and which run may be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace

import pytest
import torch
from safetensors import safe_open

from kgmodel.baselines.boxes import Baseline, BaselineSettings
from kgmodel.baselines.entnet import EntNet
from kgmodel.baselines.qrn import QRN
from kgmodel.baselines.train import USUAL_TRAINING, BaselineTrainer
from kgmodel.trainer import Epoch

SMALL = BaselineSettings(width=4, dropout=0.0)


@pytest.fixture
def trainer_of(text, targets, tmp_path) -> Callable[[type[Baseline]], BaselineTrainer]:
    """A trainer of the document and of its words in reverse, always in the same folder."""

    def trainer(network, *, settings=SMALL, seed=1):
        torch.manual_seed(0)
        other = replace(text, words=text.words.flip(0))
        return BaselineTrainer(
            network(text.words.shape[1], settings),
            [text, other],
            [targets, targets],
            replace(USUAL_TRAINING, seed=seed),
            folder=tmp_path / "run",
        )

    return trainer


def run(trainer: BaselineTrainer, n_epochs: int) -> BaselineTrainer:
    log = trainer.resume()
    while trainer.epochs_done < n_epochs:
        log.append(Epoch(trainer.epochs_done + 1, trainer.run_epoch(), None, 1.0))
        trainer.save(log)
    return trainer


def test_the_loss_of_a_batch_is_the_mean_of_its_documents(trainer_of):
    trainer = trainer_of(QRN)
    pairs = zip(trainer.documents, trainer.targets, strict=True)
    losses = [trainer.model.loss(document, gold).item() for document, gold in pairs]

    assert losses[0] != losses[1]
    assert trainer.run_epoch() == pytest.approx(sum(losses) / 2, rel=1e-5)


def test_a_resumed_run_ends_with_the_same_weights(trainer_of, tmp_path):
    straight = run(trainer_of(QRN), 2).weights()
    (tmp_path / "run").rename(tmp_path / "straight")

    run(trainer_of(QRN), 1)
    resumed = run(trainer_of(QRN), 2).weights()

    assert all(torch.equal(resumed[name], value) for name, value in straight.items())


@pytest.mark.parametrize(
    ("network", "options"),
    [(EntNet, {}), (QRN, {"seed": 2}), (QRN, {"settings": replace(SMALL, dropout=0.5)})],
    ids=["architecture", "seed", "settings"],
)
def test_a_run_is_not_resumed_as_another(trainer_of, network, options):
    run(trainer_of(QRN), 1)

    with pytest.raises(ValueError, match="other settings"):
        trainer_of(network, **options).resume()


def test_a_kept_run_says_what_it_was_trained_with_and_on(trainer_of):
    trainer = run(trainer_of(QRN), 1)

    with safe_open(trainer.folder / "resume.safetensors", framework="pt") as file:
        about = json.loads(file.metadata()["about"])

    assert about["settings"] == {
        "architecture": "QRN",
        "training": asdict(USUAL_TRAINING),
        "reader": asdict(SMALL),
        "learnt": trainer.documents_hash,
    }
