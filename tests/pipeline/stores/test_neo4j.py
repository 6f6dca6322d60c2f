"""What is particular to a server: it can vanish, also between a commit and its answer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from threading import Barrier, Thread
from typing import Any

import pytest
from neo4j.exceptions import IncompleteCommit, ServiceUnavailable

from pipeline.errors import BadInput, StoreError, Unreachable
from pipeline.retry import RetryPolicy
from pipeline.stores import Store, open_store
from pipeline.stores import neo4j as backend
from pipeline.stores.read import list_documents
from pipeline.stores.write import write
from tests.support.graphs import graph, reading
from tests.support.neo4j_server import NoNeo4j, Server, neo4j_server

pytestmark = pytest.mark.neo4j


def noon() -> datetime:
    return datetime(2026, 1, 1, 12)


class LosingStore(backend.Neo4jStore):
    """A store that does the work of its first attempts and then loses the answer."""

    losses: list[Exception]

    def _write_once(self, work: Callable[..., Any], *, seconds: float | None) -> Any:
        result = super()._write_once(work, seconds=seconds)
        if self.losses:
            raise self.losses.pop()
        return result


@pytest.fixture
def losing(neo4j_store: Store, neo4j: Server) -> Iterator[LosingStore]:
    database = os.environ.get("NEO4J_DATABASE")
    store = LosingStore(
        neo4j.url,
        username=neo4j.username,
        password=neo4j.password,
        database=database,
        retries=RetryPolicy((0.0, 0.0)),
    )
    store.losses = []
    yield store
    store.close()


def test_a_batch_whose_answer_was_lost_is_repeated_and_stored_once(losing: LosingStore) -> None:
    losing.losses = [IncompleteCommit("lost"), ServiceUnavailable("gone")]

    write([reading(graph("a")), reading(graph("b"))], store=losing, clock=noon)

    counts = losing.ask("MATCH (r:Reading)-[:HAS_STEP]->(s:Step) RETURN count(s) AS n", {})
    assert counts == [{"n": 4}]
    assert [document.id for document in list_documents(losing)] == ["a:1", "b:1"]


def test_repeating_has_an_end(losing: LosingStore) -> None:
    losing.losses = [IncompleteCommit("lost") for _ in range(9)]

    with pytest.raises(Unreachable, match="no Neo4j answers at"):
        write([reading()], store=losing, clock=noon)

    assert len(losing.losses) == 9 - 3


def test_the_server_ends_the_transaction_of_a_writer_that_vanished(
    neo4j_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never_ends(ask: Callable[..., Any]) -> None:
        deadline = time.monotonic() + 60  # the server looks every few seconds
        while time.monotonic() < deadline:
            ask("RETURN 1 AS one", {})
            time.sleep(0.1)

    assert backend.WRITE_SECONDS <= 600
    monkeypatch.setattr(backend, "WRITE_SECONDS", 0.5)

    with pytest.raises(StoreError, match="Neo4j failed: The transaction"):
        neo4j_store.write(never_ends)


def test_several_writers_may_open_an_empty_database_at_once(
    neo4j_store: Store, neo4j: Server
) -> None:
    for kind in ("CONSTRAINT", "INDEX"):
        for row in neo4j_store.ask(f"SHOW {kind} YIELD name, type", {}):
            if row["type"] != "LOOKUP":
                neo4j_store.change_schema([f"DROP {kind} {row['name']}"], [])
    neo4j_store.write(lambda ask: ask("MATCH (s:Store) DELETE s", {}))
    start = Barrier(4)

    def identity_of_opened() -> str:
        start.wait()
        with closing(
            open_store(neo4j.url, username=neo4j.username, password=neo4j.password)
        ) as store:
            return store.identity()

    with ThreadPoolExecutor(4) as threads:
        opened = [threads.submit(identity_of_opened) for _ in range(4)]

    assert len({future.result() for future in opened}) == 1


def test_a_statement_that_is_wrong_is_not_repeated(losing: LosingStore) -> None:
    calls = []

    def wrong(ask: Callable[..., Any]) -> None:
        calls.append(1)
        ask("MATCH", {})

    with pytest.raises(StoreError):
        losing.write(wrong)

    assert calls == [1]


def test_an_integer_with_more_than_64_bits_is_refused(neo4j_store: Store) -> None:
    with pytest.raises(BadInput, match="64 bits"):
        neo4j_store.ask("RETURN $numbers AS numbers", {"numbers": [1, 2**63]})


def test_a_store_opened_for_reading_refuses_to_write(neo4j_store: Store, neo4j: Server) -> None:
    store = open_store(neo4j.url, read_only=True, username=neo4j.username, password=neo4j.password)

    with pytest.raises(StoreError, match="opened for reading only"):
        store.write(lambda ask: ask("RETURN 1", {}))
    store.close()


@pytest.mark.slow
def test_a_server_killed_in_the_middle_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NEO4J_URI", "NEO4J_DATABASE"):
        monkeypatch.delenv(name, raising=False)  # this one is killed, so it is our own
    batches = [[reading(graph(f"{b}.{n}")) for n in range(20)] for b in range(30)]
    try:
        with neo4j_server() as server:
            store = open_store(server.url, username=server.username, password=server.password)

            def kill_and_start() -> None:
                time.sleep(0.5)
                server.kill()
                server.start()

            killer = Thread(target=kill_and_start)
            killer.start()
            for batch in batches:
                write(batch, store=store, clock=noon)
            killer.join()

            counted = store.ask("MATCH (s:Step) RETURN count(s) AS steps", {})[0]["steps"]
            assert len(list_documents(store)) == 600
            assert counted == 600 * 2
            store.close()
    except NoNeo4j as error:
        if os.environ.get("STEPGRAPH_REQUIRE_NEO4J") == "1":
            raise
        pytest.skip(str(error))
