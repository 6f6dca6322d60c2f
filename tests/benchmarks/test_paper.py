"""What ``make paper`` trains and scores, and how often it scores test; no model is made."""

from __future__ import annotations

import json
from pathlib import Path

import paper
import pytest


def keep_run(runs: Path, name: str, seed: int, *, epochs: int, weights: str = "w") -> None:
    """A run with a checkpoint, trained for so many epochs."""
    run = runs / f"{name}-s{seed}"
    (run / "training").mkdir(parents=True, exist_ok=True)
    (run / "training" / "log.json").write_text(json.dumps([{}] * epochs))
    (run / "config.json").write_text(json.dumps({"weights_sha256": weights}))


class Bench:
    """The script with two configurations and two seeds, and what it trained and scored."""

    def __init__(self, folder: Path) -> None:
        self.runs, self.record = folder / "runs", folder / "paper.json"
        self.trained: list[tuple[str, int]] = []
        self.scored: list[tuple[str, int]] = []

    def train(self, name: str, seed: int, *, data: Path, runs: Path) -> None:
        self.trained.append((name, seed))
        keep_run(runs, name, seed, epochs=paper.EPOCHS)

    def row_of(self, run: Path, name: str, seed: int, *_: object, data: Path) -> dict[str, object]:
        self.scored.append((name, seed))
        config = json.loads((run / "config.json").read_text())
        return {
            "configuration": name,
            "seed": seed,
            "weights_sha256": config["weights_sha256"],
            "training": {"epochs": paper.EPOCHS},
        }

    def times_scored(self) -> int:
        return int(json.loads(self.record.read_text())["times_scored_on_test"])


@pytest.fixture
def bench(monkeypatch, tmp_path):
    script = Bench(tmp_path)
    monkeypatch.setattr(paper, "SEEDS", (1, 2))
    monkeypatch.setattr(paper, "CONFIGURATIONS", {"lstm": "--set graph=lstm", "paper": ""})
    monkeypatch.setattr(paper, "train", script.train)
    monkeypatch.setattr(paper, "row_of", script.row_of)
    monkeypatch.setattr(paper, "load_split", lambda *_: [])
    monkeypatch.setattr(paper, "readings", lambda *_: {})
    monkeypatch.setattr(paper, "scored_line", lambda _: "")

    def run(*options):
        words = ["paper.py", "--data", str(tmp_path), "--runs", str(script.runs)]
        monkeypatch.setattr("sys.argv", [*words, "--out", str(script.record), *options])
        paper.main()
        return script

    return run


def test_the_papers_seeds_are_trained_first_and_training_scores_nothing(bench):
    script = bench("--train")

    assert script.trained == [("paper", 1), ("paper", 2), ("lstm", 1), ("lstm", 2)]
    assert not script.scored and not script.record.exists()


def test_a_run_that_is_done_is_not_trained_again_and_an_interrupted_one_is(bench, tmp_path):
    keep_run(tmp_path / "runs", "paper", 1, epochs=paper.EPOCHS)
    keep_run(tmp_path / "runs", "paper", 2, epochs=paper.EPOCHS - 1)

    assert bench("--train").trained == [("paper", 2), ("lstm", 1), ("lstm", 2)]


def test_what_has_its_row_is_not_trained_again_although_its_run_is_gone(bench, tmp_path):
    keep_run(tmp_path / "runs", "lstm", 1, epochs=paper.EPOCHS)
    bench()
    (tmp_path / "runs" / "lstm-s1" / "config.json").unlink()

    assert ("lstm", 1) not in bench("--train").trained


def test_each_checkpoint_is_scored_on_test_once_and_counted(bench, tmp_path):
    keep_run(tmp_path / "runs", "paper", 1, epochs=paper.EPOCHS)
    keep_run(tmp_path / "runs", "paper", 2, epochs=paper.EPOCHS - 1)

    assert bench().times_scored() == 1
    assert bench().times_scored() == 1
    keep_run(tmp_path / "runs", "paper", 1, epochs=paper.EPOCHS, weights="other")
    script = bench()

    assert script.times_scored() == 2
    assert script.scored == [("paper", 1)] * 2


def test_every_departure_is_one_setting_and_together_they_are_all_of_them():
    departures = [paper.CONFIGURATIONS[name] for name in paper.DEPARTURES]

    together = paper.CONFIGURATIONS["departures"].split("--set ")[1:]

    assert [words.strip() for words in together] == [
        words.partition("--set ")[2] for words in departures
    ]
    assert all(words.count("--set") == 1 for words in departures)
