"""Where the trained reader that ships is; known without loading what would read with it."""

from __future__ import annotations

from pathlib import Path

__all__ = ["DEFAULT_CHECKPOINT"]

DEFAULT_CHECKPOINT = Path(__file__).parents[2] / "kgmodel" / "checkpoints" / "default"
