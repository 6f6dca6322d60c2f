"""A baseline trained on grids of our own, in the folder layout of ProPara."""

from dataclasses import replace

import pytest

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.train import USUAL_TRAINING
from kgmodel.checkpoint import load_config
from pipeline.errors import BadInput
from pipeline.training.train_baseline import train_baseline
from tests.pipeline.training.test_train_paper import data as data
from tests.support.trainings import killed_and_resumed, scores_on_dev


@pytest.fixture
def train(data, tmp_path):
    def trained(folder, *, name="ncet", epochs, progress=lambda line: None, **settings):
        return train_baseline(
            name,
            data,
            tmp_path / folder,
            training=replace(USUAL_TRAINING, epochs=epochs, rate=0.01),
            settings=BaselineSettings(**{"width": 8, "dropout": 0.1, **settings}),
            device="cpu",
            progress=progress,
        )

    return trained


@pytest.mark.parametrize("contextual", [False, True])
def test_the_epoch_that_is_best_on_dev_is_kept_and_reads_as_it_was_scored(
    train, data, tmp_path, contextual
):
    report = train("out", epochs=4, contextual=contextual)

    scores = [epoch.score for epoch in report.epochs]
    config = load_config(tmp_path / "out")
    assert report.kept.number == 1 + scores.index(max(scores))
    assert (config["architecture"], config["training"]["epoch"]) == ("ncet", report.kept.number)
    assert scores_on_dev(tmp_path / "out", data) == config["dev"]["task2"]


def test_a_killed_run_resumes_and_ends_as_one_that_was_not(train):
    whole = train("whole", epochs=2)

    resumed = killed_and_resumed(train, epochs=2, after=1)

    assert [epoch.loss for epoch in resumed.epochs] == [epoch.loss for epoch in whole.epochs]


def test_a_run_of_another_architecture_or_of_other_settings_is_refused(train):
    train("out", epochs=1)

    with pytest.raises(BadInput, match="other settings"):
        train("out", name="qrn", epochs=1)
    with pytest.raises(BadInput, match="other settings"):
        train("out", epochs=1, dropout=0.2)


def test_settings_that_no_layer_can_have_are_refused(train):
    with pytest.raises(BadInput, match="no model has these settings"):
        train("out", epochs=1, dropout=2.0)
