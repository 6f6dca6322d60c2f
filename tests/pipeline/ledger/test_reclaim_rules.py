"""Which claims a sweep takes from their owners, and what becomes of each document."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlalchemy import create_engine, update

from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.sweep import SweepResult, sweep_ledger
from pipeline.ledger.tables import DocumentRow, Failure, State
from pipeline.retry import DOCUMENT
from pipeline.sources.results import DiscoveredDocument

MOST = DOCUMENT.max_attempts
STORE = "ladybug:/store"
NOON = datetime(2024, 5, 1, 12)
SECOND = timedelta(seconds=1)


def claimed_by_others(url: str, rows: dict[str, dict[str, object]]) -> None:
    """Register the documents, each claimed on another host until a second ago."""
    with open_ledger(url, clock=lambda: NOON - timedelta(hours=1)) as ledger:
        run = ledger.begin(store=STORE, identity="1", reader="reader")
        ledger.register([DiscoveredDocument(name, f"/{name}", "f", name) for name in rows], run=run)
    engine = create_engine(url)
    with engine.begin() as connection:
        for name, values in rows.items():
            claim = {
                "state": State.CLAIMED,
                "owner": f"host of {name}/1/1/token",
                "lease_until": NOON - SECOND,
            }
            chosen = DocumentRow.document_id == name
            connection.execute(update(DocumentRow).where(chosen).values(claim | values))
    engine.dispose()


def sweep(url: str) -> SweepResult:
    return sweep_ledger(url, clock=lambda: NOON)


def entries(url: str) -> dict[str, object]:
    with open_ledger(url) as ledger:
        return {entry.document_id: entry for entry in ledger.reports.documents()}


def test_of_several_leases_only_those_that_ended_before_now_are_taken(ledger_url):
    claimed_by_others(
        ledger_url,
        {"a": {}, "b": {"lease_until": NOON}, "c": {"lease_until": NOON + SECOND}},
    )

    assert sweep(ledger_url) == SweepResult(returned=1, exhausted=0)

    states = {name: entry.state for name, entry in entries(ledger_url).items()}
    assert states == {"a": State.PENDING, "b": State.CLAIMED, "c": State.CLAIMED}


@pytest.mark.parametrize("until", [NOON, NOON + SECOND])
def test_nothing_is_taken_while_every_lease_holds(ledger_url, until):
    claimed_by_others(ledger_url, {"a": {"lease_until": until}})

    assert sweep(ledger_url) == SweepResult(returned=0, exhausted=0)
    assert entries(ledger_url)["a"].state is State.CLAIMED


def test_each_document_that_was_begun_has_one_attempt_more_and_the_last_one_fails(ledger_url):
    begun = [{"stage": "predict", "attempts": attempts} for attempts in range(MOST)]
    rows = dict(zip("abc", begun, strict=True))
    claimed_by_others(ledger_url, rows | {"d": {"attempts": MOST - 1, "error": "no room"}})

    assert sweep(ledger_url) == SweepResult(returned=3, exhausted=1)

    after = entries(ledger_url)
    assert {name: (entry.state, entry.attempts) for name, entry in after.items()} == {
        "a": (State.PENDING, 1),
        "b": (State.PENDING, 2),
        "c": (State.FAILED, 3),
        "d": (State.PENDING, 2),
    }
    assert [after[name].failure for name in "abcd"] == [Failure.ABANDONED] * 3 + [None]
    assert "died" in after["a"].error and "died, 3 times" in after["c"].error
    assert after["d"].error == "no room"
    assert after["c"].updated_at == NOON


def test_documents_that_fail_in_the_same_sweep_are_counted_together(ledger_url):
    last = {"stage": "read", "attempts": MOST - 1}
    used_up = {"state": State.PENDING, "owner": None, "lease_until": None, "attempts": MOST}
    claimed_by_others(ledger_url, {"a": last, "b": last, "c": used_up, "d": {}})

    assert sweep(ledger_url) == SweepResult(returned=1, exhausted=3)

    after = entries(ledger_url)
    assert after["c"].failure == Failure.UNEXPECTED
    assert [name for name, entry in after.items() if entry.state is State.FAILED] == ["a", "b", "c"]
