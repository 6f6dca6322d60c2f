"""A reader's probabilities as another one's soft targets."""

import pytest
import torch

from kgmodel.default.distillation import (
    join_soft_targets,
    load_soft_targets,
    save_soft_targets,
    soft_targets_by,
)
from kgmodel.default.features import collate
from kgmodel.default.train import DefaultTrainer, TrainSettings
from tests.kgmodel.default.test_model import SETTINGS, document, tiny_reader

DOCUMENTS = [document(1), document(2, lengths=(5, 6, 7), n_entities=3)]


def test_soft_targets_sum_to_one_at_every_step():
    targets = soft_targets_by(tiny_reader(seed=1).eval(), DOCUMENTS)[1]

    torch.testing.assert_close(targets.tags.tags.sum(-1), torch.ones(3, 3))
    torch.testing.assert_close(targets.tags.transitions.sum((2, 3)), torch.ones(3, 2))
    torch.testing.assert_close(targets.places.sum(-1), torch.ones(3, 4))


def test_soft_targets_are_kept_with_what_they_are_about(tmp_path):
    targets = soft_targets_by(tiny_reader(seed=1).eval(), DOCUMENTS)

    save_soft_targets(tmp_path / "opinions", targets, about="these")

    for before, after in zip(
        targets, load_soft_targets(tmp_path / "opinions", about="these"), strict=True
    ):
        assert torch.equal(before.places, after.places)
        assert torch.equal(before.tags.transitions, after.tags.transitions)
    with pytest.raises(ValueError, match="other documents"):
        load_soft_targets(tmp_path / "opinions", about="others")


def test_joined_soft_targets_are_padded_with_zeros():
    teacher = tiny_reader(seed=1).eval()

    joined = join_soft_targets(soft_targets_by(teacher, DOCUMENTS))

    together = teacher.soft_targets(collate(DOCUMENTS))
    torch.testing.assert_close(joined.tags.tags, together.tags.tags)
    torch.testing.assert_close(joined.tags.transitions, together.tags.transitions)
    assert joined.places.shape == together.places.shape
    torch.testing.assert_close(joined.places[2:], together.places[2:])


def test_a_reader_comes_to_agree_with_its_teacher(tmp_path):
    teacher, pupil = tiny_reader(seed=1).eval(), tiny_reader(SETTINGS, seed=2)
    targets = soft_targets_by(teacher, DOCUMENTS)

    def distance():
        pupil.eval()
        own = soft_targets_by(pupil, DOCUMENTS)
        return sum(
            float((a.tags.tags - b.tags.tags).abs().sum())
            for a, b in zip(own, targets, strict=True)
        )

    before = distance()
    trainer = DefaultTrainer(
        pupil, DOCUMENTS, TrainSettings(epochs=8, batch=2), folder=tmp_path, soft_targets=targets
    )
    while trainer.epochs_done < 8:
        trainer.run_epoch()

    assert distance() < before
