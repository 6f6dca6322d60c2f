"""Neo4j's own loader, ``neo4j-admin database import``: files of columns into a stopped database.

It fills an empty database several times as fast as transactions fill one that runs
(docs/results/store.md). Stepgraph writes the files; an administrator, who may stop the
server, runs the loader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from pipeline.errors import BadInput
from pipeline.stores.bulk_batches import BulkBatches
from pipeline.stores.graph_schema import (
    SCHEMA,
    Column,
    ColumnType,
    EdgeType,
    GraphSchema,
    NodeType,
)
from pipeline.stores.rows import Rows, cell, rows_of_type, table_columns
from pipeline.stores.store import Row

__all__ = ["ARGUMENTS", "AdminFiles", "admin_header", "admin_tables"]

ARGUMENTS = "arguments"  # the file of them: neo4j-admin database import full NAME @FOLDER/arguments
ARRAY_DELIMITER = "\x1f"
LONGEST_TEXT = 3 << 20  # the loader's buffer is 4 MiB
_TYPES = {
    ColumnType.TEXT: "string",
    ColumnType.INTEGER: "long",
    ColumnType.REAL: "double",
    ColumnType.FLAG: "boolean",
    ColumnType.MOMENT: "localdatetime",
}


def admin_tables(schema: GraphSchema = SCHEMA) -> tuple[NodeType | EdgeType, ...]:
    """The types that have a file each: what readings fill, and the shared nodes they refer to."""
    return (schema.node("Document"), schema.node("Concept"), *schema.reading_types)


def admin_header(table: NodeType | EdgeType) -> list[str]:
    """The first line of a file: each column with its type, the ends of a relationship first."""
    typed = [f"{column.name}:{_type_of(column)}" for column in table.columns]
    if isinstance(table, NodeType):
        return [f"{table.key}:ID({table.name})", *typed[1:]]
    return [f":START_ID({table.source.node})", f":END_ID({table.target.node})", *typed]


class AdminFiles:
    """A ``Filling`` of a Neo4j that does not run: files of columns, and its loader's arguments."""

    def __init__(self, folder: Path, *, schema: GraphSchema = SCHEMA) -> None:
        """Raises BadInput if there is something in the folder, or it cannot be made."""
        self.folder = folder.absolute()
        self.schema = schema
        self._tables = admin_tables(schema)
        self._batches = BulkBatches()
        self._files: dict[str, TextIO] = {}
        with self._one_line_errors():
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise BadInput(f"{folder} is not empty; give a new folder for the files")
            for table in self._tables:
                path = self.folder / f"{table.name}.csv"
                self._files[table.name] = path.open("w", encoding="utf-8", newline="")
                self._files[table.name].write(_line(admin_header(table)))

    def add(self, documents: Sequence[Row], rows: Rows) -> None:
        for reading in rows["Reading"]:
            if len(reading["text"].encode()) > LONGEST_TEXT:
                raise BadInput(
                    f"the text of {reading['document']!r} is longer than the loader reads"
                    f" ({LONGEST_TEXT >> 20} MiB); import into a running server"
                )
        with self._one_line_errors():
            self._put(self._batches.complete(documents, rows))

    def finish(self) -> None:
        arguments = "".join(f"{_quoted(argument)}\n" for argument in self._arguments())
        with self._one_line_errors():
            self._put(self._batches.rest())
            for file in self._files.values():
                file.close()
            (self.folder / ARGUMENTS).write_text(arguments, encoding="utf-8")

    def discard(self) -> None:
        for file in self._files.values():
            with suppress(OSError):  # closing writes what a full disk did not take before
                file.close()
            Path(file.name).unlink(missing_ok=True)

    @contextmanager
    def _one_line_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BadInput(f"cannot write into {self.folder}: {error.strerror}") from error

    def _put(self, rows: Rows) -> None:
        for table in self._tables:
            columns = table_columns(table)
            self._files[table.name].writelines(
                _line([cell(row, column) for column in columns])
                for row in rows_of_type(table, rows)
            )

    def _arguments(self) -> list[str]:
        """Arguments of ``neo4j-admin`` after the name of the database."""
        files = [(table, f"={self.folder / table.name}.csv") for table in self._tables]
        return [
            "--multiline-fields=true",
            "--array-delimiter=U+001F",
            f"--report-file={self.folder / 'report'}",
            *(f"--nodes={table.name}{at}" for table, at in files if isinstance(table, NodeType)),
            *(
                f"--relationships={table.name}{at}"
                for table, at in files
                if isinstance(table, EdgeType)
            ),
        ]


def _type_of(column: Column) -> str:
    return _TYPES[column.type] + ("[]" if column.is_list else "")


def _line(values: Sequence[Any]) -> str:
    """A line of columns: a missing value is empty, and an empty text is a pair of quotes."""
    return ",".join(map(_text, values)) + "\n"


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        parts = list(map(str, value))
        if any(ARRAY_DELIMITER in part for part in parts):
            raise BadInput(
                f"{parts[0][:40]!r} contains the character U+001F, which the loader cannot keep in"
                " a list; import into a running server"
            )
        return _text(ARRAY_DELIMITER.join(parts))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(argument: str) -> str:
    """A line of an argument file, where a backslash and a quote have a meaning."""
    escaped = argument.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
