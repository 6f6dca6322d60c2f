"""The service: discover, process and sweep, round after round, until it is stopped.

The ledger is the record; Prefect only displays the work. Each step is a flow as long as a Prefect
server answers, and otherwise the same work without Prefect.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flows.context import FlowContext, use_context
from flows.runner import reporting, run_flow
from pipeline.errors import StepgraphError
from pipeline.ingest.discover import Discovery, register_sources, tracked_entities
from pipeline.ingest.metrics import set_queue
from pipeline.ingest.worker import WorkerResult, open_worker
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.sweep import sweep_ledger
from pipeline.logs import log
from pipeline.retry import OUTAGE, RetryPolicy, with_retries
from pipeline.sources.config_file import scheduled_inputs
from pipeline.sources.shard import WHOLE, Shard

__all__ = ["Plan", "run_rounds"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """The inputs to scan for documents of ``shard``, and how often.

    The service ends after ``rounds``, or never if None.
    """

    inputs: Sequence[str]
    every_seconds: float
    entities: Sequence[str] | None = None
    prune: bool = False
    shard: Shard = WHOLE
    rounds: int | None = None


def run_rounds(plan: Plan, context: FlowContext, *, retries: RetryPolicy = OUTAGE) -> None:
    """Run until ``context.leaving`` is set; the batches in flight are then finished.

    Errors of a round are logged, and the next round tries again. Only an Unreachable store or
    ledger at the start is raised.
    """
    with open_worker(context.settings, context.reader):
        pass
    rounds, finished = _Rounds(plan, context, retries), 0
    with use_context(context):
        while not context.leaving.is_set():
            started = time.monotonic()
            with reporting(context.settings.state) as can_report:
                rounds.run_one(can_report)
            finished += 1
            if finished == plan.rounds:
                return
            context.leaving.wait(max(0.0, plan.every_seconds - (time.monotonic() - started)))


class _Rounds:
    """The state that rounds share: their plan, and the failures that were logged already."""

    def __init__(self, plan: Plan, context: FlowContext, retries: RetryPolicy) -> None:
        self._plan, self._context, self._retries = plan, context, retries
        self._can_report: Callable[[], bool] = lambda: False
        self._logged: set[tuple[str, str]] = set()
        self._has_prefect = True

    def run_one(self, can_report: Callable[[], bool]) -> None:
        self._can_report = can_report
        for step in (self._discover, self._process, self._sweep):
            if self._context.leaving.is_set():
                return
            try:
                step()
            except StepgraphError as error:
                log.error(f"{step.__name__[1:]} failed", extra={"error": str(error)})

    def _discover(self) -> None:
        from flows.discover import discover

        plan, context = self._plan, self._context
        inputs = scheduled_inputs(plan.inputs, context.settings.sources)
        names = None if plan.entities is None else list(plan.entities)

        def without_prefect() -> Discovery:
            return register_sources(
                inputs,
                context.settings,
                context.reader,
                entities=tracked_entities(names),
                prune=plan.prune,
                shard=plan.shard,
            )

        discovery = self._run(
            "discover",
            lambda: discover(inputs, names, plan.prune, str(plan.shard)),
            self._retried(without_prefect),
        )
        self._log_discovery(discovery)

    def _log_discovery(self, discovery: Discovery) -> None:
        counts = {
            "found": discovery.found,
            "due": discovery.due,
            "failed": len(discovery.failed),
            "gone": len(discovery.gone),
            "closed": discovery.closed,
        }
        log.info("discovered", extra=counts)
        for failure in discovery.failed:
            key = (failure.document_id, failure.error)
            if key not in self._logged:
                self._logged.add(key)
                about = {"document": failure.document_id, "error": failure.error}
                log.warning("document failed", extra=about)

    def _process(self) -> None:
        from flows.process import process

        context = self._context

        def without_prefect() -> WorkerResult:
            with open_worker(context.settings, context.reader, leaving=context.leaving) as worker:
                worker.run()
                return worker.result()

        result = self._run("process", process, without_prefect)
        counts = {"written": result.written, "failed": result.failed}
        log.info("processed", extra=counts | {"seconds": round(result.seconds, 1)})

    def _sweep(self) -> None:
        from flows.sweep import sweep

        url = self._context.settings.ledger
        result = self._run("sweep", sweep, self._retried(lambda: sweep_ledger(url)))
        log.info("swept", extra={"returned": result.returned, "exhausted": result.exhausted})
        with open_ledger(url, must_exist=True) as ledger:
            counts = ledger.reports.counts()
        set_queue({state.value: count for state, count in counts.items()})

    def _run(self, name: str, flow: Callable[[], T], without_prefect: Callable[[], T]) -> T:
        """Run the step as a flow; without Prefect if its server does not answer."""
        before, self._has_prefect = self._has_prefect, self._can_report()
        if not self._has_prefect:
            if before:
                log.warning("Prefect does not answer: the work continues without it")
            return without_prefect()
        return run_flow(name, flow, without_prefect, results=self._context.results)

    def _retried(self, work: Callable[[], T]) -> Callable[[], T]:
        return lambda: with_retries(work, stop=self._context.leaving, policy=self._retries)
