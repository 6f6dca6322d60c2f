"""The networks for questions are learnt from files and judged on documents they have not learnt."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pipeline.errors import BadInput
from pipeline.questions.question_networks import load_question_networks
from pipeline.questions.question_parts import INTENTS, QuestionParts
from pipeline.training.question_examples import QuestionExample
from pipeline.training.question_run import MOST_WRONG, thresholds, train_questions
from pipeline.training.question_training import HeldOut

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

    report = train_questions([questions], grids, tmp_path / "made", seed=1)

    config = json.loads((tmp_path / "made" / "config.json").read_text())
    assert report["of"] == 54 == report["right"] + report["wrong"] + report["refused"]
    assert report["intent_right"] > 40
    assert config["training"]["held_out"] == report
    assert (
        load_question_networks(tmp_path / "made").thresholds.quote == config["thresholds"]["quote"]
    )


def test_too_few_questions_are_refused(tmp_path: Path) -> None:
    questions, grids = files(tmp_path, 2)

    with pytest.raises(BadInput, match="6 questions are too few"):
        train_questions([questions], grids, tmp_path / "made")


def test_a_file_that_holds_no_procedures_is_refused(tmp_path: Path) -> None:
    questions, grids = files(tmp_path, 2)
    grids.write_text("{}")

    with pytest.raises(BadInput, match="holds no annotated procedures"):
        train_questions([questions], grids, tmp_path / "made")


def test_the_threshold_leaves_no_more_wrong_quotations_than_allowed() -> None:
    parts = QuestionParts(dict.fromkeys(INTENTS, 0.0), "", "", "", "", (), ())
    example = QuestionExample("soup", ("a", "b"), "?", "when", {}, (1,), (), (("step 1",),))
    chances = [0.9, 0.8, 0.7, 0.6, 0.55] * 4
    is_right = [True, True, True, False, False] * 4
    held_out = [
        HeldOut(parts, np.array([p, 0, 1 - p] if right else [0, p, 1 - p], dtype=np.float32), None)
        for p, right in zip(chances, is_right, strict=True)
    ]

    least = thresholds([example] * 20, held_out)["quote"]

    wrong = sum(p >= least and not right for p, right in zip(chances, is_right, strict=True))
    assert wrong <= MOST_WRONG * 20
    assert least <= 0.7
