"""A copy of the checkout in which mutants are planted: nobody's files change."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["copy_checkout", "planted"]


def copy_checkout(checkout: Path, tree: Path) -> None:
    """Bring ``tree`` up to date with the files of the checkout that git does not ignore."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=checkout,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    names = {name for name in listing.split("\0") if name and (checkout / name).is_file()}
    for name in names:
        source, copied = checkout / name, tree / name
        if not copied.exists() or _stamp(copied) != _stamp(source):
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copied)
    for path in tree.rglob("*"):
        vanished = path.is_file() and str(path.relative_to(tree)) not in names
        if vanished and path.suffix in (".py", ".cypher"):
            path.unlink()


@contextmanager
def planted(path: Path, text: str) -> Iterator[None]:
    """Replace the text of a file for as long as the context lasts.

    Its time is put back too, so that the bytecode of the original stays valid.
    """
    original, times = path.read_bytes(), path.stat()
    path.write_text(text, encoding="utf-8")
    try:
        yield
    finally:
        path.write_bytes(original)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_size
