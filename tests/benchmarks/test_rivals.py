"""What ``make rivals`` trains and scores, and how often it scores test; no model is made."""

from __future__ import annotations

import pytest
import rivals

from tests.support.training_bench import Bench

EPOCHS = 3


@pytest.fixture
def bench(monkeypatch, tmp_path):
    monkeypatch.setattr(rivals, "BASELINES", ("qrn", "ncet"))
    monkeypatch.setattr(rivals, "facts_of_gold", lambda *_, data: {})
    return Bench(rivals, tmp_path, monkeypatch, named_by="system", epochs=EPOCHS)


def test_one_seed_of_each_is_trained_first_and_training_scores_nothing(bench):
    bench("--train")

    assert bench.trained == [("qrn", 1), ("ncet", 1), ("qrn", 2), ("ncet", 2)]
    assert not bench.scored and not bench.record.exists()


def test_a_run_that_is_done_is_not_trained_again_and_an_interrupted_one_is(bench):
    bench.keep_run("qrn", 1)
    bench.keep_run("ncet", 1, epochs=EPOCHS - 1)

    assert bench("--train").trained == [("ncet", 1), ("qrn", 2), ("ncet", 2)]


def test_each_checkpoint_is_scored_on_test_once_and_counted(bench):
    bench.keep_run("qrn", 1)
    bench.keep_run("ncet", 2, epochs=EPOCHS - 1)

    assert bench().times_scored() == 1
    assert bench().times_scored() == 1
    bench.keep_run("qrn", 1, weights="other")
    bench()

    assert bench.times_scored() == 2
    assert bench.scored == [("qrn", 1)] * 2


def test_a_run_with_another_seed_is_not_scored(bench):
    bench.keep_run("qrn", 1)
    (bench.runs / "qrn-s1").rename(bench.runs / "qrn-s2")

    with pytest.raises(SystemExit, match="trained with seed 1, not 2"):
        bench()
    assert not bench.scored and not bench.record.exists()


def test_scores_on_dev_are_shown_without_scoring_test(bench, capsys):
    bench.keep_run("qrn", 1, epochs=2)

    bench("--dev")

    assert capsys.readouterr().out == "qrn-s1: 20.0 in epoch 2 of 2\n"
    assert not bench.scored and not bench.record.exists()
