"""What an engine says of a query becomes one line with the fix, whatever the rest of its text."""

from __future__ import annotations

import pytest

from pipeline.questions.cypher_errors import explained

EMBEDDED, SERVER = "the embedded engine", "Neo4j"
NO_FUNCTION = "Catalog exception: function {} does not exist."
NO_PARSE = "Parser exception: extraneous input 'x' expecting {{AND, OR}} (line: {}, offset: {})"


def embedded(reason: str, cypher: str = "RETURN 1") -> str:
    return explained(reason, cypher, engine="ladybug")


def server(reason: str, cypher: str = "RETURN 1") -> str:
    return explained(reason, cypher, engine="neo4j")


@pytest.mark.parametrize(
    ("function", "instead"),
    [
        ("TYPE", "label(r)"),
        ("toString", "string(x)"),
        ("toInteger", "to_int64(x)"),
        ("toFloat", "to_double(x)"),
        ("toBoolean", "cast(x AS BOOL)"),
        ("datetime", "current_timestamp(), or timestamp('2026-01-31')"),
        ("head", "list_extract(list, 1)"),
        ("last", "list_extract(list, -1)"),
        ("tail", "list_slice(list, 2, size(list))"),
        ("split", "string_split(text, ' ')"),
        ("isEmpty", "size(list) = 0"),
    ],
)
def test_a_function_of_neo4j_has_another_name_in_the_embedded_engine(function, instead):
    assert embedded(NO_FUNCTION.format(function)) == (
        f"{EMBEDDED} has no function {function.lower()}(); write {instead}"
    )


@pytest.mark.parametrize(
    ("function", "instead"),
    [
        ("label", "type(r) of a relationship, labels(e)[0] of a node"),
        ("string", "toString(x)"),
        ("cast", "toInteger(x), toFloat(x) or toString(x)"),
        ("list_extract", "list[0]; Neo4j counts from 0"),
        ("list_transform", "[x IN list | x + 1]"),
        ("list_filter", "[x IN list WHERE x > 1]"),
        ("list_contains", "x IN list"),
        ("Start_Node", "startNode(r)"),
        ("end_node", "endNode(r)"),
    ],
)
def test_a_function_of_the_embedded_engine_has_another_name_in_neo4j(function, instead):
    assert server(f"Unknown function '{function}' (line 1, column 8)") == (
        f"{SERVER} has no function {function.lower()}(); write {instead}"
    )


def test_a_function_that_neither_engine_has_is_one_to_look_up():
    assert embedded(NO_FUNCTION.format("foo")) == (
        f"{EMBEDDED} has no function foo(); CALL show_functions() RETURN * lists them"
    )
    assert server("Unknown function 'foo'") == (
        f"{SERVER} has no function foo(); Neo4j's functions are in its Cypher manual"
    )


@pytest.mark.parametrize(
    ("function", "fix"),
    [
        ("ROUND", "write round(x, 0), with the number of decimals"),
        ("timestamp", "write current_timestamp(), or timestamp('2026-01-31')"),
        ("SUM", "write sum(x) of numbers only"),
        ("ABS", "convert with string(x), to_int64(x) or to_double(x)"),
    ],
)
def test_a_function_with_other_arguments_is_shown_with_them(function, fix):
    reason = (
        f"Binder exception: Function {function} did not receive correct arguments:"
        " Actual: (STRING) Expected: (INT64) -> INT64"
    )

    assert embedded(reason) == (f"{EMBEDDED}'s {function.lower()}() does not take (STRING); {fix}")


def test_an_operation_on_other_types_needs_a_conversion():
    reason = "Cannot match a built-in function for given function +(STRING,INT64). Supported inputs"

    assert embedded(reason) == (
        f"{EMBEDDED} has no + of (STRING,INT64); convert with string(x), to_int64(x) or"
        " to_double(x)"
    )


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        ("Binder exception: Variable x is not in scope.",
         "'x' is not defined; name it in a MATCH, WITH or UNWIND before it"),
        ("Binder exception: Table Shop does not exist.",
         "there is no label or relationship type 'Shop'; stepgraph schema lists them"),
        ("Binder exception: In WITH clause, ORDER BY must be followed by SKIP or LIMIT.",
         f"{EMBEDDED} orders in a WITH only before a LIMIT: WITH e ORDER BY e.name LIMIT 1000"),
        ("Multiple result columns with the same name x are not supported.",
         "two columns have the same name; rename one of them with AS"),
        ("Parser exception: Non-binary comparison (e.g. a=b=c) is not supported",
         f"{EMBEDDED} compares two values at a time: write a <= b AND b < c"),
        ("Runtime exception: List extract takes 1-based position.",
         f"{EMBEDDED} counts the items of a list from 1: list[1] is the first"),
        ("Connection exception: Cannot execute write query inside a read-only transaction!",
         "a query only reads; change the store with stepgraph ingest or load"),
    ],
)  # fmt: skip
def test_what_the_embedded_engine_says_of_names_and_clauses_is_put_in_a_line(reason, line):
    assert embedded(reason) == line


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        ("Variable `x` not defined (line 1, column 8 (offset: 7))",
         "'x' is not defined; name it in a MATCH, WITH or UNWIND before it"),
        ("Writing in read access mode not allowed.",
         "a query only reads; change the store with stepgraph ingest or load"),
        ("There is no procedure with the name `apoc.help` registered",
         "there is no procedure apoc.help; stepgraph schema describes the store"),
        ("Invalid input 'RETRUN': expected 'RETURN' or 'WITH' (line 2, column 5 (offset: 9))",
         f"{SERVER} cannot read the query: line 2, column 5, before 'RETRUN'; did you mean"
         " RETURN?"),
        ("Invalid input '': expected 'RETURN' (line 1, column 12 (offset: 11))",
         f"{SERVER} cannot read the query: line 1, column 12, before its end"),
        ("Something new (line 1, column 2 (offset: 1))\n\"RETURN 1\"",
         f"{SERVER} refused the query: Something new"),
    ],
)  # fmt: skip
def test_what_neo4j_says_of_names_and_clauses_is_put_in_a_line(reason, line):
    assert server(reason) == line


