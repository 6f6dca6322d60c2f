"""The classifier of lines and sentences is learnt from labelled texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.errors import BadInput
from pipeline.text.phrases import load_phrases
from pipeline.training.phrase_run import train_phrases

THINGS = ("jar", "tray", "pan", "cloth", "brush", "pump")


def texts(path: Path, count: int, part: str) -> Path:
    lines = []
    for number in range(count):
        thing = THINGS[number % len(THINGS)]
        units = [
            [f"Cleaning the {thing}", "T"],
            ["You need", "H"],
            [f"one old {thing}", "M"],
            [f"Rinse the {thing} well.", "S"],
            [f"Dry the {thing} with care.", "S"],
            [f"It is a lovely {thing}, I think.", "R"],
        ]
        lines.append(json.dumps({"id": f"{part}-{number}", "kind": "home", "units": units}))
    path.write_text("\n".join(lines))
    return path


def grids(path: Path) -> Path:
    records = [
        {
            "para_id": f"{kind}-{n}",
            "kind": kind,
            "sentence_texts": ["Rain falls on the land.", "Salt it. Stir it.", "Wait a while."],
            "participants": [f"{kind} soup"],
            "states": [["-", "land", "pan", "pan"]],
        }
        for kind in ("science", "recipe")
        for n in range(5)
    ]
    path.write_text("\n".join(map(json.dumps, records)))
    return path


def test_a_training_writes_a_classifier_and_reports_what_was_held_out(tmp_path: Path) -> None:
    files = [texts(tmp_path / name, 12, name) for name in ("first", "second")]

    report = train_phrases(files, [grids(tmp_path / "grids")], tmp_path / "made", seed=1)

    config = json.loads((tmp_path / "made" / "config.json").read_text())
    assert report == {"steps": 48, "steps_lost": 0, "remarks": 24, "remarks_recognised": 24}
    assert config["training"]["held_out"] == report
    assert config["training"]["texts"] == 24
    assert config["training"]["labels"] == {"H": 24, "M": 24, "R": 24, "S": 48, "T": 24}
    assert config["training"]["writers"] == 2
    assert config["training"]["from_grids"] == {"description": 15, "material": 1, "step": 1}
    phrases = load_phrases(tmp_path / "made")
    assert phrases.are_remarks(["It is a lovely day, I think.", "Rinse the jar well."]) == [
        True,
        False,
    ]


def test_one_seed_gives_one_classifier(tmp_path: Path) -> None:
    files = [texts(tmp_path / name, 12, name) for name in ("first", "second")]
    weights = []
    for made in ("a", "b"):
        train_phrases(files, [grids(tmp_path / "grids")], tmp_path / made, seed=3)
        weights.append((tmp_path / made / "weights.safetensors").read_bytes())

    assert weights[0] == weights[1]


def test_too_few_texts_and_wrong_lines_are_refused(tmp_path: Path) -> None:
    few, science = texts(tmp_path / "few", 3, "few"), grids(tmp_path / "grids")
    with pytest.raises(BadInput, match="3 texts are too few; at least 20"):
        train_phrases([few], [science], tmp_path / "made")
    few.write_text(few.read_text() + '\n{"id": "x", "units": [["Rinse it.", "step"]]}')
    with pytest.raises(BadInput, match="line 4: no labelled text"):
        train_phrases([few], [science], tmp_path / "made")
    with pytest.raises(BadInput, match="no annotated procedures: 'para_id' is missing"):
        train_phrases([texts(few, 24, "one")], [few], tmp_path / "made")
    few.with_name("text").write_text("no JSON")
    with pytest.raises(BadInput, match="no annotated procedures: Expecting value"):
        train_phrases([few], [few.with_name("text")], tmp_path / "made")


def test_texts_of_one_writer_alone_are_refused(tmp_path: Path) -> None:
    anna = texts(tmp_path / "anna", 24, "anna")

    with pytest.raises(BadInput, match="no steps of two writers; begin the ids"):
        train_phrases([anna], [grids(tmp_path / "grids")], tmp_path / "made")
