"""Changes to rows: in parts, in order, and of those rows alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select

from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.ledger.row_updates import (
    ROWS_PER_STATEMENT,
    delete_rows,
    in_parts,
    insert_missing,
    set_rows,
    update_rows,
)
from pipeline.ledger.tables import DocumentRow, StoreRow
from pipeline.sources.results import DiscoveredDocument

STORE = "ladybug:/graph.lbug"


@pytest.mark.parametrize("count", [0, 1, ROWS_PER_STATEMENT, ROWS_PER_STATEMENT + 1])
def test_rows_are_split_into_parts_that_a_statement_takes(count):
    parts = list(in_parts(range(count)))

    assert [row for part in parts for row in part] == list(range(count))
    assert all(len(part) <= ROWS_PER_STATEMENT for part in parts)
    assert len(parts) == -(-count // ROWS_PER_STATEMENT)


@pytest.fixture
def ledger(ledger_url: str) -> Iterator[Ledger]:
    with open_ledger(ledger_url) as opened:
        run = opened.begin(store=STORE, identity="first", reader="model")
        names = [f"{number}" for number in range(5)]
        opened.register([DiscoveredDocument(name, f"/{name}", name, "") for name in names], run=run)
        yield opened


def titles(ledger: Ledger) -> dict[str, str]:
    return {entry.document_id: entry.title for entry in ledger.reports.documents()}


def numbers(ledger: Ledger) -> list[int]:
    with ledger._database.reading() as connection:
        return list(connection.execute(select(DocumentRow.row).order_by(DocumentRow.row)).scalars())


def test_the_rows_that_a_condition_chooses_are_changed_and_returned_in_order(ledger):
    every = numbers(ledger)
    with ledger._database.writing() as connection:
        chosen = update_rows(
            connection, DocumentRow.document_id.in_(["3", "1"]), {"title": "changed"}
        )

    assert chosen == [every[1], every[3]]
    assert titles(ledger) == {"0": "", "1": "changed", "2": "", "3": "changed", "4": ""}


def test_rows_are_set_by_their_numbers(ledger):
    every = numbers(ledger)
    with ledger._database.writing() as connection:
        set_rows(connection, every[:2], {"title": "set"})
        set_rows(connection, [], {"title": "none"})

    assert titles(ledger) == {"0": "set", "1": "set", "2": "", "3": "", "4": ""}


def test_only_the_rows_that_a_condition_chooses_are_deleted(ledger):
    with ledger._database.writing() as connection:
        delete_rows(connection, DocumentRow.document_id != "2")

    assert list(titles(ledger)) == ["2"]


def test_a_row_that_is_there_is_not_inserted_again(ledger):
    rows = [{"url": STORE, "identity": "other"}, {"url": "ladybug:/new", "identity": "new"}]
    with ledger._database.writing() as connection:
        insert_missing(connection, StoreRow, rows)

    assert ledger.reports.store_identity(STORE) == "first"
    assert ledger.reports.store_identity("ladybug:/new") == "new"
