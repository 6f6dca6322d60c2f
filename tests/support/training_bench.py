"""A benchmark's script that trains and scores, run without models."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

__all__ = ["Bench"]


class Bench:
    """A script with two seeds, and what it trained and scored.

    ``named_by``: the key of a row that has the run's name. ``has_data``: it takes ``--data``.
    """

    def __init__(
        self,
        script: ModuleType,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        *,
        named_by: str,
        epochs: int,
        has_data: bool = True,
    ) -> None:
        self.script, self.folder, self.named_by, self.epochs = script, folder, named_by, epochs
        self.runs, self.record = folder / "runs", folder / "record.json"
        self.trained: list[tuple[str, int]] = []
        self.scored: list[tuple[str, int]] = []
        self._monkeypatch = monkeypatch
        self._data = ["--data", str(folder)] if has_data else []
        monkeypatch.setattr(script, "SEEDS", (1, 2))
        monkeypatch.setattr(script, "stepgraph", self._train)
        monkeypatch.setattr(script, "row_of", self._row_of)
        monkeypatch.setattr(script, "load_split", lambda *_: [])
        monkeypatch.setattr(script, "scored_line", lambda _: "")

    def __call__(self, *options: str) -> Bench:
        """Run the script."""
        words = ["script.py", *self._data, "--runs", str(self.runs)]
        self._monkeypatch.setattr("sys.argv", [*words, "--out", str(self.record), *options])
        self.script.main()
        return self

    def keep_run(
        self, name: str, seed: int, *, epochs: int | None = None, weights: str = "w"
    ) -> None:
        """Make a run with a checkpoint, trained for so many epochs, by default for all."""
        folder = self.runs / f"{name}-s{seed}"
        (folder / "training").mkdir(parents=True, exist_ok=True)
        n_epochs = self.epochs if epochs is None else epochs
        log = [{"score": 0.1 * number, "number": number} for number in range(1, n_epochs + 1)]
        (folder / "training" / "log.json").write_text(json.dumps(log))
        config = {"weights_sha256": weights, "training": {"epochs": self.epochs, "seed": seed}}
        (folder / "config.json").write_text(json.dumps(config))

    def times_scored(self) -> int:
        return int(json.loads(self.record.read_text())["times_scored_on_test"])

    def _train(self, command: str) -> None:
        words = command.split()
        name, seed = Path(words[words.index("--out") + 1]).name.rsplit("-s", 1)
        assert words[words.index("--seed") + 1] == seed
        self.trained.append((name, int(seed)))
        self.keep_run(name, int(seed))

    def _row_of(self, run: Path, name: str, seed: int, **_: object) -> dict[str, Any]:
        self.scored.append((name, seed))
        config = json.loads((run / "config.json").read_text())
        return {self.named_by: name, "seed": seed, **config}
