"""The networks for questions are learnt from files and judged on documents they have not learnt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.errors import BadInput
from pipeline.questions.question_networks import load_question_networks
from pipeline.training.question_run import train_questions

THINGS = ("carrots", "beans", "onions", "apples", "pears", "plums")


def files(folder: Path, repeats: int) -> tuple[Path, Path]:
    """Questions about small recipes, and the recipes."""
    grids, questions = folder / "grids.json", folder / "questions.jsonl"
    recipes, lines = [], []
    for number in range(repeats):
        thing = THINGS[number % len(THINGS)]
        name = f"recipe-{number}"
        steps = [f"Wash the {thing}.", f"Boil the {thing} in a pot.", "Serve them in a bowl."]
        recipes.append({"para_id": name, "sentence_texts": steps})
        line = {"document": name, "place": None, "time": None, "also": [], "answer": "", "none": []}
        lines += [
            line | {"question": f"When do I wash the {thing}?", "form": "when", "action": "wash",
                    "thing": f"the {thing}", "steps": [1], "all": [["step 1"]]},
            line | {"question": f"Are the {thing} in the pot?", "form": "is-at", "action": None,
                    "thing": f"the {thing}", "place": "the pot", "steps": [2], "all": [["yes"]]},
            line | {"question": f"Who sold the {thing}?", "form": "outside", "action": "sold",
                    "thing": f"the {thing}", "steps": [], "all": []},
        ]  # fmt: skip
    grids.write_text("\n".join(map(json.dumps, recipes)))
    questions.write_text("\n".join(map(json.dumps, lines)))
    return questions, grids


def test_a_training_writes_networks_and_reports_what_was_held_out(tmp_path: Path) -> None:
    questions, grids = files(tmp_path, 18)

    report = train_questions([questions], [grids], tmp_path / "made", seed=1)

    config = json.loads((tmp_path / "made" / "config.json").read_text())
    assert report["of"] == 54 == report["right"] + report["wrong"] + report["refused"]
    assert report["intent_right"] > 40
    assert config["training"]["held_out"] == report
    networks = load_question_networks(tmp_path / "made")
    assert networks.thresholds.either == config["thresholds"]["either"]


def test_questions_and_their_documents_may_be_in_several_files(tmp_path: Path) -> None:
    parts = [tmp_path / name for name in ("first", "second")]
    for part in parts:
        part.mkdir()
    pairs = [files(part, 9) for part in parts]
    grids = pairs[1][1]
    grids.write_text(grids.read_text().replace("recipe-", "other-"))
    questions = pairs[1][0]
    questions.write_text(questions.read_text().replace("recipe-", "other-"))

    report = train_questions(
        [pair[0] for pair in pairs], [pair[1] for pair in pairs], tmp_path / "made"
    )

    assert report["of"] == 54
    config = json.loads((tmp_path / "made" / "config.json").read_text())
    assert config["training"]["documents"] == 18


def test_too_few_questions_are_refused(tmp_path: Path) -> None:
    questions, grids = files(tmp_path, 2)

    with pytest.raises(BadInput, match="6 questions are too few"):
        train_questions([questions], [grids], tmp_path / "made")


def test_a_file_that_holds_no_procedures_is_refused(tmp_path: Path) -> None:
    questions, grids = files(tmp_path, 2)
    grids.write_text("{}")

    with pytest.raises(BadInput, match="holds no annotated procedures"):
        train_questions([questions], [grids], tmp_path / "made")
