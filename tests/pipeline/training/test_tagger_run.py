"""Training of the tagger, on two paragraphs of our own and a tiny encoder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch
from transformers import BertConfig, BertModel

from kgmodel.checkpoint import load_config, load_weights
from pipeline.domain.document import Document, Step
from pipeline.inference.checkpoints import encoder_folder
from pipeline.inference.entity_finder import discover_entities, load_tagger
from pipeline.training.tagger_run import main, measure

GRIDS = [
    {
        "para_id": "1",
        "sentence_texts": ["Put the eggs in the hot pan.", "The egg sets into an omelette."],
        "participants": ["egg", "omelette"],
        "states": [["?", "hot pan", "-"], ["-", "-", "pan"]],
    },
    {
        "para_id": "2",
        "sentence_texts": ["Snow melts on the roof.", "Meltwater runs to the gutter."],
        "participants": ["snow", "meltwater; water"],
        "states": [["roof", "-", "-"], ["-", "roof", "gutter"]],
    },
]


@pytest.fixture(scope="module")
def tiny_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random encoder of width 8 that reads the packaged one's word pieces."""
    folder = tmp_path_factory.mktemp("encoder")
    torch.manual_seed(0)
    config = BertConfig(
        hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    shutil.copy(encoder_folder() / "tokenizer.json", folder)
    return folder


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    (folder / "grids").mkdir()
    for split in ("train", "dev", "test"):
        lines = "".join(json.dumps(grid) + "\n" for grid in GRIDS)
        (folder / "grids" / f"grids.v1.{split}.json").write_text(lines)
    return folder


def run(data: Path, encoder: Path, out: Path, *more: str) -> int:
    given = ["--data", data, "--encoder", encoder, "--out", out, "--device", "cpu", *more]
    return main([str(each) for each in given])


def test_training_writes_a_checkpoint_that_finds_entities(data, tiny_encoder, tmp_path, capsys):
    assert run(data, tiny_encoder, tmp_path / "out", "--epochs", "2") == 0

    printed = capsys.readouterr().out
    tagger = load_tagger(tmp_path / "out", device="cpu", encoder=tiny_encoder)
    config = load_config(tmp_path / "out")
    document = Document("d", "d", "Melt snow.", (Step(1, "Melt snow.", 0),), "d.txt")
    assert "epoch 2 of 2: loss" in printed
    assert config["training"]["seed"] == 0
    assert set(config["scores"]) == {"dev", "test"}
    assert len(discover_entities([document], tagger=tagger)[0]) >= 1


def test_a_seed_gives_the_same_weights_again_and_another_seed_others(data, tiny_encoder, tmp_path):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        run(data, tiny_encoder, tmp_path / name, "--epochs", "1", "--seed", str(seed))

    first, second, other = (
        load_weights(tmp_path / name, load_config(tmp_path / name))["labels.weight"]
        for name in "abc"
    )
    assert torch.equal(first, second)
    assert not torch.equal(first, other)


def test_second_opinions_are_kept_for_the_next_seed_and_not_asked_for_twice(
    data, tiny_encoder, tmp_path, capsys
):
    kept = ("--epochs", "1", "--opinions", str(tmp_path / "opinions.json"))

    run(data, tiny_encoder, tmp_path / "a", *kept)
    first = capsys.readouterr().out
    opinions = json.loads((tmp_path / "opinions.json").read_text())["opinions"]
    run(data, tiny_encoder, tmp_path / "b", *kept, "--seed", "1")
    second = capsys.readouterr().out

    assert "second opinion 1 of 3" in first
    assert "second opinion" not in second
    assert [[len(step) for step in document] for document in opinions] == [[7, 6], [5, 5]]


def test_grids_beside_the_data_are_learnt_too_and_the_checkpoint_says_so(
    data, tiny_encoder, tmp_path
):
    own = tmp_path / "own.json"
    own.write_text(json.dumps({**GRIDS[0], "para_id": "own"}) + "\n")

    run(data, tiny_encoder, tmp_path / "out", "--epochs", "1", "--beside", str(own))

    training = load_config(tmp_path / "out")["training"]
    assert training["beside"] == "own.json (1)"
    assert training["examples"] == 3


def test_missing_data_is_one_line_with_the_mend(tiny_encoder, tmp_path, capsys):
    assert run(tmp_path, tiny_encoder, tmp_path / "out") == 2

    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "--data" in error


def test_the_measure_is_in_percent_for_names_and_heads(data, tiny_encoder, tmp_path):
    from pipeline.datasets.propara import load_split

    run(data, tiny_encoder, tmp_path / "out", "--epochs", "1")

    scores = measure(
        load_split(data, "test"),
        tagger=load_tagger(tmp_path / "out", device="cpu", encoder=tiny_encoder),
        threshold=0.0,
    )

    assert set(scores) == {"exact", "head"}
    assert all(0 <= value <= 100 for score in scores.values() for value in score.values())
    assert scores["head"]["recall"] > 0


@pytest.mark.parametrize("content", ["no json", "[]", "{}", '{"learnt": "", "opinions": [[], []]}'])
def test_a_file_that_holds_no_opinions_or_others_is_refused_in_one_line(
    data, tiny_encoder, tmp_path, capsys, content
):
    (tmp_path / "opinions.json").write_text(content)

    code = run(data, tiny_encoder, tmp_path / "a", "--opinions", str(tmp_path / "opinions.json"))

    assert code == 2
    error = capsys.readouterr().err
    assert "opinions.json holds" in error and error.count("\n") == 1


def test_an_encoder_that_lacks_a_file_is_named_in_one_line(data, tiny_encoder, tmp_path, capsys):
    (tmp_path / "encoder").mkdir()

    assert run(data, tmp_path / "encoder", tmp_path / "a") == 2

    error = capsys.readouterr().err
    assert "config.json" in error and error.count("\n") == 1
