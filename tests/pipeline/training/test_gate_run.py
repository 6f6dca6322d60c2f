"""Two readers put behind a gate, from their runs to one checkpoint."""

import json
import shutil

import pytest
import torch

from kgmodel.checkpoint import load_config, load_weights, save_checkpoint
from pipeline.domain.document import Document, Entity
from pipeline.errors import BadInput
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.gated_reader import DESCRIPTIONS
from pipeline.inference.predict import load_model
from pipeline.text.annotate import annotate
from pipeline.text.steps import find_procedure
from pipeline.training.gate_run import join_readers

TEXTS = {
    "science": "The river carries the sand to the sea. The sand sinks to the floor.",
    "recipe": "Pour the milk into the pot. Stir the milk.",
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The reader of instructions that ships, and a second one that differs from it a little."""
    folder = tmp_path_factory.mktemp("runs")
    config = dict(load_config(DEFAULT_CHECKPOINT))
    del config["gated"]
    weights = load_weights(DEFAULT_CHECKPOINT, config)
    changed = weights | {"pool.project.bias": weights["pool.project.bias"] + 0.5}
    for name, tensors in (("first", weights), ("second", changed)):
        save_checkpoint(folder / name, tensors, config)
        shutil.copyfile(DEFAULT_CHECKPOINT / "places.json", folder / name / "places.json")
    return folder


@pytest.fixture(scope="module")
def grids(tmp_path_factory):
    path = tmp_path_factory.mktemp("grids") / "grids.json"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows()))
    return path


def rows():
    for kind, text in TEXTS.items():
        steps = [step.text for step in find_procedure(text).steps]
        states = [["?"] * (len(steps) + 1)]
        for number in range(10):
            yield {
                "para_id": f"{kind}-{number}",
                "kind": kind,
                "sentence_texts": steps,
                "participants": ["sand" if kind == "science" else "milk"],
                "states": states,
            }


def document(text, name):
    tracked = (Entity.parse(name),)
    return annotate(Document("d", "d", text, find_procedure(text).steps, "d", tracked))


def test_each_text_is_read_by_its_run(runs, grids, tmp_path):
    report = join_readers(runs / "first", runs / "second", [grids], tmp_path)

    assert report == {"descriptions": 10, "instructions": 10, "right": 20}
    network = load_model(tmp_path).network
    described, instructed = (
        document(TEXTS["science"], "sand"),
        document(TEXTS["recipe"], "milk"),
    )
    second = load_model(runs / "second").network
    first = load_model(runs / "first").network
    assert network.read([instructed]) == first.read([instructed])
    change = (
        network.descriptions.reader.pool.project.bias
        - network.instructions.reader.pool.project.bias
    )
    assert change.tolist() == pytest.approx([0.5] * len(change), abs=1e-3)
    (joined,), (whole,) = network.read([described]), second.read([described])
    assert [track.locations for track in joined.tracks] == [
        track.locations for track in whole.tracks
    ]


def test_the_second_run_is_a_small_difference(runs, grids, tmp_path):
    join_readers(runs / "first", runs / "second", [grids], tmp_path)

    config = load_config(tmp_path / DESCRIPTIONS)
    difference = load_weights(tmp_path / DESCRIPTIONS, config)
    assert list(difference) == ["pool.project.bias"]
    assert difference["pool.project.bias"].dtype == torch.float16
    assert config["difference_from"] == load_config(runs / "first")["weights_sha256"]


def test_what_reads_descriptions_may_lie_between_the_runs(runs, grids, tmp_path):
    join_readers(runs / "first", runs / "second", [grids], tmp_path, interpolation=0.8)

    config = load_config(tmp_path / DESCRIPTIONS)
    change = load_weights(tmp_path / DESCRIPTIONS, config)["pool.project.bias"]
    assert change.tolist() == pytest.approx([0.1] * len(change), abs=1e-3)
    assert config["interpolation_to_instructions"] == 0.8


@pytest.mark.parametrize("interpolation", [-0.1, 1.0])
def test_a_share_that_leaves_no_second_reader_is_refused(runs, grids, tmp_path, interpolation):
    with pytest.raises(BadInput, match="from 0 to below 1"):
        join_readers(
            runs / "first", runs / "second", [grids], tmp_path / "out", interpolation=interpolation
        )
    assert not (tmp_path / "out").exists()


def test_a_line_may_hold_a_list_of_grids(runs, tmp_path):
    path = tmp_path / "list.json"
    path.write_text(json.dumps(list(rows())) + "\n")

    report = join_readers(runs / "first", runs / "second", [path], tmp_path / "out")

    assert report["right"] == 20


def test_grids_of_one_side_are_refused(runs, tmp_path):
    path = tmp_path / "grids.json"
    path.write_text("".join(json.dumps(row | {"kind": "recipe"}) + "\n" for row in rows()))

    with pytest.raises(BadInput, match="has 0 and 20"):
        join_readers(runs / "first", runs / "second", [path], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_checkpoint_with_a_gate_is_refused(runs, grids, tmp_path):
    with pytest.raises(BadInput, match="no single default reader"):
        join_readers(DEFAULT_CHECKPOINT, runs / "second", [grids], tmp_path)


def test_readers_of_other_settings_are_refused(runs, grids, tmp_path):
    other = shutil.copytree(runs / "second", tmp_path / "other")
    config = load_config(other)
    config["settings"]["hidden"] = 8
    (other / "config.json").write_text(json.dumps(config))

    with pytest.raises(BadInput, match="differ in settings"):
        join_readers(runs / "first", other, [grids], tmp_path / "out")
