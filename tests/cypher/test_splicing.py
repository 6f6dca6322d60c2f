"""No Cypher is put together of text: every place where a statement is built or run is checked.

One module makes Cypher, of the names that the graph schema declares and of nothing else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.stores.graph_schema import Column, ColumnType, EdgeType, End, NodeType
from tests.support.graphs import HOSTILE

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for folder in ("pipeline", "flows", "benchmarks", "docs")
    for path in (ROOT / folder).rglob("*.py")
) + sorted((ROOT / "stepgraph").rglob("*.py"))
GENERATED = ROOT / "pipeline" / "stores" / "generated_statements.py"
# All that its functions may be given, apart from texts of their own.
DECLARED = {"GraphSchema", "NodeType", "EdgeType", "End", "Column", "Sequence", "Iterable", "None"}
# What runs a statement, by the name it is called by, and which argument the statement is.
RUNS = {"ask": 0, "execute": 0, "execute_query": 0, "run": 0, "run_cypher": 0, "_query": 0,
        "_run": 1, "PreparedStatement": 1}  # fmt: skip
# A clause as only Cypher has it; a message may say MATCH, but hardly MATCH (.
CLAUSE = re.compile(
    r"\b(MATCH|MERGE|CREATE|CALL|FOREACH)\s+[({\[]|\bUNWIND\s+[$\w]+\s+AS\b|\bDETACH DELETE\b"
    r"|\bRETURN\s+\w+\.|\b(SET|WHERE)\s+\w+\.\w+\s*="
)
MESSAGES = ("Advice", "BadInput", "StoreError", "Unreachable")  # what these say is for people
NAMED = re.compile(r"[a-z][a-z_/-]*")  # part of a statement's or a question's name


def faults(source: str) -> list[str]:
    """Every statement that is spliced, run from a splice or kept outside cypher/, by its line."""
    tree = ast.parse(source)
    exempt = {id(node) for node in _docstrings(tree)} | {id(node) for node in _in_messages(tree)}
    faults = []
    for node in ast.walk(tree):
        place = RUNS.get(_called(node)) if isinstance(node, ast.Call) else None
        if place is not None and any(map(_is_spliced, _statements(node, place, tree))):
            faults.append(f"line {node.lineno}: {ast.unparse(node)[:80]} runs what is spliced")
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in exempt
            and CLAUSE.search(node.value)
        ):
            faults.append(f"line {node.lineno}: {node.value[:50]!r} is Cypher outside cypher/")
    return faults


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _statements(call: ast.Call, place: int, tree: ast.Module) -> Iterator[ast.expr]:
    """The statement a call runs, and all that is ever assigned to a name that it has in it."""
    for argument in call.args[place : place + 1]:
        yield from _origins(argument, tree)


def _origins(argument: ast.expr, tree: ast.Module) -> Iterator[ast.expr]:
    yield argument
    names = _names(argument)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            assigned = {name for target in targets for name in _names(target)}
            if names & assigned and node.value is not None:
                if isinstance(node, ast.AugAssign):
                    yield ast.BinOp(ast.Name(""), node.op, node.value)
                yield node.value


def _names(expression: ast.expr) -> set[str]:
    """Variables in it, and attributes of self by ``self.NAME``."""
    names = set()
    for node in ast.walk(expression):
        if isinstance(node, ast.Name) and node.id != "self":
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self":
            names.add(ast.unparse(node))
    return names


def _is_spliced(node: ast.expr) -> bool:
    """Whether a text is made of others, other than the name of a file or of a question."""
    if isinstance(node, ast.JoinedStr):
        parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
        return not (parts and all(NAMED.fullmatch(str(part)) for part in parts))
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        return isinstance(node.op, ast.Add | ast.Mod) and any(map(_is_text, sides))
    if isinstance(node, ast.Call):
        if _called(node) in ("format", "replace", "join", "sub", "format_map", "substitute"):
            return True
        return _called(node) in ("statement", "_query") and any(map(_is_spliced, node.args))
    return False


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    ) or _is_spliced(node)  # fmt: skip


def _docstrings(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _in_messages(tree: ast.Module) -> Iterator[ast.AST]:
    """Texts that people read: arguments of our errors, and all that is in functions named
    *_message or *_fault.
    """
    for node in ast.walk(tree):
        is_error = isinstance(node, ast.Call) and _called(node) in MESSAGES
        is_message = isinstance(node, ast.FunctionDef) and node.name.endswith(("message", "fault"))
        if is_error or is_message:
            yield from ast.walk(node)


@pytest.mark.parametrize(
    "path",
    [path for path in SOURCES if path != GENERATED],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_no_statement_is_spliced(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "store.ask(f\"MATCH (n {{name: '{name}'}}) RETURN n\", {})",
        'store.ask("MATCH (n {name: \'" + name + "\'}) RETURN n", {})',
        'store.ask("MATCH (n:%s) RETURN n" % label, {})',
        'store.ask("MATCH (n:{}) RETURN n".format(label), {})',
        'store.ask(statement("read/x").replace("$name", name), {})',
        'store.ask(" ".join(parts), {})',
        'ask(statement("read/x") + " LIMIT 3", {})',
        "cypher = f'{start} {rest}'\nstore.ask(cypher, {})",
        "cypher = statement('read/x')\ncypher += ' LIMIT 3'\nstore.ask(cypher, {})",
        'connection.execute(f"COPY Entity FROM {path!r}")',
        'driver.execute_query(_query(f"CREATE (:{label})"))',
        "self.cypher = f'{start} {rest}'\nstore.ask(self.cypher, {})",
        'LOOK = "MATCH (n) RETURN n"',
        'text = "RETURN n.name"',
        'ask(statement(f"{folder}"), {})',
    ],
)
def test_a_spliced_statement_is_a_fault(source: str) -> None:
    assert faults(source)


@pytest.mark.parametrize(
    "source",
    [
        'ask(statement("write/lock_documents"), {"documents": documents})',
        'ask(statement(f"write/{name}"), {"rows": part})',
        'self._reader.execute("BEGIN TRANSACTION READ ONLY")',
        "store.ask(question.cypher, given)",
        "self.names = ', '.join(names)\nself.worker.run(self.batches)",
        'asked.ask(f"when-{what}", entity=entity)',
        'raise BadInput("write MATCH (a) RETURN a.name")',
    ],
)
def test_a_statement_that_is_not_spliced_passes(source: str) -> None:
    assert faults(source) == []


def test_the_statements_of_the_project_take_text_as_parameters_only() -> None:
    """No statement has a literal where a text of a document would stand."""
    literals = re.compile(r"\{(?:id|name|title|text): *['\"]")
    for path in (ROOT / "cypher").rglob("*.cypher"):
        assert not literals.search(path.read_text(encoding="utf-8")), path


def undeclared(source: str) -> list[str]:
    """What could bring another text than a declared name into a generated statement."""
    tree = ast.parse(source)
    faults = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            if node.module not in ("__future__", "collections.abc", "pipeline.stores.graph_schema"):
                faults.append(f"line {node.lineno}: imports {node.module}")
        elif isinstance(node, ast.Import | ast.ClassDef | ast.Global | ast.AsyncFunctionDef):
            faults.append(f"line {node.lineno}: {type(node).__name__}")
        elif isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            allowed = DECLARED | ({"str"} if node.name.startswith("_") else set())
            for argument in arguments:
                names = set(re.findall(r"\w+", ast.unparse(argument.annotation or ast.Name("Any"))))
                if names - allowed:
                    faults.append(f"line {node.lineno}: {node.name} takes {argument.arg}")
            if node.args.vararg or node.args.kwarg:
                faults.append(f"line {node.lineno}: {node.name} takes anything")
    return faults


def test_statements_are_generated_of_declared_names_alone() -> None:
    """Public functions take types of the schema only; nobody else uses the private ones."""
    assert undeclared(GENERATED.read_text(encoding="utf-8")) == []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "pipeline.stores":
                assert "generated_statements" not in {alias.name for alias in node.names}, path
            if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(GENERATED.stem):
                assert not [alias for alias in node.names if alias.name.startswith("_")], path


@pytest.mark.parametrize(
    "source",
    [
        "from pipeline.domain.document import Document",
        "import os",
        "def create(node: NodeType, name: str) -> str: ...",
        "def create(node) -> str: ...",
        "def create(*names: NodeType) -> str: ...",
        "def create(node: NodeType, rows: list[dict[str, object]]) -> str: ...",
    ],
)
def test_another_source_of_text_for_generated_statements_is_a_fault(source: str) -> None:
    assert undeclared(source)


@pytest.mark.parametrize("name", [name for name in HOSTILE if not name.isidentifier()])
def test_a_schema_has_no_name_that_could_be_cypher(name: str) -> None:
    column, end = Column("id", ColumnType.TEXT), End("Step", "step")
    for declare in (
        lambda: Column(name, ColumnType.TEXT),
        lambda: End(name, "id"),
        lambda: End("Step", name),
        lambda: NodeType(name, (column,)),
        lambda: EdgeType(name, end, end),
    ):
        with pytest.raises(ValueError, match="is no name for a type or a property"):
            declare()
