"""What of a user's own Cypher is read as a write, a procedure, a pattern or a path."""

from __future__ import annotations

import pytest

from pipeline.errors import BadInput
from pipeline.questions.cypher_guard import check_procedures, check_reading, check_shape

WRITES = "ALTER CREATE DELETE DETACH DROP FOREACH INSERT MERGE REMOVE SET".split()
FILES = "ATTACH COPY EXPORT IMPORT INSTALL LOAD".split()
JOINED = "put a WITH between them"


def is_refused(check, text: str, **options: str) -> bool:  # type: ignore[no-untyped-def]
    try:
        check(text, **options)
    except BadInput:
        return True
    return False


@pytest.mark.parametrize("word", [*WRITES, *FILES])
def test_every_word_that_changes_the_store_or_opens_a_file_is_refused(word):
    with pytest.raises(BadInput, match=f"^{word} is refused"):
        check_reading(f"MATCH (n) {word.lower()} x")
    check_reading(f"MATCH (n) RETURN n.{word}")


@pytest.mark.parametrize(
    "before",
    "AND AS BY CONTAINS DISTINCT ELSE IN NOT OR RETURN THEN UNWIND WHEN WHERE WITH XOR".split(),
)
def test_a_word_that_writes_is_a_name_where_a_value_is_expected(before):
    check_reading(f"MATCH (n) {before} set")
    with pytest.raises(BadInput, match="LOAD is refused"):
        check_reading(f"MATCH (n) {before} load")


@pytest.mark.parametrize("sign", "( , [ + - / % ^ < > =".split())
def test_a_word_that_writes_is_a_name_after_a_sign_that_a_value_follows(sign):
    check_reading(f"RETURN 1 {sign} set")


@pytest.mark.parametrize(
    "text", ["RETURN 1 * set", "RETURN 1 ) set", "RETURN {set", "RETURN 1 set"]
)
def test_a_word_that_writes_is_refused_where_no_value_is_expected(text):
    with pytest.raises(BadInput, match="SET is refused"):
        check_reading(text)


@pytest.mark.parametrize(
    "text",
    [
        "RETURN 1;;",
        "EXPLAIN MATCH (n) RETURN n",
        "profile RETURN 1",
        "OPTIONAL MATCH (n) RETURN n",
        "UNWIND [1] AS x RETURN x",
        "WITH 1 AS x RETURN x",
        "MATCH (n:A|Set&!Drop) RETURN n.call",
        "MATCH (n) CALL (n) { RETURN 1 AS x } RETURN x",
    ],
)
def test_a_statement_that_reads_may_begin_and_end_in_several_ways(text):
    check_reading(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (";", "no Cypher statement"),
        ("EXPLAIN", "not 'nothing'"),
        ("EXPLAIN PROFILE RETURN 1", "not 'PROFILE'"),
        ("EXPLAIN CREATE (:X)", "must begin with MATCH"),
        ("SHOW TABLES", "not 'SHOW'"),
        ("RETURN 1;; RETURN 2", "one statement"),
        ("RETURN 1 CALL", "CALL  is refused"),
        ("CALL show_tables.x()", "CALL show_tables.x is refused"),
        ("CALL `apoc`.help('x')", "CALL apoc.help is refused"),
    ],
)
def test_what_is_no_reading_statement_is_refused_with_its_reason(text, reason):
    with pytest.raises(BadInput, match=reason):
        check_reading(text)


LADYBUG = "db_version show_connection show_functions show_indexes show_tables table_info".split()
NEO4J = (
    "db.labels db.propertyKeys db.relationshipTypes db.schema.nodeTypeProperties"
    " db.schema.relTypeProperties db.schema.visualization dbms.components"
).split()


