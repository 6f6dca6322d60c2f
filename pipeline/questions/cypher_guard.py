"""Guard for a user's own Cypher: one statement, which only reads, and no shape that the embedded
engine is known to answer wrongly.

The engines also run it in a read transaction. The guard is there for clear messages, for what such
a transaction still allows (files, extensions, procedures), and against wrong answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pipeline.errors import BadInput

__all__ = ["check_reading", "check_shape", "parameters_of"]

_TOKEN = re.compile(
    r"""
    (?P<skip>   \s+ | //[^\r\n]* | /\*.*?\*/ )
  | (?P<string> '(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" )
  | (?P<name>   `(?:``|[^`])*` )
  | (?P<parameter> \$\w+ )
  | (?P<word>   \w+ )
  | (?P<sign>   . )
    """,
    re.VERBOSE | re.DOTALL,
)
_WRITES = frozenset(
    "ALTER ATTACH COPY CREATE DELETE DETACH DROP EXPORT FOREACH IMPORT INSERT INSTALL LOAD MERGE"
    " REMOVE SET".split()
)
_OPENINGS = frozenset("CALL MATCH OPTIONAL RETURN UNWIND WITH".split())
_CLAUSES = frozenset("MATCH OPTIONAL WHERE WITH RETURN UNWIND UNION CALL ORDER SKIP LIMIT".split())
_BARRIERS = frozenset({"WITH", "RETURN", "UNION"})  # the engine plans what follows by itself
_ANY_TYPE = frozenset({"*"})
_LONGEST_PATH = 30  # relationships; the embedded engine cuts longer ones silently
_LEADS_ROUND = frozenset({"ALIAS_OF"})  # a path of other types visits no node twice
_PATHS_OF_ITS_OWN = frozenset({"TRAIL", "ACYCLIC", "SHORTEST"})  # words only Ladybug knows


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # string, name, parameter, word or sign
    text: str

    @property
    def keyword(self) -> str:
        return self.text.upper() if self.kind == "word" else ""


def parameters_of(cypher: str) -> frozenset[str]:
    """Names of the parameters used, without their ``$``; not those in strings or comments."""
    return frozenset(token.text[1:] for token in _tokens(cypher) if token.kind == "parameter")


def check_reading(cypher: str) -> None:
    """Raise BadInput unless the text is one statement that only reads the graph."""
    tokens = _tokens(cypher)
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
            f" not {tokens[0].text[:40] if tokens else 'nothing'!r}"
        )
    for index, token in enumerate(tokens):
        if token.keyword in _WRITES and not _is_name(tokens, index):
            raise BadInput(
                f"{token.keyword} is refused: a query only reads; change the store with stepgraph"
                " ingest or load (if it is a name, put it in `backticks`)"
            )
        following = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if token.keyword == "CALL" and following not in ("{", "("):
            raise BadInput("CALL of a procedure is refused; only subqueries are run: CALL { … }")


def check_shape(cypher: str) -> None:
    """Raise BadInput if the embedded engine may answer this wrongly.

    Ladybug 0.22 does so when two relationship patterns that could share a type are joined: in one
    MATCH, commas included, or in MATCH clauses with no WITH between them, which it plans as one.
    It also ends paths of variable length at 30, and lets them use a relationship twice.
    """
    tokens = _tokens(cypher)
    for index in range(len(tokens)):
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


def _joined_patterns(tokens: list[_Token]) -> Iterator[list[frozenset[str]]]:
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


def _path_fault(tokens: list[_Token], index: int) -> str | None:
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


def _bracket(tokens: list[_Token], index: int) -> int | None:
    """Index at which the inside of ``[…]`` begins, in the relationship pattern after the ``)``."""
    signs = _signs(tokens[index : index + 4])
    if signs[:1] != [")"]:
        return None
    dash = 2 if signs[1:2] == ["<"] else 1
    return index + dash + 2 if signs[dash : dash + 2] == ["-", "["] else None


def _signs(tokens: list[_Token]) -> list[str]:
    """The text of each token that is a sign; empty for the others."""
    return [token.text if token.kind == "sign" else "" for token in tokens]


def _closing(tokens: list[_Token], start: int) -> int:
    """The index of the ``]`` at or after ``start``, or the end."""
    return next((at for at in range(start, len(tokens)) if tokens[at].text == "]"), len(tokens))


def _relationship(tokens: list[_Token], index: int) -> frozenset[str] | None:
    """The types of the relationship pattern after the ``)`` at ``index``; None if none is there.

    No type, negation and anything not understood count as any type.
    """
    if (start := _bracket(tokens, index)) is not None:
        return _types(tokens[start:])
    signs = _signs(tokens[index : index + 4])
    dash = 2 if signs[1:2] == ["<"] else 1
    bare = signs[:1] == [")"] and signs[dash : dash + 2] == ["-", "-"]
    return _ANY_TYPE if bare else None


def _types(tokens: list[_Token]) -> frozenset[str]:
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


def _is_name(tokens: list[_Token], index: int) -> bool:
    """Return True if the word is a property, label or type by its position, not a keyword."""
    return index > 0 and tokens[index - 1].kind == "sign" and tokens[index - 1].text in ".:|&!"


def _check_sign(sign: str) -> None:
    if sign in ("'", '"', "`"):
        raise BadInput(f"the Cypher opens a {sign} and never closes it; add the closing {sign}")
    if not sign.isascii():  # the engines take several dashes and brackets for - and <
        raise BadInput(f"the character {sign!r} is outside a string; write it in ASCII")


def _tokens(cypher: str) -> list[_Token]:
    if "\\u" in cypher.lower():
        raise BadInput("an escape such as \\u0027 is not accepted; write the character itself")
    tokens = []
    for match in _TOKEN.finditer(cypher):
        kind = match.lastgroup
        if kind is not None and kind != "skip":
            if kind == "sign":
                _check_sign(match[0])
            tokens.append(_Token(kind, match[0]))
    return tokens
