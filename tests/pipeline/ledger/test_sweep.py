"""A sweep reclaims the claims of dead owners and fails documents without attempts left."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import create_engine, update

from pipeline.errors import Unreachable
from pipeline.ledger.clock import utc_now
from pipeline.ledger.lease import LEASE
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.sweep import SweepResult, sweep_ledger
from pipeline.ledger.tables import DocumentRow, Failure, State
from pipeline.retry import DOCUMENT
from pipeline.sources.results import DiscoveredDocument

MOST = DOCUMENT.max_attempts
STORE = "ladybug:/store"


def registered(url: str) -> None:
    with open_ledger(url) as ledger:
        run = ledger.begin(store=STORE, identity="1", reader="reader")
        ledger.register(
            [DiscoveredDocument(f"{name}.txt", f"/{name}.txt", "f", name) for name in "abc"],
            run=run,
        )


def change(url: str, document: str, **values: object) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        chosen = DocumentRow.document_id == document
        connection.execute(update(DocumentRow).where(chosen).values(values))
    engine.dispose()


def entries(url: str) -> dict[str, object]:
    with open_ledger(url) as ledger:
        return {entry.document_id: entry for entry in ledger.reports.documents()}


def test_leases_of_the_dead_and_those_that_ran_out_are_returned(ledger_url):
    registered(ledger_url)
    here = open_ledger(ledger_url).owner
    dead = "/".join([*here.split("/")[:1], "999999999", "1", "token"])
    far = "another host/1/1/token"
    later = utc_now() + LEASE
    claimed = {"state": State.CLAIMED, "lease_until": later}
    change(ledger_url, "a.txt", **claimed | {"owner": dead})
    change(ledger_url, "b.txt", **claimed | {"owner": far, "lease_until": utc_now() - LEASE})
    change(ledger_url, "c.txt", **claimed | {"owner": far})

    assert sweep_ledger(ledger_url) == SweepResult(returned=2, exhausted=0)

    states = {name: entry.state for name, entry in entries(ledger_url).items()}
    assert states == {"a.txt": "pending", "b.txt": "pending", "c.txt": "claimed"}
    assert sweep_ledger(ledger_url, clock=lambda: later + timedelta(seconds=1)).returned == 1


def test_a_document_that_is_out_of_attempts_fails_with_its_last_error(ledger_url):
    registered(ledger_url)
    change(
        ledger_url,
        "a.txt",
        attempts=MOST,
        error="no room",
        failure=Failure.OUTSIDE,
    )
    change(ledger_url, "b.txt", attempts=MOST)
    change(ledger_url, "c.txt", attempts=MOST - 1)

    assert sweep_ledger(ledger_url) == SweepResult(returned=0, exhausted=2)

    rows = entries(ledger_url)
    assert (rows["a.txt"].state, rows["a.txt"].error) == ("failed", "no room")
    assert "stepgraph retry" in rows["b.txt"].error
    assert rows["c.txt"].state == "pending"


def test_there_is_nothing_to_sweep_without_a_ledger(tmp_path):
    with pytest.raises(Unreachable, match="no ledger"):
        sweep_ledger(f"sqlite:///{tmp_path / 'none.db'}")
