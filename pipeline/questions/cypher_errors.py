"""What an engine says of a user's own Cypher, as one line with the fix.

The texts that are matched are those of Ladybug 0.22 and Neo4j 5.26. A text that is not known is
passed on without the list of all that might have stood there.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import NamedTuple

from pipeline.questions.cypher_tokens import tokens_of

__all__ = ["explained"]

_ENGINES = {"ladybug": "the embedded engine", "neo4j": "Neo4j"}
# By engine, functions of the other one, and what to write instead
_INSTEAD: Mapping[str, Mapping[str, str]] = {
    "ladybug": {
        "type": "label(r)",
        "tostring": "string(x)",
        "tointeger": "to_int64(x)",
        "tofloat": "to_double(x)",
        "toboolean": "cast(x AS BOOL)",
        "datetime": "current_timestamp(), or timestamp('2026-01-31')",
        "localdatetime": "current_timestamp(), or timestamp('2026-01-31')",
        "head": "list_extract(list, 1)",
        "last": "list_extract(list, -1)",
        "tail": "list_slice(list, 2, size(list))",
        "split": "string_split(text, ' ')",
        "startnode": "start_node(r)",
        "endnode": "end_node(r)",
        "elementid": "id(e), or e.id",
        "isempty": "size(list) = 0",
        "reduce": "list_reduce(list, (a, b) -> a + b)",
    },
    "neo4j": {
        "label": "type(r) of a relationship, labels(e)[0] of a node",
        "string": "toString(x)",
        "cast": "toInteger(x), toFloat(x) or toString(x)",
        "to_int64": "toInteger(x)",
        "to_double": "toFloat(x)",
        "current_timestamp": "localdatetime()",
        "list_extract": "list[0]; Neo4j counts from 0",
        "list_transform": "[x IN list | x + 1]",
        "list_filter": "[x IN list WHERE x > 1]",
        "list_contains": "x IN list",
        "list_sum": "reduce(total = 0, x IN list | total + x)",
        "string_split": "split(text, ' ')",
        "start_node": "startNode(r)",
        "end_node": "endNode(r)",
    },
}
# Arguments that only the embedded engine wants
_ARGUMENTS: Mapping[str, str] = {
    "round": "round(x, 0), with the number of decimals",
    "timestamp": "current_timestamp(), or timestamp('2026-01-31')",
    "sum": "sum(x) of numbers only",
}


class Advice(NamedTuple):
    """What the embedded engine cannot parse, as tokens with one space between, and the fix.

    No construct repeats without a bound: a long query must not take quadratic time.
    """

    construct: str
    fix: str


_ADVICE = (
    Advice(
        r"\b(EXISTS|COUNT) \{ (?!MATCH )",
        "wants MATCH within the braces: EXISTS { MATCH (a)-[:T]->(b) } and"
        " COUNT { MATCH (a)-[:T]->(b) }",
    ),
    Advice(r"\bEXISTS \( \(", "has EXISTS only with braces: EXISTS { MATCH (a)-[:T]->(b) }"),
    Advice(
        r"\bCOLLECT \{",
        "has no COLLECT { … }: write OPTIONAL MATCH (a)-[:T]->(b) and collect(b.name)",
    ),
    Advice(
        r"\bCALL (\( [^)]{0,200}\) )?\{",
        "has no subqueries CALL { … }: continue with WITH and another MATCH",
    ),
    Advice(
        r"\[ \w+ IN .{0,200}?(WHERE\b|\|)",
        "has no list comprehension: write list_filter(list, x -> x > 1) or"
        " list_transform(list, x -> x + 1)",
    ),
    Advice(
        r"\[ \( [^)]{0,200}\) [-<]",
        "has no pattern comprehension: write OPTIONAL MATCH (a)-[:T]->(b) and collect(b.name)",
    ),
    Advice(
        r"\( (\w+ )?(: \w+ )?(\{[^}]{0,200}\} )?WHERE\b",
        "wants WHERE after the pattern: MATCH (e:Entity) WHERE e.name = 'water'",
    ),
    Advice(
        r"\b(ALL)?SHORTESTPATHS? \(",
        "has shortest paths as -[:NEXT* SHORTEST 1..30]->",
    ),
    Advice(r"\bLIMIT \S+ SKIP\b", "wants SKIP before LIMIT"),
    Advice(r"\w \{ \.", "has no map projection: write {name: e.name}"),
    Advice(
        r"\b(WHERE|AND|OR|NOT) \(? ?\w+ : \w",
        "has no labels in conditions: write label(e) = 'Entity', or MATCH (e:Entity)",
    ),
    Advice(r"\bUSING (INDEX|SCAN|JOIN)\b", "has no hints such as USING INDEX: leave it out"),
)
_MISSING_FUNCTION = re.compile(r"function (\S+) does not exist|Unknown function '([^']+)'")
_KEYWORDS = (
    "AND AS ASC BY CALL CASE CONTAINS DESC DISTINCT ELSE END ENDS EXISTS IN IS LIMIT MATCH NOT NULL"
    " OPTIONAL OR ORDER RETURN SKIP STARTS THEN UNION UNWIND WHEN WHERE WITH"
).split()


def explained(reason: str, cypher: str, *, engine: str) -> str:
    """The engine's ``reason`` for refusing ``cypher``, as one line with the fix."""
    name = _ENGINES[engine]
    advice = _function(reason, engine) or _named(reason, cypher, name)
    if advice is None and reason.startswith("Parser exception"):
        advice = _unparsed(reason, cypher, name)
    return advice or f"{name} refused the query: {_shortened(reason)}"


