"""Changes to rows of the documents table, locked in one order so that no two writers deadlock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, Select, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pipeline.ledger.membership import is_among
from pipeline.ledger.row_values import RowValues
from pipeline.ledger.tables import Base, DocumentRow

__all__ = [
    "delete_rows",
    "in_parts",
    "insert_missing",
    "locked_rows",
    "set_rows",
    "update_rows",
]

ROWS_PER_STATEMENT = 1_000


def update_rows(
    connection: Connection,
    where: ColumnElement[bool],
    values: RowValues,
    *,
    skip_locked: bool = False,
) -> list[int]:
    """Give the rows these values; return their numbers, in order.

    The rows are locked in that order and no others are changed, so that no two transactions wait
    for each other. With ``skip_locked``, rows that another transaction is changing are left.
    """
    chosen = locked_rows(where, skip_locked=skip_locked).cte("chosen")
    changed = connection.execute(
        update(DocumentRow)
        .where(DocumentRow.row.in_(select(chosen.c.row)))
        .values(values)
        .returning(DocumentRow.row)
    )
    return sorted(changed.scalars())


def locked_rows(where: ColumnElement[bool], *, skip_locked: bool = False) -> Select[tuple[int]]:
    """Select the rows' numbers and lock them in order. SQLite has one writer and needs no locks."""
    chosen = select(DocumentRow.row).where(where).order_by(DocumentRow.row)
    return chosen.with_for_update(skip_locked=skip_locked)


def set_rows(connection: Connection, rows: Sequence[int], values: RowValues) -> None:
    """Give the rows with these numbers, which are locked already, these values."""
    if rows:
        connection.execute(
            update(DocumentRow).where(is_among(DocumentRow.row, rows)).values(values)
        )


def delete_rows(
    connection: Connection, where: ColumnElement[bool], *, skip_locked: bool = False
) -> None:
    rows = list(connection.execute(locked_rows(where, skip_locked=skip_locked)).scalars())
    for part in in_parts(rows):
        connection.execute(delete(DocumentRow).where(DocumentRow.row.in_(part)))


def insert_missing(connection: Connection, table: type[Base], rows: Sequence[RowValues]) -> None:
    """Insert the rows whose keys are not there yet."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


def in_parts(rows: Sequence[int]) -> Iterator[Sequence[int]]:
    """Split the rows, since every database limits the parameters of a statement."""
    for start in range(0, len(rows), ROWS_PER_STATEMENT):
        yield rows[start : start + ROWS_PER_STATEMENT]
