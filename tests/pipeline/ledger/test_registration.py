"""The new values of a row depend on the row and on the result of the scan; what never was a
document and is no longer there is dropped."""

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
from pipeline.sources.shard import WHOLE, Shard

STORE, OTHER, FEED = "ladybug:/graph.lbug", "ladybug:/other.lbug", "https://example.org/feed"
NOON = datetime(2024, 5, 1, 12)


def row(**changed: object) -> RowValues:
    written = {"document_id": "a", "fingerprint": "print", "reader": "model", "number": 1}
    return RESET | written | {"state": State.WRITTEN, "attempts": 0, "reading": "a:1"} | changed


def found(before: RowValues, *, fingerprint: str = "print", reader: str = "model") -> RowValues:
    return after_finding(before, fingerprint=fingerprint, reader=reader, now=NOON, max_attempts=2)


def test_an_unchanged_document_changes_nothing():
    assert found(row()) == {}


@pytest.mark.parametrize("change", [{"fingerprint": "other"}, {"reader": "other"}])
def test_another_text_or_reader_makes_a_reading_with_a_new_number_due(change):
    after = found(row(), **change)

    assert (after["state"], after["number"]) == (State.PENDING, 2)


@pytest.mark.parametrize(
    ("failure", "attempts", "state"),
    [
        (Failure.OUTSIDE, 1, State.PENDING),
        (Failure.OUTSIDE, 2, None),
        (Failure.UNEXPECTED, 1, State.PENDING),
        (Failure.UNUSABLE, 1, None),
        (Failure.UNREADABLE, 9, State.PENDING),
    ],
)
def test_a_failed_document_is_tried_again_only_if_that_may_help(failure, attempts, state):
    before = row(state=State.FAILED, failure=failure, attempts=attempts, reading=None)

    assert found(before).get("state") == state


def test_a_rejection_counts_as_one_attempt_however_often_it_is_repeated():
    first = after_rejection(row(), error="it is empty", now=NOON)
    again = after_rejection(row() | first, error="it is empty", now=NOON)

    assert (first["state"], first["attempts"], again) == (State.FAILED, 1, {})


def test_another_error_is_another_attempt():
    first = after_rejection(row(), error="it is empty", now=NOON)

    again = after_rejection(row() | first, error="it is binary", now=NOON)

    assert (again["error"], again["attempts"]) == ("it is binary", 2)


def test_a_row_that_was_never_read_or_whose_source_was_gone_is_due():
    new, back = found(row(number=0, state=State.PENDING)), found(row(state=State.GONE))

    assert (new["state"], new["number"]) == (State.PENDING, 1)
    assert (back["state"], back["number"]) == (State.PENDING, 2)


def test_an_imported_row_gets_its_reader_under_its_own_number():
    after = found(row(reader="", number=3))

    assert (after["state"], after["reader"]) == (State.PENDING, "model")
    assert "number" not in after


@pytest.mark.parametrize(
    ("reading", "state"), [("a:1", State.WRITTEN), ("a:0", State.PENDING), (None, State.PENDING)]
)
def test_what_can_be_read_again_is_written_if_its_last_reading_is_the_present_one(reading, state):
    before = row(state=State.FAILED, failure=Failure.UNREADABLE, error="gone", reading=reading)

    after = found(before)

    assert (after["state"], after["failure"], after["error"]) == (state, None, None)


@pytest.fixture
def ledger(ledger_url: str) -> Iterator[Ledger]:
    with open_ledger(ledger_url) as opened:
        yield opened


def begin(ledger: Ledger, *, store: str = STORE) -> Run:
    return ledger.begin(store=store, identity="first", reader="model")


def listed(ledger: Ledger) -> set[str]:
    return {entry.document_id for entry in ledger.reports.documents()}


def write(ledger: Ledger, run: Run) -> None:
    batch = ledger.claim(10, run=run)
    assert batch is not None
    ids = [document.document_id for document in batch.documents]
    ledger.close(batch, {name: f"{name}:1" for name in ids})


