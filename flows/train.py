"""Train: a reader on annotated grids; a run that was killed resumes after its last whole epoch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from prefect import flow, get_run_logger

from flows.artifacts import show_result
from pipeline.settings import load_settings

__all__ = ["train"]


@flow(persist_result=False)
def train(
    data: Path,
    out: Path,
    seed: int = 1,
    epochs: int | None = None,
    extra: list[Path] | None = None,
    soft_targets: Path | None = None,
) -> Path:
    """Train the default reader on ``data``, write its checkpoint to ``out`` and return that folder.

    ``extra`` are files of additional grids. ``soft_targets`` is a file of soft targets; it is
    created first if it does not exist.
    """
    from kgmodel.default.train import TrainSettings
    from pipeline.training.train_default import train_default

    chosen: dict[str, Any] = {"seed": seed} if epochs is None else {"seed": seed, "epochs": epochs}
    machine = load_settings()
    report = train_default(
        data,
        out,
        settings=TrainSettings(**chosen),
        extra=extra or (),
        soft_targets=soft_targets,
        device=machine.device,
        encoder=machine.encoder,
        progress=get_run_logger().info,
    )
    kept = report.kept
    show_result("trained-reader", [("checkpoint", str(out)), ("epoch", kept.number),
                                   ("loss", kept.loss), ("dev F1", kept.score)])  # fmt: skip
    return out
