"""Sweep: put right in the ledger what dead workers left behind."""

from __future__ import annotations

from prefect import flow

from flows.artifacts import show_result
from flows.context import Surroundings, surroundings
from flows.retries import repeated
from pipeline.ledger.sweep import SweepResult, sweep_ledger

__all__ = ["sweep"]


@flow(persist_result=False)
def sweep() -> SweepResult:
    """Return leases that ran out or whose owners are dead; fail what is out of attempts."""
    around = surroundings()
    swept = around.kept["sweep"] = sweep_once(around)
    facts = [("leases returned", swept.returned), ("out of attempts", swept.exhausted)]
    show_result("swept", facts)
    return swept


@repeated
def sweep_once(around: Surroundings) -> SweepResult:
    return sweep_ledger(around.settings.ledger)
