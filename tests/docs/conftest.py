"""The scripts of docs/, and a folder in which the documentation's examples are run."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "docs"))


@pytest.fixture(scope="session")
def tried_tutorial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The folder in which the tutorial's commands were run, and the page with their output."""
    from pages.blocks import prepare, with_console_output

    folder = tmp_path_factory.mktemp("tutorial")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("STEPGRAPH_", "NEO4J_")):
                patch.delenv(name)
        patch.chdir(folder)
        prepare(folder, patch.setenv)
        page = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
        yield folder, with_console_output(page)


@pytest.fixture
def examples_folder(
    tried_tutorial: tuple[Path, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """The working directory of a user who has followed the tutorial."""
    from pages.blocks import prepare

    shutil.copytree(tried_tutorial[0] / ".stepgraph", tmp_path / ".stepgraph")
    prepare(tmp_path, monkeypatch.setenv)
    monkeypatch.chdir(tmp_path)
    return tmp_path
