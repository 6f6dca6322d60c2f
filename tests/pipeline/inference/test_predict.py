"""The checkpoint that ships, on texts of our own."""

import json
import shutil
from contextlib import nullcontext
from dataclasses import replace

import pytest
import torch

from kgmodel.cancellation import cancelled_by
from kgmodel.default.model import MemoryLimits
from kgmodel.device import in_float32
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Change
from pipeline.errors import BadInput, CheckpointError
from pipeline.inference import default_reader
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT, encoder_folder
from pipeline.inference.default_features import features
from pipeline.inference.default_reader import read_features
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate
from pipeline.text.steps import find_procedure

PROCEDURE = (
    "Rain falls on the hill. The water seeps into the soil. "
    "Roots take the water from the soil. The water evaporates from the leaves."
)
RECIPE = (
    "Pour the milk into a pot. Heat it until foam rises. Skim off the foam."
    " Pour the hot milk into a cup."
)


@pytest.fixture(scope="module")
def model():
    return load_model()


def annotated(text, *entities, id="d"):
    tracked = tuple(Entity.parse(name) for name in entities)
    return annotate(Document(id, id, text, find_procedure(text).steps, id, tracked))


def test_the_shipped_checkpoint_fits_its_limit_and_records_its_training_and_scores():
    size = sum(path.stat().st_size for path in DEFAULT_CHECKPOINT.rglob("*"))
    config = json.loads((DEFAULT_CHECKPOINT / "config.json").read_text())

    assert size <= 5_500_000
    assert config["training"]["seed"] >= 0
    assert config["test"]["task2"]["overall"]["f1"] >= 0.66


def test_water_is_followed_from_the_soil_to_the_root(model):
    (grid,) = predict([annotated(PROCEDURE, "water")], model=model)

    (track,) = grid.tracks
    assert [place.text for place in track.locations[2:4]] == ["soil", "roots"]
    assert track.change_at(3) is Change.MOVE


def test_evidence_is_the_words_that_state_the_place(model):
    document = annotated(PROCEDURE, "water")
    (grid,) = predict([document], model=model)

    for place, evidence in zip(grid.tracks[0].locations, grid.tracks[0].evidence, strict=True):
        if place in (NOWHERE, SOMEWHERE):
            assert evidence is None
        else:
            step = document.document.steps[evidence.step - 1]
            stated = step.text[evidence.char_start : evidence.char_end]
            assert stated and stated.lower()[:3] == place.text[:3]


def test_probabilities_are_probabilities_and_existing_agrees_with_the_place(model):
    (grid,) = predict([annotated(PROCEDURE, "water", "rain", "root", "leaves")], model=model)

    for track in grid.tracks:
        assert all(0 <= p <= 1 for p in track.probabilities + track.change_probabilities)
        for place, probability, exists in zip(
            track.locations, track.probabilities, track.exists, strict=True
        ):
            if place == NOWHERE:
                assert probability == pytest.approx(1 - exists, abs=1e-6)
            else:
                assert probability <= exists + 1e-6


def test_a_batch_reads_as_one_by_one(model):
    documents = [
        annotated(PROCEDURE, "water", "rain", id="a"),
        annotated("Fill the kettle with water. Boil the water. Steam leaves.", "water; steam"),
        annotated("Nothing.", "gold", id="c"),
    ]

    together = predict(documents, model=model)

    alone = [predict([document], model=model)[0] for document in documents]
    for left, right in zip(together, alone, strict=True):
        for track, other in zip(left.tracks, right.tracks, strict=True):
            assert track.locations == other.locations
            assert track.probabilities == pytest.approx(other.probabilities, abs=0.02)


@pytest.mark.parametrize("precision", [nullcontext, in_float32])
def test_a_document_has_the_same_numbers_alone_and_in_a_batch_on_several_cores(precision):
    things = ["water", "rain", "roots"]
    with precision():
        model = load_model(device="cpu")
        documents = [
            annotated(times * PROCEDURE, *things[: 1 + number % 3], id=f"{times}-{number}")
            for times in (1, 3)
            for number in range(6)
        ]

        together = predict(documents, model=model)

        alone = [predict([document], model=model)[0] for document in documents]
    for left, right in zip(together, alone, strict=True):
        for track, other in zip(left.tracks, right.tracks, strict=True):
            assert track.locations == other.locations
            # the chain adds float64 numbers, the networks float32, which differ by 1e-7
            assert track.probabilities == pytest.approx(other.probabilities, abs=1e-12)
            assert track.exists == pytest.approx(other.exists, abs=1e-12)


