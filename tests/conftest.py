"""Fixtures that every test may use."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from pipeline.stores import Store, open_store

# importlib mode leaves out the tests' own modules: tests.support.graphs, tests.support.neo4j_server
sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.support.browser import browser as browser  # noqa: E402
from tests.support.neo4j_server import NoNeo4j, Server, neo4j_server  # noqa: E402
from tests.support.postgres_server import Database, NoPostgres, postgres_server  # noqa: E402
from tests.support.propara_data import propara as propara  # noqa: E402

# A busy machine fails no test: by default Hypothesis allows an example 0.2 seconds
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

WIPE = "MATCH (n) WHERE NOT n:Store DETACH DELETE n"


@pytest.fixture(scope="session")
def neo4j() -> Iterator[Server]:
    """A real Neo4j server with nothing in it but what tests put there."""
    try:
        with neo4j_server() as server:
            _refuse_to_wipe_what_is_not_ours(server)
            yield server
    except NoNeo4j as error:
        if os.environ.get("STEPGRAPH_REQUIRE_NEO4J") == "1":
            pytest.fail(f"STEPGRAPH_REQUIRE_NEO4J=1, but {error}", pytrace=False)
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Database]:
    """A real PostgreSQL; each test takes a schema of its own."""
    try:
        with postgres_server() as database:
            yield database
    except NoPostgres as error:
        if os.environ.get("STEPGRAPH_REQUIRE_POSTGRES") == "1":
            pytest.fail(f"STEPGRAPH_REQUIRE_POSTGRES=1, but {error}", pytrace=False)
        pytest.skip(str(error))


@pytest.fixture
def sqlite_ledger(tmp_path: Path) -> str:
    """The URL of a ledger that is not there yet."""
    return f"sqlite:///{tmp_path / 'ledger.db'}"


@pytest.fixture
def postgres_ledger(postgres: Database) -> Iterator[str]:
    """The URL of an empty schema."""
    with postgres.schema() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def ledger_url(request: pytest.FixtureRequest) -> str:
    """A new ledger in each database: whatever passes on one must pass on the other."""
    return request.getfixturevalue(f"{request.param}_ledger")


@pytest.fixture
def ladybug_store(tmp_path: Path) -> Iterator[Store]:
    """A new embedded store."""
    store = open_store(f"ladybug:{tmp_path / 'graph.ladybug'}")
    yield store
    store.close()


@pytest.fixture
def neo4j_store(neo4j: Server) -> Iterator[Store]:
    """An emptied store on a real Neo4j."""
    store = open_store(neo4j.url, username=neo4j.username, password=neo4j.password)
    store.write(lambda ask: ask(WIPE, {}))
    yield store
    store.close()


@pytest.fixture(params=["ladybug", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def store(request: pytest.FixtureRequest) -> Store:
    """An empty store of each engine: whatever passes on one must pass on the other."""
    return request.getfixturevalue(f"{request.param}_store")


def _refuse_to_wipe_what_is_not_ours(server: Server) -> None:
    if server.process is not None or os.environ.get("STEPGRAPH_WIPE_NEO4J") == "1":
        return
    store = open_store(server.url, username=server.username, password=server.password)
    n_nodes = store.ask("MATCH (n) WHERE NOT n:Store RETURN count(n) AS nodes", {})[0]["nodes"]
    store.close()
    if n_nodes:
        pytest.exit(
            f"NEO4J_URI={server.url} holds {n_nodes} nodes, and these tests empty the database:"
            " name an empty one, or set STEPGRAPH_WIPE_NEO4J=1",
            returncode=2,
        )
