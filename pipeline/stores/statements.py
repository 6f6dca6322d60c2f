"""Cypher as it stands in ``cypher/``: the only place statements come from."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

__all__ = ["parameter_names", "schema_statements", "statement"]

_COMMENTS_AND_STRINGS = re.compile(
    r"""//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:``|[^`])*`""", re.DOTALL
)


@cache
def statement(name: str) -> str:
    """The text of ``cypher/<name>.cypher``, such as ``write/lock_documents``."""
    return (files("cypher") / f"{name}.cypher").read_text(encoding="utf-8")


@cache
def schema_statements(name: str) -> tuple[str, ...]:
    """The statements of ``cypher/schema/<name>.cypher``, which end with a semicolon each."""
    text = _COMMENTS_AND_STRINGS.sub(_drop_comment, statement(f"schema/{name}"))
    return tuple(part.strip() for part in text.split(";") if part.strip())


@cache
def parameter_names(cypher: str) -> frozenset[str]:
    """The parameters a statement uses, whatever its comments and strings hold."""
    bare = _COMMENTS_AND_STRINGS.sub(" ", cypher)
    return frozenset(re.findall(r"\$(\w+)", bare))


def _drop_comment(match: re.Match[str]) -> str:
    return " " if match[0].startswith("/") else match[0]
