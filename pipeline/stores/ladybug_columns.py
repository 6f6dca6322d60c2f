"""The rows of new readings as columns: what the embedded engine loads many times faster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from pipeline.stores.store import Row
from pipeline.stores.transaction_time import UNKNOWN

__all__ = ["FILLED", "schema_of", "table_of", "tables_of"]

TEXT, WHOLE, REAL = pa.string(), pa.int64(), pa.float64()
FLAG, MOMENT = pa.bool_(), pa.timestamp("us")
EVIDENCE = {
    "probability": REAL,
    "evidence_step": WHOLE,
    "char_start": WHOLE,
    "char_end": WHOLE,
}
# One a statement of cypher/schema/ladybug_append.cypher: which rows, and the columns it takes of
# them; a relationship's begin with the nodes it goes from and to.
TABLES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    (
        "create_readings",
        {
            "id": TEXT,
            "number": WHOLE,
            "title": TEXT,
            "source": TEXT,
            "text": TEXT,
            "text_sha256": TEXT,
            "entities_given": FLAG,
            "model": TEXT,
            "checkpoint": TEXT,
            "settings": TEXT,
            "n_steps": WHOLE,
            "recorded_from": MOMENT,
            "recorded_until": MOMENT,
        },
    ),
    ("create_readings", {"document": TEXT, "id": TEXT}),
    (
        "create_steps",
        {
            "id": TEXT,
            "number": WHOLE,
            "text": TEXT,
            "char_start": WHOLE,
            "starts_at": MOMENT,
            "ends_at": MOMENT,
        },
    ),
    ("create_steps", {"reading": TEXT, "id": TEXT}),
    ("create_order", {"step": TEXT, "next": TEXT}),
    ("create_entities", {"id": TEXT, "name": TEXT, "aliases": pa.list_(TEXT)}),
    ("create_entities", {"reading": TEXT, "id": TEXT, "existence": pa.list_(REAL)}),
    (
        "create_instances",
        {"entity": TEXT, "concept": TEXT, "recorded_from": MOMENT, "recorded_until": MOMENT},
    ),
    ("create_locations", {"id": TEXT, "name": TEXT, "kind": TEXT}),
    (
        "create_presences",
        {
            "entity": TEXT,
            "location": TEXT,
            "from_step": WHOLE,
            "until_step": WHOLE,
            "probabilities": pa.list_(REAL),
            "evidence_step": WHOLE,
            "char_start": WHOLE,
            "char_end": WHOLE,
            "starts_at": MOMENT,
            "ends_at": MOMENT,
        },
    ),
    ("create_creations", {"step": TEXT, "entity": TEXT, "destination": TEXT, **EVIDENCE}),
    (
        "create_moves",
        {"step": TEXT, "entity": TEXT, "origin": TEXT, "destination": TEXT, **EVIDENCE},
    ),
    ("create_destructions", {"step": TEXT, "entity": TEXT, "origin": TEXT, **EVIDENCE}),
)

# The same for a whole file, cypher/schema/ladybug_fill.cypher: what readings are found by comes
# first.
FILLED: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("documents", {"id": TEXT, "title": TEXT, "source": TEXT, "forgotten_at": MOMENT}),
    ("concepts", {"name": TEXT}),
    *TABLES,
)


def tables_of(rows: Mapping[str, Sequence[Row]]) -> Iterator[pa.Table | None]:
    """A table for each statement, one at a time; None where it has no row."""
    for name, columns in TABLES:
        yield table_of(rows[name], columns) if rows[name] else None


def schema_of(columns: Mapping[str, Any]) -> pa.Schema:
    return pa.schema(list(columns.items()))


def table_of(rows: Sequence[Row], columns: Mapping[str, Any]) -> pa.Table:
    """The columns of rows; moments may be missing."""
    return pa.table(
        {
            name: pa.array([_known(row.get(name)) for row in rows], of)
            if of == MOMENT
            else pa.array([row[name] for row in rows], of)
            for name, of in columns.items()
        }
    )


def _known(moment: Any) -> Any:
    return None if moment == UNKNOWN else moment
