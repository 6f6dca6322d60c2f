"""The graphs of a store as Parquet files, a folder with one file for each table."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import BadInput
from pipeline.exports.readings import present_readings
from pipeline.exports.tables import TABLES, Table, rows_of_reading
from pipeline.stores.store import Row, Store

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["save_parquet"]

ROWS_A_GROUP = 5_000  # of a table, that are held in memory


def save_parquet(store: Store, folder: Path, *, current: bool = False) -> None:
    """Write the readings that hold now to ``folder``, all tables or none.

    An older export there is replaced; raises BadInput if the folder holds anything else, or cannot
    be written. With ``current`` without numbers, times and sources of readings, so that stores of
    equal content give equal bytes.
    """
    with _new_folder(folder) as part, ExitStack() as opened:
        writers = {
            name: opened.enter_context(_writer(table, part)) for name, table in TABLES.items()
        }
        for reading, graph in present_readings(store):
            for table, row in rows_of_reading(reading, graph, with_history=not current):
                writers[table].add(row)
    print(f"wrote {folder}", file=sys.stderr)


class _RowWriter:
    """Collects rows and writes them in groups."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        from pyarrow.parquet import ParquetWriter

        self.schema = schema
        self.file = ParquetWriter(path, schema)
        self.rows: list[Row] = []

    def add(self, row: Row) -> None:
        self.rows.append(row)
        if len(self.rows) == ROWS_A_GROUP:
            self.flush()

    def flush(self) -> None:
        import pyarrow as pa

        if self.rows:
            self.file.write_table(pa.Table.from_pylist(self.rows, schema=self.schema))
            self.rows = []


@contextmanager
def _writer(table: Table, folder: Path) -> Iterator[_RowWriter]:
    writer = _RowWriter(folder / f"{table.name}.parquet", _schema(table))
    try:
        yield writer
        writer.flush()
    finally:
        writer.file.close()


def _schema(table: Table) -> pa.Schema:
    import pyarrow as pa

    from pipeline.stores.arrow_types import arrow_type

    return pa.schema(
        [
            pa.field(column.name, _with_zone(arrow_type(column)), nullable=column.optional)
            for column in table.columns
        ]
    )


def _with_zone(type: pa.DataType) -> pa.DataType:
    """A moment says that it is UTC: other tools have no rule for what is naive."""
    import pyarrow as pa

    return pa.timestamp("us", tz="UTC") if pa.types.is_timestamp(type) else type


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """A folder to fill, which takes its place when it is full."""
    _refuse_to_replace_other_files(folder)
    part = folder.with_name(f".{folder.name}.part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        yield part
        if folder.exists():
            shutil.rmtree(folder)
        part.replace(folder)
    except OSError as error:
        raise BadInput(f"cannot write {folder}: {error.strerror}; choose another -o") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _refuse_to_replace_other_files(folder: Path) -> None:
    if folder.is_file():
        raise BadInput(f"{folder} is a file, but parquet writes a folder; give one with -o DIR")
    names = {f"{name}.parquet" for name in TABLES}
    others = sorted(path.name for path in folder.glob("*") if path.name not in names)
    if others:
        raise BadInput(f"{folder} holds other files ({others[0]}); give a new folder with -o DIR")
