"""The Arrow type of each type of property."""

from __future__ import annotations

import pyarrow as pa

from pipeline.stores.graph_schema import Column, ColumnType

__all__ = ["arrow_type"]

_TYPES: dict[ColumnType, pa.DataType] = {
    ColumnType.TEXT: pa.string(),
    ColumnType.INTEGER: pa.int64(),
    ColumnType.REAL: pa.float64(),
    ColumnType.FLAG: pa.bool_(),
    ColumnType.MOMENT: pa.timestamp("us"),
}


def arrow_type(column: Column) -> pa.DataType:
    """Moments have no time zone: they are naive UTC."""
    return pa.list_(_TYPES[column.type]) if column.is_list else _TYPES[column.type]
