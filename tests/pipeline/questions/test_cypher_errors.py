"""What an engine refuses is explained on one line, and what that line advises runs."""

from __future__ import annotations

from datetime import datetime

import pytest

from pipeline.errors import BadInput
from pipeline.questions.own_cypher import run_cypher
from pipeline.stores import Store
from pipeline.stores.write import write
from tests.support.graphs import graph, reading

DAY = datetime(2024, 5, 1)
ENTITY = "MATCH (e:Entity) "
EDGE = "MATCH (a:Entity)-[r:LOCATED_AT]->(b:Location) "

# Refused by the embedded engine, part of what is advised, and that advice followed
EMBEDDED = [
    (EDGE + "RETURN type(r)", "label(r)", EDGE + "RETURN label(r)"),
    ("RETURN round(1.5)", "round(x, 0)", "RETURN round(1.5, 0)"),
    (
        ENTITY + "WHERE EXISTS { (e)-[:LOCATED_AT]->() } RETURN e.name",
        "EXISTS { MATCH (a)-[:T]->(b) }",
        ENTITY + "WHERE EXISTS { MATCH (e)-[:LOCATED_AT]->() } RETURN e.name",
    ),
    (
        ENTITY + "RETURN COUNT { (e)-[:LOCATED_AT]->() } AS n",
        "COUNT { MATCH (a)-[:T]->(b) }",
        ENTITY + "RETURN COUNT { MATCH (e)-[:LOCATED_AT]->() } AS n",
    ),
    (
        ENTITY + "WHERE exists((e)-[:LOCATED_AT]->()) RETURN e.name",
        "EXISTS { MATCH (a)-[:T]->(b) }",
        ENTITY + "WHERE EXISTS { MATCH (e)-[:LOCATED_AT]->() } RETURN e.name",
    ),
    ("RETURN toString(1)", "string(x)", "RETURN string(1)"),
    ("RETURN toInteger('1')", "to_int64(x)", "RETURN to_int64('1')"),
    ("RETURN toFloat('1')", "to_double(x)", "RETURN to_double('1')"),
    ("RETURN toBoolean('true')", "cast(x AS BOOL)", "RETURN cast('true' AS BOOL)"),
    ("RETURN datetime()", "current_timestamp()", "RETURN current_timestamp()"),
    ("RETURN localdatetime('2026-01-31')", "timestamp(", "RETURN timestamp('2026-01-31')"),
    ("RETURN timestamp()", "current_timestamp()", "RETURN current_timestamp()"),
    ("RETURN head([1, 2])", "list_extract(list, 1)", "RETURN list_extract([1, 2], 1)"),
    ("RETURN last([1, 2])", "list_extract(list, -1)", "RETURN list_extract([1, 2], -1)"),
    ("RETURN tail([1, 2])", "list_slice", "RETURN list_slice([1, 2], 2, size([1, 2]))"),
    ("RETURN split('a b', ' ')", "string_split(text, ' ')", "RETURN string_split('a b', ' ')"),
    (EDGE + "RETURN startNode(r)", "start_node(r)", EDGE + "RETURN start_node(r)"),
    (EDGE + "RETURN endNode(r)", "end_node(r)", EDGE + "RETURN end_node(r)"),
    (ENTITY + "RETURN elementId(e)", "id(e)", ENTITY + "RETURN id(e)"),
    ("RETURN isEmpty([])", "size(list) = 0", "RETURN size([]) = 0"),
    (
        "RETURN reduce(total = 0, x IN [1, 2] | total + x)",
        "list_reduce",
        "RETURN list_reduce([1, 2], (a, b) -> a + b)",
    ),
    ("RETURN foo(1)", "show_functions", "CALL show_functions() RETURN *"),
    ("RETURN sum('a')", "sum(x) of numbers", "RETURN sum(1)"),
    (ENTITY + "RETURN e.name + 1", "string(x)", ENTITY + "RETURN e.name + string(1)"),
    (
        "RETURN [x IN [1, 2] WHERE x > 1]",
        "list_filter(list, x -> x > 1)",
        "RETURN list_filter([1, 2], x -> x > 1)",
    ),
    (
        "RETURN [x IN [1, 2] | x + 1]",
        "list_transform(list, x -> x + 1)",
        "RETURN list_transform([1, 2], x -> x + 1)",
    ),
    (
        ENTITY + "RETURN [(e)-[:LOCATED_AT]->(l) | l.name]",
        "collect(b.name)",
        ENTITY + "OPTIONAL MATCH (e)-[:LOCATED_AT]->(l) RETURN e.name, collect(l.name)",
    ),
    (
        ENTITY + "RETURN COLLECT { MATCH (e)-[:LOCATED_AT]->(l) RETURN l.name }",
        "collect(b.name)",
        ENTITY + "OPTIONAL MATCH (e)-[:LOCATED_AT]->(l) RETURN e.name, collect(l.name)",
    ),
    (
        ENTITY + "CALL { WITH e RETURN e.name AS n } RETURN n",
        "continue with WITH",
        ENTITY + "WITH e.name AS n RETURN n",
    ),
    (
        "MATCH (e:Entity WHERE e.name <> 'x') RETURN e.name",
        "WHERE after the pattern",
        "MATCH (e:Entity) WHERE e.name <> 'x' RETURN e.name",
    ),
    (
        "MATCH p = shortestPath((a:Step)-[:NEXT*1..5]->(b:Step)) RETURN p",
        "-[:NEXT* SHORTEST 1..30]->",
        "MATCH p = (a:Step)-[:NEXT* SHORTEST 1..30]->(b:Step) RETURN p",
    ),
    (ENTITY + "RETURN e LIMIT 1 SKIP 0", "SKIP before", ENTITY + "RETURN e SKIP 0 LIMIT 1"),
    (ENTITY + "RETURN e {.name}", "{name: e.name}", ENTITY + "RETURN {name: e.name}"),
    (
        "MATCH (e) WHERE e:Entity RETURN e.name",
        "label(e) = 'Entity'",
        "MATCH (e) WHERE label(e) = 'Entity' RETURN e.name",
    ),
    (ENTITY + "USING INDEX e:Entity(name) RETURN e", "leave it out", ENTITY + "RETURN e"),
    (ENTITY + "RETURN e.name AS end", "`end`", ENTITY + "RETURN e.name AS `end`"),
    (
        ENTITY + "WITH e ORDER BY e.name RETURN collect(e.name)",
        "LIMIT 1000",
        ENTITY + "WITH e ORDER BY e.name LIMIT 1000 RETURN collect(e.name)",
    ),
    ("RETURN 1 <= 2 < 3", "a <= b AND b < c", "RETURN 1 <= 2 AND 2 < 3"),
    ("RETURN [1, 2][0]", "from 1", "RETURN [1, 2][1]"),
    ("CALL db.labels()", "show_tables", "CALL show_tables() RETURN *"),
]
# The same for Neo4j
SERVER = [
    (EDGE + "RETURN label(r)", "type(r)", EDGE + "RETURN type(r)"),
    (ENTITY + "RETURN label(e)", "labels(e)[0]", ENTITY + "RETURN labels(e)[0]"),
    ("RETURN string(1)", "toString(x)", "RETURN toString(1)"),
    ("RETURN to_int64('1')", "toInteger(x)", "RETURN toInteger('1')"),
    ("RETURN to_double('1')", "toFloat(x)", "RETURN toFloat('1')"),
    ("RETURN current_timestamp()", "localdatetime()", "RETURN localdatetime()"),
    ("RETURN list_extract([1], 1)", "list[0]", "RETURN [1][0]"),
    ("RETURN list_contains([1], 1)", "x IN list", "RETURN 1 IN [1]"),
    (
        "RETURN list_sum([1, 2])",
        "reduce(total = 0",
        "RETURN reduce(total = 0, x IN [1, 2] | total + x)",
    ),
    ("RETURN string_split('a b', ' ')", "split(text, ' ')", "RETURN split('a b', ' ')"),
    (EDGE + "RETURN start_node(r)", "startNode(r)", EDGE + "RETURN startNode(r)"),
    (EDGE + "RETURN end_node(r)", "endNode(r)", EDGE + "RETURN endNode(r)"),
    ("CALL show_tables() RETURN *", "db.labels", "CALL db.labels()"),
    ("RETURN foo(1)", "has no function foo()", "RETURN abs(1)"),
]