def test_what_several_cores_read_comes_back_in_order(model):
    texts = ["Steam leaves the kettle.", PROCEDURE, "Ice melts in the cup. Water fills the cup."]
    documents = [annotated(text, "water", "steam", id=str(n)) for n, text in enumerate(texts * 2)]
    fresh = load_model().network.descriptions
    alone = predict(documents, model=replace(model, network=fresh))
    fresh.reader.limits = MemoryLimits(max_tokens=1)  # a bucket a document
    ready = features(documents, tokenizer=fresh.tokenizer, table=fresh.table, wording="text")

    together = read_features(ready, fresh.reader, None, decoding=fresh.decoding, n_threads=2)

    for left, right in zip(together, alone, strict=True):
        assert [track.locations for track in left.tracks] == [
            track.locations for track in right.tracks
        ]


def test_a_checkpoints_temperatures_change_probabilities_and_no_answer(tmp_path, model):
    folder = copy_of_the_checkpoint(tmp_path)
    path = folder / "config.json"
    config = json.loads(path.read_text())
    path.write_text(json.dumps(config | {"temperatures": {"tags": 5.0, "places": 3.0}}))
    document = annotated(RECIPE, "milk", "foam")

    warm = load_model(folder)

    for warmer, shipped in zip(
        predict([document], model=warm)[0].tracks,
        predict([document], model=model)[0].tracks,
        strict=True,
    ):
        assert warmer.locations == shipped.locations
        assert sum(warmer.change_probabilities) < sum(shipped.change_probabilities)
    assert json.loads(warm.settings)["temperatures"] == {"tags": 5.0, "places": 3.0}


@pytest.mark.parametrize("wrong", [{"tags": 0}, {"tags": "hot"}, {"time": 1.0}])
def test_temperatures_that_make_no_sense_are_a_damaged_checkpoint(tmp_path, wrong):
    folder = copy_of_the_checkpoint(tmp_path)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"temperatures": wrong}))

    with pytest.raises(CheckpointError, match=r"cannot be used: .*temperature|unexpected|str"):
        load_model(folder)


def test_a_checkpoints_cost_of_unstated_places_decides_between_place_and_no_place(tmp_path, model):
    folder = copy_of_the_checkpoint(tmp_path)
    path = folder / "config.json"
    config = json.loads(path.read_text())
    path.write_text(json.dumps(config | {"decoding": {"unstated_cost": -50.0}}))

    silent = load_model(folder)

    quiet, shipped = (
        predict([annotated(RECIPE, "milk", "foam")], model=reader)[0] for reader in (silent, model)
    )
    assert places_stated(quiet) < places_stated(shipped)
    assert json.loads(silent.settings)["decoding"] == {"unstated_cost": -50.0}


def test_a_checkpoint_from_before_the_decoding_was_stored_reads_as_one_that_stores_it(tmp_path):
    folder = copy_of_the_checkpoint(tmp_path)
    path = folder / "config.json"
    config = json.loads(path.read_text())
    del config["decoding"]
    path.write_text(json.dumps(config | {"decoding": {"unstated_cost": 2.0}}))
    named = load_model(folder)
    path.write_text(json.dumps(config))
    document = annotated(RECIPE, "milk", "foam")

    older = load_model(folder)

    assert older.settings == named.settings
    assert predict([document], model=older) == predict([document], model=named)


def test_changes_that_count_more_are_found_more_often(tmp_path):
    folder = copy_of_the_checkpoint(tmp_path)
    path = folder / "config.json"
    config = json.loads(path.read_text())
    document = annotated(RECIPE, "milk", "foam")

    def changes(weight):
        path.write_text(json.dumps(config | {"decoding": {"change_weight": weight}}))
        (grid,) = predict([document], model=load_model(folder))
        return sum(
            track.change_at(step) is not Change.NONE
            for track in grid.tracks
            for step in range(1, grid.n_steps + 1)
        )

    assert changes(0.001) < changes(1.0) < changes(1000.0)


@pytest.mark.parametrize(
    "wrong", [{"unstated_cost": float("nan")}, {"change_weight": 0.0}, {"cost": 1.0}, 2.0]
)
def test_a_decoding_that_makes_no_sense_is_a_damaged_checkpoint(tmp_path, wrong):
    folder = copy_of_the_checkpoint(tmp_path)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"decoding": wrong}))

    with pytest.raises(CheckpointError, match="cannot be used"):
        load_model(folder)


def test_an_entity_that_is_never_mentioned_has_a_track(model):
    (grid,) = predict([annotated(PROCEDURE, "gold", "water")], model=model)

    assert [track.entity.name for track in grid.tracks] == ["gold", "water"]
    assert grid.tracks[0].change_evidence[0] is None or grid.tracks[0].change_evidence[0].step == 1


def test_one_sentence_and_no_entity_at_all_are_read(model):
    single, none = predict([annotated("Water boils.", "water"), annotated("Wait.")], model=model)

    assert single.n_steps == 1 and len(single.tracks) == 1
    assert none.n_steps == 1 and none.tracks == ()


