"""Agents with a store of one procedure that has everything, and with an empty store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.domain.reading import NumberedReading
from pipeline.settings import load_settings
from tests.support.agent_client import Agent, reading_agent
from tests.support.app_client import services
from tests.support.shown_readings import tea


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    """An agent of a server that may write, with nothing in its store."""
    shared = services(load_settings(state=tmp_path / "state"))
    yield Agent(shared)
    shared.close()


@pytest.fixture(scope="module")
def tea_agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """An agent of a server that only reads a store with one procedure."""
    reading = NumberedReading(tea().graph, 1, "default", "abc" * 20, "{}")
    with reading_agent(tmp_path_factory.mktemp("agents"), [reading]) as opened:
        yield opened
