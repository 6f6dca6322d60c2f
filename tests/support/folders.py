"""Folders of small documents, which need no model to be read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

__all__ = ["folder_of"]


def folder_of(path: Path, names: Iterable[str]) -> Path:
    """Make a folder with one text of two steps for each name."""
    path.mkdir()
    for name in names:
        (path / f"{name}.txt").write_text(f"Water {name} boils. Steam rises.")
    return path
