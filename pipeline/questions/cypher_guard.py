"""Guard for a user's own Cypher: one statement, which only reads, and no shape that the embedded
engine is known to answer wrongly.

The engines also run it in a read transaction. The guard is there for clear messages, for what such
a transaction still allows (files, extensions, procedures), and against wrong answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pipeline.errors import BadInput
from pipeline.questions.cypher_tokens import Token, tokens_of

__all__ = ["check_procedures", "check_reading", "check_shape"]

_WRITES = frozenset(
    "ALTER CREATE DELETE DETACH DROP FOREACH INSERT MERGE REMOVE SET".split()
)  # a read transaction refuses them too
_FILES = frozenset("ATTACH COPY EXPORT IMPORT INSTALL LOAD".split())  # it does not refuse these
_BEFORE_A_VALUE = frozenset(
    "AND AS BY CONTAINS DISTINCT ELSE IN NOT OR RETURN THEN UNWIND WHEN WHERE WITH XOR".split()
)
# By engine, the procedures that only describe the store
_DESCRIBING: Mapping[str, frozenset[str]] = {
    "ladybug": frozenset(
        "db_version show_connection show_functions show_indexes show_tables table_info".split()
    ),
    "neo4j": frozenset(
        "db.labels db.propertyKeys db.relationshipTypes db.schema.nodeTypeProperties"
        " db.schema.relTypeProperties db.schema.visualization dbms.components".split()
    ),
}
_SCHEMA_COMMAND = "stepgraph schema prints labels, relationship types and properties"
_OPENINGS = frozenset("CALL MATCH OPTIONAL RETURN UNWIND WITH".split())
_CLAUSES = frozenset("MATCH OPTIONAL WHERE WITH RETURN UNWIND UNION CALL ORDER SKIP LIMIT".split())
_BARRIERS = frozenset({"WITH", "RETURN", "UNION"})  # the engine plans what follows by itself
_ANY_TYPE = frozenset({"*"})
_LONGEST_CALL = 200  # tokens of a call or a node that are looked at
_LONGEST_PATH = 30  # relationships; the embedded engine cuts longer ones silently
_LEADS_ROUND = frozenset({"ALIAS_OF"})  # a path of other types visits no node twice
_PATHS_OF_ITS_OWN = frozenset({"TRAIL", "ACYCLIC", "SHORTEST"})  # words only Ladybug knows


def check_reading(cypher: str) -> None:
    """Raise BadInput unless the text is one statement that only reads the graph."""
    tokens = tokens_of(cypher)
    while tokens and tokens[-1].text == ";":
        tokens.pop()
    if not tokens:
        raise BadInput("there is no Cypher statement to run; write one, such as MATCH … RETURN …")
    if any(token.text == ";" for token in tokens):
        raise BadInput("one statement at a time; split the file at its ';'")
    if tokens[0].keyword in ("EXPLAIN", "PROFILE"):
        del tokens[0]
    if not tokens or tokens[0].keyword not in _OPENINGS:
        raise BadInput(
            "the Cypher must begin with MATCH, WITH, UNWIND or RETURN,"
            f" not {tokens[0].text[:40] if tokens else 'nothing'!r}; a question in English is for"
            " stepgraph ask"
        )
    for index, token in enumerate(tokens):
        writes = token.keyword in _WRITES and not _is_value(tokens, index)
        if (writes or token.keyword in _FILES) and not _is_name(tokens, index):
            raise BadInput(
                f"{token.keyword} is refused: a query only reads; change the store with stepgraph"
                " ingest or load (if it is a name, put it in `backticks`)"
            )
    for procedure in _procedures(tokens):
        if not any(_names(procedure, harmless) for harmless in _DESCRIBING.values()):
            raise BadInput(
                f"CALL {procedure} is refused: only procedures that describe the store are run;"
                f" {_SCHEMA_COMMAND}"
            )


def check_procedures(cypher: str, *, engine: str) -> None:
    """Raise BadInput if a procedure that ``check_reading`` allows is of the other engine."""
    for procedure in _procedures(tokens_of(cypher)):
        if not _names(procedure, _DESCRIBING[engine]):
            own = ", ".join(sorted(_DESCRIBING[engine]))
            raise BadInput(
                f"CALL {procedure}() is of another engine than this store's, {engine}, whose"
                f" procedures are {own}; {_SCHEMA_COMMAND}"
            )


def _procedures(tokens: list[Token]) -> Iterator[str]:
    """The name after each CALL that does not begin a subquery."""
    for index, token in enumerate(tokens):
        following = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if token.keyword == "CALL" and not _is_name(tokens, index) and following not in ("{", "("):
            name = ""
            for part in tokens[index + 1 :]:
                if not (part.identifier or part.text == "."):
                    break
                name += part.identifier or part.text
            yield name


def _names(procedure: str, procedures: frozenset[str]) -> bool:
    return procedure.lower() in map(str.lower, procedures)


def check_shape(cypher: str) -> None:
    """Raise BadInput if the embedded engine may answer this wrongly.

    Ladybug 0.22 does so when two relationship patterns that could share a type are joined: in one
    MATCH, commas included, or in MATCH clauses with no WITH between them, which it plans as one.
    It also ends paths of variable length at 30 and lets them use a relationship twice, and it takes
    two labels for either of them. It counts characters from 1.
    """
    tokens = tokens_of(cypher)
    for index in range(len(tokens)):
        if _cuts_from_zero(tokens[index : index + _LONGEST_CALL]):
            raise BadInput(
                "refused: the embedded engine counts characters from 1, and substring(text, 0, n)"
                " loses one; write left(text, n), or substring(text, 1, n)"
            )
        if labels := _several_labels(tokens[index : index + _LONGEST_CALL]):
            raise BadInput(
                f"refused: the embedded engine takes (:{':'.join(labels)}) for either label, and no"
                f" node here has both; for either, write (n:{'|'.join(labels)})"
            )
        if fault := _path_fault(tokens, index):
            raise BadInput(f"refused: {fault}, or use a Neo4j store")
    for group in _joined_patterns(tokens):
        for index, types in enumerate(group):
            for other in group[:index]:
                if types == _ANY_TYPE or other == _ANY_TYPE or types & other:
                    raise BadInput(_shape_message(types, other))


def _shape_message(types: frozenset[str], other: frozenset[str]) -> str:
    shared = sorted(types & other)
    which = f"[:{shared[0]}]" if shared and "*" not in shared else "an untyped relationship"
    return (
        f"refused: one MATCH has two relationship patterns that could share a type ({which}), which"
        " the embedded engine is known to answer wrongly; put a WITH between them:"
        " MATCH (a)-[x:T]->(b) WHERE … WITH a, b MATCH (b)<-[y:T]-(c) WHERE … RETURN …,"
        " or use a Neo4j store"
    )


@dataclass(slots=True)
class _Scope:
    """A pair of braces: the patterns joined so far, by plain MATCH and by one OPTIONAL MATCH."""

    clause: str = ""
    plain: list[frozenset[str]] = field(default_factory=list)
    optional: list[frozenset[str]] = field(default_factory=list)

    def groups(self) -> tuple[list[frozenset[str]], list[frozenset[str]]]:
        return self.plain, self.optional


def _joined_patterns(tokens: list[Token]) -> Iterator[list[frozenset[str]]]:
    """The relationship patterns, as sets of types, that the engine would join in one plan."""
    scopes = [_Scope()]
    for index, token in enumerate(tokens):
        scope = scopes[-1]
        if token.text == "{" and token.kind == "sign":
            # EXISTS { (a)-[:T]->(b) } has no MATCH of its own
            scopes.append(_Scope(clause="MATCH"))
        elif token.text == "}" and token.kind == "sign" and len(scopes) > 1:
            yield from scopes.pop().groups()
        elif token.keyword in _CLAUSES and not _is_name(tokens, index):
            yield from _enter(scope, token.keyword, tokens[index - 1].keyword if index else "")
        elif (types := _relationship(tokens, index)) is not None:
            (scope.optional if scope.clause == "OPTIONAL" else scope.plain).append(types)
    for scope in scopes:
        yield from scope.groups()


def _enter(scope: _Scope, keyword: str, before: str) -> Iterator[list[frozenset[str]]]:
    """Record that ``keyword`` begins a clause; yield the groups that it ends."""
    if keyword == "OPTIONAL":
        yield scope.optional
        scope.clause, scope.optional = "OPTIONAL", []
    elif keyword in _BARRIERS and before not in ("STARTS", "ENDS"):
        yield from scope.groups()
        scope.clause, scope.plain, scope.optional = keyword, [], []
    elif keyword == "MATCH" and before != "OPTIONAL":
        scope.clause = "MATCH"


def _cuts_from_zero(tokens: list[Token]) -> bool:
    """Return True if the tokens begin with a call of substring from the literal 0."""
    if tokens[0].keyword not in ("SUBSTRING", "SUBSTR") or len(tokens) < 2 or tokens[1].text != "(":
        return False
    depth = 0
    for before, token in zip(tokens[1:], tokens[2:], strict=False):
        depth += (before.text in ("(", "[", "{")) - (before.text in (")", "]", "}"))
        if not depth:
            return False
        if depth == 1 and before.text == ",":
            return token.text == "0"
    return False


def _several_labels(tokens: list[Token]) -> list[str]:
    """The labels of a node pattern that begins the tokens, if ``:`` or ``&`` joins them."""
    if tokens[0].text != "(":
        return []
    rest = tokens[2:] if len(tokens) > 1 and tokens[1].identifier else tokens[1:]
    labels: list[str] = []
    for sign, label in zip(rest[::2], rest[1::2], strict=False):
        if sign.text not in (":", "&") or not label.identifier:
            break
        labels.append(label.identifier)
    return labels if len(labels) > 1 else []


def _path_fault(tokens: list[Token], index: int) -> str | None:
    """Fault of the engine with the path of variable length after the ``)``, and how to avoid it."""
    start = _bracket(tokens, index)
    types = _relationship(tokens, index)
    if start is None or types is None:
        return None
    inside = [token.text for token in tokens[start : _closing(tokens, start)]]
    if "*" not in inside:
        return None
    rest = inside[inside.index("*") + 1 :]
    if rest and rest[0].upper() in _PATHS_OF_ITS_OWN:
        return None
    longest = _longest(rest)
    if longest is None or longest > _LONGEST_PATH:
        return (
            f"the embedded engine silently cuts paths off after {_LONGEST_PATH} relationships;"
            f" give that as the upper bound, or less: -[:T*1..{_LONGEST_PATH}]->"
        )
    after = [token.text for token in tokens[_closing(tokens, start) :][:3]]
    directed = tokens[index + 1].text == "<" or after[2:] == [">"]
    if longest > 1 and (not directed or types == _ANY_TYPE or types & _LEADS_ROUND):
        return (
            "the embedded engine lets a path of variable length use one relationship twice, which"
            " Cypher forbids; give it a direction and types other than ALIAS_OF:"
            " (a)-[:NEXT*1..3]->(b)"
        )
    return None


def _longest(bounds: list[str]) -> int | None:
    """The upper bound after the ``*`` of a path; None if there is none to be read."""
    low = bounds.pop(0) if bounds and bounds[0].isdigit() else None
    if bounds[:2] != [".", "."]:
        return None if low is None else int(low)
    return int(bounds[2]) if len(bounds) > 2 and bounds[2].isdigit() else None


def _bracket(tokens: list[Token], index: int) -> int | None:
    """Index at which the inside of ``[…]`` begins, in the relationship pattern after the ``)``."""
    signs = _signs(tokens[index : index + 4])
    if signs[:1] != [")"]:
        return None
    dash = 2 if signs[1:2] == ["<"] else 1
    return index + dash + 2 if signs[dash : dash + 2] == ["-", "["] else None


def _signs(tokens: list[Token]) -> list[str]:
    """The text of each token that is a sign; empty for the others."""
    return [token.text if token.kind == "sign" else "" for token in tokens]


def _closing(tokens: list[Token], start: int) -> int:
    """The index of the ``]`` at or after ``start``, or the end."""
    return next((at for at in range(start, len(tokens)) if tokens[at].text == "]"), len(tokens))


def _relationship(tokens: list[Token], index: int) -> frozenset[str] | None:
    """The types of the relationship pattern after the ``)`` at ``index``; None if none is there.

    No type, negation and anything not understood count as any type.
    """
    if (start := _bracket(tokens, index)) is not None:
        return _types(tokens[start:])
    signs = _signs(tokens[index : index + 4])
    dash = 2 if signs[1:2] == ["<"] else 1
    bare = signs[:1] == [")"] and signs[dash : dash + 2] == ["-", "-"]
    return _ANY_TYPE if bare else None


def _types(tokens: list[Token]) -> frozenset[str]:
    """The types before ``]``: those after the colon and each ``|``."""
    types: set[str] = set()
    expecting = False
    for token in tokens:
        if token.kind in ("word", "name") and expecting:
            types.add(token.text.strip("`") if token.kind == "name" else token.text)
            expecting = False
        elif token.text in (":", "|") and token.kind == "sign":
            expecting = True
        elif token.text in ("]", "{") or token.keyword == "WHERE":
            break
        elif token.text in ("!", "%", "&", "(", "$"):
            return _ANY_TYPE
    return frozenset(map(str.upper, types)) or _ANY_TYPE


def _is_value(tokens: list[Token], index: int) -> bool:
    """Return True if the word stands where a value or an alias is expected: ``AS set``."""
    before = tokens[index - 1] if index else tokens[index]
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    key = before.text in ("{", ",") and after == ":"
    return before.keyword in _BEFORE_A_VALUE or before.text in tuple("(,[+-/%^<>=") or key


def _is_name(tokens: list[Token], index: int) -> bool:
    """Return True if the word is a property, label or type by its position, not a keyword."""
    return index > 0 and tokens[index - 1].kind == "sign" and tokens[index - 1].text in ".:|&!"
