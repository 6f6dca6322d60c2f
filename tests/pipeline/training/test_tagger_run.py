"""Training of the tagger, on two paragraphs of our own and a tiny encoder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import BertConfig, BertModel

from kgmodel.checkpoint import load_config, load_weights
from pipeline.domain.document import Document, Step
from pipeline.errors import BadInput, StepgraphError
from pipeline.inference.checkpoints import DEFAULT_TAGGER, encoder_folder
from pipeline.inference.entity_finder import discover_entities, load_tagger
from pipeline.training.tagger_run import measure, train_and_save
from pipeline.training.train_tagger import TaggerTraining

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


def train(
    data: Path,
    encoder: Path,
    out: Path,
    *,
    seed: int = 0,
    progress: Callable[[str], None] = print,
    **files: Any,
) -> dict[str, Any]:
    return train_and_save(
        data,
        out,
        seed=seed,
        device="cpu",
        encoder=encoder,
        training=TaggerTraining(epochs=1),
        progress=progress,
        **files,
    )


def test_training_writes_a_checkpoint_that_finds_entities(data, tiny_encoder, tmp_path):
    lines: list[str] = []

    scores = train(data, tiny_encoder, tmp_path / "out", progress=lines.append)

    tagger = load_tagger(tmp_path / "out", device="cpu", encoder=tiny_encoder)
    config = load_config(tmp_path / "out")
    document = Document("d", "d", "Melt snow.", (Step(1, "Melt snow.", 0),), "d.txt")
    assert [line.partition(":")[0] for line in lines] == ["epoch 1 of 1"]
    assert config["training"]["seed"] == 0
    assert config["scores"] == scores
    assert set(scores) == {"dev", "test"}
    assert len(discover_entities([document], tagger=tagger)[0]) >= 1


def test_a_tagger_gets_the_choice_that_ships_or_learns_one_from_many_cross_fitted_documents(
    data, tiny_encoder, tmp_path, monkeypatch
):
    own = tmp_path / "own.json"
    own.write_text("".join(json.dumps(GRIDS[0] | {"para_id": f"o{n}"}) + "\n" for n in range(4)))
    files = {"extra": [own], "soft_targets": tmp_path / "targets.json"}

    train(data, tiny_encoder, tmp_path / "few", **files)
    monkeypatch.setattr("pipeline.training.tagger_run.ENOUGH_TO_CHOOSE", 4)
    train(data, tiny_encoder, tmp_path / "many", **files)

    shipped = json.loads((DEFAULT_TAGGER / "choice.json").read_text())
    few = json.loads((tmp_path / "few" / "choice.json").read_text())
    many = json.loads((tmp_path / "many" / "choice.json").read_text())
    assert few == shipped
    assert many["training"]["documents"] == 4
    assert many["training"]["learnt_documents"] == 0


def test_a_third_of_the_grids_kept_apart_is_not_learnt_and_teaches_the_choice(
    data, tiny_encoder, tmp_path, monkeypatch
):
    monkeypatch.setattr("pipeline.training.tagger_run.ENOUGH_TO_CHOOSE", 4)
    own = tmp_path / "own.json"
    own.write_text("".join(json.dumps(GRIDS[0] | {"para_id": f"o{n}"}) + "\n" for n in range(36)))

    train(data, tiny_encoder, tmp_path / "out", apart=[own])

    config = load_config(tmp_path / "out")
    choice = json.loads((tmp_path / "out" / "choice.json").read_text())
    assert config["training"]["apart"] == "own.json (36)"
    assert config["training"]["examples"] == len(GRIDS) + 20
    assert choice["training"]["documents"] == 16
    assert choice["training"]["learnt_documents"] == 20


def test_too_few_grids_to_keep_a_third_apart_are_refused(data, tiny_encoder, tmp_path):
    own = tmp_path / "own.json"
    own.write_text(json.dumps(GRIDS[0]) + "\n")

    with pytest.raises(BadInput, match="--apart has 1 grids.*150 are needed.*--extra"):
        train(data, tiny_encoder, tmp_path / "out", apart=[own])


def test_a_tagger_is_trained_further_from_its_weights(data, tiny_encoder, tmp_path):
    train(data, tiny_encoder, tmp_path / "first")
    before = load_config(tmp_path / "first")

    train(data, tiny_encoder, tmp_path / "further", start=tmp_path / "first")
    train(data, tiny_encoder, tmp_path / "anew", seed=0)

    further = load_config(tmp_path / "further")
    assert further["trained_from"] == before["weights_sha256"]
    assert "trained_from" not in before
    weights = {
        name: load_weights(tmp_path / name, load_config(tmp_path / name))["labels.weight"]
        for name in ("first", "further", "anew")
    }
    assert torch.equal(weights["first"], weights["anew"])
    assert not torch.equal(weights["further"], weights["first"])


def test_a_tagger_that_is_trained_further_keeps_its_choice(data, tiny_encoder, tmp_path):
    train(data, tiny_encoder, tmp_path / "first")
    choice = tmp_path / "first" / "choice.json"
    choice.write_text(json.dumps({**json.loads(choice.read_text()), "least": 0.123}))

    train(data, tiny_encoder, tmp_path / "further", start=tmp_path / "first")

    further = load_tagger(tmp_path / "further", device="cpu", encoder=tiny_encoder)
    assert further.choice.least == 0.123


def test_a_tagger_without_a_choice_is_refused_before_it_is_trained_further(
    data, tiny_encoder, tmp_path
):
    lines: list[str] = []
    train(data, tiny_encoder, tmp_path / "first")
    (tmp_path / "first" / "choice.json").unlink()

    with pytest.raises(StepgraphError, match=r"first' holds no choice.json; "):
        train(
            data,
            tiny_encoder,
            tmp_path / "further",
            start=tmp_path / "first",
            progress=lines.append,
        )

    assert lines == []


def test_a_seed_gives_the_same_weights_again_and_another_seed_others(data, tiny_encoder, tmp_path):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        train(data, tiny_encoder, tmp_path / name, seed=seed)

    first, second, other = (
        load_weights(tmp_path / name, load_config(tmp_path / name))["labels.weight"]
        for name in "abc"
    )
    assert torch.equal(first, second)
    assert not torch.equal(first, other)


def test_soft_targets_are_kept_for_the_next_seed_and_made_once(data, tiny_encoder, tmp_path):
    file = tmp_path / "targets.json"
    first: list[str] = []
    second: list[str] = []

    train(data, tiny_encoder, tmp_path / "a", soft_targets=file, progress=first.append)
    targets = json.loads(file.read_text())["opinions"]
    train(data, tiny_encoder, tmp_path / "b", soft_targets=file, seed=1, progress=second.append)

    assert first[0].startswith("soft targets 1 of 3")
    assert not any("soft targets" in line for line in second)
    assert [[len(step) for step in document] for document in targets] == [[7, 6], [5, 5]]


def test_extra_grids_are_learnt_too_and_the_checkpoint_records_them(data, tiny_encoder, tmp_path):
    own = tmp_path / "own.json"
    own.write_text(json.dumps({**GRIDS[0], "para_id": "own"}) + "\n")

    train(data, tiny_encoder, tmp_path / "out", extra=[own])

    training = load_config(tmp_path / "out")["training"]
    assert training["beside"] == "own.json (1)"
    assert training["examples"] == 3


def test_missing_data_is_refused_in_one_line(tiny_encoder, tmp_path):
    with pytest.raises(BadInput, match="--data") as refused:
        train(tmp_path, tiny_encoder, tmp_path / "out")

    assert "\n" not in str(refused.value)


def test_the_measure_is_in_percent_for_names_and_heads(data, tiny_encoder, tmp_path):
    from pipeline.datasets.propara import load_split

    train(data, tiny_encoder, tmp_path / "out")

    scores = measure(
        load_split(data, "test"),
        tagger=load_tagger(tmp_path / "out", device="cpu", encoder=tiny_encoder),
        threshold=0.0,
    )

    assert set(scores) == {"exact", "head"}
    assert all(0 <= value <= 100 for score in scores.values() for value in score.values())
    assert scores["head"]["recall"] > 0


@pytest.mark.parametrize("content", ["no json", "[]", "{}", '{"learnt": "", "opinions": [[], []]}'])
def test_a_file_without_soft_targets_or_with_others_is_refused_in_one_line(
    data, tiny_encoder, tmp_path, content
):
    (tmp_path / "targets.json").write_text(content)

    with pytest.raises(BadInput, match="targets.json holds") as refused:
        train(data, tiny_encoder, tmp_path / "a", soft_targets=tmp_path / "targets.json")

    assert "\n" not in str(refused.value)


def test_an_encoder_that_lacks_a_file_is_refused_in_one_line(data, tmp_path):
    (tmp_path / "encoder").mkdir()

    with pytest.raises(StepgraphError, match="config.json") as refused:
        train(data, tmp_path / "encoder", tmp_path / "a")

    assert refused.value.exit_code == 2
    assert "\n" not in str(refused.value)
