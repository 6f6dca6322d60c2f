"""The paper's model trained on grids of our own, in the folder layout of ProPara."""

import json
from dataclasses import replace

import pytest

from kgmodel.checkpoint import load_config
from kgmodel.paper.model import PaperSettings
from kgmodel.paper.train import PAPER_TRAINING
from pipeline.errors import BadInput
from pipeline.inference.predict import load_model
from pipeline.training.train_paper import train_paper
from tests.support.trainings import killed_and_resumed, scores_on_dev

GRIDS = [
    {
        "para_id": "1",
        "sentence_texts": ["Rain falls on the soil.", "The roots take up the water."],
        "participants": ["water"],
        "states": [["?", "soil", "root"]],
    },
    {
        "para_id": "2",
        "sentence_texts": ["Flour lies in a bowl.", "An oven bakes it.", "Bread leaves the oven."],
        "participants": ["flour", "bread"],
        "states": [["bowl", "bowl", "-", "-"], ["-", "-", "oven", "?"]],
    },
]


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data" / "grids"
    folder.mkdir(parents=True)
    for split in ("train", "dev"):
        lines = "".join(json.dumps(grid) + "\n" for grid in GRIDS)
        (folder / f"grids.v1.{split}.json").write_text(lines)
    return folder.parent


@pytest.fixture
def train(data, tmp_path):
    def trained(folder, *, epochs, progress=lambda line: None, **options):
        return train_paper(
            data,
            tmp_path / folder,
            training=replace(PAPER_TRAINING, epochs=epochs, rate=0.01),
            settings=PaperSettings(width=16, dropout=0.0, dropout_recurrent=0.0),
            device="cpu",
            progress=progress,
            **options,
        )

    return trained


def test_the_epoch_that_is_best_on_dev_is_kept_and_reads_as_it_was_scored(train, data, tmp_path):
    lines = []

    report = train("out", epochs=6, progress=lines.append)

    scores = [epoch.score for epoch in report.epochs]
    assert report.kept.number == 1 + scores.index(max(scores))
    assert lines[0].startswith(f"epoch 1/{6}: loss ") and len(lines) == 6
    config = load_config(tmp_path / "out")
    assert config["architecture"] == "paper"
    assert config["training"]["epoch"] == report.kept.number
    assert scores_on_dev(tmp_path / "out", data) == config["dev"]["task2"]


def test_a_killed_run_resumes_and_ends_as_one_that_was_not(train, tmp_path):
    whole, lines = train("whole", epochs=3), []

    resumed = killed_and_resumed(train, epochs=3, after=2, progress=lines.append)

    assert [line[:9] for line in lines] == ["epoch 3/3"]
    assert [epoch.loss for epoch in resumed.epochs] == [epoch.loss for epoch in whole.epochs]
    written = json.loads((tmp_path / "killed" / "training" / "log.json").read_text())
    assert [epoch["number"] for epoch in written] == [1, 2, 3]


def test_a_run_of_other_settings_is_refused(train):
    train("out", epochs=1)

    with pytest.raises(BadInput, match="other settings"):
        train("out", epochs=1, contextual=True)


def test_more_epochs_continue_where_fewer_ended(train):
    whole = train("whole", epochs=2)
    train("out", epochs=1)
    lines = []

    more = train("out", epochs=2, progress=lines.append)

    assert [line[:9] for line in lines] == ["epoch 2/2"]
    assert [epoch.loss for epoch in more.epochs] == [epoch.loss for epoch in whole.epochs]


def test_contextual_reads_the_frozen_encoder_too(train, tmp_path):
    train("out", epochs=1, contextual=True)

    assert load_config(tmp_path / "out")["settings"]["contextual_width"] == 384
    assert load_model(tmp_path / "out").network.encoder is not None


def test_fewer_epochs_than_a_run_has_behind_it_are_refused(train):
    train("out", epochs=2)

    with pytest.raises(BadInput, match="holds a run of 2 epochs"):
        train("out", epochs=1)
