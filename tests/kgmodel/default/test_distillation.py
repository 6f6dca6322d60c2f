"""Readers as the teacher of one."""

import pytest
import torch

from kgmodel.default.distillation import join_taught, load_taught, save_taught, taught_by
from kgmodel.default.features import collate
from kgmodel.default.train import Trainer, TrainSettings
from tests.kgmodel.default.test_model import SETTINGS, document, tiny_reader

DOCUMENTS = [document(1), document(2, lengths=(5, 6, 7), n_entities=3)]


def test_an_opinion_sums_to_one_at_every_step():
    opinion = taught_by(tiny_reader(seed=1).eval(), DOCUMENTS)[1]

    torch.testing.assert_close(opinion.tags.tags.sum(-1), torch.ones(3, 3))
    torch.testing.assert_close(opinion.tags.transitions.sum((2, 3)), torch.ones(3, 2))
    torch.testing.assert_close(opinion.places.sum(-1), torch.ones(3, 4))


def test_opinions_are_kept_with_what_they_are_about(tmp_path):
    taught = taught_by(tiny_reader(seed=1).eval(), DOCUMENTS)

    save_taught(tmp_path / "opinions", taught, about="these")

    for before, after in zip(
        taught, load_taught(tmp_path / "opinions", about="these"), strict=True
    ):
        assert torch.equal(before.places, after.places)
        assert torch.equal(before.tags.transitions, after.tags.transitions)
    with pytest.raises(ValueError, match="other documents"):
        load_taught(tmp_path / "opinions", about="others")


def test_documents_taught_together_are_padded_with_nothing():
    teacher = tiny_reader(seed=1).eval()

    joined = join_taught(taught_by(teacher, DOCUMENTS))

    together = teacher.teach(collate(DOCUMENTS))
    torch.testing.assert_close(joined.tags.tags, together.tags.tags)
    torch.testing.assert_close(joined.tags.transitions, together.tags.transitions)
    assert joined.places.shape == together.places.shape
    torch.testing.assert_close(joined.places[2:], together.places[2:])


def test_a_reader_comes_to_agree_with_its_teacher(tmp_path):
    teacher, pupil = tiny_reader(seed=1).eval(), tiny_reader(SETTINGS, seed=2)
    taught = taught_by(teacher, DOCUMENTS)

    def distance():
        pupil.eval()
        own = taught_by(pupil, DOCUMENTS)
        return sum(
            float((a.tags.tags - b.tags.tags).abs().sum()) for a, b in zip(own, taught, strict=True)
        )

    before = distance()
    trainer = Trainer(
        pupil, DOCUMENTS, TrainSettings(epochs=8, batch=2), folder=tmp_path, taught=taught
    )
    while trainer.epochs_done < 8:
        trainer.run_epoch()

    assert distance() < before
