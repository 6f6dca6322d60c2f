"""train and train-entities, on one document and with a tiny encoder."""

import json
from pathlib import Path
from shutil import copytree

import pytest

from kgmodel.baselines import BASELINES
from tests.pipeline.commands.conftest import SOAP, run
from tests.pipeline.training.test_tagger_run import tiny_encoder as tiny_encoder


@pytest.fixture
def to_train(data: Path, tiny_encoder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder to train on, and a small encoder to start from."""
    monkeypatch.setenv("STEPGRAPH_ENCODER", str(tiny_encoder))
    for split in ("train", "dev"):
        (data / "grids" / f"grids.v1.{split}.json").write_text(json.dumps(SOAP) + "\n")
    return data


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["train", "--data", "data"], "--out DIR"),
        (["train", "--out", "x"], "--data DIR"),
        (["train-entities", "--data", "data"], "--out DIR"),
        (["train-entities", "--out", "x"], "--data DIR"),
        (["train-entities", "--data", "none", "--out", "x"], "--data"),
        (
            [
                "train-entities",
                "--data",
                "data",
                "--out",
                "x",
                "--from",
                "a",
                "--soft-targets",
                "b",
            ],
            "--soft-targets works only without --from",
        ),
        (["train-choice", "--grids", "own.json"], "--out DIR"),
        (["train-choice", "--out", "x"], "--grids FILE"),
        (["train-choice", "--out", "x", "--grids", "none.json"], "none.json"),
        (["train-gate", "--instructions", "a", "--descriptions", "b"], "--out DIR"),
        (["train-gate", "--out", "x", "--instructions", "a"], "--descriptions RUN"),
        (
            ["train-gate", "--out", "x", "--instructions", "a", "--descriptions", "b"],
            "--grids FILE",
        ),
        (["train-phrases", "--texts", "t", "--grids", "g"], "--out DIR"),
        (["train-phrases", "--out", "x", "--grids", "g"], "--texts FILE"),
        (["train-phrases", "--out", "x", "--texts", "t", "--grids", "g"], "'t' cannot"),
        (["train-questions", "--questions", "q", "--grids", "g"], "--out DIR"),
        (["train-questions", "--out", "x", "--grids", "g"], "--questions FILE"),
        (["train-questions", "--out", "x", "--questions", "q", "--grids", "g"], "'g' cannot"),
        (
            ["train", "--data", "data", "--out", "x", "--architecture", "oracle"],
            "choose one of default, paper, paper-contextual",
        ),
        (["train", "--data", "data", "--out", "x", "--set", "grahp=none"], "did you mean graph?"),
        (
            "train --data data --out x --architecture paper --extra own.json".split(),
            "--extra and --varied work only with the default architecture",
        ),
        (
            "train --data data --out x --architecture paper --varied own.json".split(),
            "--extra and --varied work only with the default architecture",
        ),
        (
            "train --data data --out x --architecture paper --set reads=book".split(),
            "reads is 'book'; it should be 'prefix', 'sentence' or 'paragraph'",
        ),
    ],
)
def test_invalid_training_options_are_refused_in_one_line(data, arguments, message):
    result = run(*arguments)

    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not Path("x").exists()


@pytest.mark.parametrize("architecture", ["default", "paper", "paper-contextual", *BASELINES])
def test_every_architecture_is_trained_and_then_scored(to_train, architecture):
    options = ["--data", "data", "--out", "made", "--architecture", architecture, "--epochs", "1"]

    trained = run("train", *options, "--seed", "3")
    scored = run("evaluate", "--checkpoint", "made", "--data", "data", "--split", "dev", "--json")
    other = run("train", *options, "--seed", "4")

    assert trained.exit_code == 0, trained.stderr
    assert trained.stderr.startswith("epoch 1/1: loss ")
    config = json.loads(Path("made/config.json").read_text())
    assert (config["training"]["seed"], config["training"]["epoch"]) == (3, 1)
    assert json.loads(scored.stdout)["task2"] == config["dev"]["task2"]
    assert other.exit_code == 2
    assert "other settings" in other.stderr and len(other.stderr.splitlines()) == 1


def test_extra_grids_are_learnt_and_recorded_in_the_checkpoint(to_train):
    own = {**SOAP, "states": [["?", "kettle"] * 2] * 3}
    Path("own.json").write_text(json.dumps(own) + "\n")
    options = ["--data", "data", "--out", "made", "--epochs", "1"]

    trained = run("train", *options, "--extra", "own.json")
    without = run("train", *options)

    assert trained.exit_code == 0, trained.stderr
    config = json.loads(Path("made/config.json").read_text())
    assert config["training"]["beside"] == "own.json (1)"
    assert "kettle" in Path("made/places.json").read_text()
    assert without.exit_code == 2
    assert "other settings" in without.stderr and len(without.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("assignment", "kept"),
    [
        ("coreference_across=false", {"coreference_across": False}),
        ("coreference_within=false", {"coreference_within": False}),
        ("graph=lstm", {"graph": "lstm"}),
        ("graph=none", {"graph": "none"}),
        ("reads=paragraph", {"reads": "paragraph"}),
    ],
)
def test_an_ablation_of_the_paper_is_one_setting_recorded_in_the_checkpoint(
    to_train, assignment, kept
):
    options = ["--data", "data", "--out", "made", "--architecture", "paper", "--epochs", "1"]

    trained = run("train", *options, "--set", "width=8", "--set", assignment)

    assert trained.exit_code == 0, trained.stderr
    settings = json.loads(Path("made/config.json").read_text())["settings"]
    assert settings | kept | {"width": 8} == settings


@pytest.mark.parametrize(
    ("architecture", "wrong"),
    [
        ("paper", "dropout=2"),
        ("paper", "contextual_width=5"),
        ("paper-contextual", "contextual_width=5"),
        ("paper", "n_exact=3"),
        ("default", "dropout=2"),
        ("default", "heads=5"),
    ],
)
def test_impossible_settings_are_refused_in_one_line(to_train, architecture, wrong):
    options = ["--data", "data", "--out", "made", "--architecture", architecture]

    result = run("train", *options, "--set", wrong)

    assert result.exit_code == 2, result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("architecture", ["default", "paper"])
def test_training_does_not_resume_on_corrected_grids(to_train, architecture):
    options = ["--data", "data", "--out", "made", "--architecture", architecture, "--epochs", "1"]
    run("train", *options)
    made = {path: path.read_bytes() for path in Path("made").iterdir() if path.is_file()}
    corrected = {**SOAP, "states": [*SOAP["states"][:2], ["-", "-", "-", "?"]]}
    (to_train / "grids" / "grids.v1.train.json").write_text(json.dumps(corrected) + "\n")

    again = run("train", *options)

    assert again.exit_code == 2
    assert "other documents" in again.stderr and len(again.stderr.splitlines()) == 1
    assert {path: path.read_bytes() for path in made} == made


@pytest.mark.parametrize("architecture", ["default", "paper"])
def test_a_checkpoint_of_another_run_is_not_overwritten(to_train, architecture):
    Path("made").mkdir()
    Path("made/config.json").write_text("{}")

    result = run("train", "--data", "data", "--out", "made", "--architecture", architecture)

    assert result.exit_code == 2
    assert "holds another checkpoint" in result.stderr and len(result.stderr.splitlines()) == 1
    assert [path.name for path in Path("made").iterdir()] == ["config.json"]


def test_an_encoder_that_lacks_a_file_is_named_in_one_line(to_train, tiny_encoder, monkeypatch):
    copytree(tiny_encoder, "encoder")
    Path("encoder/tokenizer.json").unlink()
    monkeypatch.setenv("STEPGRAPH_ENCODER", "encoder")

    for architecture in ("default", "paper"):
        result = run("train", "--data", "data", "--out", "made", "--architecture", architecture)

        assert result.exit_code == 2
        assert "tokenizer.json" in result.stderr and len(result.stderr.splitlines()) == 1


def test_a_file_without_soft_targets_is_refused_in_one_line(to_train):
    Path("opinions").write_text("[]")

    result = run("train", "--data", "data", "--out", "made", "--soft-targets", "opinions")

    assert result.exit_code == 2
    assert "holds no soft targets" in result.stderr and len(result.stderr.splitlines()) == 1


def test_a_loss_that_is_not_a_number_stops_training_with_one_line(to_train, monkeypatch):
    monkeypatch.setattr(
        "kgmodel.default.model.DefaultReader.loss",
        lambda self, scores, batch, taught: scores.tags.sum() * float("nan"),
    )

    result = run("train", "--data", "data", "--out", "made", "--epochs", "2")

    assert result.exit_code == 2
    assert "training stopped: the loss of epoch 1 is nan; lower the rates" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not Path("made/config.json").exists()


def test_entity_training_prints_its_scores_and_keeps_them_with_the_weights(to_train):
    options = ["--data", "data", "--out", "made", "--epochs", "1", "--device", "cpu"]

    facts = run("train-entities", *options, "--json")
    shown = run("train-entities", *options)

    assert facts.exit_code == shown.exit_code == 0, facts.stderr
    config = json.loads(Path("made/config.json").read_text())
    assert json.loads(facts.stdout) == config["scores"]
    assert facts.stderr.startswith("epoch 1 of 1: loss ")
    assert [line.split("   ")[0].strip() for line in shown.stdout.splitlines()[2:]] == [
        "dev, exact", "dev, head", "test, exact", "test, head"
    ]  # fmt: skip


def test_too_few_documents_to_learn_the_choice_from_are_refused(data):
    Path("own.json").write_text(json.dumps(SOAP) + "\n")

    result = run("train-choice", "--grids", "own.json", "--out", "x")

    assert result.exit_code == 2
    assert "--grids has 1 documents with entities; at least 10 are needed" in result.stderr
    assert not Path("x").exists()


def test_the_choice_of_entities_is_learnt_for_a_tagger_and_reports_its_scores(to_train):
    options = ["--data", "data", "--out", "made", "--epochs", "1", "--device", "cpu"]
    run("train-entities", *options)
    lines = [json.dumps(SOAP | {"para_id": str(number)}) for number in range(10)]
    Path("own.json").write_text("\n".join(lines) + "\n")
    choose = ["train-choice", "--grids", "own.json", "--learnt", "own.json", "--tagger", "made"]

    facts = run(*choose, "--out", "chosen", "--json")
    shown = run(*choose, "--out", "made")

    assert facts.exit_code == shown.exit_code == 0, facts.stderr
    choice = json.loads(Path("chosen/choice.json").read_text())
    report = json.loads(facts.stdout)
    assert report == {"least": choice["least"], **choice["training"]["held_out"]}
    assert choice["training"]["files"] == ["own.json", "own.json"]
    assert (choice["training"]["documents"], choice["training"]["learnt_documents"]) == (10, 10)
    assert Path("chosen/config.json").read_text() == Path("made/config.json").read_text()
    assert json.loads(Path("made/choice.json").read_text()) == choice
    assert shown.stdout.startswith("an entity has a probability of ")


@pytest.mark.parametrize("command", ["train", "train-entities"])
def test_old_spellings_of_options_still_work(to_train, command):
    Path("own.json").write_text(json.dumps(SOAP | {"para_id": "8"}) + "\n")
    Path("opinions").write_text("[]")
    options = [command, "--data", "data", "--out", "made", "--epochs", "1"]

    refused = run(*options, "--beside", "own.json", "--opinions", "opinions")

    assert refused.exit_code == 2
    assert "holds no soft targets" in refused.stderr
