"""Sweep: release expired leases, and fail documents without attempts left."""

from __future__ import annotations

from prefect import flow

from flows.artifacts import show_result
from flows.context import FlowContext, current_context
from flows.retries import retryable
from pipeline.ledger.sweep import SweepResult, sweep_ledger

__all__ = ["sweep"]


@flow(persist_result=False)
def sweep() -> SweepResult:
    """Release expired leases and those of dead owners; fail documents without attempts left."""
    context = current_context()
    result = context.results["sweep"] = sweep_once(context)
    facts = [("leases returned", result.returned), ("out of attempts", result.exhausted)]
    show_result("swept", facts)
    return result


@retryable
def sweep_once(context: FlowContext) -> SweepResult:
    return sweep_ledger(context.settings.ledger)
