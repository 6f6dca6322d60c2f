"""A store of an older version is brought up to date whole, or is not touched."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from pipeline.errors import OutdatedStore
from pipeline.stores import Store, ladybug, open_store
from pipeline.stores.erase import erase, holdings
from pipeline.stores.graph_schema import SCHEMA_VERSION
from pipeline.stores.read import read_graph
from pipeline.stores.write import write
from tests.support.graphs import graph, reading

TABLE_INFO = "CALL table_info('{}') RETURN name, type"
BACK_TO_1 = (
    "ALTER TABLE Step DROP label",
    "ALTER TABLE Step DROP alternative",
    *(f"DROP TABLE {table}" for table in ("OF", "AMOUNTS_TO", "STATES", "GIVES", "Quantity")),
    "DROP TABLE LISTS",
    "DROP TABLE Material",
    "ALTER TABLE Document DROP forgotten_at",
    "ALTER TABLE INSTANCE_OF DROP recorded_from",
    "ALTER TABLE INSTANCE_OF DROP recorded_until",
    "ALTER TABLE ALIAS_OF DROP reason",
    "ALTER TABLE ALIAS_OF DROP ended_by",
    "ALTER TABLE ALIAS_OF DROP ended_reason",
    "DROP TABLE MEANS",
)
Open = Callable[..., Store]


@pytest.fixture(params=["ladybug", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def older(request: pytest.FixtureRequest) -> Open:
    """Opens a store with one document that version 1 wrote, when Document had no forgotten_at."""
    store: Store = request.getfixturevalue(f"{request.param}_store")
    write([reading()], store=store, clock=datetime.now)
    identity = store.identity()
    if store.engine == "ladybug":
        store.write(lambda ask: [ask(cypher, {}) for cypher in BACK_TO_1])
    store.write(lambda ask: ask("MATCH (s:Store) DELETE s", {}))
    older = {"id": identity}
    store.write(lambda ask: ask("CREATE (:Store {schema_version: 1, id: $id})", older))
    credentials = {}
    if store.engine == "neo4j":
        server = request.getfixturevalue("neo4j")
        credentials = {"username": server.username, "password": server.password}
    store.close()

    def opened(*, read_only: bool = False) -> Store:
        return open_store(store.url, read_only=read_only, **credentials)

    yield opened
    opened().close()  # a server that other tests share is left up to date


def version(store: Store) -> list[int]:
    rows = store.ask("MATCH (s:Store) RETURN s.schema_version AS version", {})
    return [row["version"] for row in rows]


def test_an_older_store_is_refused_with_the_command_that_upgrades_it(older: Open) -> None:
    with pytest.raises(OutdatedStore, match="has schema version 1, .* stepgraph migrate --store"):
        older(read_only=True)


def test_an_older_store_is_migrated_when_opened_for_writing_and_keeps_what_it_has(
    older: Open,
) -> None:
    store = older()

    assert version(store) == [SCHEMA_VERSION]
    assert read_graph("leaf.txt", store=store) == graph()
    erase("leaf.txt", store=store, clock=datetime.now)  # what version 1 could not do
    assert holdings("leaf.txt", store=store).forgotten_at is not None
    store.close()


def test_a_migrated_embedded_store_has_the_tables_of_a_new_one(
    ladybug_store: Store, older: Open
) -> None:
    def columns(store: Store) -> list[tuple[str, str, str]]:
        tables = store.ask("CALL show_tables() RETURN name ORDER BY name", {})
        return [
            (table["name"], row["name"], row["type"])
            for table in tables
            for row in store.ask(TABLE_INFO.format(table["name"]), {})
        ]

    migrated = older()
    if migrated.engine == "ladybug":
        fresh = open_store(f"{ladybug_store.url}-fresh")
        assert sorted(columns(migrated)) == sorted(columns(fresh))
        fresh.close()
    migrated.close()


def test_a_migrated_store_is_still_the_same_store(older: Open) -> None:
    first = older()
    identity = first.identity()
    first.close()

    second = older(read_only=True)

    assert second.identity() == identity
    second.close()


def test_a_migration_that_is_cut_short_is_done_again_from_the_start(
    older: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ladybug.EmbeddedStore.change_schema
    neo4j = pytest.importorskip("pipeline.stores.neo4j").Neo4jStore
    whole_there = neo4j.change_schema

    def cut(self: Store, changes: object, then: list) -> None:  # type: ignore[type-arg]
        do = whole if self.engine == "ladybug" else whole_there
        do(self, changes, [*then, ("THIS IS NOT CYPHER", {})])

    monkeypatch.setattr(ladybug.EmbeddedStore, "change_schema", cut)
    monkeypatch.setattr(neo4j, "change_schema", cut)
    with pytest.raises(Exception, match="NOT CYPHER|THIS"):
        older()
    monkeypatch.undo()

    with pytest.raises(OutdatedStore):
        older(read_only=True)
    store = older()
    assert version(store) == [SCHEMA_VERSION]
    store.close()
