"""A power cut: what was written after the last fsync is lost, or survives in part.

A process that runs with ``recording`` leaves copies of its files as they were last synced
(``synced_copies.c``). ``cut_power`` then puts the folder into the state after a power cut.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

__all__ = ["NoCompiler", "cut_power", "recording"]

PAGE_BYTES = 4096


class NoCompiler(Exception):
    """There is no C compiler for the layer that records what is synced."""


def recording(root: Path, copies: Path) -> dict[str, str]:
    """Return the environment of a process whose files under ``root`` are recorded in ``copies``."""
    root.mkdir(parents=True, exist_ok=True)
    copies.mkdir(parents=True, exist_ok=True)
    return {
        "LD_PRELOAD": str(_library()),
        "STEPGRAPH_SYNCED_ROOT": str(root.resolve()),
        "STEPGRAPH_SYNCED_COPIES": str(copies.resolve()),
    }


def cut_power(root: Path, copies: Path, *, chance: random.Random | None = None) -> int:
    """Put ``root`` into the state after a power cut; return how many bytes that changed.

    Only what was synced survives. With ``chance``, each page that was written later survives or
    not by chance, as on a disk that had begun to write.
    """
    written = {_key(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    key = _key(root)
    shutil.rmtree(root)
    _put_back(root, key, copies, written, chance)
    left = {path: path.stat().st_size for path in root.rglob("*") if path.is_file()}
    return abs(sum(map(len, written.values())) - sum(left.values()))


def _put_back(
    folder: Path,
    key: str,
    copies: Path,
    written: dict[str, bytes],
    chance: random.Random | None,
) -> None:
    folder.mkdir()
    names = copies / key
    for line in names.read_text().splitlines() if names.exists() else []:
        inner, _, name = line.partition(" ")
        copy = copies / inner
        synced = copy.read_bytes() if copy.exists() else b""
        later = written.get(inner)
        content = synced if chance is None or later is None else _mixed(synced, later, chance)
        (folder / name).write_bytes(content)


def _mixed(synced: bytes, later: bytes, chance: random.Random) -> bytes:
    """Return pages of both by chance; where a file did not grow on the disk, zeros."""
    length = len(chance.choice([synced, later]))
    pages = []
    for start in range(0, length, PAGE_BYTES):
        page = chance.choice([synced, later])[start : start + PAGE_BYTES]
        pages.append(page.ljust(PAGE_BYTES, b"\0"))
    return b"".join(pages)[:length]


def _key(path: Path) -> str:
    """Return the name of the path's copy: inode and time of birth, which Python does not give."""
    done = subprocess.run(
        ["stat", "--format", "%i %.9W", str(path)], capture_output=True, text=True, check=True
    )
    inode, _, born = done.stdout.strip().partition(" ")
    seconds, _, fraction = born.partition(".")
    return f"{inode}-{seconds}-{int(fraction or 0)}"


@cache
def _library() -> Path:
    """Compile the layer. Raises NoCompiler."""
    compiler = next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if compiler is None:
        raise NoCompiler("no power cut: there is no C compiler; install gcc")
    library = Path(tempfile.mkdtemp(prefix="stepgraph-power-")) / "synced_copies.so"
    source = Path(__file__).with_suffix("").with_name("synced_copies.c")
    command = [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(library)]
    subprocess.run([*command, str(source)], check=True, env={**os.environ, "LD_PRELOAD": ""})
    return library