def in_file(name: str, *, title: str = "Tea") -> DiscoveredDocument:
    """A document without entities, as a scan of a file finds it."""
    text = "Boil the water."
    return DiscoveredDocument.of(
        Document(name, title, text, (Step(1, text, 0),), source=f"/docs/{name}")
    )


WATER = [Entity.parse("water; H2O")]


def test_entities_of_an_earlier_run_are_kept_and_the_document_stays_as_it_is(ledger):
    first = begin(ledger)
    tea = in_file("tea")
    named = replace(tea.document, entities=tuple(WATER))
    named_document = DiscoveredDocument.of(named)
    ledger.register([replace(named_document, document=named)], run=first, entities=WATER)
    write(ledger, first)

    again = ledger.register([tea], run=begin(ledger))

    assert (again.unchanged, again.with_kept_entities) == (1, 1)


def test_entities_are_found_anew_if_that_is_asked_for(ledger):
    ledger.register([in_file("tea")], run=begin(ledger), entities=WATER)
    run = begin(ledger)

    registered = ledger.register([in_file("tea")], run=run, find_entities=True)

    assert registered.with_kept_entities == 0
    assert [document.entities for document in ledger.claim(1, run=run).documents] == [None]


def test_a_document_that_names_its_entities_does_not_keep_those_of_an_earlier_run(ledger):
    ledger.register([in_file("tea")], run=begin(ledger), entities=WATER)
    own = replace(in_file("tea"), document=None)
    run = begin(ledger)

    registered = ledger.register([own], run=run)

    assert registered.with_kept_entities == 0
    assert [document.entities for document in ledger.claim(1, run=run).documents] == [None]


def test_entities_that_a_run_names_are_not_counted_as_kept(ledger):
    registered = ledger.register([in_file("tea")], run=begin(ledger), entities=WATER)

    assert registered.with_kept_entities == 0


def test_a_title_and_a_source_follow_the_document(ledger):
    ledger.register([in_file("tea")], run=begin(ledger))

    moved = replace(in_file("tea", title="Green tea"), source="/elsewhere/tea")
    ledger.register([moved], run=begin(ledger))

    (entry,) = ledger.reports.documents()
    assert (entry.title, entry.source) == ("Green tea", "/elsewhere/tea")


def test_what_its_source_calls_unchanged_is_found_and_stays_as_it_is(ledger):
    first = begin(ledger)
    ledger.register([in_file("tea")], run=first)
    write(ledger, first)
    run = begin(ledger)

    registered = ledger.register([Unchanged("tea", "/docs/tea")], run=run)

    assert (registered.total, registered.unchanged) == (1, 1)
    assert [entry.document_id for entry in ledger.reports.documents(run=run)] == ["tea"]


def test_a_forgotten_document_is_counted_and_keeps_no_text(ledger):
    ledger.register([in_file("tea")], run=begin(ledger))
    ledger.administration.forget(STORE, "tea")

    registered = ledger.register([in_file("tea")], run=begin(ledger))

    assert (registered.forgotten, registered.pending) == (1, 0)
    (entry,) = ledger.reports.documents()
    assert (entry.title, entry.source) == ("", "")


def test_a_source_that_is_known_to_be_gone_is_no_failure_when_it_is_gone_still(ledger):
    run = begin(ledger)
    ledger.register([in_file("tea")], run=run)
    write(ledger, run)
    ledger.administration.mark_gone(STORE, ["tea"])

    gone = Rejected("tea", "/docs/tea", "HTTP 410", gone=True)
    still = ledger.register([gone], run=begin(ledger))
    broken = ledger.register([replace(gone, gone=False)], run=begin(ledger))

    assert (still.unchanged, still.failed) == (1, 0)
    assert (broken.unchanged, broken.failed) == (0, 1)


