"""Agents with a store of one procedure that has everything, and with an empty store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.settings import load_settings
from tests.support.agent_client import TEA_READING, Agent, reading_agent
from tests.support.app_client import services


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    """An agent of a server that may write, with nothing in its store."""
    shared = services(load_settings(state=tmp_path / "state"))
    yield Agent(shared)
    shared.close()


@pytest.fixture(scope="module")
def tea_agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """An agent of a server that only reads a store with one procedure."""
    with reading_agent(tmp_path_factory.mktemp("agents"), [TEA_READING]) as opened:
        yield opened
