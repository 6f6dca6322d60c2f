"""The mutants of a Python file: one operator, constant, condition or call changed at a time.

Texts of errors and logs, docstrings, annotations and what only a type checker reads stay as they
are: no test should depend on them, or none can.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from tests.mutants.mutant import Mutant, numbered

__all__ = ["functions_by_line", "python_mutants"]

Function = ast.FunctionDef | ast.AsyncFunctionDef

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Methods whose result is like the object, so that a call can be left out
TRANSPARENT = frozenset(
    "lower upper casefold strip lstrip rstrip removeprefix removesuffix masked_fill detach clamp"
    " copy".split()
)
LOGS = frozenset({"log", "logger", "warnings"})
# Arguments that say how, not what: no behaviour differs for a neighbouring value
KEYWORDS_LEFT_OUT = frozenset("encoding strict timeout help description stacklevel".split())
TYPING_ONLY = frozenset({"TypeVar", "Literal", "NewType", "ParamSpec"})
LONGEST_TABLE = 8  # elements that are changed one by one; of a longer table one is left out
FLOATS = (1e-3, 1e3)  # absolute values that are doubled; others are bounds against overflow
ATOMS = ast.Constant | ast.Name | ast.Call | ast.Attribute | ast.Subscript


def python_mutants(source: str, path: str) -> list[Mutant]:
    """Every mutant of the file, in order. Raises SyntaxError."""
    mutator = _Mutator(source, path)
    mutator.visit(ast.parse(source))
    return list(numbered(mutator.mutants))


def functions_by_line(source: str) -> dict[int, str]:
    """The innermost function whose body has the line, for every line in the body of any."""
    lines: dict[int, str] = {}

    def enter(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, Function | ast.ClassDef):
                inner = f"{name}.{child.name}".lstrip(".")
            if isinstance(child, Function):
                body = range(child.body[0].lineno, (child.end_lineno or child.lineno) + 1)
                lines.update(dict.fromkeys(body, inner))
            enter(child, inner)

    enter(ast.parse(source), "")
    return lines


class _Mutator(ast.NodeVisitor):
    def __init__(self, source: str, path: str) -> None:
        self.mutants: list[Mutant] = []
        self._source = source
        self._path = path
        self._lines = [line + "\n" for line in source.split("\n")]
        self._starts = [0, *accumulate(map(len, self._lines))]
        self._names: list[str] = []
        self._in_function = False

    # what is left out

    def visit_Assert(self, node: ast.Assert) -> None:
        """Left out: asserts are for the type checker."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Left out: positions within an f-string are wrong before Python 3.12."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not any("Protocol" in ast.unparse(base) for base in node.bases):
            self._enter(node.name, node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def visit_Module(self, node: ast.Module) -> None:
        self._body(node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if ast.unparse(node.targets[0]) not in ("__all__", "__slots__"):
            self.visit(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in KEYWORDS_LEFT_OUT:
            self.visit(node.value)

    # statements

    def visit_Raise(self, node: ast.Raise) -> None:
        self._replace(node, "pass")

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and not _is_log(node.value):
            self._replace(node, "pass")
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_Break(self, node: ast.Break) -> None:
        self._replace(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace(node, "break")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if swapped := ARITHMETIC.get(type(node.op)):
            self._change(node, op=swapped())
        self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" not in ast.unparse(node.test):
            self._replace(node.test, "False")
            self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._replace(node.test, "False")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._replace(condition, "True")
        self.generic_visit(node)

    # expressions

    def visit_Compare(self, node: ast.Compare) -> None:
        for order, operator in enumerate(node.ops):
            operators = [*node.ops]
            operators[order] = COMPARISONS[type(operator)]()
            self._change(node, ops=operators)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self._change(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._replace(node, _as_operand(node.operand))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        swapped = ARITHMETIC.get(type(node.op))
        if swapped and not _is_text(node.left) and not _is_text(node.right):
            self._change(node, op=swapped())
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if ast.unparse(node.value) not in TYPING_ONLY:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        function = node.func
        if _is_log(node) or (isinstance(function, ast.Name) and function.id in TYPING_ONLY):
            return
        if isinstance(function, ast.Name) and function.id == "cast":
            self.visit(node.args[1])
            return
        if isinstance(function, ast.Name) and function.id in FUNCTIONS:
            self._replace(function, FUNCTIONS[function.id])
        if isinstance(function, ast.Name) and function.id == "sorted":
            self._replace(node, f"list({ast.unparse(node.args[0])})")
        if isinstance(function, ast.Attribute) and function.attr in TRANSPARENT:
            self._replace(node, _as_operand(function.value))
        if table := _table_of_words(node):
            self._drop_word(table)
        else:
            self.generic_visit(node)

    def visit_List(self, node: ast.List) -> None:
        self._table(node, node.elts)

    def visit_Set(self, node: ast.Set) -> None:
        self._table(node, node.elts)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        self._table(node, node.elts)

    def visit_Dict(self, node: ast.Dict) -> None:
        if len(node.values) <= LONGEST_TABLE:
            self.generic_visit(node)
            return
        left_out = len(node.values) // 2
        self._change(
            node,
            keys=node.keys[:left_out] + node.keys[left_out + 1 :],
            values=node.values[:left_out] + node.values[left_out + 1 :],
        )

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._replace(node, str(not value))
        elif isinstance(value, int):
            self._replace(node, str(value + 1))
        elif isinstance(value, float):
            if FLOATS[0] <= abs(value) <= FLOATS[1]:
                self._replace(node, repr(2 * value))
        elif isinstance(value, str):
            self._replace(node, '"other"' if not value else '""')

    # how

    def _function(self, node: Function) -> None:
        decorators = " ".join(map(ast.unparse, node.decorator_list))
        if "overload" in decorators:
            return
        outside = self._in_function
        self._in_function = "cache" not in decorators  # one test runs it, and others use the result
        self._names.append(node.name)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        self._body(node.body)
        self._names.pop()
        self._in_function = outside

    def _enter(self, name: str, body: Sequence[ast.stmt]) -> None:
        self._names.append(name)
        self._body(body)
        self._names.pop()

    def _body(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self.visit(statement)

    def _table(self, node: ast.List | ast.Set | ast.Tuple, elements: Sequence[ast.expr]) -> None:
        if len(elements) > LONGEST_TABLE and all(isinstance(e, ast.Constant) for e in elements):
            left_out = len(elements) // 2
            self._change(node, elts=[*elements[:left_out], *elements[left_out + 1 :]])
        else:
            self.generic_visit(node)

    def _drop_word(self, node: ast.Constant) -> None:
        words = str(node.value).split()
        del words[len(words) // 2]
        self._replace(node, repr(" ".join(words)))

    def _change(self, node: Any, **fields: Any) -> None:
        changed = copy.copy(node)
        for name, value in fields.items():
            setattr(changed, name, value)
        text = ast.unparse(changed)
        self._replace(node, f"({text})" if isinstance(node, ast.expr) else text)

    def _replace(self, node: ast.expr | ast.stmt, replacement: str) -> None:
        start, end = self._position(node.lineno, node.col_offset), self._end(node)
        original = self._source[start:end]
        if original != replacement:
            where = ".".join(self._names)
            position = (self._path, where, node.lineno, start, end)
            self.mutants.append(Mutant(*position, original, replacement, self._in_function))

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._position(node.end_lineno, node.end_col_offset)

    def _position(self, line: int, column: int) -> int:
        """The position in characters; ``column`` counts bytes of UTF-8."""
        before = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(before)


def _is_log(node: ast.Call) -> bool:
    function = node.func
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id in LOGS
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _table_of_words(node: ast.Call) -> ast.Constant | None:
    """The text of a table of words that is written as ``"a b c".split()``."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "split" or node.args:
        return None
    text = function.value
    if not isinstance(text, ast.Constant) or len(str(text.value).split()) < 2:
        return None
    return text


def _as_operand(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if isinstance(node, ATOMS) else f"({text})"
