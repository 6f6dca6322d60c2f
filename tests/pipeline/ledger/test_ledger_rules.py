"""Which documents a run claims and when, what makes them pending again, and where a ledger is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pipeline.errors import Unreachable
from pipeline.ledger.entries import Batch, RegistrationCounts, Run
from pipeline.ledger.ledger import Ledger, known_ledger, open_ledger, store_key
from pipeline.ledger.tables import Failure, State
from pipeline.sources.results import DiscoveredDocument, Rejected

STORE = "ladybug:/somewhere/graph.lbug"


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2024, 5, 1, 12)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ledger(ledger_url: str, clock: Clock) -> Iterator[Ledger]:
    with open_ledger(ledger_url, clock=clock) as opened:
        yield opened


@pytest.fixture
def other(ledger_url: str, clock: Clock) -> Iterator[Ledger]:
    with open_ledger(ledger_url, clock=clock) as opened:
        yield opened


def register(ledger: Ledger, names: str, *, identity: str = "first") -> Run:
    run = ledger.begin(store=STORE, identity=identity, reader="model")
    documents = [DiscoveredDocument(name, f"/docs/{name}", name, name.title()) for name in names]
    ledger.register(documents, run=run)
    return run


def claim(ledger: Ledger, run: Run, size: int = 10) -> Batch:
    batch = ledger.claim(size, run=run)
    assert batch is not None
    return batch


def names_of(batch: Batch | None) -> str:
    return "" if batch is None else "".join(each.document_id for each in batch.documents)


def write(ledger: Ledger, run: Run) -> None:
    batch = claim(ledger, run)
    ledger.close(batch, {name: f"{name}:1" for name in names_of(batch)})


def states(ledger: Ledger) -> dict[str, State]:
    return {entry.document_id: entry.state for entry in ledger.reports.documents()}


def test_what_is_not_said_of_a_run_or_a_batch_is_the_usual():
    run = Run(1, STORE, "model")
    counts = RegistrationCounts(1, 0, 1, 0)

    assert (run.reopened, run.with_earlier, Batch(run, ()).alone) == (0, False, False)
    assert (counts.forgotten, counts.with_kept_entities) == (0, 0)


def test_a_run_claims_what_it_or_a_later_one_registered_and_all_if_it_takes_earlier_ones(ledger):
    register(ledger, "a")
    run = register(ledger, "b")
    register(ledger, "c")

    assert names_of(ledger.claim(10, run=run)) == "bc"
    assert names_of(ledger.claim(10, run=replace(run, with_earlier=True))) == "a"


def test_a_lease_lasts_a_minute_to_the_last_moment(ledger, other, clock):
    run = register(ledger, "a")
    claim(ledger, run)

    clock.advance(60)
    at_its_end = other.claim(10, run=run)
    clock.advance(0.5)

    assert at_its_end is None
    assert names_of(other.claim(10, run=run)) == "a"


def test_expired_leases_are_looked_for_every_ten_seconds_while_there_is_other_work(
    ledger, other, clock
):
    run = register(ledger, "abcd")
    claim(other, run, size=1)
    clock.advance(55)
    claimed = names_of(claim(ledger, run, size=1))
    for seconds in (9, 1):
        clock.advance(seconds)
        claimed += names_of(claim(ledger, run, size=1))

    assert claimed == "bca"


def test_what_is_unfinished_can_leave_out_what_this_ledger_has_claimed(ledger, other):
    run = register(ledger, "abcdef")
    claim(ledger, run, size=3)
    claim(other, run, size=1)

    assert (ledger.unfinished(run), ledger.unfinished(run, with_own=False)) == (6, 3)
    assert (other.unfinished(run), other.unfinished(run, with_own=False)) == (6, 5)


def test_pauses_grow_with_the_attempts(ledger, clock):
    run = register(ledger, "a")
    waited = []
    for _ in range(2):
        ledger.fail(claim(ledger, run), "a", "the store is full", Failure.OUTSIDE)
        for seconds in range(1, 10):
            clock.advance(1)
            if ledger.unfinished(run) and names_of(batch := ledger.claim(1, run=run)):
                ledger.release(batch)
                waited.append(seconds)
                break

    assert waited == [1, 5]


def test_documents_in_these_states_become_pending_all_or_those_that_are_named(ledger):
    run = register(ledger, "abcd")
    write(ledger, run)
    ledger.register([Rejected("d", "/docs/d", "it is empty")], run=run)

    assert ledger.reopen(["a", "d", "none"], states=[State.WRITTEN]) == 1
    assert states(ledger) == {
        "a": State.PENDING,
        "b": State.WRITTEN,
        "c": State.WRITTEN,
        "d": State.FAILED,
    }
    assert ledger.reopen(None, states=[State.WRITTEN, State.FAILED]) == 3
    assert set(states(ledger).values()) == {State.PENDING}


def test_what_was_never_read_as_a_document_cannot_become_pending(ledger):
    run = register(ledger, "")
    ledger.register([Rejected("a", "/docs/a", "it is empty")], run=run)

    assert ledger.reopen(None, states=[State.FAILED]) == 0
    assert ledger.reopen(["a"], states=[State.FAILED]) == 0


@pytest.mark.parametrize(("options", "number"), [({}, 1), ({"anew": True}, 2)])
def test_a_reopened_document_keeps_its_number_unless_a_new_reading_is_due(ledger, options, number):
    run = register(ledger, "a")
    write(ledger, run)

    ledger.reopen(None, states=[State.WRITTEN], **options)

    assert [document.number for document in claim(ledger, run).documents] == [number]


def test_a_reopened_document_has_all_its_attempts_and_waits_from_now_on(ledger, clock):
    run = register(ledger, "a")
    ledger.fail(claim(ledger, run), "a", "no steps", Failure.UNUSABLE)
    clock.advance(30)

    ledger.reopen(None, states=[State.FAILED])

    (entry,) = ledger.reports.documents()
    assert (entry.attempts, entry.failure, entry.error) == (0, None, None)
    assert entry.registered_at == entry.updated_at == clock.now


def test_a_store_that_was_replaced_has_no_readings_and_no_attempts_any_more(ledger, clock):
    run = register(ledger, "a")
    ledger.fail(claim(ledger, run), "a", "the store is full", Failure.OUTSIDE)
    clock.advance(1)
    write(ledger, run)
    ledger.register([Rejected("a", "/docs/a", "binary")], run=run)
    ledger.register([DiscoveredDocument("a", "/docs/a", "a", "A")], run=run)
    before = ledger.reports.document(STORE, "a")

    replaced = ledger.begin(store=STORE, identity="second", reader="model")

    (entry,) = ledger.reports.documents()
    assert (before.state, before.reading, before.attempts > 0) == (State.WRITTEN, "a:1", True)
    assert (replaced.reopened, entry.state, entry.attempts) == (1, State.PENDING, 0)
    assert entry.reading is None and list(ledger.reports.stored(STORE)) == []


def test_what_failed_has_no_reading_either_in_a_store_that_was_replaced(ledger):
    run = register(ledger, "ab")
    write(ledger, run)
    ledger.register([Rejected("a", "/docs/a", "binary")], run=run)

    replaced = ledger.begin(store=STORE, identity="second", reader="model")

    assert replaced.reopened == 1
    assert states(ledger) == {"a": State.FAILED, "b": State.PENDING}
    assert list(ledger.reports.stored(STORE)) == []


def test_only_what_was_written_in_the_last_five_minutes_counts_for_the_rate(ledger, clock):
    run = register(ledger, "ab")
    batch = claim(ledger, run, size=1)
    ledger.close(batch, {"a": "a:1"})
    clock.advance(300)
    five_minutes_later = ledger.reports.status().rate
    clock.advance(-1)

    assert five_minutes_later == 0.0
    assert ledger.reports.status().rate == pytest.approx(1 / 299)


def test_the_words_that_a_ledger_stores_stay_as_they_are():
    assert [*State] == ["pending", "claimed", "written", "failed", "gone", "forgotten"]
    assert [*Failure] == ["unreadable", "unusable", "outside", "unexpected", "abandoned"]


def test_a_ledger_that_is_not_there_is_not_made(tmp_path):
    with known_ledger(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        assert ledger is None

    assert list(tmp_path.iterdir()) == []


def test_a_ledger_that_is_there_is_opened(tmp_path, sqlite_ledger):
    with open_ledger(sqlite_ledger) as ledger:
        register(ledger, "a")

    with known_ledger(sqlite_ledger) as known:
        assert known is not None
        assert states(known) == {"a": State.PENDING}


@pytest.mark.parametrize("scheme", ["postgresql", "sqlite+pysqlite"])
def test_a_ledger_that_should_be_there_under_another_scheme_is_an_error(tmp_path, scheme):
    place = "joe@127.0.0.1:9/db" if scheme == "postgresql" else f"/{tmp_path}/ledger.db"

    with pytest.raises(Unreachable), known_ledger(f"{scheme}://{place}"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_stores_key_is_the_same_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    here = Path(tmp_path).resolve()

    assert store_key("ladybug:graph.lbug") == f"ladybug:{here}/graph.lbug"
    assert store_key("ladybug:a/../graph.lbug") == f"ladybug:{here}/graph.lbug"
    assert store_key("ladybug:~/graph.lbug") == f"ladybug:{here}/home/graph.lbug"
    assert store_key("ladybug:/x/graph.lbug") == "ladybug:/x/graph.lbug"


@pytest.mark.parametrize("url", ["neo4j://host:7687/db", "bolt://host/~/x"])
def test_the_key_of_a_server_is_its_url(url):
    assert store_key(url) == url
