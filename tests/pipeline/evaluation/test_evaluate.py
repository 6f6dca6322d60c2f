"""What ``stepgraph evaluate`` computes: from files, from grids and from a model."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pipeline.datasets.propara import action_rows, load_grids, load_split, write_actions
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.evaluation.evaluate import evaluate_grids, evaluate_model, evaluate_predictions

SOAP = {
    "para_id": "7",
    "sentence_texts": ["Heat the fat.", "Add lye to the pot.", "Soap forms in the pot."],
    "participants": ["fat", "lye", "soap"],
    "states": [
        ["?", "?", "?", "-"],
        ["?", "?", "pot", "-"],
        ["-", "-", "-", "pot"],
    ],
}
PERFECT = {"precision": 1.0, "recall": 1.0, "f1": 1.0}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder of one document whose split is test, and all three kinds of gold."""
    root = tmp_path / "data"
    for folder in ("grids", "task2/test", "task1", "emnlp18_old_eval"):
        (root / folder).mkdir(parents=True)
    (root / "grids" / "grids.v1.test.json").write_text(json.dumps(SOAP) + "\n")
    [(document, grid)] = load_split(root, "test")
    write_actions(root / "task2" / "test" / "answers.tsv", action_rows(document, grid))
    (root / "emnlp18_old_eval" / "gold_qa.pre-2018-10-21.tsv").write_text(
        "7\t1\tfat\tlye\n7\t2\tsoap\n7\t3\tfat AND lye++++soap++++unk AND pot++++3\n"
        "7\t4\tlye++++unk++++pot++++2\n8\t1\twax\n8\t2\n8\t3\n8\t4\n"
    )
    (root / "task1" / "para_id.test.txt").write_text("7\n")
    (root / "task1" / "gold_labels.test.tsv").write_text("7\t1\tsoap\tbefore\tnull\t1.0\n")
    (root / "task1" / "all-moves.full-grid.tsv").write_text(
        "header\n7\t3\tSoap forms in the pot.\tsoap\tcreate\t-\tpot\t\t\ty\tfull grid\n\n"
    )
    return root


@pytest.fixture
def gold_file(data: Path) -> Path:
    return data / "task2" / "test" / "answers.tsv"


def test_a_task_2_file_gets_its_scores_and_its_violations(data, gold_file):
    scores = evaluate_predictions(gold_file, task=2, data=data, split="test")

    assert scores == {
        "task2": dict.fromkeys(["inputs", "outputs", "conversions", "moves", "overall"], PERFECT),
        "violations": {"predictions": 4, "violations": 0, "percent": 0.0},
    }


def test_the_rules_of_2018_use_their_own_gold_for_the_split(data, gold_file):
    scores = evaluate_predictions(gold_file, task=2, data=data, split="test", rules="2018")

    assert scores["task2"]["overall"] == PERFECT


def test_a_task_1_file_gets_its_scores_only(data, tmp_path):
    rows = "7\t1\tsoap\tnull\tnull\n7\t2\tsoap\tnull\tnull\n7\t3\tsoap\tnull\tpot\n"
    (tmp_path / "task1.tsv").write_text(rows)

    scores = evaluate_predictions(tmp_path / "task1.tsv", task=1, data=data, split="test")

    assert scores["task1"]["cat1"] == 100.0
    assert scores.keys() == {"task1"}


def test_grids_of_a_split_get_both_tasks_and_violations(data):
    gold = load_split(data, "test")
    changed = SOAP["states"][:2] + [["-", "-", "-", "-"]]
    [(document, _)] = gold
    predicted = Grid.from_texts(document.entities, changed)

    scores = evaluate_grids(gold, [predicted], data=data, split="test")

    assert scores["task2"]["outputs"] == {"precision": 1.0, "recall": 0.0, "f1": 0.0}
    assert scores["task1"]["cat1"] == pytest.approx(66.67)  # soap is not created
    assert scores["violations"]["predictions"] == 3


def test_grids_of_any_other_file_get_what_their_own_gold_allows(tmp_path):
    path = tmp_path / "ours.json"
    path.write_text(json.dumps(SOAP | {"para_id": "soap.txt"}))
    gold = load_grids(path)

    for rules in ("leaderboard", "2018"):
        scores = evaluate_grids(gold, [grid for _, grid in gold], rules=rules)
        assert scores["task2"]["overall"] == PERFECT
        assert scores["task1"]["cat1"] == 100.0
        assert scores["entities"] is None
        assert scores.keys() == {"task2", "task1", "entities", "violations"}


def test_a_model_is_scored_on_what_it_reads_in_the_documents(data, monkeypatch):
    gold = load_split(data, "test")

    def keep_everything(documents, *, model, wording):
        assert model == "a model"
        return [
            Grid.from_texts(document.entities, [["?"] * 4 for _ in document.entities])
            for document in documents
        ]

    monkeypatch.setattr("pipeline.inference.predict.predict", keep_everything)

    scores = evaluate_model(gold, model="a model")

    assert scores["task2"]["overall"] == {"precision": 1.0, "recall": 0.0, "f1": 0.0}


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"task": 3}, "there is no task 3; choose 1 or 2"),
        ({"split": "tests"}, "no split 'tests'; choose one of train, dev, test"),
        ({"split": "dev"}, r"grids\.v1\.dev\.json does not exist; point --data at"),
        ({"task": 1, "split": "dev"}, "task 1 has annotators' answers for test only"),
        ({"rules": "2017"}, "there are no rules '2017'; choose one of leaderboard, 2018"),
        ({"data": Path("absent")}, "does not exist; point --data at"),
    ],
)
def test_a_choice_that_does_not_exist_is_refused_with_a_fix(data, gold_file, choice, message):
    choices = {"task": 2, "data": data, "split": "test"} | choice

    with pytest.raises(BadInput, match=message):
        evaluate_predictions(gold_file, **choices)


def test_the_grids_stand_in_for_an_absent_action_file(data, gold_file, tmp_path):
    moved = shutil.move(gold_file, tmp_path / "predictions.tsv")

    scores = evaluate_predictions(Path(moved), task=2, data=data, split="test")

    assert scores["task2"]["overall"] == PERFECT


def test_under_the_rules_of_2018_paragraphs_outside_the_split_are_refused(data, tmp_path):
    (tmp_path / "other.tsv").write_text("8\t1\twax\tNONE\t?\t?\n")

    with pytest.raises(BadInput, match="paragraph 8 is not in the gold data; remove its rows"):
        evaluate_predictions(tmp_path / "other.tsv", task=2, data=data, split="test", rules="2018")


@pytest.mark.propara
def test_gold_grids_of_test_reach_the_known_ceilings(propara):
    gold = load_split(propara, "test")

    scores = evaluate_grids(gold, [grid for _, grid in gold], data=propara, split="test")

    assert scores["task2"]["overall"] == PERFECT
    assert scores["task1"] == {
        "cat1": 92.07,
        "cat2": 87.95,
        "cat3": 67.13,
        "macro": 82.38,
        "micro": 81.49,
    }
    assert scores["violations"] == {"predictions": 471, "violations": 41, "percent": 8.7}
