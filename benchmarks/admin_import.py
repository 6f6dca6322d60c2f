"""Baseline for a bulk load into Neo4j: plain CSV files for its own loader, without checks."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

from pipeline.stores import Row
from pipeline.stores.graph_schema import EdgeType, NodeType
from pipeline.stores.neo4j_bulk import admin_header, admin_tables
from pipeline.stores.rows import table_columns

__all__ = ["import_arguments", "write_files"]


def write_files(parts: Iterator[Mapping[str, Sequence[Row]]], folder: Path) -> None:
    """Write the rows, part by part, as files of columns with a header each."""
    with ExitStack() as opened:
        writers: dict[str, Any] = {}
        for table in admin_tables():
            file = opened.enter_context((folder / f"{table.name}.csv").open("w", newline=""))
            writers[table.name] = csv.writer(file)
            writers[table.name].writerow(admin_header(table))
        for part in parts:
            for table in admin_tables():
                columns = [column.name for column in table_columns(table)]
                writers[table.name].writerows(
                    [_text(row.get(name)) for name in columns] for row in part[table.rows]
                )


def import_arguments(folder: Path) -> list[str]:
    """Arguments of Neo4j's admin tool."""
    return [
        *("database", "import", "full", "neo4j", "--overwrite-destination=true"),
        *("--multiline-fields=true", f"--report-file={folder / 'report'}"),
        *(_argument(table, folder) for table in admin_tables()),
    ]


def _argument(table: NodeType | EdgeType, folder: Path) -> str:
    option = "nodes" if isinstance(table, NodeType) else "relationships"
    return f"--{option}={table.name}={folder / table.name}.csv"


def _text(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        return ";".join(map(str, value))
    return value