def test_an_earlier_run_that_registers_late_does_not_take_a_document_from_a_later_one(ledger):
    early = begin(ledger)
    late = begin(ledger)
    ledger.register([in_file("tea")], run=late)

    ledger.register([in_file("tea")], run=early)

    assert [entry.document_id for entry in ledger.reports.documents(run=late)] == ["tea"]


def test_failures_of_files_that_are_gone_are_dropped_when_a_run_begins(ledger, tmp_path):
    there = tmp_path / "there.jsonl"
    there.write_text("no JSON")
    refused = [
        Rejected("there", str(there), "no JSON"),
        Rejected("line", f"{there}#1", "no JSON"),
        Rejected("missing", str(tmp_path / "missing"), "there is no such file"),
        Rejected("missing line", f"{tmp_path}/missing.jsonl#1", "no JSON"),
        Rejected("listed", str(tmp_path / "listed"), "HTTP 500", origin=FEED),
    ]
    ledger.register(refused, run=begin(ledger))
    ledger.register([Rejected("other", "/none", "x")], run=begin(ledger, store=OTHER))

    begin(ledger)

    assert listed(ledger) == {"there", "line", "listed", "other"}


def test_a_document_stays_although_its_file_is_gone(ledger):
    first = begin(ledger)
    ledger.register([in_file("written")], run=first)
    write(ledger, first)
    ledger.register([in_file("pending")], run=begin(ledger))
    ledger.register([Rejected("pending", "/docs/pending", "binary")], run=begin(ledger))
    ledger.register([Rejected("written", "/docs/written", "binary")], run=begin(ledger))

    begin(ledger)

    assert listed(ledger) == {"written", "pending"}


@pytest.mark.parametrize("shard", [WHOLE, Shard(1, 2), Shard(2, 2)])
def test_failures_that_a_feed_no_longer_lists_are_dropped_by_the_shard_that_holds_them(
    ledger, shard
):
    names = {f"{FEED}/{number}" for number in range(8)}
    refused = [Rejected(name, name, "HTTP 500", origin=FEED) for name in sorted(names)]
    elsewhere = Rejected("elsewhere", "https://example.org/x", "HTTP 500", origin=f"{FEED}/other")
    ledger.register([*refused, elsewhere], run=begin(ledger))
    run = begin(ledger)
    ledger.register(refused[:2], run=run)
    ledger.register([refused[7]], run=begin(ledger, store=OTHER))

    ledger.forget_unlisted(FEED, run=run, shard=shard)

    dropped = {name for name in names - {refused[0].source, refused[1].source} if shard.holds(name)}
    assert dropped
    assert listed(ledger) == {*names - dropped, "elsewhere", refused[7].source}


def test_what_a_feed_no_longer_lists_stays_if_it_was_a_document(ledger):
    run = begin(ledger)
    ledger.register([replace(in_file("tea"), origin=FEED)], run=run)
    write(ledger, run)
    ledger.register([Rejected("tea", "/docs/tea", "HTTP 500", origin=FEED)], run=begin(ledger))

    ledger.forget_unlisted(FEED, run=begin(ledger))

    assert listed(ledger) == {"tea"}


@pytest.mark.parametrize(("line", "stays"), [("", False), ("#1", False), ("#2", True)])
def test_a_file_that_can_be_read_drops_its_own_failure_and_not_those_of_other_lines(
    ledger, tmp_path, line, stays
):
    file = tmp_path / "f.jsonl"
    file.write_text("two lines")
    refused = f"{file}{line}"
    ledger.register([Rejected(refused, refused, "no JSON")], run=begin(ledger))

    ledger.register([replace(in_file("tea"), source=f"{file}#1")], run=begin(ledger))

    assert listed(ledger) == ({"tea", refused} if stays else {"tea"})


def test_a_feed_that_can_be_read_drops_its_own_failure(ledger):
    ledger.register([Rejected(FEED, FEED, "HTTP 500")], run=begin(ledger))

    ledger.register([replace(in_file("tea"), origin=FEED)], run=begin(ledger))

    assert listed(ledger) == {"tea"}
