"""One hash of all training data, so that a run is resumed only with the same data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
from torch import Tensor

__all__ = ["content_hash"]


def content_hash(*values: Any) -> str:
    """Hash arrays, tensors and None, and of sequences and dataclasses of these."""
    whole = hashlib.sha256()
    for part in _parts(values):
        whole.update(part)
    return whole.hexdigest()


def _parts(value: Any) -> Iterator[bytes]:
    if isinstance(value, Tensor):
        value = value.cpu().numpy()
    if value is None:
        yield b"None"
    elif isinstance(value, np.ndarray):
        yield f"{value.dtype}{value.shape}".encode()
        yield value.tobytes()
    else:
        if is_dataclass(value):
            value = [getattr(value, field.name) for field in fields(value)]
        yield f"{len(value)}".encode()
        for item in value:
            yield from _parts(item)
