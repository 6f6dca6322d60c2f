"""migrate: an older store is brought up to date."""

from pathlib import Path

from pipeline.stores import open_store
from tests.pipeline.commands.conftest import run

STORE = "ladybug:.stepgraph/graph.lbug"


def test_an_older_store_is_brought_up_to_date_by_migrate(filled):
    store = open_store(STORE)
    identity = {"id": store.identity()}
    store.write(lambda ask: ask("MATCH (s:Store) DELETE s", {}))
    store.write(lambda ask: ask("CREATE (:Store {schema_version: 1, id: $id})", identity))
    store.close()

    refused = run("documents")
    migrated = run("migrate")

    assert refused.exit_code == 3
    assert "stepgraph migrate --store" in refused.stderr
    assert migrated.stdout == f"the store {STORE} was brought up to date\n"
    assert run("documents").exit_code == 0
    assert run("migrate").stdout == f"the store {STORE} is up to date\n"


def test_migrate_creates_no_store(clean):
    assert run("migrate").exit_code == 3
    assert not Path(".stepgraph").exists()
