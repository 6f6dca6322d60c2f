"""evaluate and score, as far as they go without a model; the scores have their own tests."""

import json
from pathlib import Path

import pytest

from tests.pipeline.commands.conftest import run


def test_a_file_of_predictions_is_scored(data):
    scores = json.loads(run("score", "gold.tsv", "--data", "data", "--task", "2", "--json").stdout)

    assert scores["task2"]["overall"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert scores["violations"] == {"predictions": 4, "violations": 0, "percent": 0.0}


def test_loaded_gold_scores_through_the_store_as_gold_does(data):
    run("load", "data/grids/grids.v1.dev.json")

    result = run("evaluate", "--data", "data", "--split", "dev", "--through-store", "--loaded",
                 "--actions", "ours.tsv", "--json")  # fmt: skip

    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["task2"]["overall"] == {
        "precision": 1.0, "recall": 1.0, "f1": 1.0
    }  # fmt: skip
    assert "the answers are in ours.tsv" in result.stderr
    assert Path("ours.tsv").read_text() == Path("gold.tsv").read_text()


def test_evaluate_predictions_still_scores_a_file_as_score_does(data):
    options = ["--data", "data", "--task", "2", "--json"]

    scored = run("score", "gold.tsv", *options)
    old = run("evaluate", "--predictions", "gold.tsv", *options)

    assert scored.exit_code == old.exit_code == 0
    assert scored.stdout == old.stdout


def test_predictions_are_scored_against_annotated_grids(data):
    wrong = Path("gold.tsv").read_text().replace("\tpot\n", "\tpan\n")
    Path("wrong.tsv").write_text(wrong)
    options = ["--grids", "data/grids/grids.v1.dev.json", "--task", "2", "--json"]

    right, other = (json.loads(run("score", f"{name}.tsv", *options).stdout)
                    for name in ("gold", "wrong"))  # fmt: skip

    assert right["task2"]["overall"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert other["task2"]["overall"]["f1"] < 1


@pytest.mark.parametrize(
    "ignored",
    [
        ("--through-store", "--loaded", "--checkpoint", "data"),
        ("--predictions", "gold.tsv", "--task", "2", "--checkpoint", "data"),
        ("--predictions", "gold.tsv", "--task", "1", "--rules", "2018"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(data, ignored):
    result = run("evaluate", "--data", "data", *ignored)

    assert result.exit_code == 2
    assert ignored[-2] in result.stderr and len(result.stderr.splitlines()) == 1


def test_scores_are_printed_as_a_table(data, monkeypatch):
    monkeypatch.setenv("STEPGRAPH_PROPARA", "data")

    shown = run("score", "gold.tsv", "--task", "2").stdout

    assert "overall       100.0       100.0    100.0" in shown
    assert "0 of 4 changes break common sense" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate"], "give --data DIR, or set STEPGRAPH_PROPARA"),
        (["evaluate", "--data", "data", "--split", "exam"], "train, dev, test"),
        (["evaluate", "--data", "data", "--predictions", "gold.tsv"], "--task 1|2"),
        (["evaluate", "--data", "data", "--task", "2"], "--predictions"),
        (["evaluate", "--data", "data", "--predictions", "gold.tsv", "--task", "3"], "task 3"),
        (["evaluate", "--data", "data", "--rules", "mine"], "leaderboard"),
        (["evaluate", "--data", "data", "--predictions", "none.tsv", "--task", "2"], "none.tsv"),
        (["evaluate", "--grids", "none.json"], "none.json"),
        (["score", "gold.tsv", "--task", "2"], "give --data DIR, or set STEPGRAPH_PROPARA"),
        (["score", "gold.tsv", "--task", "3", "--data", "data"], "task 3"),
        (["score", "none.tsv", "--task", "2", "--data", "data"], "none.tsv"),
        (["score", "gold.tsv", "--task", "1", "--grids", "x"], "choose --task 2"),
        (["score", "gold.tsv", "--task", "1", "--data", "data", "--rules", "2018"], "--rules"),
        (["evaluate", "--data", "data", "--loaded"], "go with --through-store"),
        (["evaluate", "--data", "data", "--store", "ladybug:x"], "go with --through-store"),
        (["evaluate", "--through-store", "--grids", "x"], "leave out --grids"),
        (["evaluate", "--found"], "--found goes with --grids FILE"),
        (["evaluate", "--found", "--grids", "x", "--rules", "2018"], "leave out --rules"),
        (["evaluate", "--found", "--predictions", "x", "--task", "2"], "leave out"),
    ],
)
def test_invalid_options_are_refused_in_one_line(data, arguments, message):
    result = run(*arguments)

    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not Path("x").exists()
