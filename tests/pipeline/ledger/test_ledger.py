"""The ledger keeps every document, and hands each to one owner at a time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from random import Random

import pytest
from sqlalchemy import Connection, Engine, event

from pipeline.domain.document import Entity
from pipeline.ledger.clock import utc_now
from pipeline.ledger.entries import Batch, Run
from pipeline.ledger.lease import LEASE
from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.ledger.tables import Failure, State
from pipeline.retry import RetryPolicy
from pipeline.sources.results import DiscoveredDocument, Rejected

STORE = "ladybug:/somewhere/graph.lbug"


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2024, 5, 1, 12)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def url(ledger_url: str) -> str:
    return ledger_url


@pytest.fixture
def ledger(url: str, clock: Clock) -> Iterator[Ledger]:
    with open_ledger(url, clock=clock) as opened:
        yield opened


@pytest.fixture
def statements(ledger: Ledger) -> Iterator[list[str]]:
    """The statements that a ledger sends, without those that begin and end transactions."""
    sent: list[str] = []

    def note(_connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
        if not statement.startswith(("BEGIN", "SET LOCAL")):
            sent.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield sent
    event.remove(Engine, "before_cursor_execute", note)


def begin(ledger: Ledger, *, identity: str = "first", reader: str = "model 1") -> Run:
    return ledger.begin(store=STORE, identity=identity, reader=reader)


def found(name: str, text: str = "text") -> DiscoveredDocument:
    return DiscoveredDocument(name, f"/docs/{name}", f"{name} {text}", name.title())


def claim(ledger: Ledger, run: Run, size: int = 10) -> Batch:
    batch = ledger.claim(size, run=run)
    assert batch is not None
    return batch


def write_all(ledger: Ledger, run: Run) -> None:
    while batch := ledger.claim(10, run=run):
        readings = {
            claim.document_id: f"{claim.document_id}:{claim.number}" for claim in batch.documents
        }
        ledger.close(batch, readings)


def names_of(batch: Batch) -> list[str]:
    return [document.document_id for document in batch.documents]


def attempts_of(ledger: Ledger) -> list[int]:
    return [entry.attempts for entry in ledger.reports.documents()]


def state_of(ledger: Ledger, document_id: str) -> State:
    (entry,) = (entry for entry in ledger.reports.documents() if entry.document_id == document_id)
    return entry.state


def test_a_document_goes_from_pending_to_claimed_to_written(ledger):
    run = begin(ledger)
    registered = ledger.register([found("a"), found("b")], run=run)
    before = ledger.reports.counts()

    batch = claim(ledger, run)
    during = ledger.reports.counts()
    closed = ledger.close(batch, {"a": "a:1", "b": "b:1"})

    assert (registered.total, registered.pending, registered.unchanged) == (2, 2, 0)
    assert before[State.PENDING] == during[State.CLAIMED] == closed == 2
    assert ledger.reports.counts() == {
        State.PENDING: 0,
        State.CLAIMED: 0,
        State.WRITTEN: 2,
        State.FAILED: 0,
        State.GONE: 0,
        State.FORGOTTEN: 0,
    }
    assert [entry.reading for entry in ledger.reports.documents()] == ["a:1", "b:1"]


def test_an_unchanged_document_is_not_read_again(ledger):
    write_run = begin(ledger)
    ledger.register([found("a")], run=write_run)
    write_all(ledger, write_run)

    again = begin(ledger)
    registered = ledger.register([found("a")], run=again)

    assert (registered.unchanged, registered.pending) == (1, 0)
    assert ledger.claim(10, run=again) is None


@pytest.mark.parametrize("change", ["text", "reader"])
def test_a_changed_text_or_another_reader_raises_the_number(ledger, change):
    first = begin(ledger)
    ledger.register([found("a")], run=first)
    write_all(ledger, first)

    run = begin(ledger, reader="model 2" if change == "reader" else "model 1")
    ledger.register([found("a", "new text" if change == "text" else "text")], run=run)

    assert [document.number for document in claim(ledger, run).documents] == [2]


def test_the_number_is_kept_through_retries(ledger, clock):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    batch = claim(ledger, run)
    ledger.fail(batch, "a", "the store is full", Failure.OUTSIDE)

    clock.advance(seconds=2)

    assert [document.number for document in claim(ledger, run).documents] == [1]


def test_a_claimed_document_belongs_to_nobody_else(ledger, url, clock):
    run = begin(ledger)
    ledger.register([found("a"), found("b"), found("c")], run=run)

    with open_ledger(url, clock=clock) as other:
        mine = claim(ledger, run, size=2)
        theirs = claim(other, run)

        assert [document.document_id for document in mine.documents] == ["a", "b"]
        assert [document.document_id for document in theirs.documents] == ["c"]
        assert ledger.unfinished(run) == 3


def test_a_lease_that_ran_out_is_taken_over_and_its_late_owner_closes_nothing(ledger, url, clock):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    late = claim(ledger, run)
    clock.advance(seconds=LEASE.total_seconds() + 1)

    with open_ledger(url, clock=clock) as other:
        taken = claim(other, run)

        assert ledger.close(late, {"a": "a:1"}) == 0
        ledger.fail(late, "a", "too late to fail", Failure.UNEXPECTED)
        ledger.release(late)
        assert state_of(ledger, "a") is State.CLAIMED
        assert other.close(taken, {"a": "a:1"}) == 1


def test_a_renewed_lease_is_not_taken_over(ledger, url, clock):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    claim(ledger, run)
    clock.advance(seconds=40)
    assert ledger.renew() == 1
    clock.advance(seconds=40)

    with open_ledger(url, clock=clock) as other:
        assert other.claim(10, run=run) is None


def test_a_thread_renews_the_leases(url):
    with open_ledger(url) as ledger:
        run = begin(ledger)
        ledger.register([found("a")], run=run)
        before = utc_now() + LEASE

        with ledger.keeping_leases(every=timedelta(milliseconds=5)):
            claim(ledger, run)
            threading_wait(lambda: lease_of(ledger) > before + timedelta(milliseconds=20))


def test_the_claims_of_a_process_that_died_are_taken_over_at_once(ledger, url, clock):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    script = (
        "import os, sys\n"
        "from pipeline.ledger.entries import Run\n"
        "from pipeline.ledger.ledger import open_ledger\n"
        "batch = open_ledger(sys.argv[1]).claim(10, run=Run(1, sys.argv[2], 'model 1'))\n"
        "os.kill(os.getpid(), 9 if batch else 15)\n"
    )
    killed = subprocess.run([sys.executable, "-c", script, url, STORE], check=False)

    assert killed.returncode == -9
    assert [document.document_id for document in claim(ledger, run).documents] == ["a"]


def test_what_a_worker_had_begun_when_it_ended_is_claimed_alone_and_fails_the_third_time(
    ledger, url, clock
):
    run = begin(ledger)
    ledger.register([found(name) for name in "abcd"], run=run)
    with open_ledger(url, clock=clock) as other:
        ledger.set_stage(claim(ledger, run, size=2), "predict")
        claim(ledger, run, size=1)  # of which nothing was begun

        for attempts in (1, 2):
            clock.advance(seconds=LEASE.total_seconds() + 1)
            batches = [claim(other, run), claim(other, run), claim(other, run)]
            ids = [[document.document_id for document in batch.documents] for batch in batches]
            assert ids == [["a"], ["b"], ["c", "d"]]
            assert [batch.alone for batch in batches] == [True, True, False]
            assert attempts_of(ledger) == [attempts, attempts, 0, 0]
            other.set_stage(batches[0], "predict")
            if attempts == 2:
                other.close(batches[1], {"b": "b:1"})
            ledger, other = other, ledger
            ledger.set_stage(batches[1], "predict")
        clock.advance(seconds=LEASE.total_seconds() + 1)

        assert [document.document_id for document in claim(other, run).documents] == ["c", "d"]
        (failure,) = other.reports.failures()
    assert (failure.document_id, failure.failure, failure.attempts) == ("a", "abandoned", 3)
    assert "3 times" in failure.error
    assert state_of(other, "b") is State.WRITTEN


def test_expired_leases_are_looked_for_at_times_while_other_work_is_due(ledger, url, clock):
    run = begin(ledger)
    ledger.register([found(name) for name in "abcd"], run=run)
    with open_ledger(url, clock=clock) as other:
        claim(other, run, size=1)
        clock.advance(seconds=LEASE.total_seconds() - 5)
        claimed = [names_of(claim(ledger, run, size=1))]
        for _ in range(2):
            clock.advance(seconds=6)
            claimed.append(names_of(claim(ledger, run, size=1)))

    assert claimed == [["b"], ["c"], ["a"]]


def test_a_lease_that_expires_right_after_a_look_is_taken_over_when_nothing_else_is_due(
    ledger, url, clock
):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    with open_ledger(url, clock=clock) as other:
        claim(other, run)
        clock.advance(seconds=LEASE.total_seconds() - 1)
        assert ledger.claim(10, run=run) is None
        clock.advance(seconds=2)

        assert names_of(claim(ledger, run)) == ["a"]


def test_the_statements_of_a_batch_are_few_however_many_documents_it_has(ledger, statements):
    run = begin(ledger)
    ledger.register([found(f"{number}") for number in range(300)], run=run)
    claim(ledger, run, size=1)  # looks for expired leases, which is not repeated at once
    statements.clear()

    batch = claim(ledger, run, size=200)
    ledger.set_stage(batch, "predict")
    closed = ledger.close(batch, {name: f"{name}:1" for name in names_of(batch)})

    assert (closed, len(statements)) == (200, 4)


def test_a_suspect_behind_others_waits_until_it_can_be_read_alone(ledger, url, clock):
    run = begin(ledger)
    ledger.register([found("a"), found("b"), found("c")], run=run)
    first = claim(ledger, run, size=1)
    ledger.set_stage(claim(ledger, run, size=1), "predict")
    ledger.release(first)
    clock.advance(seconds=LEASE.total_seconds() + 1)

    with open_ledger(url, clock=clock) as other:
        batches = [claim(other, run) for _ in range(3)]

    assert [(names_of(batch), batch.alone) for batch in batches] == [
        (["a"], False),
        (["b"], True),
        (["c"], False),
    ]


def test_a_suspect_that_is_given_back_or_lost_before_it_was_begun_stays_one(ledger, url, clock):
    run = begin(ledger)
    ledger.register([found("a"), found("b")], run=run)
    ledger.set_stage(claim(ledger, run, size=1), "predict")
    clock.advance(seconds=LEASE.total_seconds() + 1)

    with open_ledger(url, clock=clock) as other:
        assert claim(other, run).alone
    assert claim(ledger, run).alone
    clock.advance(seconds=LEASE.total_seconds() + 1)
    with open_ledger(url, clock=clock) as other:
        assert claim(other, run).alone
    assert attempts_of(ledger) == [1, 0]


def test_a_document_registered_anew_cannot_be_closed_by_who_reads_the_old_text(ledger, url, clock):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    old = claim(ledger, run)
    with open_ledger(url, clock=clock) as other:
        other.register([found("a", "new")], run=begin(other))

        assert ledger.close(old, {"a": "a:1"}) == 0
        assert [document.number for document in claim(ledger, run).documents] == [2]


def test_a_run_claims_only_what_it_found_and_for_its_own_reader(ledger):
    first = begin(ledger)
    ledger.register([found("a"), found("b")], run=first)
    second = begin(ledger, reader="model 2")
    ledger.register([found("b")], run=second)

    assert [document.document_id for document in claim(ledger, first).documents] == ["a"]
    assert [document.document_id for document in claim(ledger, second).documents] == ["b"]


def test_leaving_the_ledger_gives_its_documents_back(url, ledger, clock):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    with open_ledger(url, clock=clock) as other:
        claim(other, run)

    assert state_of(ledger, "a") is State.PENDING


def test_a_rejected_source_is_a_failed_row_until_it_can_be_read(ledger):
    run = begin(ledger)
    refused = Rejected("a", "/docs/a", "/docs/a is empty; write something")
    first = ledger.register([refused], run=run)
    again = ledger.register([refused], run=begin(ledger))
    (failure,) = ledger.reports.failures()
    corrected = ledger.register([found("a")], run=begin(ledger))

    assert first.failed == again.failed == 1
    assert (failure.error, failure.attempts) == ("/docs/a is empty; write something", 1)
    assert (corrected.pending, corrected.failed) == (1, 0)


def test_a_source_that_is_back_as_it_was_is_not_read_again(ledger):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    write_all(ledger, run)
    ledger.register([Rejected("a", "/docs/a", "binary")], run=begin(ledger))
    assert state_of(ledger, "a") is State.FAILED

    back = ledger.register([found("a")], run=begin(ledger))

    assert back.unchanged == 1


def test_a_document_that_the_store_refuses_is_tried_three_times_with_pauses(ledger, clock):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    tried = 0
    for _ in range(10):
        if batch := ledger.claim(10, run=run):
            tried += 1
            ledger.fail(batch, "a", "the store is full", Failure.OUTSIDE)
            assert ledger.claim(10, run=run) is None  # not at once
        clock.advance(seconds=30)

    again = ledger.register([found("a")], run=begin(ledger))

    assert tried == 3
    assert ledger.unfinished(run) == 0
    assert again.failed == 1


@pytest.mark.parametrize("retries", [RetryPolicy(()), RetryPolicy((7.0,))])
def test_a_document_is_tried_as_often_as_the_retry_policy_of_the_ledger_allows(url, clock, retries):
    with open_ledger(url, clock=clock, retries=retries) as ledger:
        run = begin(ledger)
        ledger.register([found("a")], run=run)
        states = []
        while batch := ledger.claim(10, run=run):
            states.append(ledger.fail(batch, "a", "the store is full", Failure.OUTSIDE))
            clock.advance(seconds=6.9)
            assert ledger.claim(10, run=run) is None
            clock.advance(seconds=0.1)

        assert states == [State.PENDING] * len(retries.pauses) + [State.FAILED]


@pytest.mark.parametrize(
    ("failure", "tried_again"), [(Failure.UNUSABLE, False), (Failure.UNEXPECTED, True)]
)
def test_what_cannot_be_used_is_listed_again_but_not_tried_again(ledger, failure, tried_again):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    ledger.fail(claim(ledger, run), "a", "no use", failure)

    registered = ledger.register([found("a")], run=begin(ledger))

    assert registered.pending == tried_again
    assert registered.failed == (not tried_again)


def test_a_store_that_was_replaced_gets_every_document_again(ledger):
    run = begin(ledger)
    ledger.register([found("a"), found("b")], run=run)
    write_all(ledger, run)

    again = begin(ledger)
    replaced = begin(ledger, identity="second")
    registered = ledger.register([found("a")], run=replaced)

    assert (again.reopened, replaced.reopened) == (0, 2)
    assert registered.pending == 1
    assert state_of(ledger, "b") is State.PENDING


@pytest.mark.parametrize("first", ["found", "refused"])
def test_two_sources_of_one_id_are_two_rows(ledger, first):
    run = begin(ledger)
    both = [found("a"), Rejected("a", "/other/a", "'a' is also the id of /docs/a")]
    ledger.register(both if first == "found" else both[::-1], run=run)
    write_all(ledger, run)

    assert {entry.document_id: entry.state for entry in ledger.reports.documents()} == {
        "a": State.WRITTEN,
        "/other/a": State.FAILED,
    }


def test_a_path_may_not_take_the_id_of_another_file_that_is_still_there(ledger, tmp_path):
    paths = [tmp_path / folder / "a.txt" for folder in ("one", "two")]
    for path in paths:
        path.parent.mkdir()
        path.write_text("x")
    first, second = (
        DiscoveredDocument("a.txt", str(path), f"print of {path}", "A") for path in paths
    )
    ledger.register([first], run=begin(ledger))

    refused = ledger.register([second], run=begin(ledger))
    paths[0].unlink()
    moved = ledger.register([second], run=begin(ledger))

    assert (refused.failed, refused.pending) == (1, 0)
    assert (moved.failed, moved.pending) == (0, 1)
    assert [entry.document_id for entry in ledger.reports.documents()] == ["a.txt"]


def test_a_corrected_line_replaces_the_row_that_rejected_it(ledger):
    ledger.register([Rejected("f.jsonl#2", "f.jsonl#2", "no JSON")], run=begin(ledger))
    ledger.register([DiscoveredDocument("soup", "f.jsonl#2", "1", "Soup")], run=begin(ledger))

    assert [entry.document_id for entry in ledger.reports.documents()] == ["soup"]


def test_the_entities_a_run_was_asked_to_track_come_with_its_documents(ledger):
    run = begin(ledger)
    water = Entity.parse("water; H2O")
    ledger.register([found("a")], run=run, entities=[water])

    (document,) = claim(ledger, run).documents

    assert document.entities == (water,)


def test_names_and_errors_with_anything_in_them_are_kept_as_text(ledger):
    run = begin(ledger)
    name = 'it\'s "{x}" `--; DROP TABLE stepgraph_documents; 水'
    ledger.register(
        [found(name), Rejected("half \ud800 pair", "s", "two\nlines\0 " + "x" * 9_999)], run=run
    )
    write_all(ledger, run)

    failed, written = sorted(ledger.reports.documents(), key=lambda entry: entry.state)
    assert written.document_id == name
    assert failed.document_id == "half \\ud800 pair"
    assert failed.error is not None and failed.error.startswith("two lines\\0 xxx")
    assert len(failed.error) == 500


def test_a_claimed_document_that_changed_gets_a_new_number(ledger):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    batch = claim(ledger, run)

    from dataclasses import replace

    revised = ledger.revise(batch, [replace(batch.documents[0], fingerprint="new", number=2)])

    assert not revised.alone
    assert ledger.close(batch, {"a": "a:1"}) == 0
    assert ledger.close(revised, {"a": "a:2"}) == 1


def test_processes_that_start_at_once_share_the_backlog_without_doing_a_document_twice(url):
    script = (
        "import sys\n"
        "from pipeline.ledger.ledger import open_ledger\n"
        "from pipeline.sources.results import DiscoveredDocument\n"
        "with open_ledger(sys.argv[1]) as ledger:\n"
        "    run = ledger.begin(store='s', identity='i', reader='r')\n"
        "    names = map(str, range(200))\n"
        "    ledger.register((DiscoveredDocument(n, n, 'x', 't') for n in names), run=run)\n"
        "    while ledger.unfinished(run):\n"
        "        while batch := ledger.claim(8, run=run):\n"
        "            ids = {claim.document_id: 'r' for claim in batch.documents}\n"
        "            assert ledger.close(batch, ids) == len(ids)\n"
        "            print(*ids)\n"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", script, url], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    written = [name for process in processes for name in process.communicate()[0].split()]

    assert [process.returncode for process in processes] == [0, 0, 0]
    assert sorted(written, key=int) == [str(n) for n in range(200)]


def lease_of(ledger: Ledger) -> datetime:
    from sqlalchemy import select

    from pipeline.ledger.tables import DocumentRow

    with ledger._database.reading() as connection:
        lease = connection.execute(select(DocumentRow.lease_until)).scalar_one()
    assert lease is not None
    return lease


def threading_wait(happens) -> None:
    import time

    for _ in range(500):
        if happens():
            return
        time.sleep(0.01)
    pytest.fail("the thread did not renew the lease")


def test_concurrent_writers_never_deadlock(url):
    """PostgreSQL would end one of two transactions that lock the same rows in different orders."""
    names = [f"{number:03}" for number in range(60)]
    with open_ledger(url) as ledger:
        ledger.register(map(found, names), run=begin(ledger))

    def work(seed: int) -> None:
        shuffled = Random(seed).sample(names, len(names))
        with open_ledger(url) as ledger:
            for turn in range(5):
                run = begin(ledger, reader="model 1")
                refused = [Rejected(name, f"/docs/{name}", "binary") for name in shuffled[:10]]
                texts = [found(name, f"text {turn}") for name in shuffled[10:]]
                ledger.register([*refused, *texts], run=run)
                if batch := ledger.claim(30, run=run):
                    ledger.renew()
                    ledger.set_stage(batch, "read")
                    ledger.close(batch, {claim.document_id: "x" for claim in batch.documents[::2]})
                    ledger.release(batch)
                ledger.forget_unlisted("feed", run=run)
                ledger.reopen(None, states=[State.WRITTEN, State.FAILED])

    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(work, seed) for seed in range(3)]:
            done.result()


def test_a_pause_that_ends_too_late_dates_from_before_the_clock_stepped_back(ledger, clock):
    run = begin(ledger)
    ledger.register([found("a")], run=run)
    ledger.fail(claim(ledger, run), "a", "the store is full", Failure.OUTSIDE)

    clock.advance(hours=-1)

    assert [document.document_id for document in claim(ledger, run).documents] == ["a"]
