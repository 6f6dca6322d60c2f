"""What adopting, reopening, closing and forgetting a document leave in its row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import create_engine, select

from pipeline.domain.document import Entity
from pipeline.ledger.administration import ANNOTATED
from pipeline.ledger.entries import AdoptedDocument, Run
from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.ledger.tables import DOCUMENTS, Failure, State
from pipeline.sources.results import DiscoveredDocument

STORE = "ladybug:/somewhere/graph.lbug"
IMPORTED = AdoptedDocument("a", "/docs/a", "A", "print", 3, "a:3")
WATER, SALT = (Entity.parse("water; H2O"),), (Entity.parse("salt"),)


@pytest.fixture
def ledger(ledger_url: str) -> Iterator[Ledger]:
    with open_ledger(ledger_url) as opened:
        yield opened


def begin(ledger: Ledger) -> Run:
    return ledger.begin(store=STORE, identity="first", reader="model")


def adopt(ledger: Ledger, *documents: AdoptedDocument) -> None:
    ledger.administration.adopt(documents, store=STORE, identity="first")


def refuse(ledger: Ledger, run: Run, failure: Failure) -> None:
    """Have one attempt at a document fail."""
    batch = ledger.claim(1, run=run)
    assert batch is not None
    ledger.fail(batch, "a", "no room", failure)


@pytest.mark.parametrize("named", [None, WATER])
def test_an_adopted_document_keeps_the_entities_that_were_named(ledger, named):
    adopt(ledger, replace(IMPORTED, entities=named))
    run = begin(ledger)

    known = {
        entities: "a" in ledger.source_state(run, entities=entities).known(["a"])
        for entities in (WATER, SALT)
    }

    assert known == {WATER: named is not None, SALT: False}


def test_a_document_that_becomes_pending_for_a_run_has_all_its_attempts(ledger):
    run = begin(ledger)
    ledger.register([DiscoveredDocument("a", "/docs/a", "print", "A")], run=run)
    refuse(ledger, run, Failure.UNEXPECTED)

    ledger.administration.reopen_in(run, {"a": 7})

    (entry,) = ledger.reports.documents()
    assert (entry.state, entry.attempts, entry.error) == (State.PENDING, 0, None)


def test_a_gone_document_has_no_attempts_and_no_error(ledger):
    adopt(ledger, IMPORTED)
    run = begin(ledger)
    ledger.register([DiscoveredDocument("a", "/docs/a", "other print", "A")], run=run)
    refuse(ledger, run, Failure.UNUSABLE)

    assert ledger.administration.mark_gone(STORE, ["a"]) == {"a": "a:3"}

    (entry,) = ledger.reports.documents()
    assert (entry.state, entry.attempts, entry.error) == (State.GONE, 0, None)


def test_the_row_of_a_forgotten_document_holds_its_id_alone(ledger, ledger_url):
    run = begin(ledger)
    document = DiscoveredDocument("a", "/docs/a", "print", "A", "feed", "v1")
    ledger.register([document], run=run, entities=WATER)
    refuse(ledger, run, Failure.UNEXPECTED)

    ledger.administration.forget(STORE, "a")

    engine = create_engine(ledger_url)
    with engine.connect() as connection:
        row = dict(connection.execute(select(DOCUMENTS)).mappings().one())
    engine.dispose()
    kept = ("row", "store", "document_id", "state", "number", "found_by")
    times = ("registered_at", "updated_at")
    assert [row[name] for name in kept] == [1, STORE, "a", "forgotten", 1, run.number]
    assert {row[name] for name in row if name not in (*kept, *times)} == {None, "", 0}
    assert ledger.reopen(None, states=[State.FORGOTTEN]) == 0


def test_the_reader_of_annotated_grids_is_named_as_it_is_stored():
    assert ANNOTATED == "annotated"
