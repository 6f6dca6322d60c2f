"""Baseline for a bulk load into Neo4j: plain CSV files for its own loader, without checks."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

from pipeline.stores import Row
from pipeline.stores.neo4j_bulk import EDGES, NODES, edge_headers, node_headers
from pipeline.stores.transaction_time import UNKNOWN

__all__ = ["import_arguments", "write_files"]


def write_files(parts: Iterator[Mapping[str, Sequence[Row]]], folder: Path) -> None:
    """Write the rows, part by part, as files of columns with a header each."""
    with ExitStack() as opened:
        writers: dict[str, Any] = {}
        for name, header in (*node_headers(), *edge_headers()):
            file = opened.enter_context((folder / f"{name}.csv").open("w", newline=""))
            writers[name] = csv.writer(file)
            writers[name].writerow(header)
        for part in parts:
            for label, (rows, columns) in NODES.items():
                writers[label].writerows(
                    [_text(row.get(column)) for column in columns] for row in part[rows]
                )
            for kind, rows, (_, source), (_, target), columns in EDGES:
                keys = (source, target, *columns)
                writers[kind].writerows([_text(row.get(key)) for key in keys] for row in part[rows])


def import_arguments(folder: Path) -> list[str]:
    """Arguments of Neo4j's admin tool."""
    return [
        *("database", "import", "full", "neo4j", "--overwrite-destination=true"),
        *("--multiline-fields=true", f"--report-file={folder / 'report'}"),
        *(f"--nodes={label}={folder / label}.csv" for label in NODES),
        *(f"--relationships={kind[0]}={folder / kind[0]}.csv" for kind in EDGES),
    ]


def _text(value: Any) -> Any:
    if value == UNKNOWN:
        return None
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        return ";".join(map(str, value))
    return value
