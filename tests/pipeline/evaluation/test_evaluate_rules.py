"""Which gold, which rules and which wording each kind of evaluation uses."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.datasets.propara import action_rows, load_grids, load_split, write_actions
from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.evaluation.end_to_end import evaluate_found
from pipeline.evaluation.entity_discovery import same_entities
from pipeline.evaluation.evaluate import (
    evaluate_actions,
    evaluate_actions_on_grids,
    evaluate_finding,
    evaluate_grids,
    evaluate_model,
    evaluate_predictions,
)
from pipeline.evaluation.recipe_locations import new_places, score_locations
from tests.pipeline.evaluation.test_evaluate import PERFECT, SOAP
from tests.pipeline.evaluation.test_evaluate import data as data

STILL = [["?"] * 4, ["?"] * 4, ["-"] * 4]


@pytest.fixture
def gold_file(data: Path) -> Path:
    return data / "task2" / "test" / "answers.tsv"


def test_an_action_file_of_test_gets_both_tasks_and_its_violations(data, gold_file):
    scores = evaluate_actions(gold_file, data=data, split="test")

    assert scores["task2"]["overall"] == PERFECT
    assert scores["task1"]["cat1"] == 100.0
    assert scores.keys() == {"task2", "task1", "violations"}


def test_only_test_has_annotators_for_task_1(data, gold_file):
    (data / "grids" / "grids.v1.dev.json").write_text(json.dumps(SOAP) + "\n")

    scores = evaluate_actions(gold_file, data=data, split="dev")

    assert scores["task2"]["overall"] == PERFECT
    assert scores.keys() == {"task2", "violations"}


@pytest.mark.parametrize("rules", ["leaderboard", "2018", "2018-10-21"])
def test_an_action_file_is_scored_on_grids_by_any_rules(data, gold_file, rules):
    scores = evaluate_actions_on_grids(gold_file, load_split(data, "test"), rules=rules)

    assert scores["task2"]["overall"] == PERFECT
    assert scores == evaluate_actions_on_grids(gold_file, load_split(data, "test"))


def test_the_rules_of_october_have_their_own_gold(data, gold_file):
    (data / "emnlp18_old_eval" / "gold_qa.2018-10-21.tsv").write_text("7\t1\tfat\tlye\n")

    of_that_day = evaluate_actions(gold_file, data=data, split="test", rules="2018-10-21")

    assert of_that_day["task2"]["inputs"] == PERFECT
    assert of_that_day["task2"]["outputs"]["precision"] == 0.0  # that gold has none


def test_rules_that_do_not_exist_are_refused_everywhere(data, gold_file):
    gold = load_split(data, "test")
    grids = [grid for _, grid in gold]

    for evaluate in (
        lambda rules: evaluate_grids(gold, grids, rules=rules),
        lambda rules: evaluate_grids(gold, grids, data=data, split="test", rules=rules),
        lambda rules: evaluate_actions(gold_file, data=data, split="test", rules=rules),
        lambda rules: evaluate_actions_on_grids(gold_file, gold, rules=rules),
    ):
        with pytest.raises(BadInput, match="there are no rules '2017'"):
            evaluate("2017")


@pytest.mark.parametrize("choice", [{"data": Path("absent")}, {"split": "test"}])
def test_a_folder_without_a_split_or_the_reverse_leaves_the_grids_as_gold(data, choice):
    gold = load_split(data, "test")

    scores = evaluate_grids(gold, [grid for _, grid in gold], **choice)

    assert scores == evaluate_grids(gold, [grid for _, grid in gold])
    assert "entities" in scores


def test_the_action_file_of_a_split_goes_before_its_grids(data, gold_file, tmp_path):
    [(document, _)] = load_split(data, "test")
    still = action_rows(document, Grid.from_texts(document.entities, STILL))
    predictions = gold_file.rename(tmp_path / "predictions.tsv")
    write_actions(gold_file, still)

    with_file = evaluate_predictions(predictions, task=2, data=data, split="test")
    gold_file.unlink()
    with_grids = evaluate_predictions(predictions, task=2, data=data, split="test")

    assert with_file["task2"]["inputs"]["precision"] == 0.0
    assert with_grids["task2"]["overall"] == PERFECT


def test_task_1_needs_the_folder_of_the_grids_too(data, tmp_path):
    (tmp_path / "task1.tsv").write_text("7\t3\tsoap\tnull\tpot\n")
    (data / "grids" / "grids.v1.test.json").unlink()

    with pytest.raises(BadInput, match="point --data at the folder that holds grids"):
        evaluate_predictions(tmp_path / "task1.tsv", task=1, data=data, split="test")


@pytest.fixture
def wordings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The wordings that a model had to read; it reads that nothing ever changes."""
    used: list[str] = []

    def predict(documents: Any, *, model: object, wording: str) -> list[Grid]:
        used.append(wording)
        return [
            Grid.from_texts(document.entities, [["?"] * 4 for _ in document.entities])
            for document in documents
        ]

    monkeypatch.setattr("pipeline.inference.predict.predict", predict)
    return used


