"""What is particular to the embedded engine: one file, one writer, its own gaps filled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from pipeline.errors import StoreError, Unreachable
from pipeline.stores import Ask, Store, ladybug, open_store
from pipeline.stores.read import list_documents, read_graph
from tests.support.graphs import graph

CONCEPTS = "MATCH (c:Concept) RETURN c.name AS name ORDER BY name"
CREATE = "CREATE (:Concept {name: $name})"


def test_stores_on_one_path_share_it_and_the_last_one_closes_it(tmp_path: Path) -> None:
    first = open_store(f"ladybug:{tmp_path / 'graph'}")
    second = open_store(f"ladybug:{tmp_path}/x/../graph", read_only=True)
    first.write(lambda ask: ask(CREATE, {"name": "water"}))

    first.close()
    first.close()

    assert second.ask(CONCEPTS, {}) == [{"name": "water"}]
    second.close()
    open_store(first.url).close()


def test_a_store_that_is_open_for_reading_is_not_opened_for_writing_too(tmp_path: Path) -> None:
    open_store(f"ladybug:{tmp_path / 'graph'}").close()
    reader = open_store(f"ladybug:{tmp_path / 'graph'}", read_only=True)

    with pytest.raises(Unreachable, match="open for reading in this process"):
        open_store(reader.url)

    reader.close()
    open_store(reader.url).close()


@pytest.mark.parametrize("read_only", [True, False])
def test_asking_never_writes(tmp_path: Path, read_only: bool) -> None:
    open_store(f"ladybug:{tmp_path / 'graph'}").close()
    store = open_store(f"ladybug:{tmp_path / 'graph'}", read_only=read_only)

    for cypher in (
        "CREATE (:Concept {name: 'x'})",
        "COMMIT; CREATE (:Concept {name: 'x'})",
        "MATCH (c:Concept) RETURN c; CREATE (:Concept {name: 'x'})",
        "CREATE NODE TABLE Other(id INT64 PRIMARY KEY)",
        "DROP TABLE NEXT",
        "COMMIT",
    ):
        with pytest.raises(StoreError):
            store.ask(cypher, {})

    assert store.ask(CONCEPTS, {}) == []
    store.close()


def test_a_store_opened_for_reading_refuses_to_write(tmp_path: Path) -> None:
    open_store(f"ladybug:{tmp_path / 'graph'}").close()
    store = open_store(f"ladybug:{tmp_path / 'graph'}", read_only=True)

    with pytest.raises(StoreError, match="opened for reading only"):
        store.write(lambda ask: ask(CREATE, {"name": "x"}))
    store.close()


def test_a_disk_that_is_full_is_no_fault_of_the_document(ladybug_store: Store) -> None:
    def fill_the_disk(_ask: Ask) -> None:
        raise RuntimeError("IO exception: Cannot write. Error: No space left on device")

    with pytest.raises(Unreachable, match="disk .* is full .*; free space on it and ingest again"):
        ladybug_store.write(fill_the_disk)


def test_columns_without_an_alias_have_names_that_a_user_can_read(ladybug_store: Store) -> None:
    ladybug_store.write(lambda ask: ask(CREATE, {"name": "x"}))

    (row,) = ladybug_store.ask(
        "MATCH (c:Concept) RETURN count(c), count(DISTINCT c), count(*), id(c)", {}
    )
    (labelled, *_) = ladybug_store.ask("MATCH (c) RETURN labels(c)", {})

    assert list(row) == ["COUNT(c)", "COUNT(DISTINCT c)", "COUNT(*)", "ID(c)"]
    assert list(labelled) == ["LABELS(c)"]


def test_what_is_not_committed_yet_is_not_read(ladybug_store: Store) -> None:
    def look_meanwhile(ask: Ask) -> int:
        ask(CREATE, {"name": "water"})
        return len(ladybug_store.ask(CONCEPTS, {}))

    assert ladybug_store.write(look_meanwhile) == 0
    assert ladybug_store.ask(CONCEPTS, {}) == [{"name": "water"}]


@pytest.mark.parametrize("times", [1, 2])
def test_a_full_pool_is_emptied_once_and_then_said_in_one_line(
    ladybug_store: Store, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    ladybug_store.write(lambda ask: ask(CREATE, {"name": "water"}))
    _fill_pool(monkeypatch, times=times)

    if times == 2:
        with pytest.raises(StoreError, match=r"ran out of memory .* \(512 MiB\); ask about less"):
            ladybug_store.ask(CONCEPTS, {})

    assert ladybug_store.ask(CONCEPTS, {}) == [{"name": "water"}]


def test_the_small_pool_of_an_ingest_is_enlarged_for_a_question_that_needs_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, other = _small_store(tmp_path), _small_store(tmp_path)
    store.write(lambda ask: ask(CREATE, {"name": "water"}))
    assert store._shared.pool_bytes == 128 << 20

    _fill_pool(monkeypatch, times=2)
    assert store.ask(CONCEPTS, {}) == [{"name": "water"}]
    assert store._shared.pool_bytes == 512 << 20

    store.write(lambda ask: ask(CREATE, {"name": "ice"}))
    assert len(other.ask(CONCEPTS, {})) == 2
    store.close()
    other.write(lambda ask: ask(CREATE, {"name": "rain"}))
    assert len(other.ask(CONCEPTS, {})) == 3
    other.close()


def test_the_small_pool_of_an_ingest_is_enlarged_for_a_transaction_that_needs_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = _small_store(tmp_path)
    first = store._shared.database
    _fill_pool(monkeypatch, times=1)

    store.write(lambda ask: [ask(CREATE, {"name": name}) for name in ("water", "ice")])

    assert first.is_closed
    assert store.ask(CONCEPTS, {}) == [{"name": "ice"}, {"name": "water"}]
    _fill_pool(monkeypatch, times=1)
    with pytest.raises(StoreError, match="pool is full"):  # there is no larger one
        store.write(lambda ask: ask(CREATE, {"name": "steam"}))
    assert len(store.ask(CONCEPTS, {})) == 2
    store.close()


def test_the_file_of_an_ingest_is_opened_again_whenever_it_has_grown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, other = _small_store(tmp_path), _small_store(tmp_path)
    first, size = store._shared.database, store._shared.path.stat().st_size
    store.write(lambda ask: [ask(CREATE, {"name": f"{n} {'wax ' * 99}"}) for n in range(99)])
    store._writer.execute("CHECKPOINT")
    growth = store._shared.path.stat().st_size - size
    assert growth > 0

    monkeypatch.setattr(ladybug, "GROWTH_BEFORE_RENEWAL", growth + 1)
    store.write(lambda ask: None)
    assert not first.is_closed
    opened = ladybug._open_database

    def opened_when_nothing_is_asked(*arguments: Any, **keywords: Any) -> Any:
        assert store.reading.locked() and other.reading.locked()
        return opened(*arguments, **keywords)

    monkeypatch.setattr(ladybug, "_open_database", opened_when_nothing_is_asked)
    monkeypatch.setattr(ladybug, "GROWTH_BEFORE_RENEWAL", growth)
    store.write(lambda ask: ask(CREATE, {"name": "sap"}))
    assert first.is_closed

    second = store._shared.database
    other.write(lambda ask: ask(CREATE, {"name": "tea"}))
    assert len(other.ask(CONCEPTS, {})) == 101
    assert not second.is_closed and store._shared.pool_bytes == 128 << 20
    store.close()
    other.close()


def test_a_migration_has_the_memory_of_any_other_writer(tmp_path: Path) -> None:
    store = _small_store(tmp_path)
    store.change_schema(["CREATE NODE TABLE Extra(id STRING PRIMARY KEY)"], [])

    assert store._shared.pool_bytes == 512 << 20
    store.close()


def test_the_pool_is_not_enlarged_while_a_transaction_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = _small_store(tmp_path)

    def ask_too_much_meanwhile(ask: Ask) -> None:
        ask(CREATE, {"name": "water"})
        with monkeypatch.context() as within:
            _fill_pool(within, times=2)
            with pytest.raises(StoreError, match="ran out of memory"):
                store.ask(CONCEPTS, {})

    store.write(ask_too_much_meanwhile)

    assert store.ask(CONCEPTS, {}) == [{"name": "water"}]
    store.close()


def test_a_file_that_another_process_takes_meanwhile_is_opened_by_the_next_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = _small_store(tmp_path)
    store.write(lambda ask: ask(CREATE, {"name": "water"}))

    def taken(*_arguments: Any, **_keywords: Any) -> None:
        raise Unreachable("it is being written by another process")

    with monkeypatch.context() as within:
        within.setattr(ladybug, "_open_database", taken)
        _fill_pool(within, times=1)
        with pytest.raises(Unreachable, match="written by another process"):
            store.write(lambda ask: ask(CREATE, {"name": "ice"}))
        with pytest.raises(StoreError, match="the embedded engine failed"):
            store.ask(CONCEPTS, {})

    store.write(lambda ask: ask(CREATE, {"name": "steam"}))
    assert store.ask(CONCEPTS, {}) == [{"name": "steam"}, {"name": "water"}]
    store.close()


def _small_store(folder: Path) -> ladybug.EmbeddedStore:
    """A store as an ingest opens it."""
    store = open_store(f"ladybug:{folder / 'graph'}", small_transactions=True)
    assert isinstance(store, ladybug.EmbeddedStore)
    return store


def _fill_pool(monkeypatch: pytest.MonkeyPatch, *, times: int) -> None:
    """Have the engine refuse so many queries, as it does when its memory is full."""
    left = [StoreError("refused it: The buffer pool is full and no memory")] * times
    run = ladybug._run

    def failing(*arguments: Any, **keywords: Any) -> Any:
        if left:
            raise left.pop()
        return run(*arguments, **keywords)

    monkeypatch.setattr(ladybug, "_run", failing)


def test_a_commit_of_which_only_the_checkpoint_failed_counts_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = open_store(f"ladybug:{tmp_path / 'graph'}")
    assert isinstance(store, ladybug.EmbeddedStore)
    execute = store._writer.execute

    def full(statement: Any, *arguments: Any) -> Any:
        done = execute(statement, *arguments)
        if statement == "COMMIT":
            raise RuntimeError(
                "Transaction committed successfully, but the post-commit checkpoint failed. The "
                "committed data is durable: The buffer pool is full"
            )
        return done

    monkeypatch.setattr(store._writer, "execute", full)
    store.write(lambda ask: ask(CREATE, {"name": "water"}))

    assert store.ask(CONCEPTS, {}) == [{"name": "water"}]
    assert "the commit is safe in the log" in caplog.text
    store.close()


def test_a_large_file_is_written_with_as_much_memory_as_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladybug.os, "sysconf", lambda _name: 1 << 16)  # 4 GiB of memory
    small, large = tmp_path / "small", tmp_path / "large"
    small.touch()
    with large.open("wb") as file:
        file.truncate(600 << 20)

    assert ladybug._pool_bytes(tmp_path / "new", read_only=False) == 512 << 20
    assert ladybug._pool_bytes(small, read_only=False) == 512 << 20
    assert ladybug._pool_bytes(large, read_only=False) == 600 << 20
    assert ladybug._pool_bytes(small, read_only=True) == 1 << 30


def test_a_store_that_lost_its_identity_meanwhile_is_to_be_opened_again(
    ladybug_store: Store,
) -> None:
    ladybug_store.write(lambda ask: ask("MATCH (s:Store) DETACH DELETE s", {}))

    with pytest.raises(Unreachable, match="no longer holds a graph; open it again"):
        ladybug_store.identity()


def test_threads_share_a_store(ladybug_store: Store) -> None:
    failed: list[BaseException] = []

    def work(order: int) -> None:
        try:
            for number in range(10):
                name = f"{order}.{number}"
                ladybug_store.write(lambda ask, name=name: ask(CREATE, {"name": name}))
                assert {"name": name} in ladybug_store.ask(CONCEPTS, {})
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=work, args=(order,)) for order in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    assert len(ladybug_store.ask(CONCEPTS, {})) == 40


def test_a_killed_writer_loses_nothing_that_was_reported_as_stored(tmp_path: Path) -> None:
    url = f"ladybug:{tmp_path / 'graph'}"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITE_UNTIL_KILLED, url],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert writer.stdout is not None
    acknowledged = [writer.stdout.readline().strip() for _ in range(5)]
    writer.kill()
    acknowledged += [line.strip() for line in writer.stdout if line.endswith("\n")]
    writer.wait()

    store = open_store(url)
    kept = list_documents(store)

    assert len(kept) in (
        len(acknowledged) * 3,
        len(acknowledged) * 3 + 3,
    )  # the last commit may be unacknowledged
    assert all(
        read_graph(stored.document, store=store) == graph(stored.document) for stored in kept
    )
    store.close()


WRITE_UNTIL_KILLED = """
import sys
from datetime import datetime
from itertools import count
from pipeline.stores import open_store
from pipeline.stores.write import write
from tests.support.graphs import graph, reading
store = open_store(sys.argv[1])
for batch in count():
    names = [f"{batch}.{n}" for n in range(3)]
    write([reading(graph(name)) for name in names], store=store, clock=datetime.now)
    print(batch, flush=True)
"""
