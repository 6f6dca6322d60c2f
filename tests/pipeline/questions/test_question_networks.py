"""The checkpoint of the networks for questions is checked before it is used."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pipeline.errors import CheckpointError
from pipeline.inference.checkpoints import DEFAULT_QUESTION_NETWORKS
from pipeline.questions.question_networks import load_question_networks


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DEFAULT_QUESTION_NETWORKS, tmp_path / "questions"))


def test_what_ships_fits_this_version_of_the_code(copy: Path) -> None:
    least = load_question_networks(copy).thresholds

    assert 0.5 <= least.alone <= 1.0
    assert 0.3 <= least.either <= 1.0
    assert 0.5 <= least.verdict <= 1.0


def test_a_folder_without_networks_is_refused_with_the_fix(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="train-questions"):
        load_question_networks(tmp_path / "none")


def test_damaged_weights_are_refused(copy: Path) -> None:
    weights = copy / "weights.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"x")

    with pytest.raises(CheckpointError, match="damaged"):
        load_question_networks(copy)


def test_networks_of_another_version_are_refused(copy: Path) -> None:
    config = json.loads((copy / "config.json").read_text())
    config["expects"]["step_features"].append("new")
    (copy / "config.json").write_text(json.dumps(config))

    with pytest.raises(CheckpointError, match="another version"):
        load_question_networks(copy)
