"""Cross-fitted distillation: soft targets for each document, by a reader trained without it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from kgmodel.default.distillation import (
    load_soft_targets,
    save_soft_targets,
    soft_targets_by,
)
from kgmodel.default.features import DocumentFeatures, tag_tracks
from kgmodel.default.model import DefaultReader, SoftTargets
from kgmodel.default.train import DefaultTrainer, TrainSettings
from kgmodel.hashing import content_hash
from kgmodel.trainer import Epoch
from pipeline.errors import BadInput, StepgraphError
from pipeline.training.loop import resumed

__all__ = ["FOLDS", "SETTINGS", "cross_fitted_targets"]

FOLDS = 3  # each reader is trained without one of them, and is the teacher of its documents
SETTINGS = TrainSettings(epochs=9, consistency=0.0)
SEED = 100  # of the first reader; the next have the next


def cross_fitted_targets(
    path: Path,
    documents: Sequence[DocumentFeatures],
    *,
    sets: Sequence[int],
    network: Callable[[int], DefaultReader],
    settings: TrainSettings = SETTINGS,
    progress: Callable[[str], None] = lambda line: None,
) -> list[SoftTargets]:
    """Return the soft targets in ``path``, which are made first if there is no such file.

    ``sets``: how many documents each data set has, which follow each other in ``documents``.
    ``network`` gives a fresh reader for a seed. Making them takes as long as several trainings; an
    interrupted one resumes after its last whole epoch. Raises BadInput if the file is about other
    documents.
    """
    about = f"{settings} {content_hash(documents)}"
    if path.exists():
        try:
            return load_soft_targets(path, about=about)
        except ValueError as error:
            raise BadInput(f"{error}; give another file, or delete it to make it anew") from error
    by_row: dict[int, SoftTargets] = {}
    for fold in range(FOLDS):
        held_out = _rows_of(fold, sets)
        reader = _teacher(
            documents,
            held_out,
            network=network,
            settings=replace(settings, seed=SEED + fold),
            folder=_folder_of(fold, path),
            progress=progress,
            name=f"soft targets {fold + 1}/{FOLDS}",
        )
        of_fold = soft_targets_by(reader, [documents[row] for row in held_out])
        by_row |= zip(held_out, of_fold, strict=True)
    targets = [by_row[row] for row in range(len(documents))]
    path.parent.mkdir(parents=True, exist_ok=True)
    save_soft_targets(path, targets, about=about)
    for fold in range(FOLDS):
        shutil.rmtree(_folder_of(fold, path))
    return targets


def _teacher(
    documents: Sequence[DocumentFeatures],
    held_out: Sequence[int],
    *,
    network: Callable[[int], DefaultReader],
    settings: TrainSettings,
    folder: Path,
    progress: Callable[[str], None],
    name: str,
) -> DefaultReader:
    """Train a reader without some of the documents, from where an earlier run left it."""
    left_out = set(held_out)
    rest = [document for row, document in enumerate(documents) if row not in left_out]
    reader = network(settings.seed)
    reader.chain.allow(tag_tracks(documents))
    trainer = DefaultTrainer(reader, rest, settings, folder=folder)
    log = resumed(trainer)
    while trainer.epochs_done < settings.epochs:
        try:
            loss = trainer.run_epoch()
        except FloatingPointError as error:
            raise StepgraphError(f"a reader for soft targets cannot be trained: {error}") from error
        log.append(Epoch(trainer.epochs_done, loss, None, 0.0))
        trainer.save(log)
        progress(f"{name}, epoch {len(log)}/{settings.epochs}: loss {loss:.3f}")
    return reader.eval()


def _rows_of(fold: int, sets: Sequence[int]) -> list[int]:
    """Return the documents that a fold's reader is not trained on, contiguous in each set.

    Neighbours in a data set are often about one topic. A reader that was trained on such a
    neighbour is surer, and more often right, than it will be of something new.
    """
    rows: list[int] = []
    for start, size in zip(accumulate(sets, initial=0), sets, strict=False):
        first, last = (start + round(size * end / FOLDS) for end in (fold, fold + 1))
        rows += range(first, last)
    return rows


def _folder_of(fold: int, path: Path) -> Path:
    """Folder of a fold's reader until all soft targets are in ``path``."""
    return path.with_name(f"{path.stem}-{fold + 1}")
