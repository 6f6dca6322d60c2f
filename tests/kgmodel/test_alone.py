"""kgmodel where nothing else is installed; a training that is killed: processes of their own."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from safetensors.torch import load_file

from kgmodel.checkpoint import WEIGHTS

ROOT = Path(__file__).parents[2]
EPOCHS = 3


def train(out, *more):
    return subprocess.run(
        [
            sys.executable,
            ROOT / "tests/support/train_alone.py",
            out,
            "--epochs",
            str(EPOCHS),
            *more,
        ],
        cwd=out.parent,
        env=os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def straight(tmp_path_factory):
    """A run that nothing disturbs: its process, and its folder."""
    out = tmp_path_factory.mktemp("alone") / "straight"
    return train(out), out


def test_a_reader_trains_saves_and_loads_where_only_tensors_are_installed(straight):
    process, _ = straight

    assert process.returncode == 0, process.stderr
    imported = set(json.loads(process.stdout.splitlines()[-1]))
    assert {"torch", "numpy", "safetensors", "tokenizers"} <= imported
    assert not imported & {
        "spacy",
        "prefect",
        "sqlalchemy",
        "pydantic_settings",
        "nltk",
        "transformers",
    }


def test_what_is_not_installed_there_cannot_be_imported():
    code = (
        "import sys; sys.path.insert(0, 'tests/support');"
        "import train_alone as alone, importlib.util as i;"
        "sys.meta_path[:] = [alone.Installed(alone.with_dependencies(alone.NEEDED))];"
        "print([i.find_spec(n) is None for n in ('pipeline', 'spacy', 'torch', 'kgmodel')])"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300
    )

    assert done.stdout.strip() == "[True, True, False, False]", done.stderr


def test_a_training_killed_within_an_epoch_ends_with_the_weights_of_one_that_was_not(straight):
    _, whole = straight
    out = whole.parent / "killed"

    killed = train(out, "--kill-in", "2")
    left = json.loads((out / "training" / "log.json").read_text())
    resumed = train(out)

    assert killed.returncode == -signal.SIGKILL
    assert len(left) == 1
    assert resumed.returncode == 0, resumed.stderr
    log, log_of_the_whole = (
        json.loads((folder / "training" / "log.json").read_text()) for folder in (out, whole)
    )
    assert log == log_of_the_whole and len(log) == EPOCHS
    weights, expected = load_file(out / WEIGHTS), load_file(whole / WEIGHTS)
    assert weights.keys() == expected.keys()
    assert all(weights[name].equal(value) for name, value in expected.items())


def test_every_epoch_leaves_its_curves_to_look_at(straight):
    _, out = straight

    drawn = (out / "training" / "log.svg").read_text()

    assert drawn.startswith("<svg") and drawn.count("<circle") == EPOCHS
