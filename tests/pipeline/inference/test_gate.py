"""The gate between the two readers, and what it sends to each."""

import json
import shutil

import pytest

from pipeline.domain.document import Document, Entity
from pipeline.errors import CheckpointError
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.gate import FEWEST_DOCUMENTS, Gate
from pipeline.inference.gated_reader import DESCRIPTIONS, GATE, GatedNetwork
from pipeline.inference.model_reader import ModelReader
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate
from pipeline.text.steps import find_procedure

DESCRIPTION = "Rain falls on the hill. The water seeps into the soil. Roots take up the water."
INSTRUCTIONS = "Pour the water into a pot. Add the salt and stir. Put the lid on the pot."


def document(text, *entities, id="d"):
    tracked = tuple(Entity.parse(name) for name in entities)
    return Document(id, id, text, find_procedure(text).steps, id, tracked)


@pytest.fixture(scope="module")
def shipped():
    return load_model().network


def test_words_of_descriptions_are_above_zero_and_rare_words_are_left_out():
    described = [document("The river carries sand.", id=str(n)) for n in range(FEWEST_DOCUMENTS)]
    instructed = [document("Carry the bucket.", id=str(n)) for n in range(FEWEST_DOCUMENTS)]

    gate = Gate.learnt([*described, document("A glacier melts.")], instructed)

    assert gate.log_odds["river"] > 0 > gate.log_odds["bucket"]
    assert "glacier" not in gate.log_odds
    assert gate.is_description(document("The bucket carries sand down the river."))
    assert not gate.is_description(document("Carry the bucket to the river."))


def test_as_many_words_of_either_kind_decide_nothing_by_their_number_alone():
    described = [document("Sand moves.", id=str(n)) for n in range(5 * FEWEST_DOCUMENTS)]
    instructed = [document("Move it.", id=str(n)) for n in range(FEWEST_DOCUMENTS)]

    gate = Gate.learnt(described, instructed)

    assert not gate.is_description(document("Move it."))


def test_a_text_without_a_known_word_counts_as_instructions():
    assert not Gate({"river": 1.0}).is_description(document("Xyzzy."))


def test_a_gate_is_read_back_as_it_was_saved(tmp_path):
    gate = Gate({"river": 1.25, "bucket": -0.5})
    gate.save(tmp_path / GATE)

    assert Gate.load(tmp_path / GATE) == gate


def test_the_gate_that_ships_knows_a_description_from_instructions(shipped):
    assert isinstance(shipped, GatedNetwork)
    assert shipped.gate.is_description(document(DESCRIPTION))
    assert not shipped.gate.is_description(document(INSTRUCTIONS))


def test_each_document_is_read_as_its_own_reader_reads_it_alone(shipped):
    described = annotate(document(DESCRIPTION, "water", "roots", id="rain"))
    instructed = annotate(document(INSTRUCTIONS, "water", "salt", id="pot"))

    grids = shipped.read([instructed, described, instructed])

    assert grids[0] == grids[2] == shipped.instructions.read([instructed])[0]
    assert grids[1] == shipped.descriptions.read([described])[0]
    assert grids[1] != shipped.instructions.read([described])[0]


def test_both_readers_use_the_same_embeddings(shipped):
    first, second = (each.reader.encoder for each in (shipped.instructions, shipped.descriptions))

    assert first.embeddings is second.embeddings
    assert first.layers is not second.layers


def test_a_reading_records_both_readers(shipped):
    settings = json.loads(load_model().settings)
    second = json.loads((DEFAULT_CHECKPOINT / DESCRIPTIONS / "config.json").read_text())

    assert settings["descriptions"]["weights"] == second["weights_sha256"]


@pytest.fixture
def copied(tmp_path):
    return shutil.copytree(DEFAULT_CHECKPOINT, tmp_path / "copy")


def test_without_its_second_reader_a_gated_checkpoint_is_refused(copied):
    shutil.rmtree(copied / DESCRIPTIONS)

    with pytest.raises(CheckpointError, match=DESCRIPTIONS):
        load_model(copied)


def test_a_second_reader_made_for_other_weights_is_refused(copied):
    path = copied / DESCRIPTIONS / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"difference_from": "0" * 64}))

    with pytest.raises(CheckpointError, match="made for other weights"):
        load_model(copied)


def test_a_gate_of_another_shape_is_refused(copied):
    (copied / GATE).write_text("[1, 2]")

    with pytest.raises(CheckpointError, match=GATE):
        load_model(copied)


def test_another_second_reader_is_another_identity(copied):
    before = ModelReader(checkpoint=copied).identity
    path = copied / DESCRIPTIONS / "config.json"
    path.write_text(path.read_text().replace('"unstated_cost": 2.0', '"unstated_cost": 3.0'))

    assert ModelReader(checkpoint=copied).identity != before


def test_without_a_gate_a_checkpoint_is_one_reader(copied):
    config = json.loads((copied / "config.json").read_text())
    del config["gated"]
    (copied / "config.json").write_text(json.dumps(config))
    text = annotate(document(DESCRIPTION, "water"))

    (grid,) = predict([text], model=load_model(copied))

    assert grid == load_model().network.instructions.read([text])[0]
