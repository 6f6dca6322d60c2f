"""A power cut: what was written after the last fsync is lost, or survives in part.

A process that runs with ``recording`` leaves copies of its files as they were last synced
(``synced_copies.c``). ``cut_power`` then puts the folder into the state after a power cut.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

__all__ = ["NoCompiler", "cut_power", "keep_all", "recording"]

PAGE_BYTES = 4096
SYNC_ALL = """
import os, sys
for folder, _, names in os.walk(sys.argv[1]):
    for path in (folder, *(os.path.join(folder, name) for name in names)):
        handle = os.open(path, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)
"""


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


def keep_all(root: Path, copies: Path) -> None:
    """Record everything under ``root`` as synced, as after an orderly shutdown."""
    command = [sys.executable, "-c", SYNC_ALL, str(root)]
    subprocess.run(command, check=True, env={**os.environ, **recording(root, copies)})


def cut_power(root: Path, copies: Path, *, chance: random.Random | None = None) -> int:
    """Put ``root`` into the state after a power cut; return how many bytes that changed.

    Only what was synced survives. With ``chance``, each page that was written later survives or
    not by chance, as on a disk that had begun to write.
    """
    owner = root.stat()
    files = [path for path in root.rglob("*") if path.is_file()]
    keys = _keys([root, *files])
    written = {keys[path]: path.read_bytes() for path in files}
    shutil.rmtree(root)
    _put_back(root, keys[root], copies, written, chance)
    left = list(root.rglob("*"))
    for path in (root, *left):
        os.chown(path, owner.st_uid, owner.st_gid)
    n_left = sum(path.stat().st_size for path in left if path.is_file())
    return abs(sum(map(len, written.values())) - n_left)


def _put_back(
    folder: Path,
    key: str,
    copies: Path,
    written: dict[str, bytes],
    chance: random.Random | None,
) -> None:
    folder.mkdir(mode=0o700)
    names = copies / key
    for line in names.read_text().splitlines() if names.exists() else []:
        inner, kind, name = line.split(" ", maxsplit=2)
        if kind == "d":
            _put_back(folder / name, inner, copies, written, chance)
            continue
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


def _keys(paths: list[Path]) -> dict[Path, str]:
    """Return the names of the copies: inode and time of birth, which Python does not give."""
    command = ["xargs", "--null", "stat", "--format", "%i %.9W"]
    joined = "\0".join(map(str, paths))
    done = subprocess.run(command, input=joined, capture_output=True, text=True, check=True)
    keys = {}
    for path, line in zip(paths, done.stdout.splitlines(), strict=True):
        inode, born = line.split()
        seconds, _, fraction = born.partition(".")
        keys[path] = f"{inode}-{seconds}-{int(fraction or 0)}"
    return keys


@cache
def _library() -> Path:
    """Compile the layer. Raises NoCompiler."""
    compiler = next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if compiler is None:
        raise NoCompiler("no power cut: there is no C compiler; install gcc")
    folder = Path(tempfile.mkdtemp(prefix="stepgraph-power-"))
    folder.chmod(0o755)  # PostgreSQL, which loads it, runs as another user
    library = folder / "synced_copies.so"
    source = Path(__file__).with_suffix("").with_name("synced_copies.c")
    command = [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(library)]
    subprocess.run([*command, str(source)], check=True, env={**os.environ, "LD_PRELOAD": ""})
    return library
