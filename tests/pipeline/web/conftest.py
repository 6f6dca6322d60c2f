"""Apps with a reader without a model: an empty one, and one with a document."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pipeline.stores import open_store
from tests.conftest import WIPE
from tests.support.app_client import TEA, app_client

ENGINES = ["ladybug", pytest.param("neo4j", marks=pytest.mark.neo4j)]


def settings_of(engine: str, request: pytest.FixtureRequest) -> dict[str, Any]:
    """Settings that name an empty store; that of the embedded engine is under the app's state."""
    if engine == "ladybug":
        return {}
    server = request.getfixturevalue("neo4j")
    login = {"username": server.username, "password": server.password}
    with closing(open_store(server.url, **login)) as store:
        store.write(lambda ask: ask(WIPE, {}))
    return {"store": server.url} | {f"NEO4J_{key.upper()}": value for key, value in login.items()}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A client of an app that may write, with nothing in its store."""
    with app_client(tmp_path / "state") as opened:
        yield opened


@pytest.fixture(params=ENGINES)
def either_client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TestClient]:
    """As ``client``, on each engine. No test of a module uses this one and ``tea``."""
    with app_client(tmp_path / "state", **settings_of(request.param, request)) as opened:
        yield opened


@pytest.fixture(scope="module", params=ENGINES)
def tea(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    """A client of an app with one document on each engine, for tests that change nothing."""
    state = tmp_path_factory.mktemp("app") / "state"
    with app_client(state, **settings_of(request.param, request)) as opened:
        stored = opened.post("/api/v1/ingest", json=TEA)
        assert stored.status_code == 200, stored.text
        yield opened
