"""The trained classifier of lines and sentences as the rules for texts use it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.errors import CheckpointError
from pipeline.text.phrases import PHRASES, Phrases, load_phrases


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(PHRASES, tmp_path / "phrases")
    return tmp_path / "phrases"


def change(folder: Path, **values: object) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | values))


def test_remarks_are_distinguished_from_steps() -> None:
    remarks = ["It's oddly satisfying to watch.", "My neighbour swears by nettles for this."]
    steps = ["Rinse the jar in cold water.", "The tray was then dried at 60 °C."]

    assert load_phrases().are_remarks([*remarks, *steps]) == [True, True, False, False]
    assert load_phrases().are_remarks([]) == []


def test_only_what_is_clearly_a_remark_is_so_surely() -> None:
    phrases = load_phrases()
    sentence = "My neighbour swears by nettles for this."
    close = Phrases(phrases.kinds, least_remark=float(odds(sentence)) - 1)

    assert close.are_remarks([sentence]) == [True]
    assert not close.are_surely_remarks([sentence])
    assert replace(close, least_remark=close.least_remark - 2).are_surely_remarks([sentence])
    assert not phrases.are_surely_remarks([sentence, "Rinse the jar in cold water."])
    assert not phrases.are_surely_remarks([])


def odds(sentence: str) -> float:
    kinds = load_phrases().kinds
    (value,) = kinds.log_odds(kinds.scores([sentence]), "remark", against=("step", "description"))
    return float(value)


def test_a_description_has_no_remarks() -> None:
    description = [
        "Water evaporates from the sea.",
        "The vapour rises and cools.",
        "Clouds are made of small drops.",
        "Rain falls on the land.",
    ]

    assert load_phrases().are_remarks(description) == [False] * 4


def test_names_are_distinguished_from_steps() -> None:
    assert load_phrases().name_things(["waders", "2 old towels", "masking tape", "bucket with lid"])
    assert not load_phrases().name_things(["Rinse the jar", "Dry it well", "Put the lid on"])
    assert not load_phrases().name_things([])


def test_a_damaged_or_missing_classifier_is_named_with_a_fix(folder: Path) -> None:
    (folder / "weights.safetensors").write_bytes(b"no weights")
    with pytest.raises(CheckpointError, match="is damaged; make it again with 'stepgraph train-ph"):
        load_phrases(folder)
    with pytest.raises(CheckpointError, match="holds no classifier of lines"):
        load_phrases(folder / "nothing")


def test_a_classifier_of_other_kinds_or_without_a_threshold_is_refused(folder: Path) -> None:
    change(folder, thresholds={})
    with pytest.raises(CheckpointError, match="cannot be read: 'remark'"):
        load_phrases(folder)
    change(folder, kinds=["step"])
    with pytest.raises(CheckpointError, match="fits another version of the code"):
        load_phrases(folder)
