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


def scored_line(row: dict[str, Any]) -> str:
    """A scored training in one line, for the log of a benchmark."""
    dev, two, older = row["dev"]["task2"], row["test"]["task2"], row["test"]["task2_of_2018"]
    return (
        f"epoch {row['training']['epoch']}, dev F1 {100 * dev['overall']['f1']:.1f}, "
        f"test F1 {100 * two['overall']['f1']:.1f}, by the rules of 2018 "
        f"{100 * older['overall']['f1']:.2f}, task 1 macro {row['test']['task1']['macro']:.2f}, "
        f"violations {row['test']['violations']['percent']:.2f} %"
    )