def test_a_name_within_a_construct_that_the_embedded_engine_lacks_is_not_called_undefined():
    reason, cypher = "Variable x is not in scope.", "RETURN [x IN [1] | x + 1]"

    assert embedded(reason, cypher).startswith(f"{EMBEDDED} has no list comprehension: write")
    assert server("Variable `x` not defined", cypher).startswith("'x' is not defined")


@pytest.mark.parametrize(
    ("cypher", "start"),
    [
        ("MATCH (e) WHERE exists {(e)-->()} RETURN e", "wants MATCH within the braces"),
        ("RETURN COUNT { (e)-->() }", "wants MATCH within the braces"),
        ("MATCH (e) WHERE EXISTS((e)-->()) RETURN e", "has EXISTS only with braces"),
        ("RETURN collect { MATCH (a) RETURN a }", "has no COLLECT { … }"),
        ("CALL { RETURN 1 AS x } RETURN x", "has no subqueries CALL { … }"),
        ("MATCH (n) CALL (n) { RETURN 1 AS x } RETURN x", "has no subqueries CALL { … }"),
        ("RETURN [x IN [1] WHERE x > 1]", "has no list comprehension"),
        ("RETURN [(a)-->(b) | b.x]", "has no pattern comprehension"),
        ("RETURN [(a)<--(b) | b.x]", "has no pattern comprehension"),
        ("MATCH (n:A {k: 1} WHERE n.x) RETURN n", "wants WHERE after the pattern"),
        ("MATCH (WHERE x) RETURN n", "wants WHERE after the pattern"),
        ("MATCH p = allShortestPaths((a)-->(b)) RETURN p", "has shortest paths as"),
        ("RETURN 1 LIMIT 2 SKIP 1", "wants SKIP before LIMIT"),
        ("MATCH (n) RETURN n {.x}", "has no map projection"),
        ("MATCH (n) WHERE NOT (n:A) RETURN n", "has no labels in conditions"),
        ("MATCH (n) WHERE n.x OR n:A RETURN n", "has no labels in conditions"),
        ("MATCH (n) USING SCAN n:A RETURN n", "has no hints such as USING INDEX"),
    ],
)
def test_a_construct_that_the_embedded_engine_cannot_parse_has_its_fix(cypher, start):
    assert embedded(NO_PARSE.format(1, 3), cypher).startswith(f"{EMBEDDED} {start}")


@pytest.mark.parametrize(
    ("cypher", "line", "offset", "rest"),
    [
        ("RETRUN 1", 1, 0, "line 1, column 1, before 'RETRUN'; did you mean RETURN?"),
        ("MATCH (n)\n  RETRUN n", 2, 2, "line 2, column 3, before 'RETRUN'; did you mean RETURN?"),
        ("MATCH (n)\n  RETRUN n", 2, 0, "line 2, column 1, before 'RETRUN'; did you mean RETURN?"),
        ("RETURN 1 +", 1, 10, "line 1, column 11, before its end"),
        ("RETURN 1", 3, 0, "line 3, column 1, before its end"),
        ("RETURN ) 1", 1, 7, "line 1, column 8, before ')'"),
        ("return return", 1, 7, "line 1, column 8, before 'return'"),
        ("RETURN zzzz", 1, 7, "line 1, column 8, before 'zzzz'"),
        ("RETURN 'CALL {' 1", 1, 16, "line 1, column 17, before '1'"),
    ],
)
def test_what_cannot_be_parsed_is_named_with_its_place_and_the_closest_word(
    cypher, line, offset, rest
):
    assert embedded(NO_PARSE.format(line, offset), cypher) == (
        f"{EMBEDDED} cannot read the query: {rest}"
    )


@pytest.mark.parametrize(
    "word",
    "ASCC CONTAIN DESCC DISTICT ELSEE EXIST LIMT MACTH OPTINAL ORDR RETRN SKIPP STRTS"
    " THENN UNIN UNWND WHENN WHER WIHT".split(),
)
def test_a_word_that_is_nearly_one_of_the_language_is_recognised(word):
    assert "; did you mean " in embedded(NO_PARSE.format(1, 0), f"{word} x")


def test_a_reserved_word_is_put_in_backticks():
    reason = "Parser exception: mismatched input 'end' expecting {…} (line: 2, offset: 4)"

    assert embedded(reason, "RETURN 1\nAS end") == (
        "'end' (line 2, column 5) is a word of the language; as a name, put it in backticks: `end`"
    )


def test_a_place_that_is_not_stated_is_the_start():
    assert embedded("Parser exception: no more", "FOO 1") == (
        f"{EMBEDDED} cannot read the query: line 1, column 1, before 'FOO'"
    )


@pytest.mark.parametrize(
    ("reason", "rest"),
    [
        ("Runtime exception: Divide by zero.", "Divide by zero."),
        ("Bad thing. Supported inputs are (INT64)", "Bad thing."),
        ("Bad thing expecting {A, B}", "Bad thing"),
        ("a" * 400, "a" * 300),
        ("is no exception: here", "is no exception: here"),
    ],
)
def test_any_other_reason_is_shortened(reason, rest):
    assert embedded(reason) == f"{EMBEDDED} refused the query: {rest}"