def test_a_model_reads_a_split_with_the_spellings_of_its_training(data, wordings):
    gold = load_split(data, "test")

    on_split = evaluate_model(gold, model="a model", data=data, split="test")
    on_grids = evaluate_model(gold, model="a model")

    assert wordings == ["training", "text"]
    assert on_split["task2"] == on_grids["task2"]
    assert on_split.keys() != on_grids.keys()


def test_a_model_with_a_tagger_reads_texts_with_the_entities_that_were_discovered(
    data, wordings, monkeypatch
):
    gold = load_grids(data / "grids" / "grids.v1.test.json")
    names = Entity.parse_all(["fat", "ash"])
    tagger = SimpleNamespace()

    def discover(documents: Any, *, tagger: object) -> list[tuple[Entity, ...]]:
        return [tuple(names) for _ in documents]

    monkeypatch.setattr("pipeline.inference.entity_finder.discover_entities", discover)

    scores = evaluate_finding(gold, model="a model", tagger=tagger)

    assert scores == evaluate_found(gold, [Grid.from_texts(names, [["?"] * 4] * 2)])
    assert scores["entities"]["exact"]["precision"] == 0.5
    assert wordings == ["text"]


def test_of_two_names_for_one_entity_the_first_is_matched():
    water = Entity.parse_all(["water"])

    assert same_entities([*water, *Entity.parse_all(["waters"])], water) == {0: 0}
    assert same_entities([], water) == same_entities(water, []) == {}


def recipe(*rows: list[str]) -> tuple[Document, Grid]:
    steps = (Step(1, "Mix.", 0), Step(2, "Bake.", 5))
    entities = Entity.parse_all([f"thing {number}" for number in range(len(rows))])
    document = Document("7", "", "Mix. Bake.", steps, "", tuple(entities))
    return document, Grid.from_texts(entities, list(rows))


def test_a_new_place_is_one_that_is_stated_and_differs_from_the_place_before():
    _, grid = recipe(["pan", "pan", "plate"], ["?", "-", "?"], ["pan", "?", "pan"])

    assert new_places("7", grid) == {
        ("7", "thing 0", 2): "plate",
        ("7", "thing 2", 2): "pan",
    }


def test_where_gold_has_no_new_place_nothing_is_missed():
    still, moved = recipe(["?", "?", "?"]), recipe(["?", "pan", "?"])

    for gold, predicted, expected in (
        (still, still, (1.0, 1.0)),
        (still, moved, (0.0, 1.0)),
        (moved, still, (1.0, 0.0)),
        (moved, moved, (1.0, 1.0)),
    ):
        scores = score_locations([gold], [predicted[1]])
        assert (scores.precision, scores.recall) == expected
