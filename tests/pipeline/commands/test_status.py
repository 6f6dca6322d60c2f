"""status, retry, requeue and health: how the work stands, and what is to be done again."""

from __future__ import annotations

import json
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pipeline.ledger.entries import RegistrationCounts, Run
from pipeline.ledger.ledger import Ledger, open_ledger, store_key
from pipeline.ledger.status import group_failures
from pipeline.ledger.tables import Failure, State
from pipeline.sources.results import DiscoveredDocument, Rejected
from tests.pipeline.commands.conftest import run

NOW = datetime(2026, 5, 1, 12)


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ledger(clean, clock):
    Path(".stepgraph").mkdir()
    with open_ledger("sqlite:///.stepgraph/ledger.db", clock=clock) as opened:
        yield opened


def registered(ledger: Ledger, n: int) -> tuple[Run, RegistrationCounts]:
    run = ledger.begin(store="s", identity="i", reader="r")
    documents = [
        DiscoveredDocument(f"{number}.txt", f"/docs/./{number}.txt", "print", "title")
        for number in range(n)
    ]
    return run, ledger.register(documents, run=run)


def write(ledger: Ledger, run: Run, n: int) -> None:
    batch = ledger.claim(n, run=run)
    assert batch
    ledger.close(
        batch, {claimed.document_id: f"{claimed.document_id}:1" for claimed in batch.documents}
    )


def fail(ledger: Ledger, run: Run, n: int, error: str = "breaks") -> None:
    batch = ledger.claim(n, run=run)
    assert batch
    for claimed in batch.documents:
        ledger.fail(batch, claimed.document_id, f"{claimed.document_id} {error}", Failure.UNUSABLE)


def test_the_rate_gives_the_time_left(ledger, clock):
    work, _ = registered(ledger, 50)
    write(ledger, work, 20)
    clock.now += timedelta(seconds=10)

    now = ledger.reports.status()

    assert (now.rate, now.eta_seconds) == (2.0, 15.0)
    assert now.counts[State.PENDING] == 30
    oldest = sorted(f"{n}.txt" for n in range(50))[20]  # claimed in the order of ids
    assert (now.oldest_pending.document, now.oldest_pending.seconds) == (oldest, 10.0)


def test_documents_written_long_ago_do_not_count_for_the_rate(ledger, clock):
    work, _ = registered(ledger, 2)
    write(ledger, work, 1)
    clock.now += timedelta(hours=1)

    now = ledger.reports.status()

    assert (now.rate, now.eta_seconds) == (0.0, None)


def test_an_empty_queue_has_no_time_left(ledger):
    assert ledger.reports.status().eta_seconds == 0.0
    assert ledger.reports.status().oldest_pending is None


def test_failures_with_the_same_error_are_one_group(ledger):
    work, _ = registered(ledger, 7)
    fail(ledger, work, 5, "line 3 is bad")
    fail(ledger, work, 1, "has nothing to track")
    ledger.register([Rejected("9.txt", "/docs/./9.txt", "/docs/9.txt is empty")], run=work)

    groups = group_failures(ledger.reports.failures())

    assert [group.count for group in groups] == [5, 1, 1]
    assert groups[0].documents == ("0.txt", "1.txt", "2.txt")
    assert groups[0].failure == "unusable"


def test_status_is_printed_as_text_and_as_json(ledger):
    work, _ = registered(ledger, 7)
    fail(ledger, work, 5)

    text, facts = run("status"), run("status", "--json")

    assert text.exit_code == facts.exit_code == 1
    assert text.stdout.startswith("2 pending, 0 claimed, 0 written, 5 failed")
    assert "5 × 0.txt breaks (0.txt, 1.txt, 2.txt and 2 more)" in text.stderr
    record = json.loads(facts.stdout)
    assert (record["pending"], record["eta_seconds"]) == (2, None)
    assert record["errors"][0]["count"] == 5
    assert record["oldest_pending"]["document"] == "5.txt"
    assert len(record["failures"]) == 5


@pytest.mark.parametrize(("limit", "code"), [("1d", 1), ("9999999h", 0), (None, 0)])
def test_a_late_document_exits_with_one(ledger, clock, limit, code):
    clock.now = datetime(2026, 1, 1)
    registered(ledger, 1)

    assert run("status", *(["--late-after", limit] if limit else [])).exit_code == code


@pytest.mark.parametrize("limit", ["", "x", "3", "h", "-3h", "1.5h"])
def test_an_invalid_duration_is_bad_usage(ledger, limit):
    assert run("status", f"--late-after={limit}").exit_code == 2


