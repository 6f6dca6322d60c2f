"""The training loop: epochs, a score on dev after each, a checkpoint of the last or the best."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from kgmodel.adam_trainer import AdamTrainer
from kgmodel.checkpoint import save_checkpoint
from kgmodel.trainer import Epoch, EpochTrainer
from pipeline.domain.document import Document
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput, StepgraphError
from pipeline.evaluation.task2 import Task2Scores

__all__ = [
    "Gold",
    "TrainReport",
    "checked_settings",
    "refuse_another_checkpoint",
    "resumed",
    "train_epochs",
    "train_to_best",
]

Gold = Sequence[tuple[Document, Grid]]


@dataclass(frozen=True, slots=True)
class TrainReport:
    """The log, and which epoch was kept: the last, or the best on dev, as shipped."""

    epochs: tuple[Epoch, ...]
    kept: Epoch


def refuse_another_checkpoint(out: Path) -> None:
    """Raise BadInput if ``out`` holds a checkpoint and nothing of the run that made it."""
    if (out / "config.json").is_file() and not (out / "training").is_dir():
        raise BadInput(f"{str(out)!r} holds another checkpoint; give --out a new folder")


@contextmanager
def checked_settings() -> Iterator[None]:
    """Make a model within. Raises BadInput for settings that no layer can have."""
    try:
        yield
    except ValueError as error:
        raise BadInput(f"no model has these settings: {error}") from error


def resumed(trainer: EpochTrainer) -> list[Epoch]:
    """Return the epochs an interrupted run had done. Raises BadInput if that was another run."""
    try:
        return trainer.resume()
    except ValueError as error:
        raise BadInput(str(error)) from error


def train_to_best(
    trainer: AdamTrainer[Any, Any, Any],
    out: Path,
    *,
    architecture: str,
    encoder: Mapping[str, str],
    score_dev: Callable[[], Task2Scores],
    progress: Callable[[str], None],
) -> TrainReport:
    """Begin or resume a run; keep the epoch that is best on dev in ``out``.

    The trainer's model has ``settings``; ``encoder`` has the hashes of the encoder's files.
    ``progress`` gets a line an epoch. Raises BadInput if ``out`` holds another run.
    """
    return train_epochs(
        trainer,
        resumed(trainer),
        out,
        epochs=trainer.training.epochs,
        score_dev=score_dev,
        config={
            "architecture": architecture,
            "settings": asdict(trainer.model.settings),
            "encoder": dict(encoder),
            "training": asdict(trainer.training),
        },
        progress=progress,
    )


def train_epochs(
    trainer: EpochTrainer,
    log: list[Epoch],
    out: Path,
    *,
    epochs: int,
    keep: Literal["last", "best"] = "best",
    score_dev: Callable[[], Task2Scores] | None,
    config: Mapping[str, Any],
    progress: Callable[[str], None],
) -> TrainReport:
    """Train to the last epoch, after those of ``log``; keep the last or the best on dev in ``out``.

    Without dev the last is kept. ``config`` is the checkpoint's, less what only an epoch can add:
    its number, under ``training``, and its scores on dev. ``progress`` gets a line an epoch.
    """
    while trainer.epochs_done < epochs:
        started = time.monotonic()
        try:
            loss = trainer.run_epoch()
        except FloatingPointError as error:
            raise StepgraphError(
                f"training stopped: {error}, or take another seed; the epochs before it are in "
                f"{str(out)!r}"
            ) from error
        dev = None if score_dev is None else score_dev()
        score = None if dev is None else dev.f1
        epoch = Epoch(trainer.epochs_done, loss, score, time.monotonic() - started)
        log.append(epoch)
        if epoch is _kept(log, keep):
            known = {"training": {**config["training"], "epoch": epoch.number}}
            scores = {} if dev is None else {"dev": {"task2": dev.as_json()}}
            save_checkpoint(out, trainer.weights(), {**config, **known, **scores})
        trainer.save(log)
        progress(
            f"epoch {epoch.number}/{epochs}: loss {loss:.3f}, {_text_of(dev)}{epoch.seconds:.0f} s"
        )
    return TrainReport(tuple(log), _kept(log, keep))


def _kept(log: Sequence[Epoch], keep: Literal["last", "best"]) -> Epoch:
    """Return the last epoch, or the first of the best on dev where there is a dev."""
    if keep == "last" or log[-1].score is None:
        return log[-1]
    scores = [-1.0 if epoch.score is None else epoch.score for epoch in log]
    return log[scores.index(max(scores))]


def _text_of(dev: Task2Scores | None) -> str:
    if dev is None:
        return ""
    return (
        f"dev task 2 F1 {100 * dev.f1:.1f} (precision {100 * dev.overall.precision:.1f}, "
        f"recall {100 * dev.overall.recall:.1f}), "
    )