@pytest.mark.parametrize(
    ("procedure", "engine", "other"),
    [
        *((name, "ladybug", "neo4j") for name in LADYBUG),
        *((name, "neo4j", "ladybug") for name in NEO4J),
    ],
)
def test_every_procedure_that_describes_a_store_is_run_on_its_engine_alone(
    procedure, engine, other
):
    text = f"CALL {procedure.upper()}() RETURN *"
    check_reading(text)
    check_procedures(text, engine=engine)

    with pytest.raises(BadInput) as refusal:
        check_procedures(text, engine=other)

    own = ", ".join(LADYBUG if other == "ladybug" else NEO4J)
    assert f"{other}, whose procedures are {own};" in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (a)-[:T]->(b) WHERE b.with = 1 MATCH (c)-[:T]->(b) RETURN a",
        "MATCH (a)-[:T]->(b) RETURN_ MATCH (c)-[:T]->(b)",
        "MATCH (a)-[:T]->(b)<-[:T]-(c)",
        "OPTIONAL MATCH (a)-[:T]->(b)<-[:T]-(c) OPTIONAL MATCH (a)-[:S]->(d) RETURN a",
        "MATCH (a)-[:T]->(b)<-[:T]-(c) OPTIONAL MATCH (a)-[:S]->(d) RETURN a",
        "MATCH (a) WHERE EXISTS { (a)-[:T]->(b)<-[:T]-(c) } RETURN a",
        "MATCH (a) WHERE EXISTS { (a)-[:T]->(b)<-[:T]-(c)",
        "MATCH (a) WHERE EXISTS { (a)-[:S]->(b) } MATCH (a)-[:T]->(b)-[:T]->(c) RETURN a",
        "MATCH (a)-[:T]->(b) UNWIND [1] AS x MATCH (c)-[:T]->(b) RETURN a",
        "MATCH (a)-[:T]->(b)} MATCH (c)-[:T]->(b) RETURN a",
        "MATCH (a)<-[:T]-(b)<-[:T]-(c) RETURN a",
        "MATCH (a)<--(b)<-[:T]-(c) RETURN a",
        "MATCH (a)-[:T]-(b)-->(c) RETURN a",
        "MATCH (a)-[:A]->(b)-[:B]->(c)-[:A]->(d) RETURN a",
    ],
)
def test_patterns_of_one_plan_that_share_a_type_are_refused(text):
    with pytest.raises(BadInput, match=JOINED):
        check_shape(text)


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (a) OPTIONAL MATCH (a)-[:T]->(b) OPTIONAL MATCH (a)-[:T]->(c) RETURN a",
        "OPTIONAL MATCH (a)-[:T]->(b) MATCH (a)-[:T]->(c) RETURN a",
        "OPTIONAL MATCH (a)-[:T]->(b) WITH a OPTIONAL MATCH (a)-[:T]->(c) RETURN a",
        "MATCH (a)-[:T]->(b) WHERE EXISTS { (a)-[:T]->(c) } RETURN a",
        "MATCH (a) WHERE EXISTS { (a)-[:T]->(b) } AND EXISTS { (a)-[:T]->(c) } RETURN a",
        "MATCH (a)-[:T]->(b) RETURN a MATCH (a)-[:T]->(b)",
        "MATCH (a)-[:T {k: s}]->(b)<-[:S]-(c) RETURN a",
        "MATCH (a)-[x:T WHERE x.n = 1 OR x:S]->(b)<-[:S]-(c) RETURN a",
        "MATCH (a)-[:`S T`]->(b)<-[:S]-(c) RETURN a",
        "MATCH (a)-[s:T]->(b)<-[t:S]-(c) RETURN a",
        "RETURN 1 } RETURN 2",
        "RETURN (1) - (2) - (3)",
        "RETURN (1) - [1][1] - [2]",
    ],
)
def test_patterns_of_several_plans_or_types_pass(text):
    check_shape(text)


@pytest.mark.parametrize(
    ("inside", "is_any"),
    [
        ("", True),
        ("x", True),
        (":!T", True),
        (":%", True),
        (":T&S", True),
        (":(T)", True),
        (":$(t)", True),
        (":T", False),
        ("x:T|S", False),
        ("x:T|:S {a: 1}", False),
        (":T|Z", True),
        (":T|`Z`", True),
    ],
)
def test_a_pattern_without_plain_types_may_have_any(inside, is_any):
    text = f"MATCH (a)-[{inside}]->(b)<-[:z]-(c) RETURN a"

    assert is_refused(check_shape, text) is is_any


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        (":T", ":T", "[:T]"),
        (":S|R", ":R|S", "[:R]"),
        ("", ":T", "an untyped relationship"),
        (":T", "", "an untyped relationship"),
        ("", "", "an untyped relationship"),
    ],
)
def test_the_type_that_two_patterns_share_is_named(first, second, shown):
    with pytest.raises(BadInput) as refusal:
        check_shape(f"MATCH (a)-[{first}]->(b)<-[{second}]-(c) RETURN a")

    assert f"could share a type ({shown})" in str(refusal.value)


@pytest.mark.parametrize(
    ("path", "is_cut"),
    [
        ("-[:NEXT*30]->", False),
        ("-[:NEXT*31]->", True),
        ("-[:NEXT*1..30]->", False),
        ("-[:NEXT*1..31]->", True),
        ("<-[:NEXT*2..]-", True),
        ("-[*]->", True),
        ("-[x:NEXT*1..$n]->", True),
        ("-[:NEXT*1..$n..3]->", True),
        ("-[:NEXT* SHORTEST 1..99]->", False),
        ("-[:NEXT* acyclic]-", False),
        ("-[:NEXT* Trail 1..99]-", False),
        ("-[:NEXT* WSHORTEST 1..99]->", True),
        ("-[:NEXT]->", False),
    ],
)
def test_a_path_without_a_bound_up_to_thirty_is_cut(path, is_cut):
    text = f"MATCH (a:Step){path}(b) RETURN b"

    assert is_refused(check_shape, text) is is_cut
    if is_cut:
        with pytest.raises(BadInput, match=r"cuts paths off after 30 .*-\[:T\*1..30\]->"):
            check_shape(text)


@pytest.mark.parametrize(
    ("path", "is_wrong"),
    [
        ("-[:NEXT*1]-", False),
        ("-[*1..1]-", False),
        ("-[:NEXT*2]-", True),
        ("-[:NEXT*..2]-", True),
        ("-[:NEXT*1..2]->", False),
        ("<-[:NEXT*1..2]-", False),
        ("-[*1..2]->", True),
        ("-[:ALIAS_OF*1..2]->", True),
        ("<-[:ALIAS_OF|NEXT*2]-", True),
        ("-[:ALIAS_OF*1]->", False),
    ],
)
def test_a_path_that_may_use_a_relationship_twice_is_refused(path, is_wrong):
    text = f"MATCH (a:Step){path}(b) RETURN b"

    assert is_refused(check_shape, text) is is_wrong
    if is_wrong:
        with pytest.raises(BadInput, match="one relationship twice"):
            check_shape(text)