def test_watching_continues_until_it_is_interrupted(ledger, monkeypatch):
    work, _ = registered(ledger, 3)
    looks = []

    def sleep(_seconds: float) -> None:
        looks.append(1)
        if len(looks) == 3:
            raise KeyboardInterrupt
        write(ledger, work, 1)

    monkeypatch.setattr(time, "sleep", sleep)

    result = run("status", "--watch", "--json")

    assert result.exit_code == 0
    assert [json.loads(line)["written"] for line in result.stdout.splitlines()] == [0, 1, 2]


def test_a_document_that_failed_for_good_can_be_retried(ledger):
    work, _ = registered(ledger, 3)
    fail(ledger, work, 2)
    assert registered(ledger, 3)[1].failed == 2

    result = run("retry", "1.txt")

    assert (result.exit_code, result.stdout.startswith("1 document will")) == (0, True)
    assert ledger.reports.counts()[State.FAILED] == 1
    assert json.loads(run("retry", "--json").stdout) == {"documents": 1}
    work, counts = registered(ledger, 3)
    assert counts.pending == 3
    assert len(ledger.claim(9, run=work).documents) == 3


def test_a_requeued_document_gets_a_new_reading(ledger):
    work, _ = registered(ledger, 2)
    write(ledger, work, 2)

    assert json.loads(run("requeue", "0.txt", "--json").stdout) == {"documents": 1}

    work, counts = registered(ledger, 2)
    assert (counts.pending, counts.unchanged) == (1, 1)
    (again,) = ledger.claim(9, run=work).documents
    assert (again.document_id, again.number) == ("0.txt", 2)


def test_requeueing_reclaims_a_document_from_a_hung_process(ledger):
    work, _ = registered(ledger, 1)
    batch = ledger.claim(1, run=work)

    run("requeue", "--all")

    assert ledger.close(batch, {"0.txt": "0.txt:1"}) == 0
    assert ledger.reports.counts()[State.PENDING] == 1


@pytest.mark.parametrize("command", [("requeue",), ("requeue", "--all", "0.txt")])
def test_requeueing_needs_names_or_all(ledger, command):
    assert run(*command).exit_code == 2


@pytest.mark.parametrize("command", ["retry", "requeue"])
def test_an_unknown_document_is_named_in_the_error(ledger, command):
    registered(ledger, 1)

    result = run(command, "0.txt", "tyop.txt")

    assert result.exit_code == 2
    assert "'tyop.txt'" in result.stderr


@pytest.mark.parametrize("command", [("status",), ("retry",), ("requeue", "--all")])
def test_without_a_ledger_commands_exit_with_three(clean, command):
    assert run(*command).exit_code == 3


def test_health_reports_what_is_pending_and_for_how_long(filled):
    with open_ledger("sqlite:///.stepgraph/ledger.db") as ledger:
        ledger.begin(store="ladybug:x", identity="1", reader="r")
        document = DiscoveredDocument("a.txt", "/a.txt", "f", "a")
        ledger.register([document], run=Run(1, "ladybug:x", "r"))

    good, facts = run("health"), run("health", "--json")
    time.sleep(1.1)
    late = run("health", "--late-after", "1s")

    assert (good.exit_code, facts.exit_code, late.exit_code) == (0, 0, 1)
    assert good.stdout.startswith("ok: store ladybug:")
    assert "1 pending, the oldest for" in good.stdout
    record = json.loads(facts.stdout)
    assert (record["store"], record["pending"], record["late"]) == ("ok", 1, False)
    assert late.stdout.startswith("late: ")


def test_health_of_a_store_that_lost_documents_is_an_error(filled):
    with open_ledger("sqlite:///.stepgraph/ledger.db") as ledger:
        work = ledger.begin(store=store_key("ladybug:lost"), identity="1", reader="r")
        ledger.register([DiscoveredDocument("a.txt", "/a.txt", "f", "a")], run=work)
        ledger.close(ledger.claim(1, run=work), {"a.txt": "reading"})

    lost, other = (run("health", "--store", f"ladybug:{name}") for name in ("lost", "new"))

    assert lost.exit_code == 3 and "is empty or gone" in lost.stderr
    assert "lists 1 document written there" in lost.stderr
    assert other.exit_code == 0 and "ladybug:new empty" in other.stdout


def test_health_of_a_ledger_or_a_store_that_does_not_answer_is_an_error(clean):
    none = run("health")
    gone = run("health", "--store", "bolt://127.0.0.1:1")

    assert (none.exit_code, gone.exit_code) == (3, 3)
    assert "there is no ledger" in none.stderr
    assert "no Neo4j answers" in gone.stderr
