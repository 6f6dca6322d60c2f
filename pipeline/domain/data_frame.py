"""Rows as a data frame of pandas or Polars, or as an Arrow table.

The columns and their types are declared, so a frame without rows has them too. Values go through
Arrow: a missing integer stays missing and does not make the others floats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, get_args

from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pyarrow import DataType, Table

__all__ = ["FrameLibrary", "chosen_library", "data_frame"]

FrameLibrary = Literal["pandas", "polars", "arrow"]
LIBRARIES: tuple[FrameLibrary, ...] = get_args(FrameLibrary)
BY_DEFAULT: tuple[FrameLibrary, ...] = ("pandas", "polars")  # the first that is installed


def chosen_library(name: str | None) -> FrameLibrary:
    """The library of that name; without one, pandas if it is installed, else Polars.

    Raises BadInput, with the extra to install, if there is none.
    """
    candidates = BY_DEFAULT if name is None else tuple(each for each in LIBRARIES if each == name)
    if not candidates:
        raise BadInput(f"library must be one of {', '.join(LIBRARIES)}, not {name!r:.60}")
    for library in candidates:
        if library == "arrow" or find_spec(library) is not None:
            return library
    commands = " or ".join(f"pip install 'stepgraph[{library}]'" for library in candidates)
    raise BadInput(
        f"{' and '.join(candidates)} {'is' if name else 'are'} not installed; run {commands},"
        " or give library='arrow'"
    )


def data_frame(
    rows: Iterable[Mapping[str, Any]], columns: Mapping[str, type], *, library: FrameLibrary
) -> Any:
    """A ``pandas.DataFrame``, ``polars.DataFrame`` or ``pyarrow.Table`` of the rows, in order.

    ``columns`` are the Python types by name; ``list`` is a list of strings. Any value may be None.
    """
    table = _arrow_table(rows, columns)
    if library == "pandas":
        return _pandas_frame(table)
    if library == "polars":
        import polars

        return polars.from_arrow(table)
    return table


def _arrow_table(rows: Iterable[Mapping[str, Any]], columns: Mapping[str, type]) -> Table:
    import pyarrow

    types: dict[type, DataType] = {
        str: pyarrow.string(),
        int: pyarrow.int64(),
        float: pyarrow.float64(),
        bool: pyarrow.bool_(),
        datetime: pyarrow.timestamp("us"),
        list: pyarrow.list_(pyarrow.string()),
    }
    schema = pyarrow.schema([(name, types[column]) for name, column in columns.items()])
    return pyarrow.Table.from_pylist(list(rows), schema=schema)


def _pandas_frame(table: Table) -> Any:
    """The types of pandas that know missing values; NumPy has no missing integer."""
    import pandas
    import pyarrow

    nullable = {pyarrow.int64(): pandas.Int64Dtype(), pyarrow.bool_(): pandas.BooleanDtype()}
    return table.to_pandas(types_mapper=nullable.get)
