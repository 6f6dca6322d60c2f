"""Second opinions: each document's is of a reader that was not trained on it."""

from dataclasses import replace

import pytest
import torch

from pipeline.errors import BadInput
from pipeline.training import distillation
from pipeline.training.distillation import second_opinions
from tests.kgmodel.default.test_model import document, tiny_reader

DOCUMENTS = [document(seed) for seed in range(1, 6)]


@pytest.fixture
def trained(monkeypatch):
    """The documents each reader was trained on, in order."""
    seen = []

    class Recorded(distillation.Trainer):
        def __init__(self, model, documents, settings, *, folder):
            seen.append(documents)
            super().__init__(model, documents, settings, folder=folder)

    monkeypatch.setattr(distillation, "Trainer", Recorded)
    monkeypatch.setattr(distillation, "SETTINGS", replace(distillation.SETTINGS, epochs=1, batch=2))
    return seen


def fresh(seed):
    return tiny_reader(seed=seed)


@pytest.mark.parametrize(
    ("sets", "learnt"),
    [
        ([5], [[2, 3, 4], [0, 1, 3, 4], [0, 1, 2]]),
        ([2, 3], [[1, 3, 4], [0, 1, 2, 4], [0, 2, 3]]),
    ],
    ids=["one set", "a third of each of two"],
)
def test_no_reader_is_trained_on_what_it_tells_of(tmp_path, trained, sets, learnt):
    told = second_opinions(tmp_path / "opinions", DOCUMENTS, sets=sets, network=fresh)

    assert [
        [[one is other for other in DOCUMENTS].index(True) for one in some] for some in trained
    ] == learnt
    assert len(told) == len(DOCUMENTS)
    assert all(one.tags.tags.shape == (2, 2, 6) for one in told)


def test_opinions_are_made_once(tmp_path, trained):
    first = second_opinions(tmp_path / "opinions", DOCUMENTS, sets=[5], network=fresh)

    again = second_opinions(tmp_path / "opinions", DOCUMENTS, sets=[5], network=None)

    assert len(trained) == distillation.PARTS
    for one, other in zip(first, again, strict=True):
        assert torch.equal(one.places, other.places)


def test_opinions_of_other_documents_are_refused(tmp_path, trained):
    second_opinions(tmp_path / "opinions", DOCUMENTS, sets=[5], network=fresh)

    with pytest.raises(BadInput, match="give another file"):
        second_opinions(tmp_path / "opinions", DOCUMENTS[1:], sets=[4], network=fresh)
