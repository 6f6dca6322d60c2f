"""Create what is under new readings, statement by statement: what every engine can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Row
from pipeline.stores.transaction_time import UNKNOWN

__all__ = ["STATEMENTS", "create_rows", "send"]

ROWS_A_STATEMENT = 10_000
# What each kind of row is written by, in the order in which they find each other.
STATEMENTS = (
    "create_readings",
    "create_steps",
    "create_order",
    "create_entities",
    "create_instances",
    "create_locations",
    "create_presences",
    "create_creations",
    "create_moves",
    "create_destructions",
)


def create_rows(rows: Mapping[str, Sequence[Row]], *, ask: Ask) -> None:
    """Create all rows, which are by the name of the statement that writes them."""
    for name in STATEMENTS:
        send(ask, name, rows[name])


def send(ask: Ask, name: str, rows: Sequence[Row], **parameters: Any) -> None:
    """Run ``cypher/write/<name>.cypher`` over the rows, some thousands at a time."""
    for start in range(0, len(rows), ROWS_A_STATEMENT):
        part = rows[start : start + ROWS_A_STATEMENT]
        ask(statement(f"write/{name}"), {"rows": part, "unknown": UNKNOWN, **parameters})
