"""Evaluate: score a reader on a split of ProPara."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from prefect import flow

from flows.artifacts import show_result
from pipeline.settings import load_settings

__all__ = ["evaluate"]


@flow(persist_result=False)
def evaluate(data: Path, split: str = "test", checkpoint: Path | None = None) -> dict[str, Any]:
    """Score ``checkpoint``, else the reader that ships, on both tasks; return the scores."""
    from pipeline.datasets.propara import load_split
    from pipeline.evaluation.evaluate import evaluate_model
    from pipeline.inference.predict import load_model

    machine = load_settings(checkpoint=checkpoint)
    gold = load_split(data, split)
    model = load_model(machine.checkpoint, device=machine.device, encoder=machine.encoder)
    scores = evaluate_model(gold, model=model, data=data, split=split)
    show_result("scores", list(_flat(scores)))
    return scores


def _flat(scores: dict[str, Any], under: str = "") -> list[tuple[str, Any]]:
    """Nested scores by their path, as a table shows them."""
    rows: list[tuple[str, Any]] = []
    for name, value in scores.items():
        path = f"{under} {name}".strip()
        rows += _flat(value, path) if isinstance(value, dict) else [(path, value)]
    return rows
