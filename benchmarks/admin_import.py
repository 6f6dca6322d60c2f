"""Neo4j's own loader, ``neo4j-admin database import``: files of columns into a stopped database."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

from pipeline.stores import Row
from pipeline.stores.times import UNKNOWN

__all__ = ["import_arguments", "write_files"]

EVIDENCE = {
    "probability": "double",
    "evidence_step": "long",
    "char_start": "long",
    "char_end": "long",
}
TIMES = {"starts_at": "localdatetime", "ends_at": "localdatetime"}
# What lies in each file: label, the statement whose rows it has, property: type of the import.
NODES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "Document": ("documents", {"id": "id", "title": "string", "source": "string"}),
    "Reading": (
        "create_readings",
        {
            "id": "id",
            "number": "long",
            "title": "string",
            "source": "string",
            "text": "string",
            "text_sha256": "string",
            "entities_given": "boolean",
            "model": "string",
            "checkpoint": "string",
            "settings": "string",
            "n_steps": "long",
            "recorded_from": "localdatetime",
            "recorded_until": "localdatetime",
        },
    ),
    "Step": (
        "create_steps",
        {"id": "id", "number": "long", "text": "string", "char_start": "long", **TIMES},
    ),
    "Entity": ("create_entities", {"id": "id", "name": "string", "aliases": "string[]"}),
    "Concept": ("concepts", {"name": "id"}),
    "Location": ("create_locations", {"id": "id", "name": "string", "kind": "string"}),
}
# Type, the rows, from a label by a column, to a label by a column, properties by their column.
EDGES: Sequence[tuple[str, str, tuple[str, str], tuple[str, str], Mapping[str, str]]] = (
    ("READ_AS", "create_readings", ("Document", "document"), ("Reading", "id"), {}),
    ("HAS_STEP", "create_steps", ("Reading", "reading"), ("Step", "id"), {}),
    ("NEXT", "create_order", ("Step", "step"), ("Step", "next"), {}),
    (
        "MENTIONS",
        "create_entities",
        ("Reading", "reading"),
        ("Entity", "id"),
        {"existence": "double[]"},
    ),
    ("INSTANCE_OF", "create_instances", ("Entity", "entity"), ("Concept", "concept"), {}),
    (
        "LOCATED_AT",
        "create_presences",
        ("Entity", "entity"),
        ("Location", "location"),
        {
            "from_step": "long",
            "until_step": "long",
            "probabilities": "double[]",
            "evidence_step": "long",
            "char_start": "long",
            "char_end": "long",
            **TIMES,
        },
    ),
    (
        "CREATES",
        "create_creations",
        ("Step", "step"),
        ("Entity", "entity"),
        {"destination": "string", **EVIDENCE},
    ),
    (
        "MOVES",
        "create_moves",
        ("Step", "step"),
        ("Entity", "entity"),
        {"origin": "string", "destination": "string", **EVIDENCE},
    ),
    (
        "DESTROYS",
        "create_destructions",
        ("Step", "step"),
        ("Entity", "entity"),
        {"origin": "string", **EVIDENCE},
    ),
)
NAMES = {"existence": "exists"}  # where a property is not called as its column


def write_files(parts: Iterator[Mapping[str, Sequence[Row]]], folder: Path) -> None:
    """Write the rows, part by part, as files of columns with a header each."""
    with ExitStack() as opened:
        writers: dict[str, Any] = {}
        for name, header in [*_node_headers(), *_edge_headers()]:
            file = opened.enter_context((folder / f"{name}.csv").open("w", newline=""))
            writers[name] = csv.writer(file)
            writers[name].writerow(header)
        for part in parts:
            for label, (rows, columns) in NODES.items():
                writers[label].writerows([_text(row[one]) for one in columns] for row in part[rows])
            for kind, rows, (_, source), (_, target), columns in EDGES:
                keys = (source, target, *columns)
                writers[kind].writerows([_text(row[key]) for key in keys] for row in part[rows])


def import_arguments(folder: Path) -> list[str]:
    """What the admin tool is told."""
    return [
        *("database", "import", "full", "neo4j", "--overwrite-destination=true"),
        *("--multiline-fields=true", f"--report-file={folder / 'report'}"),
        *(f"--nodes={label}={folder / label}.csv" for label in NODES),
        *(f"--relationships={kind[0]}={folder / kind[0]}.csv" for kind in EDGES),
    ]


def _node_headers() -> Iterator[tuple[str, list[str]]]:
    for label, (_, columns) in NODES.items():
        yield label, [f"{one}:ID({label})" if of == "id" else f"{one}:{of}"
                      for one, of in columns.items()]  # fmt: skip


def _edge_headers() -> Iterator[tuple[str, list[str]]]:
    for kind, _, (source, _), (target, _), columns in EDGES:
        properties = [f"{NAMES.get(one, one)}:{of}" for one, of in columns.items()]
        yield kind, [f":START_ID({source})", f":END_ID({target})", *properties]


def _text(value: Any) -> Any:
    if value == UNKNOWN:
        return None
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        return ";".join(map(str, value))
    return value
