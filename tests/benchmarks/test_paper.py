"""What ``make paper`` trains and scores, and how often it scores test; no model is made."""

from __future__ import annotations

import paper
import pytest

from tests.support.training_bench import Bench


@pytest.fixture
def bench(monkeypatch, tmp_path):
    monkeypatch.setattr(paper, "CONFIGURATIONS", {"lstm": "--set graph=lstm", "paper": ""})
    monkeypatch.setattr(paper, "readings", lambda *_: {})
    return Bench(paper, tmp_path, monkeypatch, named_by="configuration", epochs=paper.EPOCHS)


def test_the_papers_seeds_are_trained_first_and_training_scores_nothing(bench):
    bench("--train")

    assert bench.trained == [("paper", 1), ("paper", 2), ("lstm", 1), ("lstm", 2)]
    assert not bench.scored and not bench.record.exists()


def test_a_run_that_is_done_is_not_trained_again_and_an_interrupted_one_is(bench):
    bench.keep_run("paper", 1)
    bench.keep_run("paper", 2, epochs=paper.EPOCHS - 1)

    assert bench("--train").trained == [("paper", 2), ("lstm", 1), ("lstm", 2)]


def test_what_has_its_row_is_not_trained_again_although_its_run_is_gone(bench):
    bench.keep_run("lstm", 1)
    bench()
    (bench.runs / "lstm-s1" / "config.json").unlink()

    assert ("lstm", 1) not in bench("--train").trained


def test_each_checkpoint_is_scored_on_test_once_and_counted(bench):
    bench.keep_run("paper", 1)
    bench.keep_run("paper", 2, epochs=paper.EPOCHS - 1)

    assert bench().times_scored() == 1
    assert bench().times_scored() == 1
    bench.keep_run("paper", 1, weights="other")
    bench()

    assert bench.times_scored() == 2
    assert bench.scored == [("paper", 1)] * 2


def test_every_departure_is_one_setting_and_together_they_are_all_of_them():
    departures = [paper.CONFIGURATIONS[name] for name in paper.DEPARTURES]

    together = paper.CONFIGURATIONS["departures"].split("--set ")[1:]

    assert [words.strip() for words in together] == [
        words.partition("--set ")[2] for words in departures
    ]
    assert all(words.count("--set") == 1 for words in departures)
