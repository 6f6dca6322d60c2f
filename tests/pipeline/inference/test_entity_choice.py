"""The choice of entities among candidates: its files, and what it makes of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pipeline.errors import CheckpointError
from pipeline.inference.checkpoints import DEFAULT_TAGGER
from pipeline.inference.entity_candidates import candidates_in
from pipeline.inference.entity_choice import CHOICE_FILES, copy_choice, load_choice, save_choice
from tests.support.tagged_texts import tagged

SOUP = tagged(
    {"onion": 0.6, "soup": 0.8, "pot": 0.3}, "Put the onion in the pot.", "Stir the soup."
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy_choice(DEFAULT_TAGGER, tmp_path)
    return tmp_path


def test_the_shipped_choice_gives_each_candidate_a_probability():
    candidates = candidates_in(SOUP)

    [likely, none] = load_choice(DEFAULT_TAGGER).probabilities(
        [SOUP, tagged({}, "!")], [candidates, []]
    )

    assert len(likely) == len(candidates) == 3
    assert all(0 < each < 1 for each in likely)
    assert none == []


def test_nothing_to_choose_from_gives_nothing():
    assert load_choice(DEFAULT_TAGGER).probabilities([tagged({}, "!")], [[]]) == [[]]


def test_a_choice_is_the_same_after_its_files(folder, tmp_path):
    choice, candidates = load_choice(folder), candidates_in(SOUP)

    save_choice(choice, tmp_path / "again", training={"seed": 5})

    again = load_choice(tmp_path / "again")
    assert again.probabilities([SOUP], [candidates]) == choice.probabilities([SOUP], [candidates])
    assert len(again.checkpoint) == 64
    assert (again.least, again.names, again.habits) == (choice.least, choice.names, choice.habits)
    assert json.loads((tmp_path / "again" / "choice.json").read_text())["training"] == {"seed": 5}


@pytest.mark.parametrize("name", CHOICE_FILES)
def test_a_folder_without_a_choice_is_refused_with_the_command_that_makes_one(folder, name):
    (folder / name).unlink()

    with pytest.raises(CheckpointError, match="train-choice"):
        load_choice(folder)


def test_damaged_weights_are_refused(folder):
    weights = bytearray((folder / "choice.safetensors").read_bytes())
    weights[-1] ^= 1
    (folder / "choice.safetensors").write_bytes(weights)

    with pytest.raises(CheckpointError, match="damaged"):
        load_choice(folder)


@pytest.mark.parametrize(
    "change", [{"features": ["mean"]}, {"least": None}, {"uses": {"salt": ["x"] * 9}}, {"uses": 1}]
)
def test_a_changed_description_is_refused(folder, change):
    config = json.loads((folder / "choice.json").read_text())
    (folder / "choice.json").write_text(json.dumps(config | change))

    with pytest.raises(CheckpointError, match=r"choice\.json"):
        load_choice(folder)


def test_a_feature_that_this_version_does_not_know_is_refused(folder):
    config = json.loads((folder / "choice.json").read_text())
    config["features"][0] = "zodiac"
    (folder / "choice.json").write_text(json.dumps(config))

    with pytest.raises(CheckpointError, match="zodiac"):
        load_choice(folder).probabilities([SOUP], [candidates_in(SOUP)])


def test_a_copied_choice_replaces_the_folders_own(folder, tmp_path):
    (tmp_path / "other").mkdir()
    shutil.copy(folder / "choice.json", tmp_path / "other")
    (tmp_path / "other" / "choice.json").write_text("{}")

    copy_choice(folder, tmp_path / "other")

    assert load_choice(tmp_path / "other").least == load_choice(folder).least
