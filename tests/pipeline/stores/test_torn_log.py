"""A log that breaks off within a commit, as a full disk leaves it, costs that commit alone."""

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
def test_whole_commits_before_it_are_there_and_the_user_is_told(torn, read_only, caplog):
    with caplog.at_level(logging.WARNING):
        store = open_store(f"ladybug:{torn}", read_only=read_only)
    found = store.ask(COUNT, {})
    store.close()

    assert found == [{"concepts": 2}]
    assert "ends within a commit" in caplog.text


def test_what_is_written_after_it_is_there_the_next_time(torn, caplog):
    store = open_store(f"ladybug:{torn}")
    store.write(lambda ask: ask("CREATE (:Concept {name: 'ice'})", {}))
    store.close()
    caplog.clear()

    store = open_store(f"ladybug:{torn}")
    found = store.ask(COUNT, {})
    store.close()

    assert found == [{"concepts": 3}]
    assert not caplog.text
