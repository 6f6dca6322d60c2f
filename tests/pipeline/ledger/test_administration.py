"""Imports, erasures and gone sources change the ledger without any worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.ledger.administration import ANNOTATED
from pipeline.ledger.entries import AdoptedDocument
from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.ledger.tables import State
from pipeline.sources.results import DiscoveredDocument

STORE = "ladybug:/somewhere/graph.lbug"
IMPORTED = AdoptedDocument("a", "/docs/a", "A", "print", 3, "a:3")


@pytest.fixture
def ledger(ledger_url: str) -> Iterator[Ledger]:
    with open_ledger(ledger_url) as opened:
        yield opened


def adopt(ledger: Ledger, *documents: AdoptedDocument) -> int:
    return ledger.administration.adopt(documents, store=STORE, identity="first")


def test_an_imported_document_is_adopted_once(ledger):
    assert (adopt(ledger, IMPORTED), adopt(ledger, IMPORTED)) == (1, 0)

    (entry,) = ledger.reports.documents()
    assert (entry.state, entry.number, entry.reading) == (State.WRITTEN, 3, "a:3")


def test_documents_become_pending_under_new_numbers_for_a_run_that_can_read_them(ledger):
    for name, reader in (("a", "model 1"), ("b", ANNOTATED)):
        run = ledger.begin(store=STORE, identity="first", reader=reader)
        document = DiscoveredDocument(name, f"/docs/{name}", name, name.upper())
        ledger.register([document], run=run)
    again = ledger.begin(store=STORE, identity="first", reader="model 2")

    reopened = ledger.administration.reopen_in(again, {"a": 7, "b": 8, "unknown": 9})

    batch = ledger.claim(10, run=again)
    assert reopened == {"a"}
    assert [(document.document_id, document.number) for document in batch.documents] == [("a", 7)]
    assert {entry.document_id: entry.number for entry in ledger.reports.documents()} == {
        "a": 7,
        "b": 8,
    }


def test_a_gone_document_names_its_reading_until_the_store_has_closed_it(ledger):
    adopt(ledger, IMPORTED)

    first = ledger.administration.mark_gone(STORE, ["a", "unknown"])
    again = ledger.administration.mark_gone(STORE, ["a"])
    ledger.administration.mark_closed(STORE, ["a"])

    assert first == again == {"a": "a:3"}
    assert ledger.administration.mark_gone(STORE, ["a"]) == {}
    assert ledger.reports.counts()[State.GONE] == 1


def test_a_forgotten_document_keeps_its_id_alone_until_that_is_lifted(ledger):
    adopt(ledger, IMPORTED)
    lifted_too_early = ledger.administration.lift(STORE, "a")

    known = ledger.administration.forget(STORE, "a")
    (entry,) = ledger.reports.documents()
    lifted = ledger.administration.lift(STORE, "a")

    assert (known, lifted_too_early, lifted) == (True, False, True)
    assert (entry.state, entry.title, entry.source) == (State.FORGOTTEN, "", "")
    assert not ledger.administration.forget(STORE, "a")
    assert ledger.reports.documents() == []


def test_the_file_keeps_nothing_of_a_forgotten_document_but_its_id(tmp_path):
    path = tmp_path / "ledger.db"
    documents = [
        AdoptedDocument(f"{number}", "/docs/private", "A private title " * 2_000, "print", 1, "r")
        for number in range(9)  # so long that what is deleted leaves whole pages behind
    ]
    with open_ledger(f"sqlite:///{path}") as ledger:
        with ledger.administration._database.writing() as connection:
            connection.exec_driver_sql("PRAGMA secure_delete = OFF")  # as in most builds of SQLite
        adopt(ledger, *documents)
        assert b"private" in path.read_bytes() + Path(f"{path}-wal").read_bytes()

        for document in documents:
            assert ledger.administration.forget(STORE, document.document_id)

        assert b"private" not in path.read_bytes() + Path(f"{path}-wal").read_bytes()
