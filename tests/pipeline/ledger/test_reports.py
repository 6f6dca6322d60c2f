"""Reports choose rows by store, state, run and id, and count what is done and what is left."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from pipeline.ledger.entries import Run
from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.ledger.status import WINDOW
from pipeline.ledger.tables import Failure, State
from pipeline.sources.results import DiscoveredDocument

STORE, OTHER = "ladybug:/somewhere/graph.lbug", "ladybug:/elsewhere/graph.lbug"
NOON = datetime(2024, 5, 1, 12)


class Clock:
    now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ledger(ledger_url: str, clock: Clock) -> Iterator[Ledger]:
    with open_ledger(ledger_url, clock=clock) as opened:
        yield opened


def register(ledger: Ledger, *names: str, store: str = STORE) -> Run:
    run = ledger.begin(store=store, identity="first", reader="model")
    documents = [DiscoveredDocument(name, f"/docs/{name}", name, name.title()) for name in names]
    ledger.register(documents, run=run)
    return run


def write(ledger: Ledger, run: Run, *names: str) -> None:
    """Write these of the run's documents; the others are given back."""
    batch = ledger.claim(100, run=run)
    assert batch is not None
    ledger.close(batch, {name: f"{name}:1" for name in names})
    ledger.release(batch)


def ids(entries: object) -> list[str]:
    return [entry.document_id for entry in entries]


@pytest.fixture
def two_stores(ledger: Ledger) -> Ledger:
    """``b`` and ``a`` in one store, of which ``a`` is written; ``a`` and ``c`` in another."""
    write(ledger, register(ledger, "b", "a"), "a")
    register(ledger, "c", "a", store=OTHER)
    return ledger


def test_documents_are_listed_by_store_and_id(two_stores):
    listed = two_stores.reports.documents()

    assert [(entry.store, entry.document_id) for entry in listed] == [
        (OTHER, "a"),
        (OTHER, "c"),
        (STORE, "a"),
        (STORE, "b"),
    ]


def test_documents_can_be_chosen_by_store_by_state_and_by_both(two_stores):
    reports = two_stores.reports

    assert ids(reports.documents(store=STORE)) == ["a", "b"]
    assert ids(reports.documents(state=State.PENDING)) == ["a", "c", "b"]
    assert ids(reports.documents(store=STORE, state=State.PENDING)) == ["b"]
    assert reports.documents(store="ladybug:/none.lbug") == []


def test_documents_of_a_run_are_those_that_it_or_a_later_one_found(ledger):
    first = register(ledger, "a", "b")
    second = register(ledger, "b", "c")
    register(ledger, "a", store=OTHER)

    assert ids(ledger.reports.documents(run=first)) == ["a", "b", "c"]
    assert ids(ledger.reports.documents(run=second)) == ["b", "c"]


def test_one_document_is_reported_as_its_store_has_it(two_stores):
    reports = two_stores.reports

    here, there = reports.document(STORE, "a"), reports.document(OTHER, "a")

    assert (here.state, here.reading, here.title) == (State.WRITTEN, "a:1", "A")
    assert (there.state, there.reading) == (State.PENDING, None)
    assert reports.document(STORE, "c") is None


def test_rows_can_be_had_of_some_documents_or_one_after_the_other(two_stores):
    reports = two_stores.reports

    assert sorted(ids(reports.entries(["a", "c", "none"], store=STORE))) == ["a"]
    assert ids(reports.each(store=STORE)) == ["a", "b"]
    assert [type(entry.state) for entry in reports.each(store=STORE)] == [State, State]


def test_states_are_counted_in_all_stores_or_in_one(two_stores):
    everywhere, here = two_stores.reports.counts(), two_stores.reports.counts(store=STORE)

    assert (everywhere[State.PENDING], everywhere[State.WRITTEN]) == (3, 1)
    assert (here[State.PENDING], here[State.WRITTEN]) == (1, 1)
    assert set(here) == set(State)


def test_failures_are_the_failed_documents_of_a_store_or_of_a_run(ledger):
    first = register(ledger, "a", "b")
    batch = ledger.claim(10, run=first)
    ledger.fail(batch, "a", "it has no steps", Failure.UNUSABLE)
    second = register(ledger, "b")

    assert [entry.error for entry in ledger.reports.failures()] == ["it has no steps"]
    assert ids(ledger.reports.failures(run=first)) == ["a"]
    assert ledger.reports.failures(run=second) == []
    assert ledger.reports.failures(store=OTHER) == []


def test_an_id_is_known_whichever_store_has_it(two_stores):
    assert two_stores.reports.known_ids(["a", "c", "none"]) == {"a", "c"}


def test_what_the_store_may_hold_is_what_has_a_reading(two_stores):
    run = two_stores.begin(store=STORE, identity="first", reader="model")

    (stored,) = two_stores.reports.stored(STORE)

    assert (stored.document_id, stored.reading, stored.state) == ("a", "a:1", State.WRITTEN)
    assert stored.source == "/docs/a" and stored.found_by < run.number
    assert isinstance(stored.state, State)
    assert list(two_stores.reports.stored(OTHER)) == []


def test_the_identity_of_a_store_is_that_of_its_last_run(ledger):
    register(ledger, "a")
    assert ledger.reports.store_identity(STORE) == "first"

    ledger.begin(store=STORE, identity="second", reader="model")

    assert ledger.reports.store_identity(STORE) == "second"
    assert ledger.reports.store_identity(OTHER) is None


def test_the_rate_is_that_of_the_last_minutes_and_the_rest_takes_as_long(ledger, clock):
    run = register(ledger, *"abcdef")
    write(ledger, run, "a")
    clock.now += WINDOW  # so that the first is not of the last minutes
    write(ledger, run, "b", "c")
    clock.now += timedelta(seconds=20)

    status = ledger.reports.status()

    assert status.rate == pytest.approx(2 / 20)
    assert status.eta_seconds == pytest.approx(3 / (2 / 20))


def test_what_is_claimed_is_left_too(ledger, clock):
    run = register(ledger, *"abcd")
    write(ledger, run, "a")
    ledger.claim(2, run=run)
    clock.now += timedelta(seconds=1)

    assert ledger.reports.status().eta_seconds == pytest.approx(3.0)


def test_a_rate_of_less_than_a_second_is_that_of_a_second(ledger):
    write(ledger, register(ledger, "a", "b"), "a", "b")

    status = ledger.reports.status()

    assert (status.rate, status.eta_seconds) == (2.0, 0.0)


def test_without_a_rate_the_time_left_is_unknown_unless_nothing_is_left(ledger, clock):
    run = register(ledger, "a", "b")
    write(ledger, run, "a")
    clock.now += 2 * WINDOW

    status = ledger.reports.status()
    write(ledger, run, "b")
    clock.now += 2 * WINDOW

    assert (status.rate, status.eta_seconds) == (0.0, None)
    assert ledger.reports.status().eta_seconds == 0.0


def test_the_oldest_pending_document_is_the_one_that_was_registered_first(ledger, clock):
    run = register(ledger, "b", "a")
    clock.now += timedelta(seconds=30)
    register(ledger, "c")
    write(ledger, run, "b")
    clock.now += timedelta(seconds=12)

    oldest = ledger.reports.status().oldest_pending

    assert (oldest.document, oldest.since, oldest.seconds) == ("a", NOON, 42.0)


def test_nothing_pending_has_no_oldest(ledger):
    write(ledger, register(ledger, "a"), "a")

    assert ledger.reports.status().oldest_pending is None
