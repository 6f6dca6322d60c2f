"""A baseline trained on grids of our own, in the folder layout of ProPara."""

import pytest

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.train import BaselineTraining
from kgmodel.checkpoint import load_config
from pipeline.datasets.propara import load_split
from pipeline.errors import BadInput
from pipeline.evaluation.task2 import score_grids
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate
from pipeline.training.train_baseline import train_baseline
from tests.pipeline.training.test_train_paper import data as data


@pytest.fixture
def train(data, tmp_path):
    def trained(folder, *, name="ncet", epochs, progress=lambda line: None, **settings):
        return train_baseline(
            name,
            data,
            tmp_path / folder,
            training=BaselineTraining(epochs=epochs, rate=0.01),
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
    gold = load_split(data, "dev")
    grids = predict(
        [annotate(document) for document, _ in gold], model=load_model(tmp_path / "out")
    )
    assert score_grids(gold, grids).as_json() == config["dev"]["task2"]


def test_a_killed_run_resumes_and_ends_as_one_that_was_not(train, tmp_path):
    class Killed(Exception):
        pass

    def kill_after_the_first(line):
        raise Killed

    whole = train("whole", epochs=2)
    with pytest.raises(Killed):
        train("killed", epochs=2, progress=kill_after_the_first)
    resumed = train("killed", epochs=2)

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
