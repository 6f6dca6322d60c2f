"""Lint accepts what we write, and each rule finds what breaks it, on either engine."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from pipeline.domain.graph import TemporalGraph
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.ledger.clock import utc_now
from pipeline.ledger.ledger import open_ledger
from pipeline.maintenance.forget import footprint_of, forget
from pipeline.maintenance.integrity_rules import EntityRows, LintFinding, PresenceRow, check_entity
from pipeline.maintenance.lint import entity_rows, lint
from pipeline.settings import Settings, load_settings
from pipeline.sources import discover
from pipeline.stores import OPEN_END, Store, open_store
from pipeline.stores.erase import erase
from pipeline.stores.rows import rows_of
from pipeline.stores.write import close, write
from tests.support.fake_reader import FakeReader
from tests.support.graphs import HOSTILE, graph, graphs, reading


def noon() -> datetime:
    return datetime(2026, 1, 1, 12)


def rules(store: Store, document: str | None = None) -> set[str]:
    return {finding.rule for finding in lint(store, document=document)}


def change(store: Store, cypher: str, **parameters: Any) -> None:
    store.write(lambda ask: ask(cypher, parameters))


def test_what_we_write_close_and_forget_is_clean(store: Store) -> None:
    write([reading(), reading(graph("b", ("-", "a", "?", "-"))), reading(graph("c"))],
          store=store, clock=noon)  # fmt: skip
    write([reading(graph("b"), 2)], store=store, clock=noon)
    close({"c": "c:1"}, store=store, clock=noon)
    erase("leaf.txt", store=store, clock=noon)

    assert list(lint(store)) == []


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(graphs())
def test_any_graph_that_is_made_of_a_grid_is_clean(made: TemporalGraph) -> None:
    rows = rows_of(made, reading="r")
    places = {row["id"]: row["name"] for row in rows["Location"]}
    steps = {row["id"]: row["number"] for row in rows["Step"]}
    presences = [
        row | {"location": places[row["location"]], "states": len(row["probabilities"])}
        for row in rows["LOCATED_AT"]
    ]
    events = [
        {"origin": None, "destination": None} | row | {"step": steps[row["step"]]}
        for name in ("CREATES", "MOVES", "DESTROYS")
        for row in rows[name]
    ]
    entities = [
        {"entity": row["id"], "name": row["name"], "states": len(row["exists"])}
        for row in rows["Entity"]
    ]

    for entity in entity_rows(entities, presences, events, n_steps=made.n_steps):
        assert list(check_entity(entity, n_steps=made.n_steps)) == []


STAY = "MATCH (:Entity)-[a:LOCATED_AT]->(l:Location) WHERE l.name = $name "
EVENT = "MATCH (s:Step) WHERE s.number = $step MATCH (e:Entity) "
BREAKS: list[tuple[str, tuple[str, ...], str, dict[str, Any]]] = [
    ("overlap", ("soil", "root", "root"), STAY + "SET a.until_step = 2", {"name": "soil"}),
    ("gap", ("soil", "root", "leaf"), STAY + "DELETE a", {"name": "root"}),
    ("interval-bounds", ("soil", "root", "leaf"), STAY + "SET a.until_step = 9", {"name": "leaf"}),
    ("interval-bounds", ("soil", "root", "leaf"), STAY + "SET a.from_step = 3", {"name": "leaf"}),
    ("probabilities", ("soil", "soil", "leaf"), STAY + "SET a.probabilities = $few",
     {"name": "soil", "few": [0.5]}),
    ("probabilities", ("soil", "soil"), "MATCH (:Reading)-[m:MENTIONS]->(:Entity)"
     " SET m.`exists` = $few", {"few": [0.5]}),
    ("change-without-event", ("soil", "root"), "MATCH (:Step)-[c:MOVES]->(:Entity) DELETE c", {}),
    ("change-without-event", ("-", "root"), "MATCH (:Step)-[c:CREATES]->(:Entity) DELETE c", {}),
    ("change-without-event", ("soil", "-"), "MATCH (:Step)-[c:DESTROYS]->(:Entity) DELETE c", {}),
    ("event-without-interval", ("soil", "root"), STAY + "DELETE a", {"name": "root"}),
    ("event-without-interval", ("soil", "root"),
     "MATCH (:Step)-[c:MOVES]->(:Entity) SET c.destination = 'leaf'", {}),
    ("moved-before-created", ("-", "-", "soil"),
     EVENT + "CREATE (s)-[:MOVES {origin: 'a', destination: 'b'}]->(e)", {"step": 1}),
    ("destroyed-twice", ("soil", "-", "-"),
     EVENT + "CREATE (s)-[:DESTROYS {origin: 'soil'}]->(e)", {"step": 2}),
    ("created-twice", ("-", "soil", "soil"),
     EVENT + "CREATE (s)-[:CREATES {destination: 'soil'}]->(e)", {"step": 2}),
    ("created-twice", ("soil", "soil"),
     EVENT + "CREATE (s)-[:CREATES {destination: 'soil'}]->(e)", {"step": 1}),
    ("two-events", ("soil", "root"),
     EVENT + "CREATE (s)-[:DESTROYS {origin: 'soil'}]->(e)", {"step": 1}),
    ("steps", ("soil", "root", "leaf"), "MATCH (s:Step) WHERE s.number = 2 DETACH DELETE s", {}),
    ("steps", ("soil", "root", "leaf"), "MATCH (s:Step) SET s.number = 1", {}),
    ("steps", ("soil", "root", "leaf", "air"),
     "MATCH (s:Step) WHERE s.number = 2 SET s.number = 1", {}),
    ("never-mentioned", ("soil", "root"), "MATCH (r:Reading) SET r.text = 'Milk boils.'", {}),
    ("forgotten", ("soil", "root"), "MATCH (d:Document) SET d.forgotten_at = $now",
     {"now": noon()}),
    ("readings", ("soil", "root"), "MATCH (r:Reading) SET r.recorded_until = $now",
     {"now": datetime(2020, 1, 1)}),
    ("readings", ("soil", "root"), "MATCH (r:Reading) DETACH DELETE r", {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "states", "cypher", "parameters"), BREAKS, ids=[rule for rule, *_ in BREAKS]
)
def test_each_rule_finds_what_breaks_it(
    store: Store, rule: str, states: tuple[str, ...], cypher: str, parameters: dict[str, Any]
) -> None:
    write([reading(graph("leaf.txt", states))], store=store, clock=noon)
    assert list(lint(store)) == []

    change(store, cypher, **parameters)

    assert rule in rules(store)
    assert rule in rules(store, "leaf.txt")


def test_two_readings_that_hold_at_once_are_found(store: Store) -> None:
    for number in (1, 2):
        write([reading(number=number)], store=store, clock=noon)

    change(store, "MATCH (r:Reading) SET r.recorded_until = $until", until=OPEN_END)

    (finding,) = lint(store)
    assert (finding.rule, finding.reading) == ("readings", 2)
    assert "reading 2 is open while reading 1 still is" in finding.message


def test_a_finding_names_its_place(ladybug_store: Store) -> None:
    write([reading(graph("a")), reading(graph("b"))], store=ladybug_store, clock=noon)
    change(ladybug_store, "MATCH (s:Step {id: 'b:1/step/2'})-[c:MOVES]->(:Entity) DELETE c")

    (finding,) = lint(ladybug_store)

    assert finding == LintFinding(
        "change-without-event", "error", "b", 1, "water; H2O", 2,
        "is then at 'leaf' over [2, 3), but not moved",
    )  # fmt: skip
    assert list(lint(ladybug_store, document="a")) == []


def test_another_form_of_a_name_is_a_mention(
    ladybug_store: Store,
) -> None:
    write([reading(graph("a"))], store=ladybug_store, clock=noon)

    change(ladybug_store, "MATCH (r:Reading) SET r.text = 'The WATERS rise.'")
    assert rules(ladybug_store) == set()


def test_many_readings_are_checked_a_few_at_a_time_each_once(store: Store) -> None:
    names = [*HOSTILE, *(f"d{n}" for n in range(10))]
    write([reading(graph(name, ("a", "b"))) for name in names], store=store, clock=noon)
    assert list(lint(store, at_once=3)) == []
    change(store, "MATCH (:Step)-[c:MOVES]->(:Entity) DELETE c")

    findings = lint(store, at_once=3)
    assert sorted(finding.document for finding in findings) == sorted(names)


def test_two_adjacent_intervals_at_one_location_need_an_event_too() -> None:
    presences = [PresenceRow(0, 1, "pot", 1), PresenceRow(1, 2, "pot", 1)]

    (finding,) = check_entity(EntityRows("water", 2, presences, []), n_steps=1)
    assert finding[:2] == ("change-without-event", 1)


@pytest.fixture
def ingested(tmp_path: Path) -> Settings:
    folder, made = tmp_path / "docs", load_settings(state=tmp_path / "state")
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.txt").write_text(f"Water {name} boils. Steam rises.")
    run(made, folder)
    return made


def run(made: Settings, folder: Path, *, prune: bool = False) -> None:
    inputs = [str(folder)]
    with open_ingestion(made, FakeReader()) as work:
        ingest(discover(inputs), work, inputs=inputs, prune=prune)


def findings_in(made: Settings) -> list[LintFinding]:
    store = open_store(made.store, read_only=True)
    with open_ledger(made.ledger) as ledger:
        findings = list(lint(store, ledger=ledger))
    store.close()
    return findings


def test_a_ledger_and_its_store_agree_after_all_that_we_do(ingested, tmp_path):
    assert findings_in(ingested) == []

    (tmp_path / "docs" / "a.txt").unlink()
    run(ingested, tmp_path / "docs", prune=True)
    forget(footprint_of("b.txt", ingested), ingested, clock=utc_now)
    run(ingested, tmp_path / "docs")

    assert findings_in(ingested) == []


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("UPDATE stepgraph_documents SET reading = 'a.txt:7' WHERE document_id = 'a.txt'",
         "has the reading 'a.txt:7' in the ledger, but 'a.txt:1' is open"),
        ("UPDATE stepgraph_documents SET state = 'gone', reading = NULL"
         " WHERE document_id = 'a.txt'", "is gone in the ledger, but 'a.txt:1' is open"),
        ("UPDATE stepgraph_documents SET state = 'forgotten', reading = NULL"
         " WHERE document_id = 'a.txt'", "is forgotten in the ledger, but has readings"),
        ("DELETE FROM stepgraph_documents WHERE document_id = 'a.txt'",
         "the ledger does not know it"),
        ("UPDATE stepgraph_stores SET identity = 'another'", "the ledger knew another store here"),
    ],
)  # fmt: skip
def test_a_store_that_disagrees_with_the_ledger_is_found(ingested, sql, message):
    with sqlite3.connect(ingested.state / "ledger.db") as ledger:
        ledger.execute(sql)
    ledger.close()

    (finding,) = findings_in(ingested)

    assert message in finding.message


def test_a_reading_that_the_store_lost_is_found(ingested):
    store = open_store(ingested.store)
    close({"c.txt": "c.txt:1"}, store=store, clock=utc_now)
    store.close()

    (finding,) = findings_in(ingested)

    assert (finding.rule, finding.document) == ("ledger", "c.txt")
    assert "but none is open in the store" in finding.message
