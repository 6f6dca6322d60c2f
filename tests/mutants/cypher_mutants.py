"""The mutants of a file of Cypher: comparisons, conditions, bounds, order, limits, directions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.mutants.mutant import Mutant, numbered

__all__ = ["cypher_mutants"]

TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`|<=|>=|<>|<-|->|\d+(?:\.\d+)?"""
    r"""|\$?[A-Za-z_]\w*|\S""",
    re.DOTALL,
)
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<>", "<>": "="}
SWAPPED = {  # bounds and ends, aggregates, connectives
    "from_step": "until_step",
    "recorded_from": "recorded_until",
    "char_start": "char_end",
    "origin": "destination",
    "min": "max",
    "AND": "OR",
}
SWAPPED |= {replacement: word for word, replacement in SWAPPED.items()}
DROPPED = frozenset({"DISTINCT", "NOT", "OPTIONAL", "DESC"})
CLAUSES = frozenset(
    "MATCH OPTIONAL WHERE WITH RETURN UNWIND UNION CALL ORDER SKIP LIMIT SET CREATE MERGE DELETE"
    " DETACH REMOVE ON".split()
)
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int

    @property
    def keyword(self) -> str:
        return self.text.upper()


def cypher_mutants(source: str, path: str) -> list[Mutant]:
    """Every mutant of the file, in order; comments and strings stay as they are."""
    tokens = [
        _Token(match[0], *match.span())
        for match in TOKEN.finditer(source)
        if not match[0].startswith(("//", "/*"))
    ]
    spans = [*_of_tokens(tokens, source), *_of_conditions(tokens), *_of_clauses(tokens)]
    return list(
        numbered(
            Mutant(
                path,
                "",
                source.count("\n", 0, start) + 1,
                start,
                end,
                source[start:end],
                replacement,
            )
            for start, end, replacement in sorted(spans)
        )
    )


def _of_tokens(tokens: list[_Token], source: str) -> Iterator[tuple[int, int, str]]:
    """Words and signs that are replaced or left out."""
    clause = ""
    for index, token in enumerate(tokens):
        before = tokens[index - 1].text if index else ""
        after = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if token.keyword in CLAUSES and before != ".":
            clause = token.keyword
        if token.text in COMPARISONS and not (token.text == "=" and clause == "SET"):
            yield token.start, token.end, COMPARISONS[token.text]
        elif token.text in SWAPPED and before.upper() != "AS" and after != ":":
            yield token.start, token.end, SWAPPED[token.text]
        elif token.keyword in DROPPED and before.upper() != "IS":
            yield token.start, token.end, ""
        elif token.text.isdigit():
            yield token.start, token.end, str(int(token.text) + 1)
        elif token.text in ("+", "-") and re.match(r"[\w)]", before) and re.match(r"[\w$]", after):
            yield token.start, token.end, "-" if token.text == "+" else "+"
        elif token.text == "->" and before == "]":
            opening = _opening(tokens, index - 1)
            if tokens[opening - 1].text == "-":
                relationship = source[tokens[opening].start : token.start]
                yield tokens[opening - 1].start, token.end, f"<-{relationship}-"


def _opening(tokens: list[_Token], index: int) -> int:
    """The index of the bracket that the one at ``index`` closes."""
    depth = 0
    for at in range(index, -1, -1):
        depth += (tokens[at].text in CLOSING) - (tokens[at].text in OPENING)
        if not depth:
            return at
    return 0


def _of_conditions(tokens: list[_Token]) -> Iterator[tuple[int, int, str]]:
    """Each part of a WHERE that AND joins, left out; the whole of it if there is one part."""
    for index, token in enumerate(tokens):
        if token.keyword != "WHERE":
            continue
        parts = _parts(tokens, index + 1)
        if len(parts) == 1:
            yield token.start, parts[0][1], ""
        for order, (start, end) in enumerate(parts if len(parts) > 1 else ()):
            if order:
                yield parts[order - 1][1], end, ""
            else:
                yield start, parts[1][0], ""


def _parts(tokens: list[_Token], first: int) -> list[tuple[int, int]]:
    """Spans of characters of the parts that AND joins, to the end of the clause."""
    parts: list[tuple[int, int]] = []
    start, depth, cases = tokens[first].start, 0, 0
    end = start
    for token in tokens[first:]:
        if token.text in OPENING:
            depth += 1
        elif token.text in CLOSING:
            depth -= 1
        cases += (token.keyword == "CASE") - (token.keyword == "END")
        within = depth > 0 or cases > 0
        if depth < 0 or token.text in ";|" or (not within and token.keyword in CLAUSES):
            break
        if not within and token.keyword == "AND":
            parts.append((start, end))
            start = token.end
        end = token.end
    return [*parts, (start, end)]


def _of_clauses(tokens: list[_Token]) -> Iterator[tuple[int, int, str]]:
    """ORDER BY, its last key, SKIP, LIMIT and SET left out; a key in the other direction."""
    for index, token in enumerate(tokens):
        if token.keyword not in ("ORDER", "SKIP", "LIMIT", "SET"):
            continue
        end, commas = _clause_end(tokens, index)
        yield token.start, end, ""
        if token.keyword in ("ORDER", "SET") and commas:
            yield commas[-1], end, ""
        if token.keyword == "ORDER" and tokens[index + 2 :]:
            yield end, end, " DESC"


def _clause_end(tokens: list[_Token], index: int) -> tuple[int, list[int]]:
    """Where the clause ends, and where its items are divided."""
    depth, end, commas = 0, tokens[index].end, []
    for token in tokens[index + 1 :]:
        depth += (token.text in OPENING) - (token.text in CLOSING)
        if depth < 0 or token.text == ";" or (not depth and token.keyword in CLAUSES):
            break
        if not depth and token.text == ",":
            commas.append(token.start)
        end = token.end
    return end, commas
