"""What ``make recipes`` trains on and scores; no model is made."""

from __future__ import annotations

import json

import pytest
import recipe_folds

from pipeline.datasets.propara import load_split
from pipeline.domain.grid import Grid
from tests.support.training_bench import Bench

EPOCHS = 2


@pytest.fixture(scope="module")
def folds(tmp_path_factory):
    return recipe_folds.write_folds(tmp_path_factory.mktemp("folds"))


def ids(folder, split):
    return {document.id for document, _ in load_split(folder, split)}


def test_every_recipe_is_in_the_test_split_of_one_fold_and_in_another_split_of_the_others(folds):
    recipes = [recipe["para_id"] for recipe in recipe_folds.our_recipes()]
    tests = [ids(folder, "test") for folder in folds.values()]

    assert len(set(recipes)) == len(recipes) == sum(map(len, tests))
    for folder in folds.values():
        learnt, dev, test = (ids(folder, split) for split in ("train", "dev", "test"))
        assert learnt | dev | test == set(recipes)
        assert not learnt & dev and not learnt & test and not dev & test
        assert len(learnt) > 5 * len(dev) > 0


def test_all_recipes_are_ours_and_those_annotated_by_hand_are_all_there():
    kinds = {recipe["kind"] for recipe in recipe_folds.our_recipes()}
    ids = [recipe["para_id"] for recipe in recipe_folds.our_recipes()]

    assert kinds == {"recipe"}
    for path in recipe_folds.ANNOTATED:
        assert {recipe["para_id"] for recipe in recipe_folds.recipes_of(path)} <= set(ids)


def test_sizes_are_those_of_the_splits(folds):
    for folder in folds.values():
        sizes = recipe_folds.sizes_of(folder)

        assert sizes["train"] == len(ids(folder, "train"))
        assert sizes["test"] == len(ids(folder, "test"))
        assert sizes["new_locations"] > 4 * sizes["test"]


def test_gold_itself_finds_every_new_location_and_nothing_finds_none(folds):
    gold = load_split(folds["fold1"], "test")

    right = recipe_folds.scores_of(gold, [grid for _, grid in gold])
    nothing = recipe_folds.scores_of(gold, [_without_places(grid) for _, grid in gold])

    assert right["locations"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert nothing["locations"]["recall"] == nothing["locations"]["f1"] == 0.0


def _without_places(grid):
    unknown = ["?"] * (grid.n_steps + 1)
    entities = [track.entity for track in grid.tracks]
    return Grid.from_texts(entities, [unknown] * len(entities))


@pytest.fixture
def bench(monkeypatch, tmp_path):
    systems = {"qrn": "--architecture qrn", "default": "--epochs 2"}
    monkeypatch.setattr(recipe_folds, "SYSTEMS", systems)
    monkeypatch.setattr(recipe_folds, "RULES", {})
    bench = Bench(
        recipe_folds, tmp_path, monkeypatch, named_by="run", epochs=EPOCHS, has_data=False
    )
    monkeypatch.setattr(recipe_folds, "SEEDS", (1,))
    return bench


def test_each_system_is_trained_on_each_fold_and_scored_once(bench):
    bench("--train")

    runs = [("qrn-fold1", 1), ("qrn-fold2", 1), ("default-fold1", 1), ("default-fold2", 1)]
    assert bench.trained == runs and not bench.scored
    assert bench("--train").trained == runs  # nothing is trained twice
    bench()
    assert bench().scored == runs
    record = json.loads(bench.record.read_text())
    assert set(record["folds"]) == {"fold1", "fold2"} and record["annotated"] > 0


def test_an_interrupted_training_is_resumed(bench):
    bench.keep_run("qrn-fold1", 1, epochs=EPOCHS - 1)
    bench.keep_run("qrn-fold2", 1)

    assert [name for name, _ in bench("--train").trained] == [
        "qrn-fold1",
        "default-fold1",
        "default-fold2",
    ]
