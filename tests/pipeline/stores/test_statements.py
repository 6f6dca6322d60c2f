"""Cypher is text in files, and text from documents never becomes part of it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from pipeline.stores.statements import parameter_names, schema_statements, statement

ROOT = Path(__file__).parents[3]
GENERATED = ROOT / "pipeline" / "stores" / "generated_statements.py"  # tests/cypher has its rule
SOURCES = sorted(
    path
    for folder in ("pipeline", "flows", "kgmodel", "stepgraph")
    for path in (ROOT / folder).rglob("*.py")
    if path != GENERATED
)
# how a statement or a part of one begins; prose about Cypher shows parts left out as …
CYPHER = re.compile(
    r"\s*(OPTIONAL|MATCH|MERGE|CREATE|UNWIND|CALL|RETURN|WITH|WHERE|SET|DETACH|DELETE)\b[^…]*[($][^…]*$"
)
RUNNERS = {"ask", "execute_query", "execute", "run", "query", "PreparedStatement"}


def spliced(tree: ast.AST) -> list[int]:
    """Lines where a statement is put together in the very call that runs it."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in RUNNERS
        and any(_is_built(argument) for argument in node.args[:1])
    ]


def _is_built(argument: ast.expr) -> bool:
    """A sum, a format or an f-string; the name of a question, without a space, may be one."""
    if isinstance(argument, ast.JoinedStr):
        fixed = [part.value for part in argument.values if isinstance(part, ast.Constant)]
        return not fixed or any(" " in str(part) for part in fixed)
    called = isinstance(argument, ast.Call) and isinstance(argument.func, ast.Attribute)
    return isinstance(argument, ast.BinOp) or (called and argument.func.attr == "format")


def written_in_code(tree: ast.AST) -> list[str]:
    """Strings that look like Cypher, docstrings aside."""
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documentation
        and CYPHER.match(node.value)
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_cypher_is_built_in_code(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))

    assert written_in_code(tree) == []
    assert spliced(tree) == []


@pytest.mark.parametrize(
    "code",
    [
        "store.ask(f'{cypher} LIMIT 1', {})",
        "ask('MATCH (n) ' + end, {})",
        "text = 'MATCH (n {name: %s})' % name",
        "x = f'CREATE (:Entity {{name: {name}}})'",
    ],
)
def test_the_check_finds_cypher_that_is_built(code: str) -> None:
    assert spliced(ast.parse(code)) or written_in_code(ast.parse(code))


@pytest.mark.parametrize("folder", ["read", "write"])
def test_every_statement_is_used(folder: str) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCES)

    for path in (ROOT / "cypher" / folder).glob("*.cypher"):
        assert re.search(rf'[/"]{path.stem}"', code), f"nothing uses {path.name}"


def test_parameters_in_comments_and_strings_are_none() -> None:
    cypher = "// $a\nMATCH (n {x: $b, y: '$c \\' $d', z: \"$e\"}) /* $f */ RETURN n.`$g`, $h"

    assert parameter_names(cypher) == {"b", "h"}


def test_a_migration_is_whole_statements_without_comments() -> None:
    statements = schema_statements("ladybug_from_1")

    assert len(statements) == 7
    assert all(cypher.startswith(("CREATE ", "ALTER ")) for cypher in statements)


def test_a_statement_is_the_text_of_its_file() -> None:
    path = ROOT / "cypher" / "write" / "lock_documents.cypher"

    assert statement("write/lock_documents") == path.read_text(encoding="utf-8")
