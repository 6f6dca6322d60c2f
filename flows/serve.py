"""The service: discover, process and sweep, round after round, until told to stop.

The ledger is the record and Prefect shows: each step is a flow as long as a Prefect server answers,
and else the same work without it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flows.context import Surroundings, surrounded_by
from flows.run import reporting, shown
from pipeline.errors import StepgraphError
from pipeline.ingest.discover import Discovery, register_sources, tracked_entities
from pipeline.ingest.metrics import set_queue
from pipeline.ingest.worker import Done, open_worker
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.sweep import sweep_ledger
from pipeline.logs import log
from pipeline.retry import with_retries
from pipeline.sources.config_file import scheduled_inputs

__all__ = ["Plan", "run_rounds"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """What to look through, and how often; ``rounds`` ends it after so many, None never."""

    inputs: Sequence[str]
    every_seconds: float
    entities: Sequence[str] | None = None
    prune: bool = False
    rounds: int | None = None


def run_rounds(plan: Plan, around: Surroundings) -> None:
    """Run until ``around.leaving`` is set: the batch in flight is then finished.

    What the outside world does to a round is logged, and the next one tries again; only the first
    look at store and ledger raises Unreachable.
    """
    with open_worker(around.settings, around.reader):
        pass
    rounds, done = _Rounds(plan, around), 0
    with surrounded_by(around):
        while not around.leaving.is_set():
            started = time.monotonic()
            with reporting(around.settings.state) as can_report:
                rounds.run_one(can_report)
            done += 1
            if done == plan.rounds:
                return
            around.leaving.wait(max(0.0, plan.every_seconds - (time.monotonic() - started)))


class _Rounds:
    """What is the same in every round, and which failures were told already."""

    def __init__(self, plan: Plan, around: Surroundings) -> None:
        self._plan, self._around = plan, around
        self._can_report: Callable[[], bool] = lambda: False
        self._told: set[tuple[str, str]] = set()
        self._shown = True

    def run_one(self, can_report: Callable[[], bool]) -> None:
        self._can_report = can_report
        for step in (self._discover, self._process, self._sweep):
            if self._around.leaving.is_set():
                return
            try:
                step()
            except StepgraphError as error:
                log.error(f"{step.__name__[1:]} failed", extra={"error": str(error)})

    def _discover(self) -> None:
        from flows.discover import discover

        plan, around = self._plan, self._around
        inputs = scheduled_inputs(plan.inputs, around.settings.sources)
        names = None if plan.entities is None else list(plan.entities)

        def alone() -> Discovery:
            return register_sources(
                inputs,
                around.settings,
                around.reader,
                entities=tracked_entities(names),
                prune=plan.prune,
            )

        told = self._run(
            "discover", lambda: discover(inputs, names, plan.prune), self._patient(alone)
        )
        counts = {"found": told.found, "due": told.due, "failed": len(told.failed)}
        log.info("discovered", extra=counts | {"gone": len(told.gone), "closed": told.closed})
        for one in told.failed:
            if (one.document_id, one.error) not in self._told:
                self._told.add((one.document_id, one.error))
                failed = {"document": one.document_id, "error": one.error}
                log.warning("document failed", extra=failed)

    def _process(self) -> None:
        from flows.process import process

        def alone() -> Done:
            around = self._around
            with open_worker(around.settings, around.reader, leaving=around.leaving) as work:
                work.run()
                return work.done()

        done = self._run("process", process, alone)
        counts = {"written": done.written, "failed": done.failed}
        log.info("processed", extra=counts | {"seconds": round(done.seconds, 1)})

    def _sweep(self) -> None:
        from flows.sweep import sweep

        ledger = self._around.settings.ledger
        swept = self._run("sweep", sweep, self._patient(lambda: sweep_ledger(ledger)))
        log.info("swept", extra={"returned": swept.returned, "exhausted": swept.exhausted})
        with open_ledger(ledger, must_exist=True) as opened:
            set_queue({state.value: n for state, n in opened.reports.counts().items()})

    def _run(self, name: str, flow: Callable[[], T], alone: Callable[[], T]) -> T:
        """The step as a flow; without Prefect if that does not answer."""
        before, self._shown = self._shown, self._can_report()
        if not self._shown:
            if before:
                log.warning("Prefect does not answer: the work goes on without it")
            return alone()
        return shown(name, flow, alone, kept=self._around.kept)

    def _patient(self, work: Callable[[], T]) -> Callable[[], T]:
        return lambda: with_retries(work, stop=self._around.leaving)