def _function(reason: str, engine: str) -> str | None:
    """What is said of a function that is missing, or that takes other arguments."""
    name = _ENGINES[engine]
    if missing := re.search(
        r"(?:function (\S+) does not exist|Unknown function '([^']+)')", reason
    ):
        function = (missing[1] or missing[2]).lower()
        instead = _INSTEAD[engine].get(function)
        if instead is None and engine == "ladybug":
            return f"{name} has no function {function}(); CALL show_functions() RETURN * lists them"
        write = f"; write {instead}" if instead else "; Neo4j's functions are in its Cypher manual"
        return f"{name} has no function {function}(){write}"
    if wrong := re.search(r"Function (\w+) did not receive .*?Actual: (\(.*?\)) Expected", reason):
        function = wrong[1].lower()
        fix = _ARGUMENTS.get(function)
        write = f"write {fix}" if fix else "convert with string(x), to_int64(x) or to_double(x)"
        return f"{name}'s {function}() does not take {wrong[2]}; {write}"
    if wrong := re.search(r"built-in function for given function (\S+?)(\(.*?\))\.", reason):
        return (
            f"{name} has no {wrong[1]} of {wrong[2]}; convert with string(x), to_int64(x) or"
            " to_double(x)"
        )
    return None


def _named(reason: str, cypher: str, engine: str) -> str | None:
    """What is said of a name, a table or a clause that the parser accepts."""
    if unknown := re.search(r"Variable [`']?(.+?)[`']? (?:is not in scope|not defined)", reason):
        if construct := _construct(cypher, engine) if engine != "Neo4j" else None:
            return construct
        return f"{unknown[1]!r} is not defined; name it in a MATCH, WITH or UNWIND before it"
    if table := re.search(r"Table (\w+) does not exist", reason):
        return f"there is no label or relationship type {table[1]!r}; stepgraph schema lists them"
    if "ORDER BY must be followed by SKIP or LIMIT" in reason:
        return f"{engine} orders in a WITH only before a LIMIT: WITH e ORDER BY e.name LIMIT 1000"
    if "columns with the same name" in reason:
        return "two columns have the same name; rename one of them with AS"
    if "Non-binary comparison" in reason:
        return f"{engine} compares two values at a time: write a <= b AND b < c"
    if "1-based" in reason:
        return f"{engine} counts the items of a list from 1: list[1] is the first"
    if "Writing in read access mode" in reason or "write query inside a read-only" in reason:
        return "a query only reads; change the store with stepgraph ingest or load"
    if procedure := re.search(r"no procedure with the name `([^`]+)`", reason):
        return f"there is no procedure {procedure[1]}; stepgraph schema describes the store"
    if syntax := re.match(r"Invalid input '(.*?)': expected .*\(line (\d+), column (\d+)", reason):
        return _unreadable(syntax[1], int(syntax[2]), int(syntax[3]), engine)
    return None


def _unparsed(reason: str, cypher: str, engine: str) -> str:
    """What the embedded engine cannot parse: a construct it lacks, a reserved word or a typo."""
    if construct := _construct(cypher, engine):
        return construct
    place = re.search(r"\(line: (\d+), offset: (\d+)\)", reason)
    line, offset = (int(place[1]), int(place[2])) if place else (1, 0)
    if reserved := re.search(r"mismatched input '(\w+)'", reason):
        return (
            f"{reserved[1]!r} (line {line}, column {offset + 1}) is a word of the language; as a"
            f" name, put it in backticks: `{reserved[1]}`"
        )
    rest = cypher.splitlines()[line - 1 :] or [""]
    word = re.match(r"\s*(\w+|\S|$)", rest[0][offset:])
    return _unreadable(word[1] if word else "", line, offset + 1, engine)


def _unreadable(word: str, line: int, column: int, engine: str) -> str:
    close = difflib.get_close_matches(word.upper(), _KEYWORDS, n=1, cutoff=0.7)
    guess = f"; did you mean {close[0]}?" if close and close[0] != word.upper() else ""
    before = f" before {word!r}" if word else " before its end"
    return f"{engine} cannot read the query: line {line}, column {column},{before}{guess}"


def _construct(cypher: str, engine: str) -> str | None:
    """The fix for the first construct in the query that the embedded engine lacks."""
    text = " ".join("''" if token.kind == "string" else token.text for token in tokens_of(cypher))
    for advice in _ADVICE:
        if re.search(advice.construct, text, re.IGNORECASE):
            return f"{engine} {advice.fix}"
    return None


def _shortened(reason: str) -> str:
    """The reason without its class, the list of what was expected and the query's own text."""
    reason = re.sub(r"^\w+ exception: ", "", reason)
    return re.split(r" Supported inputs are | expecting \{| \(line \d+, column", reason)[0][:300]
