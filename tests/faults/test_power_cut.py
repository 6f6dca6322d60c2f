"""The layer that cuts the power: what was synced survives, and nothing else."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.power_cut import NoCompiler, cut_power, keep_all, recording

LEDGER = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1] + "/ledger.db", isolation_level=None)
connection.execute("PRAGMA journal_mode=WAL")
connection.execute("CREATE TABLE row (number INTEGER)")
connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
connection.execute(f"PRAGMA synchronous={sys.argv[2]}")
for number in range(3):
    connection.execute("INSERT INTO row VALUES (?)", (number,))
os.kill(os.getpid(), 9)
"""
FILES = """
import os, sys
root = sys.argv[1]
def sync(path):
    handle = os.open(path, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)
kept = open(root + "/kept", "wb", buffering=0)
kept.write(b"a" * 10_000)
sync(root + "/kept")
sync(root)
kept.write(b"b" * 10_000)
open(root + "/unnamed", "wb").write(b"c")
sync(root + "/unnamed")
os.kill(os.getpid(), 9)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    return tmp_path / "copies"


def run(code: str, *arguments: str, root: Path, copies: Path) -> None:
    try:
        environment = {**os.environ, **recording(root, copies)}
    except NoCompiler as error:
        pytest.skip(str(error))
    command = [sys.executable, "-c", code, str(root), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == -9, done.stderr


def test_bytes_and_names_that_were_not_synced_are_lost(root, copies):
    run(FILES, root=root, copies=copies)
    assert (root / "kept").stat().st_size == 20_000

    cut_power(root, copies)

    assert {path.name: path.read_bytes() for path in root.iterdir()} == {"kept": b"a" * 10_000}


def test_pages_that_were_written_later_survive_by_chance(root, copies):
    run(FILES, root=root, copies=copies)
    written = (root / "kept").read_bytes()

    cut_power(root, copies, chance=random.Random(3))

    left = (root / "kept").read_bytes()
    assert left[:8192] == b"a" * 8192
    assert left != written
    assert len(left) in (10_000, 20_000)


def test_a_folder_in_the_folder_survives_with_what_was_synced_before_the_layer(root, copies):
    (root / "inner").mkdir(parents=True)
    (root / "inner" / "old").write_bytes(b"a")
    (root / "empty").mkdir()
    try:
        keep_all(root, copies)
    except NoCompiler as error:
        pytest.skip(str(error))
    (root / "inner" / "old").write_bytes(b"b")
    (root / "inner" / "new").write_bytes(b"b")

    cut_power(root, copies)

    left = {str(path.relative_to(root)) for path in root.rglob("*")}
    assert left == {"inner", "inner/old", "empty"}
    assert (root / "inner" / "old").read_bytes() == b"a"


@pytest.mark.parametrize(("synchronous", "rows"), [("FULL", 3), ("NORMAL", 0)])
def test_a_commit_that_the_database_does_not_sync_is_lost(root, copies, synchronous, rows):
    import sqlite3

    run(LEDGER, synchronous, root=root, copies=copies)

    cut_power(root, copies)

    with sqlite3.connect(root / "ledger.db") as connection:
        (count,) = connection.execute("SELECT count(*) FROM row").fetchone()
    connection.close()
    assert count == rows
