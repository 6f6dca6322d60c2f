"""Folders that hold no whole checkpoint, and what a config looks like in its file."""

from __future__ import annotations

import hashlib
import json

import pytest
import torch
from safetensors import safe_open

from kgmodel.checkpoint import (
    DamagedCheckpoint,
    load_config,
    load_weights,
    save_checkpoint,
    save_tensors,
)

CONFIG, WEIGHTS = "config.json", "weights.safetensors"


@pytest.fixture
def folder(tmp_path):
    save_checkpoint(tmp_path / "runs" / "out", {"weight": torch.arange(3.0)}, {"cook": "Zoë"})
    return tmp_path / "runs" / "out"


def test_a_checkpoint_is_two_files_in_a_folder_that_need_not_be_there(folder):
    assert sorted(path.name for path in folder.iterdir()) == [CONFIG, WEIGHTS]


def test_a_checkpoint_can_be_saved_again(folder):
    save_checkpoint(folder, {"weight": torch.zeros(1)}, {"cook": "Ada"})

    config = load_config(folder)
    assert config["cook"] == "Ada"
    assert load_weights(folder, config)["weight"].tolist() == [0.0]


def test_a_config_is_text_that_people_can_read_with_the_hash_of_the_weights(folder):
    text = (folder / CONFIG).read_text(encoding="utf-8")

    assert '"cook": "Zoë"' in text and text.endswith("}\n") and text.count("\n") > 2
    expected = hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()
    assert load_config(folder) == json.loads(text) == {"cook": "Zoë", "weights_sha256": expected}


@pytest.mark.parametrize("text", [None, "", "{", "dough"])
def test_a_config_that_cannot_be_read_is_damage(folder, text):
    (folder / CONFIG).unlink()
    if text is not None:
        (folder / CONFIG).write_text(text)

    with pytest.raises(DamagedCheckpoint, match="cannot be read"):
        load_config(folder)


@pytest.mark.parametrize("text", ["{}", "[]", '["weights_sha256"]', '{"cook": "Zoë"}', "3"])
def test_a_config_of_something_else_is_refused(folder, text):
    (folder / CONFIG).write_text(text, encoding="utf-8")

    with pytest.raises(DamagedCheckpoint, match="does not describe a checkpoint"):
        load_config(folder)


def test_missing_weights_are_damage(folder):
    config = load_config(folder)
    (folder / WEIGHTS).unlink()

    with pytest.raises(DamagedCheckpoint, match="is missing"):
        load_weights(folder, config)


def test_a_file_that_holds_no_tensors_is_damage_even_if_its_hash_is_right(folder):
    (folder / WEIGHTS).write_bytes(b"a shopping list")
    config = {"weights_sha256": hashlib.sha256(b"a shopping list").hexdigest()}

    with pytest.raises(DamagedCheckpoint, match="cannot be read"):
        load_weights(folder, config)


@pytest.mark.parametrize("metadata", [None, {"about": "bread"}])
def test_tensors_are_kept_with_what_is_stated_about_them(tmp_path, metadata):
    transposed = torch.arange(6.0).view(2, 3).T

    save_tensors(tmp_path / "file", {"weight": transposed}, metadata=metadata)

    with safe_open(tmp_path / "file", framework="pt") as file:
        assert (file.metadata() or None) == metadata
        assert torch.equal(file.get_tensor("weight"), transposed)
