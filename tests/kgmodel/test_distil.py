"""Readers as the teacher of one."""

import torch

from kgmodel.distil import join_taught, taught_by
from kgmodel.pairs import collate
from kgmodel.train import Trainer, TrainSettings
from tests.kgmodel.test_default import SETTINGS, document, tiny_reader

DOCUMENTS = [document(1), document(2, lengths=(5, 6, 7), n_entities=3)]


def test_a_mixture_is_the_mean_of_its_readers_and_sums_to_one():
    one, other = tiny_reader(seed=1).eval(), tiny_reader(seed=2).eval()

    mixed = taught_by([one, other], DOCUMENTS)[1]

    alone = [taught_by([reader], DOCUMENTS)[1] for reader in (one, other)]
    torch.testing.assert_close(mixed.places, (alone[0].places + alone[1].places) / 2)
    torch.testing.assert_close(mixed.tags.tags, (alone[0].tags.tags + alone[1].tags.tags) / 2)
    torch.testing.assert_close(mixed.tags.transitions.sum((2, 3)), torch.ones(3, 2))
    torch.testing.assert_close(mixed.places.sum(-1), torch.ones(3, 4))


def test_documents_taught_together_are_padded_with_nothing():
    teacher = tiny_reader(seed=1).eval()

    joined = join_taught(taught_by([teacher], DOCUMENTS))

    together = teacher.teach(collate(DOCUMENTS))
    torch.testing.assert_close(joined.tags.tags, together.tags.tags)
    torch.testing.assert_close(joined.tags.transitions, together.tags.transitions)
    assert joined.places.shape == together.places.shape
    torch.testing.assert_close(joined.places[2:], together.places[2:])


def test_a_reader_comes_to_agree_with_its_teacher(tmp_path):
    teacher, pupil = tiny_reader(seed=1).eval(), tiny_reader(SETTINGS, seed=2)
    taught = taught_by([teacher], DOCUMENTS)

    def distance():
        pupil.eval()
        own = taught_by([pupil], DOCUMENTS)
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
