"""What ``make rivals`` trains and scores, and how often it scores test; no model is made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rivals

EPOCHS = 3


def keep_run(runs: Path, name: str, seed: int, *, epochs: int, weights: str = "w") -> None:
    """A run with a checkpoint, trained for so many epochs."""
    run = runs / f"{name}-s{seed}"
    (run / "training").mkdir(parents=True, exist_ok=True)
    log = [{"score": 0.1 * number, "number": number} for number in range(1, epochs + 1)]
    (run / "training" / "log.json").write_text(json.dumps(log))
    config = {"weights_sha256": weights, "training": {"epochs": EPOCHS}}
    (run / "config.json").write_text(json.dumps(config))


class Bench:
    """The script with two systems and two seeds, and what it trained and scored."""

    def __init__(self, folder: Path) -> None:
        self.runs, self.record = folder / "runs", folder / "rivals.json"
        self.trained: list[tuple[str, int]] = []
        self.scored: list[tuple[str, int]] = []

    def train(self, name: str, seed: int, *, data: Path, runs: Path) -> None:
        self.trained.append((name, seed))
        keep_run(runs, name, seed, epochs=EPOCHS)

    def row_of(self, run: Path, name: str, seed: int, *_: object, data: Path) -> dict[str, object]:
        self.scored.append((name, seed))
        return {"system": name, "seed": seed, "weights_sha256": rivals.weights_of(run)}

    def times_scored(self) -> int:
        return int(json.loads(self.record.read_text())["times_scored_on_test"])


@pytest.fixture
def bench(monkeypatch, tmp_path):
    script = Bench(tmp_path)
    monkeypatch.setattr(rivals, "SEEDS", (1, 2))
    monkeypatch.setattr(rivals, "BASELINES", ("qrn", "ncet"))
    monkeypatch.setattr(rivals, "train", script.train)
    monkeypatch.setattr(rivals, "row_of", script.row_of)
    monkeypatch.setattr(rivals, "load_split", lambda *_: [])
    monkeypatch.setattr(rivals, "facts_of_gold", lambda *_, data: {})
    monkeypatch.setattr(rivals, "scored_line", lambda _: "")

    def run(*options):
        words = ["rivals.py", "--data", str(tmp_path), "--runs", str(script.runs)]
        monkeypatch.setattr("sys.argv", [*words, "--out", str(script.record), *options])
        rivals.main()
        return script

    return run


def test_one_seed_of_each_is_trained_first_and_training_scores_nothing(bench):
    script = bench("--train")

    assert script.trained == [("qrn", 1), ("ncet", 1), ("qrn", 2), ("ncet", 2)]
    assert not script.scored and not script.record.exists()


def test_a_run_that_is_done_is_not_trained_again_and_an_interrupted_one_is(bench, tmp_path):
    keep_run(tmp_path / "runs", "qrn", 1, epochs=EPOCHS)
    keep_run(tmp_path / "runs", "ncet", 1, epochs=EPOCHS - 1)

    assert bench("--train").trained == [("ncet", 1), ("qrn", 2), ("ncet", 2)]


def test_each_checkpoint_is_scored_on_test_once_and_counted(bench, tmp_path):
    keep_run(tmp_path / "runs", "qrn", 1, epochs=EPOCHS)
    keep_run(tmp_path / "runs", "ncet", 2, epochs=EPOCHS - 1)

    assert bench().times_scored() == 1
    assert bench().times_scored() == 1
    keep_run(tmp_path / "runs", "qrn", 1, epochs=EPOCHS, weights="other")
    script = bench()

    assert script.times_scored() == 2
    assert script.scored == [("qrn", 1)] * 2


def test_scores_on_dev_are_shown_without_scoring_test(bench, tmp_path, capsys):
    keep_run(tmp_path / "runs", "qrn", 1, epochs=2)

    script = bench("--dev")

    assert capsys.readouterr().out == "qrn-s1: 20.0 in epoch 2 of 2\n"
    assert not script.scored and not script.record.exists()
