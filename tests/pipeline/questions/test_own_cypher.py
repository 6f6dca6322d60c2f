"""A user's own Cypher receives its parameters, and is run or refused alike on both engines."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from pipeline.errors import BadInput
from pipeline.questions.own_cypher import read_value, run_cypher
from pipeline.stores import Store
from pipeline.stores.write import write
from tests.support.graphs import graph, reading

DAY = datetime(2024, 5, 1)


def test_a_value_for_a_users_cypher_is_read_as_json_if_it_is_json() -> None:
    assert [read_value(text) for text in ("3", "[1]", "water", '"3"')] == [3, [1], "water", "3"]


def test_a_users_cypher_receives_its_parameters_and_the_moment(store: Store) -> None:
    write([reading()], store=store, clock=lambda: DAY)
    text = """
        MATCH (r:Reading)-[:MENTIONS]->(e:Entity) // $comment
        WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until AND e.name <> $other
        RETURN e.name AS name, '$string' AS string
    """

    rows = run_cypher(text, {"other": "x"}, store=store)

    assert rows == [{"name": "water; H2O", "string": "$string"}]
    assert run_cypher(text, {"other": "x"}, store=store, as_of=DAY - timedelta(days=1)) == []


@pytest.mark.parametrize(
    ("text", "parameters", "message"),
    [
        ("MATCH (n:Entity) WHERE n.name = $name RETURN n.name", {}, "needs $name"),
        ("MATCH (n:Entity) RETURN n.name", {"name": 1}, "does not use $name"),
        ("MATCH (n) DETACH DELETE n", {}, "DETACH is refused"),
    ],
)
def test_a_users_cypher_with_a_fault_is_refused(
    store: Store, text: str, parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInput, match=message.replace("$", r"\$")):
        run_cypher(text, parameters, store=store)


def test_a_time_that_the_query_does_not_use_is_refused(store: Store) -> None:
    with pytest.raises(BadInput, match="--as-of has no effect"):
        run_cypher("MATCH (d:Document) RETURN d.id AS id", {}, store=store, as_of=DAY)


def test_an_alias_may_be_a_word_that_writes_elsewhere(store: Store) -> None:
    write([reading()], store=store, clock=lambda: DAY)

    rows = run_cypher(
        "MATCH (e:Entity) WITH e.name AS set WHERE set <> 'x' RETURN set ORDER BY set",
        {},
        store=store,
    )

    assert rows == [{"set": "water; H2O"}]


@pytest.mark.parametrize(
    "text",
    [
        "WITH 1 AS as WITH as SET as.x = 1 RETURN as",
        "MATCH (with:Entity) WITH with SET with.name = 'x' RETURN 1 AS n",
    ],
)
def test_what_passes_the_guard_by_an_odd_name_still_writes_nothing(store: Store, text: str) -> None:
    write([reading()], store=store, clock=lambda: DAY)

    with pytest.raises(BadInput):
        run_cypher(text, {}, store=store)

    rows = store.ask("MATCH (e:Entity) RETURN e.name AS name", {})
    assert rows == [{"name": "water; H2O"}]


@pytest.mark.parametrize(
    ("text", "present"),
    [
        ("MATCH (e:Entity)-[:LOCATED_AT]->(l:Location) RETURN e.name, l.name", False),
        ("MATCH (r:Reading)-[:MENTIONS]->(e:Entity) RETURN count(e) AS n", False),
        ("MATCH (d:Document)-->(x) RETURN count(x) AS n", False),
        ("MATCH (d:Document)-[r]->(x) RETURN count(x) AS n", False),
        ("MATCH (n) RETURN count(n) AS n", False),
        ("MATCH (n) WHERE n.name = 'recorded_until' RETURN count(n) AS n", False),
        ("MATCH (d:Document) RETURN d.id AS id", True),
        ("RETURN 1 AS n", True),
        ("MATCH (:Reading {recorded_until: $open_end})-[:MENTIONS]->(e) RETURN e.name", True),
        ("MATCH (r:Reading) WHERE r.recorded_until > $as_of RETURN count(r) AS n", True),
        ("MATCH (r:Reading {number: 1})-[:MENTIONS]->(e:Entity) RETURN e.name", True),
        ("MATCH (r:Reading)-[:MENTIONS]->(e:Entity) RETURN r.number, e.name", True),
        ("MATCH (r:Reading)-[:HAS_STEP]->(s:Step {number: 1}) RETURN s.id, r.title", False),
    ],
)
def test_a_query_that_would_count_older_readings_is_refused_with_the_fix(
    store: Store, text: str, present: bool
) -> None:
    write([reading()], store=store, clock=lambda: DAY)
    run_cypher(text, {}, store=store)  # there is no older reading yet
    write([reading(graph(states=("pot", "jar")), number=2)], store=store, clock=lambda: DAY)

    if present:
        run_cypher(text, {}, store=store)
    else:
        with pytest.raises(BadInput, match=r"\(1 in this store\).*\{recorded_until: \$open_end\}"):
            run_cypher(text, {}, store=store)

    run_cypher(text, {}, store=store, all_readings=True)
