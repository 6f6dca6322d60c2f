"""What a training of the default reader reads, weighs, begins with and ships."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from kgmodel.default.distillation import soft_targets_by
from kgmodel.default.features import DocumentFeatures, collate
from kgmodel.default.shipped_weights import restore_weights
from kgmodel.default.train import DefaultTrainer, TrainSettings
from kgmodel.trainer import Epoch
from tests.kgmodel.default.test_model import document, tiny_reader

PLAIN = TrainSettings(epochs=4, batch=1, consistency=0.0, warmup=0.25)


@pytest.fixture(autouse=True)
def in_float32(monkeypatch):
    monkeypatch.setattr("kgmodel.device._cpu_has_bf16", lambda: False)


def trainer_of(
    documents: list[DocumentFeatures],
    folder: Path,
    settings: TrainSettings = PLAIN,
    **options: Any,
) -> DefaultTrainer:
    return DefaultTrainer(tiny_reader(), documents, settings, folder=folder, **options)


class Watched(list):
    """Documents that note in which order they are read."""

    def __init__(self, documents):
        super().__init__(documents)
        self.read = []

    def __getitem__(self, row):
        self.read.append(row)
        return super().__getitem__(row)


def windows_of(*lengths: int) -> DocumentFeatures:
    """A document whose windows have these lengths."""
    text = document(1, lengths=(sum(lengths),), n_entities=1)
    tokens = torch.tensor(text.windows[0]).split(list(lengths))
    return replace(text, windows=tuple(part.numpy() for part in tokens))


def test_documents_whose_longest_windows_are_alike_are_in_one_batch(tmp_path):
    documents = Watched([windows_of(9, 2), windows_of(6, 6), windows_of(9, 8), windows_of(6, 2)])
    trainer = trainer_of(documents, tmp_path, replace(PLAIN, batch=2))

    trainer.run_epoch()

    batches = {frozenset(documents.read[:2]), frozenset(documents.read[2:])}
    assert batches == {frozenset({0, 2}), frozenset({1, 3})}


@pytest.mark.parametrize(("consistency", "readings"), [(0.0, 2), (1.0, 4)])
def test_a_batch_is_read_twice_only_if_the_readings_are_to_agree(tmp_path, consistency, readings):
    documents = [document(seed) for seed in range(2)]
    trainer = trainer_of(documents, tmp_path, replace(PLAIN, consistency=consistency))
    runs = []
    trainer.model.register_forward_hook(lambda *_: runs.append(1))

    trainer.run_epoch()

    assert len(runs) == readings


@pytest.mark.parametrize("consistency", [0.5, 2.0])
def test_how_far_two_readings_are_apart_counts_as_the_settings_say(
    tmp_path, monkeypatch, consistency
):
    once = trainer_of([document(1)], tmp_path / "once").run_epoch()
    settings = replace(PLAIN, consistency=consistency)
    trainer = trainer_of([document(1)], tmp_path / "twice", settings)
    monkeypatch.setattr(trainer.model, "r_drop_loss", lambda *_: torch.tensor(3.0))

    assert trainer.run_epoch() == pytest.approx(once + 3.0 * consistency, rel=1e-4)


def test_a_teachers_probabilities_are_part_of_the_loss(tmp_path):
    documents = [document(1)]
    (soft,) = soft_targets_by(tiny_reader(seed=1).eval(), documents)
    model, batch = tiny_reader().train(), collate(documents)
    expected = model.loss(model(batch), batch, soft).item()

    taught = trainer_of(documents, tmp_path / "taught", soft_targets=[soft]).run_epoch()
    alone = trainer_of(documents, tmp_path / "alone").run_epoch()

    assert taught == pytest.approx(expected, rel=1e-4)
    assert alone != pytest.approx(expected, rel=1e-4)


def test_an_interrupted_run_continues_at_the_rate_of_one_that_was_not(tmp_path):
    documents = [document(seed) for seed in range(3)]

    def rates(trainer):
        return [group["lr"] for group in trainer.optimizer.param_groups]

    straight = trainer_of(documents, tmp_path)
    log = [Epoch(number, straight.run_epoch(), None, 0.0) for number in (1, 2)]
    straight.save(log)
    resumed = trainer_of(documents, tmp_path)
    assert resumed.resume() == log

    # 6 of 12 updates are done, and 3 of them warmed up
    falling = [6 / 9 * PLAIN.encoder_rate, 6 / 9 * PLAIN.head_rate]
    assert rates(resumed) == pytest.approx(falling)
    resumed.run_epoch()
    straight.run_epoch()
    assert rates(resumed) == pytest.approx(rates(straight))
    assert rates(resumed) == pytest.approx([share / 2 for share in falling])


def test_a_run_that_was_never_saved_begins_at_the_beginning(tmp_path):
    trainer = trainer_of([document(1)], tmp_path)

    assert trainer.resume() == []
    assert trainer.epochs_done == 0


@pytest.mark.parametrize(
    ("seed", "change"),
    [(2, {}), (1, {"started_from": "abc"}), (1, {"settings": replace(PLAIN, clip=0.5)})],
    ids=["documents", "start", "settings"],
)
def test_a_run_of_something_else_is_not_resumed(tmp_path, seed, change):
    trainer_of([document(1)], tmp_path).save([Epoch(1, 1.0, None, 0.0)])

    with pytest.raises(ValueError, match="other settings or of other documents"):
        trainer_of([document(seed)], tmp_path, **change).resume()


def changed_trainer(folder: Path, settings: TrainSettings = PLAIN) -> DefaultTrainer:
    """One whose encoder and head are far from where they began."""
    trainer = trainer_of([document(1)], folder, settings)
    draw = torch.Generator().manual_seed(5)
    with torch.no_grad():
        for name, weight in trainer.model.named_parameters():
            if "embeddings" not in name:
                weight.add_(torch.randn(weight.shape, generator=draw))
    return trainer


@pytest.mark.parametrize("rank", [1, 64])
def test_a_model_is_scored_with_the_base_encoder_and_the_difference_that_ships(tmp_path, rank):
    trainer = changed_trainer(tmp_path, replace(PLAIN, rank=rank))
    expected = tiny_reader()
    restore_weights(expected, trainer.weights())

    with trainer.as_shipped() as shipped:
        scored = {name: value.clone() for name, value in shipped.state_dict().items()}

    for name, value in expected.state_dict().items():
        torch.testing.assert_close(scored[name], value, msg=name)


def test_a_training_begins_with_the_weights_that_it_starts_from(tmp_path):
    weights = changed_trainer(tmp_path / "before").weights()
    expected = tiny_reader()
    restore_weights(expected, weights)

    trainer = trainer_of([document(1)], tmp_path / "run")
    trainer.start_from(weights)

    for name, value in expected.state_dict().items():
        torch.testing.assert_close(trainer.model.state_dict()[name], value, msg=name)


def test_what_ships_needs_no_gradient(tmp_path):
    trainer = changed_trainer(tmp_path)
    trainer.run_epoch()

    weights = trainer.weights()

    assert any(name.startswith("encoder.") for name in weights)
    assert not [name for name, value in weights.items() if value.requires_grad]