def test_two_thousand_steps_are_read_to_the_last(model):
    text = "The milk is poured into the vat. " + "Wait a minute. " * 1998
    drunk, kept = (
        predict([annotated(f"{text}{last}", "milk")], model=model)[0].tracks[0]
        for last in ("The milk is drunk and it is gone.", "Wait a minute.")
    )

    assert drunk.n_steps == kept.n_steps == 2000
    # what the last step says must show, far beyond the encoder's 512 positions
    assert drunk.exists[2000] + 0.2 < kept.exists[2000]


@pytest.mark.slow
def test_three_hundred_entities_are_tracked_together(model):
    names = [f"part {chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(300)]

    (grid,) = predict([annotated(PROCEDURE, *names, "water")], model=model)

    assert len(grid.tracks) == 301


def test_no_track_breaks_a_hard_constraint(model):
    documents = [
        annotated(f"{PROCEDURE} {extra}", "water", "rain", "soil", "root", id=str(number))
        for number, extra in enumerate(
            ["Water is created. Water is destroyed. Water is created.", "The soil moves. It dies."]
        )
    ]

    for grid in predict(documents, model=model):
        for track in grid.tracks:
            for step in range(1, track.n_steps + 1):
                before, after = track.locations[step - 1 : step + 1]
                change = track.change_at(step)
                assert (change is Change.CREATE) == (before == NOWHERE != after)
                assert (change is Change.DESTROY) == (before != NOWHERE == after)
                assert change is not Change.MOVE or NOWHERE not in (before, after)


def places_stated(grid):
    return sum(place.kind == "stated" for track in grid.tracks for place in track.locations)


def copy_of_the_checkpoint(folder):
    return shutil.copytree(DEFAULT_CHECKPOINT, folder / "checkpoint")


def test_a_damaged_checkpoint_is_refused_by_name(tmp_path):
    folder = copy_of_the_checkpoint(tmp_path)
    weights = bytearray((folder / "weights.safetensors").read_bytes())
    weights[-1] ^= 1
    (folder / "weights.safetensors").write_bytes(weights)

    with pytest.raises(CheckpointError, match=r"weights.safetensors.*damaged.*_CHECKPOINT"):
        load_model(folder)


@pytest.mark.parametrize("name", ["weights.safetensors", "config.json", "places.json"])
def test_a_checkpoint_without_one_of_its_files_is_refused(tmp_path, name):
    folder = copy_of_the_checkpoint(tmp_path)
    (folder / name).unlink()

    with pytest.raises(CheckpointError, match=name):
        load_model(folder)


def test_an_architecture_that_nobody_knows_is_refused(tmp_path):
    folder = copy_of_the_checkpoint(tmp_path)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"architecture": "oracle"}))

    with pytest.raises(CheckpointError, match="'oracle', which is none of default, paper, entnet"):
        load_model(folder)


def test_a_checkpoint_made_for_another_encoder_is_refused(tmp_path):
    encoder = shutil.copytree(
        encoder_folder(), tmp_path / "encoder", ignore=shutil.ignore_patterns("*.md", "1_Pooling")
    )
    (encoder / "tokenizer.json").write_text("{}")

    with pytest.raises(CheckpointError, match=r"tokenizer.json.*SHA-256.*STEPGRAPH_ENCODER"):
        load_model(encoder=encoder)


def test_a_missing_encoder_folder_or_device_is_refused(tmp_path):
    with pytest.raises(CheckpointError, match="does not exist"):
        load_model(encoder=tmp_path / "none")
    if not pytest.importorskip("torch").cuda.is_available():
        with pytest.raises(BadInput, match="CUDA"):
            load_model(device="cuda")


def test_a_device_without_memory_for_a_batch_reads_it_in_halves(monkeypatch):
    model = load_model(device="cpu")
    documents = [annotated(PROCEDURE, "water", id=str(number)) for number in range(4)]
    expected = predict(documents, model=model)
    sizes = []

    def small(rows, score=default_reader._score_bucket, **rest):
        sizes.append(len(rows))
        if len(rows) > 1:
            raise torch.OutOfMemoryError("CUDA out of memory.")
        return score(rows, **rest)

    def together(ready, device, *, packed):
        return [[*range(len(ready))]]

    monkeypatch.setattr(default_reader, "_score_bucket", small)
    # a CPU without bf16 would read each alone
    monkeypatch.setattr(default_reader, "_rows_by_length", together)

    grids = predict(documents, model=model)

    assert sizes == [4, 2, 1, 1, 2, 1, 1]
    for grid, other in zip(grids, expected, strict=True):
        assert grid.tracks[0].locations == other.tracks[0].locations


def test_a_sentence_of_many_windows_can_be_cancelled_within_it(model):
    document = annotated("The milk stands " + "very " * 3_500 + "long.", "milk")
    checks = []

    def check():
        checks.append("asked")
        if len(checks) == 5:
            raise KeyboardInterrupt

    with cancelled_by(check), pytest.raises(KeyboardInterrupt):
        predict([document], model=model)

    assert len(checks) == 5
