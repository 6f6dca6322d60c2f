"""Apps with a reader without a model: an empty one, and one with a document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.app_client import TEA, app_client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A client of an app that may write, with nothing in its store."""
    with app_client(tmp_path / "state") as opened:
        yield opened


@pytest.fixture(scope="module")
def tea(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of an app with one document, for tests that change nothing."""
    with app_client(tmp_path_factory.mktemp("app") / "state") as opened:
        assert opened.post("/api/v1/ingest", json=TEA).json()["written"] == 1
        yield opened
