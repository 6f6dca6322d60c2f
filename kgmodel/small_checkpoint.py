"""Checkpoints that are read in numpy, for what must not wait for torch to load.

Such a folder has the two files that ``checkpoint.save_checkpoint`` writes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file

__all__ = ["UnusableCheckpoint", "load_small_checkpoint"]

Loaded = TypeVar("Loaded")


class UnusableCheckpoint(ValueError):
    """The folder does not hold the checkpoint that is wanted, or not that of this version."""


def load_small_checkpoint(
    folder: Path,
    build: Callable[[Mapping[str, Any], Mapping[str, NDArray[np.generic]]], Loaded],
    *,
    contents: str,
    expected: Mapping[str, Any],
) -> Loaded:
    """Return what ``build`` makes of config and tensors; ``expected`` are entries of the config.

    Raises UnusableCheckpoint, which says that the folder does not hold the ``contents``, that they
    are damaged, or that they fit another version of the code.
    """
    weights = folder / "weights.safetensors"
    try:
        config: Mapping[str, Any] = json.loads((folder / "config.json").read_text("utf-8"))
        is_whole = config["weights_sha256"] == hashlib.sha256(weights.read_bytes()).hexdigest()
        fits = is_whole and all(config[key] == value for key, value in expected.items())
        loaded = build(config, load_file(weights)) if fits else None
    except OSError as error:
        raise UnusableCheckpoint(f"{str(folder)!r} holds no {contents}") from error
    except (SafetensorError, ValueError, KeyError, TypeError) as error:
        raise UnusableCheckpoint(f"{str(folder)!r} cannot be read: {error}") from error
    if not is_whole:
        raise UnusableCheckpoint(f"{str(weights)!r} is damaged")
    if loaded is None:
        raise UnusableCheckpoint(f"{str(folder)!r} fits another version of the code")
    return loaded
