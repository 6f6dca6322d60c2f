"""Names of the graph schema in a user's own Cypher: which it uses, and which do not exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.errors import BadInput
from pipeline.questions.cypher_tokens import Token, tokens_of
from pipeline.stores.graph_schema import EdgeType, GraphSchema, NodeType
from pipeline.stores.statements import statement
from pipeline.stores.store import Store

__all__ = ["Pattern", "check_names", "patterns_of", "properties_of"]

_LONGEST = 200  # tokens of a pattern that are looked at; a query may have many patterns
_KINDS = {True: "label", False: "relationship type"}


@dataclass(frozen=True, slots=True)
class Pattern:
    """A node with labels, or a relationship, in a query.

    ``variable``: empty if it has none. ``names``: its labels or types; a relationship may have
    none. ``keys``: properties in its braces.
    """

    is_node: bool
    variable: str = ""
    names: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


def check_names(cypher: str, *, store: Store) -> None:
    """Raise BadInput for a label, relationship type or property that the store does not have.

    Neo4j takes any name and returns nothing for it. What is in the database but not in the schema
    is a user's own.
    """
    tokens = tokens_of(cypher)
    patterns = list(patterns_of(tokens))
    for pattern in patterns:
        kind, known = _KINDS[pattern.is_node], _known(pattern.is_node, store.schema)
        for name in _unknown(pattern.names, known, store):
            fix = _closest(name, known)
            raise BadInput(f"there is no {kind} {name!r}; {fix}stepgraph schema lists them")
    aliases = {
        token.identifier
        for before, token in zip(tokens, tokens[1:], strict=False)
        if before.keyword == "AS"
    }
    for variable, name in properties_of(tokens):
        if variable not in aliases:
            bound = [pattern for pattern in patterns if pattern.variable == variable]
            _check_property(name, repr(variable), bound, store)
    for pattern in patterns:
        for name in pattern.keys:
            _check_property(name, f"({':'.join(pattern.names)})", [pattern], store)


def _check_property(name: str, owner: str, patterns: Sequence[Pattern], store: Store) -> None:
    columns = _columns(patterns, store.schema)
    if columns and _unknown([name], columns, store):
        raise BadInput(
            f"{owner} has no property {name!r}; {_closest(name, columns)}"
            f"its properties are {', '.join(columns)}"
        )


def patterns_of(tokens: Sequence[Token]) -> Iterator[Pattern]:
    """The patterns of nodes that have a label, and of all relationships."""
    for index, token in enumerate(tokens):
        before = tokens[index - 1].text if index else ""
        is_node = token.text == "("
        if token.text == "-" and before == "-":
            yield Pattern(is_node=False)
        if not is_node and not (token.text == "[" and before == "-"):
            continue
        rest = list(tokens[index + 1 : index + 1 + _LONGEST])
        variable = rest.pop(0).identifier if rest and rest[0].identifier else ""
        names = tuple(_label_names(rest)) if rest and rest[0].text == ":" else ()
        if names or not is_node:
            yield Pattern(is_node, variable, names, tuple(_keys(rest)))


def _label_names(tokens: Iterable[Token]) -> Iterator[str]:
    """The names up to the first token that is no part of an expression of labels."""
    expected = True
    for token in tokens:
        if token.text in (":", "|", "&", "!"):
            expected = True
        elif token.identifier and expected:
            yield token.identifier
            expected = False
        else:
            return


def _keys(tokens: Sequence[Token]) -> Iterator[str]:
    """The keys of the first braces, if they come before the pattern's end."""
    depth = 0
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        depth += (before.text == "{") - (before.text == "}")
        if not depth and (before.text in (")", "]", "}") or before.keyword == "WHERE"):
            return
        if depth == 1 and before.text in ("{", ",") and token.identifier and after.text == ":":
            yield token.identifier


def _known(is_node: bool, schema: GraphSchema) -> tuple[str, ...]:
    types: tuple[NodeType, ...] | tuple[EdgeType, ...] = schema.nodes if is_node else schema.edges
    return tuple(stored.name for stored in types)


def _columns(patterns: Sequence[Pattern], schema: GraphSchema) -> tuple[str, ...]:
    """Properties that the labels or types of the patterns declare; none unless all are known."""
    columns: list[str] = []
    for pattern in patterns:
        for name in pattern.names:
            if name not in _known(pattern.is_node, schema):
                return ()
            stored = schema.node(name) if pattern.is_node else schema.edge(name)
            columns += (column.name for column in stored.columns)
    return tuple(dict.fromkeys(columns))


def properties_of(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Each ``variable.property``."""
    for index, (variable, dot, name) in enumerate(
        zip(tokens, tokens[1:], tokens[2:], strict=False)
    ):
        is_chain = index > 0 and tokens[index - 1].text == "."
        if variable.identifier and dot.text == "." and name.identifier and not is_chain:
            yield variable.identifier, name.identifier


def _unknown(names: Sequence[str], known: Sequence[str], store: Store) -> list[str]:
    """Names that are neither in the schema nor, on an engine without tables, in the database."""
    if store.engine == "neo4j":
        unknown = [name for name in names if name not in known]
        used = {row["name"] for row in store.ask(statement("read/names"), {})} if unknown else set()
        return [name for name in unknown if name not in used]
    lowered = {name.lower() for name in known}
    return [name for name in names if name.lower() not in lowered]


def _closest(name: str, known: Sequence[str]) -> str:
    by_lower = {each.lower(): each for each in known}
    close = difflib.get_close_matches(name.lower(), by_lower, n=1)
    return f"did you mean {by_lower[close[0]]}? " if close else ""
