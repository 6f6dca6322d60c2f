"""Second opinions of the training documents: of readers that were trained without them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from kgmodel.default.distillation import load_taught, save_taught, taught_by
from kgmodel.default.features import DocumentFeatures, tag_tracks
from kgmodel.default.model import DefaultReader, Taught
from kgmodel.default.train import Trainer, TrainSettings
from kgmodel.hashing import content_hash
from kgmodel.training_loop import Epoch
from pipeline.errors import BadInput, StepgraphError
from pipeline.training.loop import resumed

__all__ = ["PARTS", "SETTINGS", "second_opinions"]

PARTS = 3  # each reader is trained without one of them, and tells what it finds likely there
SETTINGS = TrainSettings(epochs=9, consistency=0.0)
SEED = 100  # of the first reader; the next have the next


def second_opinions(
    path: Path,
    documents: Sequence[DocumentFeatures],
    *,
    sets: Sequence[int],
    network: Callable[[int], DefaultReader],
    progress: Callable[[str], None] = lambda line: None,
) -> list[Taught]:
    """The opinions in ``path``, which are made first if there is no such file.

    ``sets``: how many documents each data set has, which follow each other in ``documents``.
    ``network`` gives a fresh reader for a seed. Making them takes as long as several trainings; one
    that was killed goes on after its last whole epoch. Raises BadInput if the file is about others.
    """
    about = f"{SETTINGS} {content_hash(documents)}"
    if path.exists():
        try:
            return load_taught(path, about=about)
        except ValueError as error:
            raise BadInput(f"{error}; give another file, or delete it to make it anew") from error
    taught: dict[int, Taught] = {}
    for part in range(PARTS):
        trainer, log = _trainer_without(part, path, documents, sets=sets, network=network)
        while trainer.epochs_done < SETTINGS.epochs:
            try:
                loss = trainer.run_epoch()
            except FloatingPointError as error:
                raise StepgraphError(f"a reader for opinions cannot be trained: {error}") from error
            log.append(Epoch(trainer.epochs_done, loss, None, 0.0))
            trainer.save(log)
            progress(
                f"opinion {part + 1}/{PARTS}, epoch {len(log)}/{SETTINGS.epochs}: loss {loss:.3f}"
            )
        reader, left = trainer.model.eval(), _rows_of(part, sets)
        taught |= zip(left, taught_by(reader, [documents[row] for row in left]), strict=True)
    opinions = [taught[row] for row in range(len(documents))]
    path.parent.mkdir(parents=True, exist_ok=True)
    save_taught(path, opinions, about=about)
    for part in range(PARTS):
        shutil.rmtree(_folder_of(part, path))
    return opinions


def _rows_of(part: int, sets: Sequence[int]) -> list[int]:
    """The documents that a part's reader is not trained on, which stand together in each set.

    Neighbours in a data set are often about one thing. A reader that was trained on such a
    neighbour is surer, and more often right, than it will be of something new.
    """
    rows: list[int] = []
    for start, size in zip(accumulate(sets, initial=0), sets, strict=False):
        first, last = (start + round(size * at / PARTS) for at in (part, part + 1))
        rows += range(first, last)
    return rows


def _trainer_without(
    part: int,
    path: Path,
    documents: Sequence[DocumentFeatures],
    *,
    sets: Sequence[int],
    network: Callable[[int], DefaultReader],
) -> tuple[Trainer, list[Epoch]]:
    """Trains a reader without a part of the documents, as far as it was trained; its log."""
    settings = replace(SETTINGS, seed=SEED + part)
    left = set(_rows_of(part, sets))
    kept = [one for row, one in enumerate(documents) if row not in left]
    reader = network(settings.seed)
    reader.chain.allow(tag_tracks(documents))
    trainer = Trainer(reader, kept, settings, folder=_folder_of(part, path))
    return trainer, resumed(trainer)


def _folder_of(part: int, path: Path) -> Path:
    """Where a part's reader is kept until all opinions are in ``path``."""
    return path.with_name(f"{path.stem}-{part + 1}")
