"""Markdown tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["as_code", "as_markdown", "table"]


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; line breaks and bars within cells are escaped."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def as_code(text: str) -> str:
    """Return the text as code, or an empty cell for an empty text."""
    return f"`{text}`" if text else ""


def as_markdown(text: str) -> str:
    """Return plain text with what Markdown would take for markup escaped; code stays code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([*_<>\[\]])", r"\\\1", part) for part in parts
    )


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
