"""Trainings to a checkpoint, as tests of several architectures check them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.datasets.propara import load_split
from pipeline.evaluation.task2 import score_grids
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate
from pipeline.training.loop import TrainReport

__all__ = ["killed_and_resumed", "scores_on_dev"]


class Killed(Exception):
    """The training is ended here."""


def killed_and_resumed(
    train: Callable[..., TrainReport], *, epochs: int, after: int, **options: Any
) -> TrainReport:
    """Train in the folder "killed" until an epoch is kept, and then again to the last."""

    def kill(line: str) -> None:
        if line.startswith(f"epoch {after}/{epochs}"):
            raise Killed

    with pytest.raises(Killed):
        train("killed", epochs=epochs, progress=kill)
    return train("killed", epochs=epochs, **options)


def scores_on_dev(checkpoint: Path, data: Path) -> dict[str, Any]:
    gold = load_split(data, "dev")
    grids = predict([annotate(document) for document, _ in gold], model=load_model(checkpoint))
    return score_grids(gold, grids).as_json()
