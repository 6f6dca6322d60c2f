"""A log that ends within a commit, as a full disk leaves it, costs that commit alone."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.stores import open_store

ROOT = Path(__file__).parents[3]
COUNT = "MATCH (c:Concept) RETURN count(c) AS concepts"
COMMAND = "from pipeline.cli import main; main()"
KILLED = """
import os, sys
from pipeline.stores import open_store

store = open_store(f"ladybug:{sys.argv[1]}")
for name in ("water", "steam", "ice"):
    store.write(lambda ask: ask("CREATE (:Concept {name: $name})", {"name": name}))
os.kill(os.getpid(), 9)
"""


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    """A database whose writer was killed, and that lost the end of its log."""
    path = tmp_path / "graph.lbug"
    subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT, check=False)
    log = path.with_name("graph.lbug.wal")
    os.truncate(log, log.stat().st_size - 5)
    return path


@pytest.mark.parametrize("read_only", [True, False])
def test_whole_commits_before_it_are_kept_and_a_warning_is_logged(torn, read_only, caplog):
    with caplog.at_level(logging.WARNING):
        store = open_store(f"ladybug:{torn}", read_only=read_only)
    rows = store.ask(COUNT, {})
    store.close()

    assert rows == [{"concepts": 2}]
    assert "ends within a commit" in caplog.text


def test_later_commits_are_there_the_next_time_without_a_warning(torn, caplog):
    store = open_store(f"ladybug:{torn}")
    store.write(lambda ask: ask("CREATE (:Concept {name: 'ice'})", {}))
    store.close()
    caplog.clear()

    store = open_store(f"ladybug:{torn}")
    rows = store.ask(COUNT, {})
    store.close()

    assert rows == [{"concepts": 3}]
    assert not caplog.text


def test_a_command_prints_the_warning_on_one_line(torn):
    result = subprocess.run(
        [sys.executable, "-c", COMMAND, "documents", "--store", f"ladybug:{torn}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    (warning,) = [line for line in result.stderr.splitlines() if "ends within a commit" in line]
    assert str(torn) in warning
