"""A document that is forgotten leaves nothing but its id."""

from __future__ import annotations

import stat
from datetime import datetime
from pathlib import Path

import pytest

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput, StoreError, UnknownDocument
from pipeline.exports.records import reading_lines
from pipeline.stores import Store, open_store
from pipeline.stores.erase import erase, holdings, lift
from pipeline.stores.read import list_documents, list_readings, read_graph, resolve_document
from pipeline.stores.write import close, write
from tests.support.graphs import HOSTILE, graph, reading

NOON = datetime(2026, 1, 1, 12)


def noon() -> datetime:
    return NOON


def count(store: Store) -> int:
    return store.ask("MATCH (n) RETURN count(n) AS n", {})[0]["n"]


def test_a_forgotten_document_leaves_only_its_id_and_others_stay(store: Store) -> None:
    write([reading(graph("a.txt", ("pond", "leaf")))], store=store, clock=noon)
    kept, alone = read_graph("a.txt", store=store), count(store)
    again = reading(graph("b.txt", ("well", "?", "-")), 2)
    write([reading(graph("b.txt", ("well", "cup", "-"))), again], store=store, clock=noon)

    erase("b.txt", store=store, clock=noon)

    assert count(store) == alone + 1  # the tombstone
    assert read_graph("a.txt", store=store) == kept
    assert [stored.document for stored in list_readings(store)] == ["a.txt"]
    stored = holdings("b.txt", store=store)
    assert (stored.forgotten_at, stored.readings, stored.steps) == (NOON, 0, 0)
    with pytest.raises(UnknownDocument, match="'b.txt' was forgotten at 2026-01-01 12:00"):
        read_graph("b.txt", store=store)


def test_a_concept_that_only_the_forgotten_had_goes_and_a_shared_one_stays(store: Store) -> None:
    def about(id: str, *names: str) -> TemporalGraph:
        document = graph(id).document
        rows = [("?",) * (document.n_steps + 1) for _ in names]
        return TemporalGraph.from_grid(
            document, Grid.from_texts([Entity.parse(name) for name in names], rows)
        )

    write([reading(about("a", "milk")), reading(about("b", "milk", "secret"))],
          store=store, clock=noon)  # fmt: skip

    erase("b", store=store, clock=noon)

    rows = store.ask("MATCH (c:Concept) RETURN c.name AS name", {})
    assert [row["name"] for row in rows] == ["milk"]


def test_a_forgotten_document_is_refused_until_that_is_lifted(store: Store) -> None:
    write([reading(number=4)], store=store, clock=noon)
    erase("leaf.txt", store=store, clock=noon)

    with pytest.raises(BadInput, match="'leaf.txt' was forgotten .* forget --lift 'leaf.txt'"):
        write([reading(number=5), reading(graph("other"))], store=store, clock=noon)
    assert list_documents(store) == []

    assert lift("leaf.txt", store=store)
    assert not lift("leaf.txt", store=store)
    assert write([reading(number=1)], store=store, clock=noon) == ["leaf.txt:1"]


def test_what_was_not_forgotten_cannot_be_lifted(store: Store) -> None:
    write([reading()], store=store, clock=noon)

    assert not lift("leaf.txt", store=store)
    assert read_graph("leaf.txt", store=store) == graph()


def test_forgetting_twice_or_what_is_not_there_leaves_a_tombstone(store: Store) -> None:
    for _ in range(2):
        erase("never.txt", store=store, clock=noon)

    assert holdings("never.txt", store=store).forgotten_at == NOON
    assert resolve_document("never.txt", store=store) == "never.txt"


@pytest.mark.parametrize("name", HOSTILE[:6])
def test_an_id_made_of_cypher_forgets_only_itself(ladybug_store: Store, name: str) -> None:
    write([reading(graph("kept")), reading(graph(name))], store=ladybug_store, clock=noon)

    erase(name, store=ladybug_store, clock=noon)

    assert [stored.document for stored in list_documents(ladybug_store)] == ["kept"]


def test_the_embedded_file_keeps_no_byte_of_what_was_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "it's a `path`; DROP" / "graph"
    store = open_store(f"ladybug:{path}")
    hostile = [reading(graph(f"kept {n}", (name, "leaf"))) for n, name in enumerate(HOSTILE)]
    write([reading(graph("b.txt", ("secretplace", "?"))), *hostile], store=store, clock=noon)
    store.close()
    assert b"secretplace" in path.read_bytes()
    store = open_store(store.url)
    identity = store.identity()

    erase("b.txt", store=store, clock=noon)
    before = list(reading_lines(store))
    store.close_rewritten()

    assert b"secretplace" not in path.read_bytes()
    assert [file.name for file in path.parent.iterdir()] == ["graph"]
    store = open_store(store.url)
    assert list(reading_lines(store)) == before
    assert store.identity() == identity
    write([reading(graph("new"))], store=store, clock=noon)  # its keys and indexes are there
    with pytest.raises(BadInput):
        write([reading(graph("b.txt"))], store=store, clock=noon)
    store.close()


@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_a_store_that_is_rewritten_stays_as_private_as_it_was(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "graph"
    store = open_store(f"ladybug:{path}")
    path.chmod(mode)

    store.close_rewritten()

    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_store_that_is_in_use_is_not_rewritten(ladybug_store: Store) -> None:
    second = open_store(ladybug_store.url)

    with pytest.raises(StoreError, match="in use elsewhere"):
        ladybug_store.close_rewritten()
    second.close()


def test_closed_readings_hold_no_longer_but_held_before(store: Store) -> None:
    write([reading(), reading(graph("b"))], store=store, clock=noon)

    closed = close({"leaf.txt": "leaf.txt:1"}, store=store, clock=lambda: datetime(2026, 2, 1))

    assert closed == ["leaf.txt:1"]
    assert close({"leaf.txt": "leaf.txt:1"}, store=store, clock=noon) == []
    assert [stored.document for stored in list_documents(store)] == ["b"]
    assert read_graph("leaf.txt", store=store, as_of=datetime(2026, 1, 15)) == graph()
    with pytest.raises(UnknownDocument, match="'leaf.txt' was closed at 2026-02-01"):
        read_graph("leaf.txt", store=store)


def test_a_newer_reading_than_the_one_that_is_gone_stays_open(store: Store) -> None:
    write([reading()], store=store, clock=noon)
    write([reading(number=2)], store=store, clock=noon)

    assert close({"leaf.txt": "leaf.txt:1"}, store=store, clock=noon) == []
    assert [stored.number for stored in list_documents(store)] == [2]
