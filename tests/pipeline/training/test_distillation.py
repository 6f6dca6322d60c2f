"""Cross-fitted soft targets: the teacher of a document was not trained on it."""

from dataclasses import replace

import pytest
import torch

from pipeline.errors import BadInput
from pipeline.training import distillation
from pipeline.training.distillation import SETTINGS, cross_fitted_targets
from tests.kgmodel.default.test_model import document, tiny_reader

DOCUMENTS = [document(seed) for seed in range(1, 6)]


QUICK = replace(SETTINGS, epochs=1, batch=2)


@pytest.fixture
def trained(monkeypatch):
    """The documents each reader was trained on, in order."""
    trained_on = []

    class Recorded(distillation.DefaultTrainer):
        def __init__(self, model, documents, settings, *, folder):
            trained_on.append(documents)
            super().__init__(model, documents, settings, folder=folder)

    monkeypatch.setattr(distillation, "DefaultTrainer", Recorded)
    return trained_on


def targets_of(
    path, documents=DOCUMENTS, *, sets=(5,), network=lambda seed: tiny_reader(seed=seed)
):
    return cross_fitted_targets(path, documents, sets=sets, network=network, settings=QUICK)


@pytest.mark.parametrize(
    ("sets", "rows"),
    [
        ([5], [[2, 3, 4], [0, 1, 3, 4], [0, 1, 2]]),
        ([2, 3], [[1, 3, 4], [0, 1, 2, 4], [0, 2, 3]]),
    ],
    ids=["one set", "a third of each of two"],
)
def test_no_reader_is_trained_on_documents_it_gives_targets_for(tmp_path, trained, sets, rows):
    targets = targets_of(tmp_path / "targets", sets=sets)

    assert [
        [[document is other for other in DOCUMENTS].index(True) for document in documents]
        for documents in trained
    ] == rows
    assert len(targets) == len(DOCUMENTS)
    assert all(target.tags.tags.shape == (2, 2, 6) for target in targets)


def test_soft_targets_are_made_once(tmp_path, trained):
    first = targets_of(tmp_path / "targets")

    again = targets_of(tmp_path / "targets", network=None)

    assert len(trained) == distillation.FOLDS
    for before, after in zip(first, again, strict=True):
        assert torch.equal(before.places, after.places)


def test_soft_targets_of_other_documents_are_refused(tmp_path, trained):
    targets_of(tmp_path / "targets")

    with pytest.raises(BadInput, match="give another file"):
        targets_of(tmp_path / "targets", DOCUMENTS[1:], sets=[4])
