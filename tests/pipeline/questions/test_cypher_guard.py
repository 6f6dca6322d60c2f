"""Guard for a user's own Cypher: what is run, and what is refused with a reason."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings

from pipeline.errors import BadInput
from pipeline.questions.catalogue import catalogue
from pipeline.questions.cypher_guard import check_procedures, check_reading, check_shape
from pipeline.questions.cypher_tokens import parameters_of
from pipeline.stores import Store
from pipeline.stores.store import Ask
from pipeline.stores.write import write
from tests.support.graphs import graph, reading
from tests.support.histories import Merging, hand, record
from tests.support.queries import outcome, queries

DAY = datetime(2026, 1, 1)


@pytest.fixture
def both_filled(ladybug_store: Store, neo4j_store: Store) -> tuple[Store, Store]:
    """A store of each engine with the same few readings and a merge in it."""
    history = [
        *hand(("soil", "leaf", "-", "-"), ("-", "?", "leaf", "leaf"), id="a"),
        *hand(("?", "-", "-"), ("leaf", "leaf", "-"), ("-", "pot", "jar"), id="b"),
        Merging("h2o", "leaf"),
        *hand(("soil", "soil", "-", "leaf"), ("-", "-", "leaf", "-"), id="a"),
    ]
    for store in (ladybug_store, neo4j_store):
        record(history, store)
    return ladybug_store, neo4j_store


@pytest.mark.parametrize("name", catalogue())
def test_every_question_of_the_catalogue_passes(name: str) -> None:
    check_reading(catalogue()[name].cypher)
    check_shape(catalogue()[name].cypher)


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n:Entity) WHERE n.name = 'CREATE; DELETE' RETURN n.set, n.name AS name;",
        "// DELETE everything\nMATCH (n) /* SET x */ RETURN n.name",
        'MATCH (n {name: "it\'s; MERGE"}) RETURN n.`DROP`',
        "MATCH (n:Create)-[:SET]->(m) RETURN n.name",
        "MATCH (n) CALL { WITH n RETURN 1 AS one } RETURN one",
        "MATCH (n) WITH n.name AS set, n.id AS drop WHERE set = 'x' AND drop <> 'y' RETURN set",
        "UNWIND [1] AS merge RETURN merge + 1, {set: merge, drop: 2} AS `map` ORDER BY merge",
    ],
)
def test_keywords_that_write_are_allowed_in_strings_comments_and_names(text: str) -> None:
    check_reading(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no Cypher statement"),
        ("// nothing", "no Cypher statement"),
        ("CREATE (:X)", "must begin with MATCH"),
        ("MATCH (n) SET n.x = 1", "SET is refused"),
        ("MATCH (n) /* */ dEtAcH DELETE n", "DETACH is refused"),
        ("MATCH (n) WITH n MERGE (m:X)", "MERGE is refused"),
        ("MATCH (n) RETURN n; MATCH (m) RETURN m", "one statement at a time"),
        ("MATCH (n) WHERE n.x = 'a' // '\nDELETE n", "DELETE is refused"),
        ("MATCH (n) WHERE n.x = 'it\\'s' REMOVE n.x RETURN 'x'", "REMOVE is refused"),
        ("CALL apoc.load.json('http://x')", "CALL apoc.load.json is refused"),
        ("MATCH (n) CALL dbms.killConnection('x') YIELD message RETURN message", "is refused"),
        ("WITH * SET n.x = 1", "SET is refused"),
        ("MATCH (n) CALL { CREATE (:X) } RETURN n", "CREATE is refused"),
        ("WITH as LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row", "LOAD is refused"),
        ("MATCH (n) RETURN n.name AS load", "LOAD is refused"),
        ("LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row", "must begin with MATCH"),
        ("COPY (MATCH (n) RETURN n) TO 'x.csv'", "must begin with MATCH"),
        ("MATCH (n) \\u0053ET n.x = 1", "escape"),
        ("MATCH (n) WHERE n.x = 'a\\u0027 SET n.x = 1", "escape"),
        ("MATCH (n) WHERE n.x = 'a RETURN n", "never closes"),
        ('MATCH (n) WHERE n.x = "a RETURN n', 'opens a " and never closes'),
        ("MATCH (n:`Step) RETURN n", "opens a ` and never closes"),
        ("MATCH (a)\u2013[:T]\u2013(b) RETURN a", "ASCII"),
    ],
)
def test_anything_but_one_reading_statement_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        check_reading(text)


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (a)-[x:T]->(b)<-[y:T]-(c) RETURN a",
        "MATCH (a)-[x:T]->(b), (c)-[y:T]->(b) RETURN a",
        "MATCH (a)-[x:T]->(b) MATCH (c)-[y:T]->(b) RETURN a",
        "MATCH (a)-[x:T]->(b) OPTIONAL MATCH (a)-[:S]->(d) MATCH (c)-[y:T]->(b) RETURN a",
        "MATCH (a)-[x:T|S]->(b)<-[y:S|:U]-(c) RETURN a",
        "MATCH (a)-[x]->(b)<-[y:S]-(c) RETURN a",
        "MATCH (a)-->(b)<-[y:S]-(c) RETURN a",
        "MATCH (a)--(b)--(c) RETURN a",
        "MATCH (a) - [x:T] -> (b) <- [y:T {n: 1}] - (c) RETURN a",
        "MATCH (a)-[:NEXT*1..3]->(b)-[:NEXT]->(c) RETURN a",
        "MATCH (a)-[:`T`]->(b)<-[:t]-(c) RETURN a",
        "MATCH (a)-[:T /* ]-> */]->(b)<-[:T]-(c) WHERE a.x = '-[:U]->' RETURN a",
        "OPTIONAL MATCH (a)-[:T]->(b)<-[:T]-(c) RETURN a",
        "MATCH (a) WHERE EXISTS { MATCH (a)-[:T]->(b)<-[:T]-(c) } RETURN a",
        "MATCH (a)-[:!T]->(b)-[:S]->(c) RETURN a",
        "MATCH (a)-[:T]->(b) WHERE a.x STARTS WITH 'x' MATCH (c)-[:T]->(b) RETURN a",
        "MATCH (a)-[:T]->(b) WHERE a.x ENDS WITH 'x' MATCH (c)-[:T]->(b) RETURN a",
    ],
)
def test_patterns_that_could_share_a_type_are_refused_with_a_fix(text: str) -> None:
    with pytest.raises(BadInput, match="put a WITH between them"):
        check_shape(text)


@pytest.mark.parametrize("text", ["substring('abc', 0, 1)", "SUBSTR(left(['abc'][1], 2), 0)"])
def test_a_text_cut_from_zero_is_refused_since_the_engine_counts_from_one(text: str) -> None:
    with pytest.raises(BadInput, match=r"write left\(text, n\)"):
        check_shape(f"RETURN {text} AS part")


def test_the_embedded_engine_still_cuts_texts_from_one(ladybug_store: Store) -> None:
    """When this fails, the engine counts as Cypher does: lift the guard."""
    (row,) = ladybug_store.ask("RETURN substring('abc', 0, 1) AS part, left('abc', 1) AS first", {})

    assert row == {"part": "", "first": "a"}


@pytest.mark.parametrize("text", ["MATCH (n:A:B) RETURN n", "MATCH (:`A`&B {c: 1}) RETURN 1"])
def test_two_labels_are_refused_since_the_engine_takes_either(text: str) -> None:
    with pytest.raises(BadInput, match=r"write \(n:A\|B\)"):
        check_shape(text)


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n:A|B)-[:T|:U]->(m:`A:B`) RETURN {a: 1, b: n.c}",
        "RETURN substring(left('abc', 0), 1, 0), n.substring, substring('(, 0)', 1), left('a', 0)",
        "MATCH (a)-[x:T]->(b) WITH a, b MATCH (c)-[y:T]->(b) RETURN a",
        "MATCH (a)-[x:T]->(b)<-[y:S]-(c) RETURN a",
        "MATCH (a)-[x:T]->(b) OPTIONAL MATCH (b)<-[y:T]-(c) RETURN a",
        "MATCH (a)-[x:T]->(b) WHERE NOT EXISTS { MATCH (c)-[y:T]->(b) } RETURN a",
        "MATCH (a)-[:NEXT*1..3]->(b) RETURN a",
        "MATCH (a) WHERE a.list[0] * 2 > 3 RETURN (a.x) - [1, 2][0] * 2",
        "MATCH (a)-[:T]->(b) RETURN a UNION ALL MATCH (a)-[:T]->(b) RETURN a",
        "MATCH (a)-[:T]->(b) WHERE b.name STARTS WITH 'x' RETURN [1, 2] AS list, 3 - 2",
    ],
)
def test_patterns_that_are_planned_apart_pass(text: str) -> None:
    check_shape(text)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("-[:NEXT*]->", "cuts paths off after 30"),
        ("-[:NEXT*1..]->", "cuts paths off after 30"),
        ("<-[x:NEXT *2..31]-", "cuts paths off after 30"),
        ("-[*..$n]->", "cuts paths off after 30"),
        ("-[:NEXT*1..3]-", "one relationship twice"),
        ("-[:NEXT*2]-", "one relationship twice"),
        ("-[*1..3]->", "one relationship twice"),
        ("-[:NEXT|alias_of*1..3]->", "one relationship twice"),
    ],
)
def test_paths_that_the_engine_follows_wrongly_are_refused(path: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        check_shape(f"MATCH (a:Step){path}(b) RETURN b.number")


@pytest.mark.parametrize(
    "path",
    ["-[:NEXT*1..30]->", "<-[:NEXT*..3]-", "-[:ALIAS_OF*1..1]-", "-[:T* TRAIL 1..3]-"],
)
def test_paths_that_the_engine_follows_correctly_pass(path: str) -> None:
    check_shape(f"MATCH (a:Step){path}(b) RETURN 2 * 3, b.number")


def test_the_embedded_engine_still_follows_paths_wrongly(ladybug_store: Store) -> None:
    """When this fails, the engine is fixed: lift the guard of paths of variable length."""
    write([reading(graph(states=("soil",) * 35))], store=ladybug_store, clock=lambda: DAY)
    steps = "MATCH (a:Step {number: 1})-[:NEXT*]->(b:Step) RETURN count(b) AS paths"
    walks = "MATCH (a:Step {number: 5})-[:NEXT*2..2]-(b:Step) RETURN count(b) AS paths"

    counts = [ladybug_store.ask(text, {})[0]["paths"] for text in (steps, walks)]

    assert counts == [30, 4]  # not 33, and not 2


@pytest.mark.parametrize(
    ("text", "engine", "other"),
    [
        ("CALL show_tables() RETURN *", "ladybug", "neo4j"),
        ("CALL table_info('Entity') RETURN name, type", "ladybug", "neo4j"),
        ("CALL db.labels()", "neo4j", "ladybug"),
        ("CALL db.`schema`.visualization()", "neo4j", "ladybug"),
        ("MATCH (n) WITH n CALL DB.labels() YIELD label RETURN label", "neo4j", "ladybug"),
    ],
)
def test_procedures_that_describe_the_store_are_allowed_on_their_engine(
    text: str, engine: str, other: str
) -> None:
    check_reading(text)
    check_procedures(text, engine=engine)

    with pytest.raises(BadInput, match="is of another engine.*stepgraph schema"):
        check_procedures(text, engine=other)


def test_parameters_in_comments_and_strings_do_not_count() -> None:
    assert parameters_of("MATCH (n {a: $a}) // $b\nWHERE n.c = '$c' RETURN $d") == {"a", "d"}


def test_the_embedded_engine_still_answers_wrongly_without_the_guard(ladybug_store: Store) -> None:
    """When this fails, the engine is fixed: lift the guard of the shape."""
    things = [(f"d{d}", f"d{d}t{t}") for d in range(5) for t in range(3)]
    stays = [
        (thing, f"{thing[:2]}p{(order * step + step) % 3}", step)
        for order, (_, thing) in enumerate(things)
        for step in range(5)
    ]

    def build(ask: Ask) -> None:
        for label in ("Paper", "Thing", "Place"):
            ask(f"CREATE NODE TABLE {label}(id STRING PRIMARY KEY)", {})
        ask("CREATE REL TABLE HOLDS(FROM Paper TO Thing)", {})
        ask("CREATE REL TABLE IS_AT(FROM Thing TO Place, step INT64)", {})
        for paper, thing in things:
            ask("MERGE (d:Paper {id: $d}) CREATE (d)-[:HOLDS]->(:Thing {id: $t})",
                {"d": paper, "t": thing})  # fmt: skip
        for thing, place, step in stays:
            ask("MERGE (:Place {id: $p})", {"p": place})
            ask("MATCH (t:Thing {id: $t}), (p:Place {id: $p}) CREATE (t)-[:IS_AT {step: $s}]->(p)",
                {"t": thing, "p": place, "s": step})  # fmt: skip

    ladybug_store.write(build)
    first = "MATCH (d:Paper {id: $d})-[:HOLDS]->(a:Thing)-[x:IS_AT]->(p:Place)"
    rest = " WHERE x.step = $s AND y.step = $s AND a.id <> b.id RETURN a.id AS a, b.id AS b"
    joined = first + "<-[y:IS_AT]-(b:Thing)" + rest
    apart = first + " WITH a, x, p MATCH (p)<-[y:IS_AT]-(b:Thing)" + rest
    right, wrong = [], []
    for paper, step in sorted({(paper, step) for paper, _ in things for step in range(5)}):
        parameters = {"d": paper, "s": step}
        expected = sorted(
            (a, b)
            for a, place, at in stays
            for b, other_place, other_step in stays
            if place == other_place and at == other_step == step and a != b and a.startswith(paper)
        )
        for text, outcomes in ((joined, wrong), (apart, right)):
            rows = ladybug_store.ask(text, parameters)
            outcomes.append(sorted((row["a"], row["b"]) for row in rows) == expected)

    with pytest.raises(BadInput):
        check_shape(joined)
    check_shape(apart)
    assert all(right)
    assert not all(wrong)


@pytest.mark.neo4j
def test_queries_that_pass_the_guard_have_equal_answers_on_both_engines(
    both_filled: tuple[Store, Store],
) -> None:
    ladybug, neo4j = both_filled
    outcomes: Counter[str] = Counter()

    @settings(
        max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
    )
    @given(query=queries())
    def check(query: str) -> None:
        outcomes.update([outcome(query, ladybug=ladybug, neo4j=neo4j)])

    check()

    assert outcomes["equal"] > 20  # the others are refused
