"""Imports, erasures and gone sources change the ledger without any worker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from pipeline.domain.document import Entity
from pipeline.ledger.administration import ANNOTATED
from pipeline.ledger.entries import AdoptedDocument
from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.ledger.tables import Failure, State
from pipeline.sources.results import DiscoveredDocument, KnownDocument, Listing, Rejected

STORE, OTHER = "ladybug:/somewhere/graph.lbug", "ladybug:/elsewhere/graph.lbug"
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
    assert (entry.title, entry.source, entry.store) == ("A", "/docs/a", STORE)


def test_an_import_of_several_documents_enters_those_that_are_missing(ledger):
    adopt(ledger, IMPORTED)

    assert adopt(ledger, replace(IMPORTED, title="Other"), replace(IMPORTED, document_id="b")) == 1

    titles = {entry.document_id: entry.title for entry in ledger.reports.documents()}
    assert titles == {"a": "A", "b": "A"}
    assert adopt(ledger) == 0


def test_imported_documents_without_a_reading_are_gone_and_forgotten_ones_stay_so(ledger):
    adopt(
        ledger,
        replace(IMPORTED, reading=None),
        replace(IMPORTED, document_id="b", forgotten=True, reading=None),
    )

    states = {entry.document_id: entry.state for entry in ledger.reports.documents()}
    assert states == {"a": State.GONE, "b": State.FORGOTTEN}


@pytest.mark.parametrize(("fingerprint", "number"), [("print", 3), ("other", 4)])
def test_an_imported_document_is_read_under_a_new_number_only_if_its_text_differs(
    ledger, fingerprint, number
):
    adopt(ledger, IMPORTED)
    run = ledger.begin(store=STORE, identity="first", reader="model")

    ledger.register([DiscoveredDocument("a", "/docs/a", fingerprint, "A")], run=run)

    batch = ledger.claim(1, run=run)
    assert [document.number for document in batch.documents] == [number]


def from_store(ledger: Ledger, reading: str = "a:1") -> None:
    """Have another store of this ledger hold the document, read with a model and with entities."""
    run = ledger.begin(store=OTHER, identity="other", reader="model")
    document = DiscoveredDocument("a", "/docs/a", "print of the whole", "A")
    ledger.register([document], run=run, entities=[Entity.parse("water")])
    batch = ledger.claim(1, run=run)
    assert batch is not None
    ledger.close(batch, {"a": reading})


@pytest.mark.parametrize(
    ("fingerprint", "reading", "is_the_same"),
    [
        ("print", "a:1", True),  # an export has the beginning of it
        ("whole", "a:1", False),
        ("print%", "a:1", False),
        ("", "a:1", False),
        ("print", "a:2", False),
    ],
)
def test_an_imported_document_is_up_to_date_if_another_store_has_the_same_reading(
    ledger, fingerprint, reading, is_the_same
):
    from_store(ledger)
    adopt(ledger, replace(IMPORTED, fingerprint=fingerprint, number=1, reading=reading))
    run = ledger.begin(store=STORE, identity="first", reader="model")

    document = DiscoveredDocument("a", "/docs/a", "print of the whole", "A")
    registered = ledger.register([document], run=run)

    assert (registered.unchanged, registered.pending) == (is_the_same, not is_the_same)


def test_a_corrected_document_is_as_the_store_has_it(ledger):
    adopt(ledger, IMPORTED, replace(IMPORTED, document_id="b"))

    correction = replace(IMPORTED, title="Other", number=7, reading="a:7")
    ledger.administration.correct(correction, store=STORE, identity="first")

    entries = {entry.document_id: entry for entry in ledger.reports.documents()}
    assert (entries["a"].title, entries["a"].number, entries["a"].reading) == ("Other", 7, "a:7")
    assert (entries["b"].title, entries["b"].number, entries["b"].reading) == ("A", 3, "a:3")


def test_a_correction_enters_what_is_missing_and_leaves_other_stores_alone(ledger):
    from_store(ledger)

    ledger.administration.correct(replace(IMPORTED, number=9), store=STORE, identity="first")

    assert [(entry.store, entry.number) for entry in ledger.reports.documents()] == [
        (OTHER, 1),
        (STORE, 9),
    ]


def test_a_document_that_is_being_read_is_not_corrected(ledger):
    run = ledger.begin(store=STORE, identity="first", reader="model")
    ledger.register([DiscoveredDocument("a", "/docs/a", "print", "A")], run=run)
    batch = ledger.claim(1, run=run)

    ledger.administration.correct(replace(IMPORTED, number=9), store=STORE, identity="first")

    assert ledger.close(batch, {"a": "a:1"}) == 1


def test_a_correction_has_the_time_at_which_it_was_made(ledger_url):
    times = iter(datetime(2024, 5, day) for day in range(1, 32))
    with open_ledger(ledger_url, clock=lambda: next(times)) as ledger:
        adopt(ledger, IMPORTED)
        (before,) = ledger.reports.documents()
        ledger.administration.correct(IMPORTED, store=STORE, identity="first")
        (after,) = ledger.reports.documents()

    assert before.registered_at == before.updated_at == after.registered_at < after.updated_at


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


def test_a_document_that_another_process_reads_is_not_made_pending(ledger):
    run = ledger.begin(store=STORE, identity="first", reader="model")
    documents = [DiscoveredDocument(name, f"/docs/{name}", name, name) for name in "ab"]
    ledger.register(documents, run=run)
    assert ledger.claim(1, run=run) is not None
    again = ledger.begin(store=STORE, identity="first", reader="model")

    assert ledger.administration.reopen_in(again, {"a": 7, "b": 8}) == {"b"}

    numbers = {entry.document_id: entry.number for entry in ledger.reports.documents()}
    assert numbers == {"a": 1, "b": 8}


def test_only_what_was_written_or_failed_after_a_reading_can_be_gone(ledger):
    run = ledger.begin(store=STORE, identity="first", reader="model")
    documents = [DiscoveredDocument(name, f"/docs/{name}", name, name) for name in "abcd"]
    ledger.register(documents, run=run)
    batch = ledger.claim(3, run=run)
    ledger.close(batch, {"a": "a:1", "b": "b:1"})
    ledger.fail(batch, "c", "it has no steps", Failure.UNUSABLE)
    ledger.register([Rejected("b", "/docs/b", "it is empty")], run=run)

    gone = ledger.administration.mark_gone(STORE, list("abcd"))

    assert gone == {"a": "a:1", "b": "b:1"}
    states = {entry.document_id: entry.state for entry in ledger.reports.documents()}
    assert states == {
        "a": State.GONE,
        "b": State.GONE,
        "c": State.FAILED,
        "d": State.PENDING,
    }
    assert ledger.administration.mark_gone(OTHER, ["a"]) == {}


def test_the_readings_of_documents_that_are_back_stay(ledger):
    adopt(ledger, IMPORTED, replace(IMPORTED, document_id="b", reading="b:3"))
    ledger.administration.mark_gone(STORE, ["a"])

    ledger.administration.mark_closed(STORE, ["a", "b"])

    readings = {entry.document_id: entry.reading for entry in ledger.reports.documents()}
    assert readings == {"a": None, "b": "b:3"}


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


def test_another_document_and_another_store_forget_nothing(ledger):
    from_store(ledger)
    adopt(ledger, IMPORTED, replace(IMPORTED, document_id="b"))
    here, there = (
        ledger.source_state(ledger.begin(store=store, identity=identity, reader="model"))
        for store, identity in ((STORE, "first"), (OTHER, "other"))
    )
    for state in (here, there):
        state.keep_listing("feed", Listing("v1", "what it lists, a among it"))

    assert ledger.administration.forget(STORE, "a")

    titles = {(entry.store, entry.document_id): entry.title for entry in ledger.reports.documents()}
    assert titles == {(STORE, "a"): "", (STORE, "b"): "A", (OTHER, "a"): "A"}
    assert here.listing("feed") is None  # it may hold the text of the document
    assert there.listing("feed") is not None
    assert here.known(["a"]) == {"a": KnownDocument(None, forgotten=True)}
    assert not ledger.administration.lift(OTHER, "a")


def test_what_is_unknown_cannot_be_forgotten(ledger):
    adopt(ledger, IMPORTED)

    assert not ledger.administration.forget(STORE, "b")
    assert not ledger.administration.forget(OTHER, "a")


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
