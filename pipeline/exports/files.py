"""Writes a file whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from pipeline.errors import BadInput

__all__ = ["save"]


def save(path: Path, lines: Iterable[str]) -> None:
    """Write the lines to the file, whole or not at all, and make its folder.

    Reports the file on stderr, so that a pipe sees only data. Raises BadInput if it cannot be
    written.
    """
    part = path.with_name(f".{path.name}.part")
    if path.exists() and not path.is_file():  # /dev/stdout, a pipe
        part = path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8", newline="\n") as file:
            for line in lines:
                file.write(line.removesuffix("\n") + "\n")
        if part != path:
            part.replace(path)
            print(f"wrote {path}", file=sys.stderr)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}; choose another -o") from error
    finally:
        if part != path:
            part.unlink(missing_ok=True)
