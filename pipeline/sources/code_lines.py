"""A block of code on one line, as a part of a step."""

from __future__ import annotations

import re

__all__ = ["code_in_line"]

_RUNS_ON = re.compile(r"(?:[;&|{(\[,:]|\b(?:do|then|else))\Z")
_PROMPT = "$ "


def code_in_line(code: str) -> str:
    """Return the lines with semicolons between them, unless a line runs on; without "$ "."""
    whole = code.replace("\\\n", " ").splitlines()
    lines = [line.strip().removeprefix(_PROMPT) for line in whole if line.strip()]
    ended = [line if _RUNS_ON.search(line) else f"{line};" for line in lines[:-1]]
    return " ".join([*ended, *lines[-1:]])
