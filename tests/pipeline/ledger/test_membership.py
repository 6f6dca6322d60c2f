"""A long list is one parameter, whatever its values hold."""

from __future__ import annotations

from sqlalchemy import select

from pipeline.ledger.database import open_database
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.membership import is_among
from pipeline.ledger.tables import DocumentRow
from pipeline.sources.results import DiscoveredDocument

HOSTILE = ['a"b', "it's", "{a,b}", "\\", "é – 水", "NULL", "[1]", " a", ""]


def test_rows_are_found_by_any_list_of_texts_or_numbers(ledger_url):
    names = [*HOSTILE, *map(str, range(1500))]
    documents = [DiscoveredDocument(name or "empty", name, "text", "") for name in names]
    with open_ledger(ledger_url) as ledger:
        run = ledger.begin(store="store", identity="1", reader="model")
        ledger.register(documents, run=run)
    database = open_database(ledger_url)

    with database.reading() as connection:

        def count(condition) -> int:
            return len(connection.execute(select(DocumentRow.row).where(condition)).all())

        texts = [count(is_among(DocumentRow.source, each)) for each in (names, HOSTILE)]
        rows = list(connection.execute(select(DocumentRow.row)).scalars())
        numbers = [count(is_among(DocumentRow.row, part)) for part in (rows, rows[:3], [])]
    database.close()

    assert (texts, numbers) == ([len(names), len(HOSTILE)], [len(names), 3, 0])
