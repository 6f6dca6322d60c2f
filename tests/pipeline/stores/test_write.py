"""A batch is one transaction; repeating it, or coming late with it, changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Thread
from typing import Any

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid, Location, Track
from pipeline.errors import BadInput, StoreError
from pipeline.stores import OPEN_END, Row, Store, create_rows, open_store
from pipeline.stores.read import list_documents, list_readings, read_graph
from pipeline.stores.statements import statement
from pipeline.stores.store import Ask
from pipeline.stores.write import close, write
from tests.support.graphs import document, graph, reading
from tests.support.neo4j_server import Server

NOON = datetime(2026, 1, 1, 12)
TICK = timedelta(microseconds=1)
OLD, NEW = graph(states=("soil", "root", "leaf")), graph(states=("?", "-"))


def noon() -> datetime:
    return NOON


def later() -> datetime:
    return NOON + timedelta(hours=1)


def contents(store: Store) -> list[Row]:
    """Every node and relationship, as text that can be compared."""
    nodes = store.ask("MATCH (n) RETURN n", {})
    relations = store.ask("MATCH (a)-[r]->(b) RETURN a, r, b", {})
    return sorted(map(repr, nodes + relations))


def test_a_graph_is_stored_with_the_properties_that_questions_rely_on(store: Store) -> None:
    write([reading(graph(states=("soil", "root", "-")))], store=store, clock=noon)

    expected = {
        "MATCH (d:Document)-[:READ_AS]->(r:Reading) RETURN d.id, d.title, r.id, r.number, r.model,"
        " r.checkpoint, r.settings, r.n_steps, r.recorded_from, r.recorded_until": [
            ("leaf.txt", "About leaf.txt", "leaf.txt:1", 1, "gold", "no checkpoint", "{}", 2)
            + (NOON, OPEN_END)
        ],
        "MATCH (r:Reading)-[:HAS_STEP]->(a:Step)-[:NEXT]->(b:Step) RETURN a.id, a.number,"
        " a.text, b.number, b.char_start": [
            ("leaf.txt:1/step/1", 1, "Step 1: water.", 2, 15),
        ],
        "MATCH (r:Reading)-[m:MENTIONS]->(e:Entity) RETURN e.name, e.aliases, m.`exists`": [
            ("water; H2O", ["water", "H2O"], [1.0, 1.0, 0.0])
        ],
        "MATCH (e:Entity)-[:INSTANCE_OF]->(c:Concept) RETURN c.name ORDER BY c.name": [
            ("h2o",),
            ("water",),
        ],
        "MATCH (e:Entity)-[a:LOCATED_AT]->(l:Location) RETURN l.name, l.kind, a.from_step,"
        " a.until_step, a.probabilities, a.evidence_step, a.char_start, a.char_end"
        " ORDER BY a.from_step": [
            ("soil", "stated", 0, 1, [1.0], -1, -1, -1),
            ("root", "stated", 1, 2, [1.0], -1, -1, -1),
        ],
        "MATCH (s:Step)-[c:MOVES]->(e:Entity) RETURN s.number, c.origin, c.destination,"
        " c.probability, c.evidence_step": [(1, "soil", "root", 1.0, 1)],
        "MATCH (s:Step)-[c:DESTROYS]->(e:Entity) RETURN s.number, c.origin": [(2, "root")],
        "MATCH (s:Step)-[c:CREATES]->(e:Entity) RETURN s.number": [],
    }
    for cypher, rows in expected.items():
        assert [tuple(row.values()) for row in store.ask(cypher, {})] == rows, cypher


def test_running_twice_changes_nothing(store: Store) -> None:
    batch = [reading(graph("a")), reading(graph("b"))]
    assert write(batch, store=store, clock=noon) == ["a:1", "b:1"]
    before = contents(store)

    assert write(batch, store=store, clock=later) == []

    assert contents(store) == before


def test_a_late_reading_changes_nothing(store: Store) -> None:
    write([reading(NEW, 2)], store=store, clock=noon)
    before = contents(store)

    assert write([reading(OLD, 1)], store=store, clock=later) == []

    assert contents(store) == before


def test_only_what_is_missing_from_a_repeated_batch_is_written(store: Store) -> None:
    write([reading(graph("a"))], store=store, clock=noon)

    assert write([reading(graph(id)) for id in "ab"], store=store, clock=later) == ["b:1"]

    assert [stored.recorded_from for stored in list_documents(store)] == [noon(), later()]


def test_a_duplicate_in_a_batch_is_written_once_and_the_first_one_counts(store: Store) -> None:
    assert write([reading(OLD), reading(NEW)], store=store, clock=noon) == ["leaf.txt:1"]

    assert read_graph("leaf.txt", store=store) == OLD


def test_a_newer_reading_closes_the_one_before_at_its_own_beginning(store: Store) -> None:
    write([reading(OLD, 1)], store=store, clock=noon)

    write([reading(NEW, 5)], store=store, clock=later)

    first, second = list_readings(store, "leaf.txt")
    assert (first.recorded_from, first.recorded_until) == (noon(), later())
    assert (second.number, second.recorded_from, second.recorded_until) == (5, later(), OPEN_END)


def test_two_readings_of_a_document_in_one_batch_follow_each_other(store: Store) -> None:
    write([reading(NEW, 2), reading(OLD, 1)], store=store, clock=noon)

    first, second = list_readings(store, "leaf.txt")
    assert (first.recorded_from, first.recorded_until) == (noon(), noon() + TICK)
    assert (second.recorded_from, second.recorded_until) == (noon() + TICK, OPEN_END)
    assert read_graph("leaf.txt", store=store) == NEW


def test_a_clock_that_steps_back_never_turns_history_round(store: Store) -> None:
    write([reading(OLD, 1)], store=store, clock=later)

    write([reading(NEW, 2)], store=store, clock=noon)

    first, second = list_readings(store, "leaf.txt")
    assert second.recorded_from == later() + TICK == first.recorded_until


def test_a_reading_that_was_closed_by_hand_stays_as_it_was(store: Store) -> None:
    write([reading(OLD, 1)], store=store, clock=noon)
    close = "MATCH (r:Reading) SET r.recorded_until = $moment"
    store.write(lambda ask: ask(close, {"moment": later()}))

    write([reading(NEW, 2)], store=store, clock=noon)

    first, second = list_readings(store, "leaf.txt")
    assert (first.recorded_until, second.recorded_from) == (later(), later() + TICK)


def test_a_document_goes_by_the_title_of_its_newest_reading_and_the_past_keeps_its_own(
    store: Store,
) -> None:
    renamed = replace(NEW, document=replace(NEW.document, title="New name", source="/new"))
    write([reading(OLD, 1)], store=store, clock=noon)

    write([reading(renamed, 2)], store=store, clock=later)

    rows = store.ask("MATCH (d:Document) RETURN d.title AS title, d.source AS source", {})
    assert rows == [{"title": "New name", "source": "/new"}]
    assert read_graph("leaf.txt", store=store, as_of=noon()) == OLD


def test_documents_share_the_concepts_of_their_entities(store: Store) -> None:
    def about(id: str, name: str) -> TemporalGraph:
        return TemporalGraph.from_grid(
            document(id), Grid.from_texts([Entity.parse(name)], [("?", "?", "?")])
        )

    write([reading(about("a", "Leaves")), reading(about("b", "leaf"))], store=store, clock=noon)

    rows = store.ask(
        "MATCH (e:Entity)-[:INSTANCE_OF]->(c:Concept) RETURN c.name AS name, count(e) AS n", {}
    )
    assert rows == [{"name": "leaf", "n": 2}]


@pytest.fixture
def sent(ladybug_store: Store, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Row]]:
    """The statements of each transaction with their parameters, as they are sent."""
    statements: list[tuple[str, Row]] = []
    write_once = ladybug_store.write

    def recording(work: Callable[[Ask], Any]) -> Any:
        def record(ask: Ask, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
            statements.append((cypher, dict(parameters)))
            return ask(cypher, parameters)

        return write_once(lambda ask: work(partial(record, ask)))

    monkeypatch.setattr(ladybug_store, "write", recording)
    return statements


def test_concepts_are_written_in_one_order_so_that_writers_never_wait_in_a_circle(
    ladybug_store: Store, sent: list[tuple[str, Row]]
) -> None:
    names = "zinc tin salt rye oil lye gin egg bran ale".split()
    entities = [Entity.parse(name) for name in names]
    grid = Grid.from_texts(entities, [["?"] * 3] * len(names))

    write([reading(TemporalGraph.from_grid(document(), grid))], store=ladybug_store, clock=noon)

    merged = [parameters["names"] for _, parameters in sent if "names" in parameters]
    rows = [parameters.get("rows", ()) for _, parameters in sent]
    tied = [[row["concept"] for row in batch if "concept" in row] for batch in rows]
    assert merged == [sorted(names)]
    assert sorted(names) in tied


def test_documents_are_locked_before_anything_is_known_of_them(
    ladybug_store: Store, sent: list[tuple[str, Row]]
) -> None:
    lock = statement("write/lock_documents")
    write([reading(OLD)], store=ladybug_store, clock=noon)
    first_of_writing = sent[0]
    sent.clear()

    close({"leaf.txt": "leaf.txt:1"}, store=ladybug_store, clock=later)

    assert first_of_writing == sent[0] == (lock, {"documents": ["leaf.txt"]})


def test_documents_that_are_closed_are_locked_in_one_order_whoever_closes_them(
    ladybug_store: Store, sent: list[tuple[str, Row]]
) -> None:
    close({"b.txt": "b.txt:1", "a.txt": "a.txt:1"}, store=ladybug_store, clock=later)

    assert sent[0] == (statement("write/lock_documents"), {"documents": ["a.txt", "b.txt"]})


def test_what_was_never_written_is_not_closed(ladybug_store: Store) -> None:
    write([reading(OLD)], store=ladybug_store, clock=noon)

    closed = close({"other.txt": "other.txt:1"}, store=ladybug_store, clock=later)

    assert closed == []
    assert all(each.is_open for each in list_readings(ladybug_store))


def test_clock_times_of_steps_bound_the_states_they_lead_to(store: Store) -> None:
    nine, ten = datetime(2026, 5, 1, 9), datetime(2026, 5, 1, 10)
    steps = (Step(1, "One.", 0, nine), Step(2, "Two.", 5, nine, ten))
    timed = TemporalGraph.from_grid(
        Document("timed", "Timed", "One. Two.", steps, "timed.txt"),
        Grid.from_texts([Entity.parse("water")], [("a", "b", "c")]),
    )

    write([reading(timed)], store=store, clock=noon)

    rows = store.ask(
        "MATCH (:Entity)-[a:LOCATED_AT]->(:Location) RETURN a.starts_at, a.ends_at"
        " ORDER BY a.from_step",
        {},
    )
    assert [tuple(row.values()) for row in rows] == [(None, nine), (nine, ten), (ten, None)]
    assert read_graph("timed", store=store) == timed


def test_more_rows_than_one_statement_takes_are_stored_whole(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(create_rows, "ROWS_A_STATEMENT", 100)
    text = document("large", tuple(f"S{n}." for n in range(60)))
    names = [Entity.parse(f"thing {n}") for n in range(5)]
    states = [[f"place {(n + t) % 7}" for t in range(61)] for n in range(5)]
    large = TemporalGraph.from_grid(text, Grid.from_texts(names, states))

    write([reading(large)], store=store, clock=noon)

    assert len(large.presences) > 300
    assert read_graph("large", store=store) == large


def test_nothing_of_a_batch_is_stored_if_one_statement_fails(store: Store) -> None:
    def refuse(ask: object) -> None:
        ask("CREATE (:Concept {name: 'half'})", {})  # type: ignore[operator]
        ask("THIS IS NOT CYPHER", {})  # type: ignore[operator]

    with pytest.raises(StoreError):
        store.write(refuse)

    assert store.ask("MATCH (c:Concept) RETURN c", {}) == []


@pytest.mark.parametrize(
    ("graph", "reason"),
    [
        (graph("a\0b"), "the document's id .* NUL"),
        (graph("x" * 1001), "has 1001 characters; at most 1000"),
        (graph(states=("soil", "ro\0ot")), "the location .* NUL"),
        (graph(states=("soil", "\ud800")), "not valid Unicode"),
        (replace(OLD, document=replace(OLD.document, title="\0")), "the title contains a NUL"),
    ],
)
def test_what_cannot_be_stored_is_refused_before_anything_is_written(
    store: Store, graph: TemporalGraph, reason: str
) -> None:
    with pytest.raises(BadInput, match=reason):
        write([reading(OLD), reading(graph, 2)], store=store, clock=noon)

    assert list_documents(store) == []


def test_a_stated_place_called_by_the_mark_for_unstated_is_refused(ladybug_store: Store) -> None:
    track = Track(Entity.parse("water"), (Location("?"), Location("soil"), Location("soil")))
    confusing = TemporalGraph.from_grid(document(), Grid(2, (track,)))

    with pytest.raises(BadInput, match=r"'leaf.txt' cannot be stored: .*'\?'"):
        write([reading(confusing)], store=ladybug_store, clock=noon)


def test_a_clock_with_a_zone_is_refused(ladybug_store: Store) -> None:
    with pytest.raises(ValueError, match="without a zone"):
        write([reading()], store=ladybug_store, clock=lambda: NOON.replace(tzinfo=UTC))


def test_no_readings_are_written_without_asking_the_store(ladybug_store: Store) -> None:
    ladybug_store.close()

    assert write([], store=ladybug_store, clock=noon) == []


def test_writers_of_the_same_batch_leave_one_reading_each_and_lose_none(
    store: Store, request: pytest.FixtureRequest
) -> None:
    written: list[str] = []
    batches = [[reading(graph(f"d{n}"), number) for n in range(20)] for number in (1, 2, 2, 3)]

    def work(batch: list) -> None:  # type: ignore[type-arg]
        server = request.getfixturevalue("neo4j") if store.engine == "neo4j" else None
        own = _another(store, server)
        written.extend(write(batch, store=own, clock=noon))
        own.close()

    threads = [Thread(target=work, args=(batch,)) for batch in batches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    kept = list_readings(store)
    assert sorted(written) == sorted(stored.id for stored in kept)  # each exactly once
    assert [stored.number for stored in kept if stored.is_open] == [3] * 20


def _another(store: Store, server: Server | None) -> Store:
    if server is None:
        return open_store(store.url)
    return open_store(server.url, username=server.username, password=server.password)
