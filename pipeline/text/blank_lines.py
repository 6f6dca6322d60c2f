"""White space instead of what is left out of a text, whose places stay as they are."""

from __future__ import annotations

__all__ = ["blank"]


def blank(line: str) -> str:
    """Return as much white space as the line has characters, with the end of the line."""
    words = line.rstrip("\r\n")
    return " " * len(words) + line[len(words) :]
