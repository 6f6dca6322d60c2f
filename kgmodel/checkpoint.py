"""A checkpoint: a folder with safetensors weights and a config.json that describes them.

The weights are what training changed in the base encoder and the weights on top of it, in float16.
config.json has the architecture and its settings, the hashes of the base encoder and of the weights
file, what it was trained with and what it scored.
"""

from __future__ import annotations

import hashlib
import json
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

__all__ = [
    "DamagedCheckpoint",
    "load_config",
    "load_weights",
    "save_checkpoint",
    "save_tensors",
]

WEIGHTS, CONFIG = "weights.safetensors", "config.json"


class DamagedCheckpoint(ValueError):
    """The folder does not hold a whole checkpoint of ours."""


def save_checkpoint(folder: Path, weights: Mapping[str, Tensor], config: Mapping[str, Any]) -> None:
    """Write both files; the hash of the weights is added to the config."""
    folder.mkdir(parents=True, exist_ok=True)
    save_tensors(folder / WEIGHTS, weights)
    whole = {**config, "weights_sha256": _sha256(folder / WEIGHTS)}
    (folder / CONFIG).write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n")


def save_tensors(
    path: Path, tensors: Mapping[str, Tensor], *, metadata: Mapping[str, str] | None = None
) -> None:
    """Write a safetensors file with the mode of any other new file, which follows the umask.

    safetensors writes a temporary file that only its owner may read, and renames it to ``path``.
    """
    path.touch()
    mode = stat.S_IMODE(path.stat().st_mode)
    whole = {name: value.contiguous() for name, value in tensors.items()}
    save_file(whole, path, metadata=None if metadata is None else dict(metadata))
    path.chmod(mode)


def load_config(folder: Path) -> dict[str, Any]:
    """Read config.json. Raises DamagedCheckpoint if it is missing or not one of ours."""
    path = folder / CONFIG
    try:
        config = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise DamagedCheckpoint(f"{str(path)!r} cannot be read: {error}") from error
    if not isinstance(config, dict) or "weights_sha256" not in config:
        raise DamagedCheckpoint(f"{str(path)!r} does not describe a checkpoint of Stepgraph")
    return config


def load_weights(folder: Path, config: Mapping[str, Any]) -> dict[str, Tensor]:
    """Read the weights. Raises DamagedCheckpoint if they are not those that were saved."""
    path = folder / WEIGHTS
    if not path.is_file():
        raise DamagedCheckpoint(f"{str(path)!r} is missing")
    if _sha256(path) != config["weights_sha256"]:
        raise DamagedCheckpoint(f"{str(path)!r} is damaged: its hash is not the one in {CONFIG}")
    try:
        return dict(load_file(path))
    except SafetensorError as error:
        raise DamagedCheckpoint(f"{str(path)!r} cannot be read: {error}") from error


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
