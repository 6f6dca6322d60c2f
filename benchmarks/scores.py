"""Scores of predicted grids that every benchmark of readers measures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline.domain.document import Document
from pipeline.domain.grid import Grid
from pipeline.evaluation.evaluate import evaluate_grids

Gold = Sequence[tuple[Document, Grid]]


def scores_of(gold: Gold, grids: Sequence[Grid], *, data: Path, split: str) -> dict[str, Any]:
    """Task 2 by the leaderboard's rules and by those of 2018, task 1 on test, violations."""
    scores = evaluate_grids(gold, grids, data=data, split=split)
    older = evaluate_grids(gold, grids, data=data, split=split, rules="2018")
    return {**scores, "task2_of_2018": older["task2"]}
