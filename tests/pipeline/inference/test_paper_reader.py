"""A checkpoint of the paper's model, untrained, on texts of our own."""

import json
from dataclasses import asdict, replace

import pytest
import torch

from kgmodel.checkpoint import load_config, save_checkpoint
from kgmodel.paper.model import PaperModel, PaperSettings
from kgmodel.pretrained import file_hashes, load_encoder
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput, CheckpointError
from pipeline.inference.checkpoints import encoder_folder
from pipeline.inference.model_reader import ModelReader
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate
from pipeline.text.steps import find_procedure

RAIN = "Rain falls on the hill. The water seeps into the soil. Roots take the water."


def checkpoint_of(settings, folder):
    torch.manual_seed(0)
    words = load_encoder(encoder_folder()).embeddings.word_embeddings.weight
    config = {
        "architecture": "paper",
        "settings": asdict(settings),
        "encoder": file_hashes(encoder_folder()),
    }
    save_checkpoint(folder, PaperModel(settings, words).state_dict(), config)
    return folder


@pytest.fixture(scope="module", params=[0, 384], ids=["static", "contextual"])
def checkpoint(request, tmp_path_factory):
    settings = PaperSettings(width=8, contextual_width=request.param)
    return checkpoint_of(settings, tmp_path_factory.mktemp("checkpoint"))


@pytest.fixture(scope="module")
def model(checkpoint):
    return load_model(checkpoint, device="cpu")


def annotated(text, *entities, id="d"):
    tracked = tuple(Entity.parse(name) for name in entities)
    return annotate(Document(id, id, text, find_procedure(text).steps, id, tracked))


def test_documents_of_any_size_are_read_as_one_by_one(model):
    documents = [
        annotated(RAIN, "water", "rain", id="a"),
        annotated("Wait.", id="b"),
        annotated("Fill the kettle. Boil the water. Steam leaves. Pour it.", "steam; vapour"),
        annotated("Water boils.", "water", id="d"),
    ]
    alone = [predict([document], model=model)[0] for document in documents]

    for max_words in (model.network.max_words, 1):
        limited = replace(model, network=replace(model.network, max_words=max_words))
        together = predict(documents, model=limited)

        assert together[1] == Grid(1, ())
        for grid, expected in zip(together, alone, strict=True):
            for track, other in zip(grid.tracks, expected.tracks, strict=True):
                assert track.entity == other.entity
                assert track.locations == other.locations
                assert track.probabilities == pytest.approx(other.probabilities, abs=1e-4)


def test_a_document_beyond_memory_is_refused_by_name(model):
    document = annotated(RAIN, "water", "rain", id="rain.txt")
    limited = replace(model.network, max_words_alone=2 * 4 * 17 - 1)

    with pytest.raises(BadInput, match=r"'rain.txt' is too long .* 3 steps .* 2 entities"):
        limited.read([document])


def test_weights_of_other_sizes_are_refused(tmp_path):
    folder = checkpoint_of(PaperSettings(width=8), tmp_path)
    config = folder / "config.json"
    config.write_text(config.read_text().replace('"width": 8', '"width": 9'))

    with pytest.raises(CheckpointError, match="cannot be used"):
        load_model(folder)


def test_a_checkpoint_from_before_its_settings_had_names_is_read_as_it_was_trained(tmp_path):
    earlier = PaperSettings(
        width=8, conditioned_on="both", dropout_graph=0.0, entity_input="prefix"
    )
    folder = checkpoint_of(earlier, tmp_path)
    config = json.loads((folder / "config.json").read_text())
    for name in ("conditioned_on", "dropout_graph", "entity_input"):
        del config["settings"][name]
    (folder / "config.json").write_text(json.dumps(config))

    assert load_model(folder).network.model.settings == earlier


def test_an_ingestion_can_read_with_it(checkpoint):
    document = Document("r", "r", RAIN, find_procedure(RAIN).steps, "r", (Entity.parse("water"),))
    reader = ModelReader(checkpoint=checkpoint, device="cpu")

    (reading,) = reader.read([document])

    config = load_config(checkpoint)
    assert (reading.model, reading.checkpoint) == ("paper", config["weights_sha256"])
    assert json.loads(reading.settings) == config["settings"]
    assert [entity.name for entity in reading.graph.entities] == ["water"]