def check(store: Store, refused: str, advice: str, advised: str) -> None:
    write([reading(graph())], store=store, clock=lambda: DAY)

    with pytest.raises(BadInput) as refusal:
        run_cypher(refused, {}, store=store)

    assert advice in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert "exception" not in str(refusal.value)
    assert run_cypher(advised, {}, store=store)


@pytest.mark.parametrize(("refused", "advice", "advised"), EMBEDDED)
def test_what_the_embedded_engine_refuses_is_explained_and_the_advice_runs(
    ladybug_store: Store, refused: str, advice: str, advised: str
) -> None:
    check(ladybug_store, refused, advice, advised)


@pytest.mark.neo4j
@pytest.mark.parametrize(("refused", "advice", "advised"), SERVER)
def test_what_neo4j_refuses_is_explained_and_the_advice_runs(
    neo4j_store: Store, refused: str, advice: str, advised: str
) -> None:
    check(neo4j_store, refused, advice, advised)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ENTITY + "RETURN x.name", "'x' is not defined; name it in a MATCH"),
        (ENTITY + "RETRUN e.name", "line 1, column 18, before 'RETRUN'; did you mean RETURN?"),
        ("MATCH (e:Entity)\nRETRUN e.name", "line 2, column 1, before 'RETRUN'"),
        (ENTITY + "RETURN e.id AS x, e.name AS x", "same name; rename one of them with AS"),
        ("MATCH (e:Entity RETURN e.name", "line 1, column 17, before 'RETURN'"),
    ],
)
def test_a_slip_is_explained_alike_by_both_engines(store: Store, text: str, message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        run_cypher(text, {}, store=store)

    assert message in str(refusal.value)


@pytest.mark.parametrize("text", ["RETURN 1 / 0 AS n", ENTITY + "RETURN e.name AS n,", "RETURN *"])
def test_anything_else_is_one_short_line(store: Store, text: str) -> None:
    write([reading(graph())], store=store, clock=lambda: DAY)

    with pytest.raises(BadInput) as refusal:
        run_cypher(text, {}, store=store)

    assert "\n" not in str(refusal.value)
    assert "exception" not in str(refusal.value)
    assert len(str(refusal.value)) < 200
