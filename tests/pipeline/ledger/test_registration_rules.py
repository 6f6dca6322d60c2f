"""All that a find or a rejection changes in a row, and what one scan does to several rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.ledger.entries import Run
from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.ledger.registration import after_finding, after_rejection
from pipeline.ledger.row_values import RESET, RowValues
from pipeline.ledger.tables import Failure, State
from pipeline.sources.results import DiscoveredDocument, Rejected, Unchanged

STORE = "ladybug:/graph.lbug"
NOON = datetime(2024, 5, 1, 12)
ANEW = {"attempts": 0, "registered_at": NOON, "updated_at": NOON}


def row(**changed: object) -> RowValues:
    written = {"document_id": "a", "fingerprint": "print", "reader": "model", "number": 4}
    return RESET | written | {"state": State.WRITTEN, "attempts": 2, "reading": "a:4"} | changed


def failed(failure: Failure, **changed: object) -> RowValues:
    return row(state=State.FAILED, failure=failure, error="no room", **changed)


@pytest.mark.parametrize(
    ("before", "changes"),
    [
        (row(reader=""), {"reader": "model", "attempts": 0, "updated_at": NOON}),
        (row(fingerprint="old"), {"fingerprint": "print", "reader": "model", "number": 5} | ANEW),
        (row(reader="old"), {"fingerprint": "print", "reader": "model", "number": 5} | ANEW),
        (
            row(state=State.FAILED, reader=""),
            {"fingerprint": "print", "reader": "model", "number": 5} | ANEW,
        ),
        (row(number=0), {"fingerprint": "print", "reader": "model", "number": 1} | ANEW),
        (row(state=State.GONE), {"fingerprint": "print", "reader": "model", "number": 5} | ANEW),
        (failed(Failure.UNREADABLE), {"state": State.WRITTEN, "updated_at": NOON}),
        (failed(Failure.UNREADABLE, reading="a:3"), {"attempts": 0, "updated_at": NOON}),
        (failed(Failure.OUTSIDE), {"updated_at": NOON}),
        (failed(Failure.UNEXPECTED), {"updated_at": NOON}),
    ],
)
def test_a_find_that_changes_a_row_clears_its_failure_and_sets_these_values(before, changes):
    after = after_finding(before, fingerprint="print", reader="model", now=NOON, max_attempts=3)

    assert after == RESET | changes


@pytest.mark.parametrize(
    "before",
    [
        row(),
        row(state=State.PENDING),
        row(state=State.CLAIMED),
        failed(Failure.UNUSABLE),
        failed(Failure.ABANDONED),
        failed(Failure.OUTSIDE, attempts=3),
        failed(Failure.UNEXPECTED, attempts=3),
        failed(Failure.OUTSIDE, attempts=4),
    ],
)
def test_a_find_changes_nothing_where_nothing_is_due(before):
    assert (
        after_finding(before, fingerprint="print", reader="model", now=NOON, max_attempts=3) == {}
    )


@pytest.mark.parametrize(
    "before",
    [
        row(),
        failed(Failure.UNREADABLE),
        row(state=State.FAILED, failure=Failure.UNUSABLE, error="it is empty"),
        row(state=State.PENDING, failure=Failure.UNREADABLE, error="it is empty"),
    ],
)
def test_a_rejection_that_is_new_is_one_more_attempt_and_keeps_the_reading(before):
    after = after_rejection(before, error="it is empty", now=NOON)

    failure = {"state": State.FAILED, "failure": Failure.UNREADABLE, "error": "it is empty"}
    assert after == RESET | failure | {"attempts": 3, "updated_at": NOON}


@pytest.fixture
def ledger(ledger_url: str) -> Iterator[Ledger]:
    with open_ledger(ledger_url) as opened:
        yield opened


def begin(ledger: Ledger) -> Run:
    return ledger.begin(store=STORE, identity="first", reader="model")


def found_at(name: str, source: str | None = None) -> DiscoveredDocument:
    return DiscoveredDocument(name, source or f"/docs/{name}", f"print of {name}", name.title())


def states(ledger: Ledger) -> dict[str, State]:
    return {entry.document_id: entry.state for entry in ledger.reports.documents()}


def test_documents_after_a_forgotten_one_are_registered(ledger):
    ledger.register([found_at("a")], run=begin(ledger))
    ledger.administration.forget(STORE, "a")
    run = begin(ledger)

    registered = ledger.register([found_at("a"), found_at("b")], run=run)

    assert (registered.forgotten, registered.pending) == (1, 1)
    assert [document.document_id for document in ledger.claim(9, run=run).documents] == ["b"]


def test_documents_after_a_rejected_one_are_registered(ledger):
    run = begin(ledger)

    registered = ledger.register(
        [Rejected("a", "/docs/a", "it is empty"), found_at("b"), Rejected("c", "/docs/c", "x")],
        run=run,
    )

    assert (registered.total, registered.pending, registered.failed) == (3, 1, 2)
    assert [document.document_id for document in ledger.claim(9, run=run).documents] == ["b"]


def test_a_rejected_source_has_no_title_no_number_and_no_reading(ledger):
    ledger.register([Rejected("a", "/docs/a", "it is empty")], run=begin(ledger))

    (entry,) = ledger.reports.documents()
    assert (entry.title, entry.number, entry.reading, entry.attempts) == ("", 0, None, 1)
    assert (entry.state, entry.failure) == (State.FAILED, Failure.UNREADABLE)


def test_a_written_document_whose_source_reports_that_it_is_gone_has_failed(ledger):
    run = begin(ledger)
    ledger.register([found_at("a")], run=run)
    ledger.close(ledger.claim(1, run=run), {"a": "a:1"})

    registered = ledger.register(
        [Rejected("a", "/docs/a", "HTTP 410", gone=True)], run=begin(ledger)
    )

    assert (registered.failed, registered.unchanged) == (1, 0)
    assert [entry.error for entry in ledger.reports.failures()] == ["HTTP 410"]


def test_an_id_that_another_source_had_in_an_earlier_run_is_free_for_a_failure(ledger):
    ledger.register([found_at("a")], run=begin(ledger))

    ledger.register([Rejected("a", "/other/a", "it is empty")], run=begin(ledger))

    assert states(ledger) == {"a": State.FAILED}


def test_an_id_that_another_source_has_in_this_run_is_not(ledger):
    run = begin(ledger)
    ledger.register([found_at("a")], run=run)

    ledger.register([Rejected("a", "/other/a", "it is empty")], run=run)

    assert states(ledger) == {"a": State.PENDING, "/other/a": State.FAILED}


def test_entities_that_a_run_names_replace_those_of_an_earlier_one(ledger):
    water, salt = Entity.parse("water"), Entity.parse("salt")
    text = "Boil the water with salt."
    tea = DiscoveredDocument.of(Document("a", "A", text, (Step(1, text, 0),), source="/docs/a"))
    ledger.register([tea], run=begin(ledger), entities=[water])
    run = begin(ledger)

    registered = ledger.register([tea], run=run, entities=[salt])

    assert registered.with_kept_entities == 0
    assert [document.entities for document in ledger.claim(1, run=run).documents] == [(salt,)]


def test_the_failure_of_a_file_stays_while_no_line_of_it_can_be_read(ledger, tmp_path):
    file = tmp_path / "f.jsonl"
    file.write_text("no JSON")
    ledger.register([Rejected(str(file), str(file), "binary")], run=begin(ledger))

    ledger.register([Rejected(f"{file}#1", f"{file}#1", "no JSON")], run=begin(ledger))

    assert states(ledger) == {str(file): State.FAILED, f"{file}#1": State.FAILED}


def test_a_document_that_has_not_changed_drops_the_failure_of_its_source(ledger):
    ledger.register([found_at("a", "/docs/f")], run=begin(ledger))
    ledger.register([Rejected("/docs/f", "/docs/f", "binary")], run=begin(ledger))
    again = begin(ledger)

    ledger.register([Unchanged("a", "/docs/f")], run=again)

    assert states(ledger) == {"a": State.PENDING}


def test_several_documents_that_have_not_changed_belong_to_the_latest_run(ledger):
    documents = [found_at("a"), found_at("b"), found_at("c")]
    ledger.register(documents, run=begin(ledger))
    run = begin(ledger)

    ledger.register([documents[0], replace(documents[1], title="Other"), documents[2]], run=run)

    entries = ledger.reports.documents(run=run)
    assert [(entry.document_id, entry.title) for entry in entries] == [
        ("a", "A"),
        ("b", "Other"),
        ("c", "C"),
    ]
