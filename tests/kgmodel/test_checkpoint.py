"""Checkpoint files: their mode, and damage."""

import os
import stat

import pytest
import torch

from kgmodel.checkpoint import (
    WEIGHTS,
    DamagedCheckpoint,
    load_config,
    load_weights,
    save_checkpoint,
)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_files_of_a_checkpoint_have_the_mode_of_other_new_files(tmp_path):
    ordinary = tmp_path / "ordinary"
    ordinary.touch()

    save_checkpoint(tmp_path / "out", {"weight": torch.zeros(2)}, {})

    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "out").iterdir()}
    assert modes == {stat.S_IMODE(ordinary.stat().st_mode)}


def test_saved_weights_are_loaded_and_other_weights_are_refused(tmp_path):
    save_checkpoint(tmp_path, {"weight": torch.arange(3.0)}, {"architecture": "default"})
    config = load_config(tmp_path)

    assert load_weights(tmp_path, config)["weight"].tolist() == [0.0, 1.0, 2.0]
    (tmp_path / WEIGHTS).write_bytes(b"other")
    with pytest.raises(DamagedCheckpoint, match="its hash is not the one in config.json"):
        load_weights(tmp_path, config)
