"""Checkpoints of the baselines, untrained, on texts of our own."""

from dataclasses import asdict, replace

import pytest
import torch

from kgmodel.baselines import BASELINES
from kgmodel.baselines.registry import REGISTRY
from kgmodel.checkpoint import save_checkpoint
from kgmodel.pretrained import file_hashes
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import Change
from pipeline.errors import CheckpointError
from pipeline.inference.checkpoints import encoder_folder
from pipeline.inference.model_reader import ModelReader
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate
from pipeline.text.steps import find_procedure

RAIN = "Rain falls on the hill. The water seeps into the soil. Roots take the water."
TEA = "Pour the water into a cup."
WORD_WIDTH = 384


def checkpoint_of(name, folder, *, architecture=None):
    torch.manual_seed(0)
    settings = replace(REGISTRY[name].settings, width=8)
    config = {
        "architecture": architecture or name,
        "settings": asdict(settings),
        "encoder": file_hashes(encoder_folder()),
    }
    save_checkpoint(folder, REGISTRY[name].network(WORD_WIDTH, settings).state_dict(), config)
    return folder


def document_of(text, *entities, id="d"):
    tracked = tuple(Entity.parse(name) for name in entities) or None
    return Document(id, id, text, find_procedure(text).steps, id, tracked)


@pytest.mark.parametrize("name", BASELINES)
def test_a_checkpoint_reads_documents_in_order(name, tmp_path):
    model = load_model(checkpoint_of(name, tmp_path / name), device="cpu")
    documents = [annotate(document_of(RAIN, "water", "rain")), annotate(document_of(TEA, "water"))]

    grids = predict(documents, model=model)

    assert model.name == name
    assert [grid.n_steps for grid in grids] == [3, 1]
    assert [[track.entity.name for track in grid.tracks] for grid in grids] == [
        ["water", "rain"],
        ["water"],
    ]
    assert predict(documents[1:], model=model) == grids[1:]
    for track in (track for grid in grids for track in grid.tracks):
        assert all(0 <= each <= 1 for each in (*track.probabilities, *track.change_probabilities))
        for step in range(1, track.n_steps + 1):
            evidence = track.change_evidence[step - 1]
            assert (evidence is None) == (track.change_at(step) is Change.NONE)


def test_a_reader_with_a_baseline_finds_the_entities_of_a_document_without_any(tmp_path):
    reader = ModelReader(checkpoint=checkpoint_of("ncet", tmp_path / "ncet"), device="cpu")

    [reading] = reader.read([document_of(RAIN)])

    assert "water" in {entity.name for entity in reading.graph.entities}
    assert reading.model == "ncet"


def test_weights_of_another_architecture_are_refused(tmp_path):
    folder = checkpoint_of("qrn", tmp_path / "qrn", architecture="entnet")

    with pytest.raises(CheckpointError, match="cannot be used"):
        load_model(folder, device="cpu")
