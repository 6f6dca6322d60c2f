"""Membership in a long list as one parameter: a statement's text is the same for every list.

SQLAlchemy's ``in_`` has a parameter for each value, and rendering them takes longer than the
statement itself. PostgreSQL takes an array instead, SQLite a list in JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Self

from sqlalchemy import ARRAY, Boolean, ColumnElement, Dialect, Text, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.operators import OperatorType
from sqlalchemy.types import TypeDecorator, TypeEngine

__all__ = ["is_among"]


def is_among(
    column: InstrumentedAttribute[Any], values: Sequence[str] | Sequence[int]
) -> ColumnElement[bool]:
    """The condition that the column has one of these values."""
    return _IsAmong(column, bindparam(None, list(values), type_=_List(column.type)))


class _List(TypeDecorator[Sequence[Any]]):
    """An array where there are arrays, else a list in JSON."""

    impl = Text
    cache_ok = True

    def __init__(self, item: TypeEngine[Any]) -> None:
        super().__init__()
        self.item = item

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        kind = ARRAY(self.item) if dialect.name == "postgresql" else Text()
        return dialect.type_descriptor(kind)

    def process_bind_param(self, value: Sequence[Any] | None, dialect: Dialect) -> Any:
        return value if dialect.name == "postgresql" else json.dumps(value)


class _IsAmong(FunctionElement[bool]):
    name = "is_among"
    type = Boolean()
    inherit_cache = True

    def self_group(self, against: OperatorType | None = None) -> Self:
        return self  # a comparison with 1, as of a column, would keep SQLite from using an index


@compiles(_IsAmong, "postgresql")
def _in_array(element: _IsAmong, compiler: SQLCompiler, **options: Any) -> str:
    column, values = (compiler.process(clause, **options) for clause in element.clauses)
    return f"{column} = ANY ({values})"


@compiles(_IsAmong, "sqlite")
def _in_json(element: _IsAmong, compiler: SQLCompiler, **options: Any) -> str:
    column, values = (compiler.process(clause, **options) for clause in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({values}))"
