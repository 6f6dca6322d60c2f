"""The command that runs the scheduled flows."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Annotated, Any

import typer

from pipeline.commands.options import (
    Device,
    EntityNames,
    LedgerUrl,
    Prune,
    ShardName,
    StoreUrl,
    seconds_of,
)
from pipeline.errors import BadInput

__all__ = ["serve"]

INTERRUPTED = 130  # exit code that a shell reports for Ctrl-C


def serve(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH|URL|sql:NAME",
            help="Inputs to look for documents in, as for stepgraph ingest.",
            show_default="the inputs of stepgraph.toml",
        ),
    ] = None,
    every: Annotated[
        str,
        typer.Option(
            "--every", metavar="TIME", help="Time between two rounds, such as 90s, 15m or 24h."
        ),
    ] = "15m",
    prune: Prune = False,
    shard: ShardName = None,
    entity: EntityNames = None,
    once: Annotated[bool, typer.Option("--once", help="Exit after one round.")] = False,
    log_level: Annotated[
        str,
        typer.Option(
            "--log-level",
            metavar="debug|info|warning|error",
            help="Lowest level to log on stderr, as JSON lines or, on a terminal, as text.",
            envvar="STEPGRAPH_LOG_LEVEL",
        ),
    ] = "info",
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    device: Device = None,
) -> None:
    """Find, read and store documents on a schedule, until SIGTERM or Ctrl-C.

    The current batch is finished first; a second Ctrl-C exits immediately. Runs are reported to
    the Prefect server at PREFECT_API_URL, if it is set.
    """
    from pipeline.ingest.discover import tracked_entities
    from pipeline.ingest.metrics import set_up_metrics, shut_down_metrics
    from pipeline.logs import log, set_up_logs
    from pipeline.settings import load_settings
    from pipeline.sources.config_file import scheduled_inputs

    seconds = seconds_of(every, option="--every")
    if seconds == 0:
        raise BadInput("--every must be more than 0; write it like 90s, 15m or 24h")
    settings = load_settings(store=store, ledger=ledger, device=device, shard=shard)
    chosen = scheduled_inputs(inputs or [], settings.sources)
    tracked_entities(entity)
    set_up_logs(log_level)
    from flows.runner import prepare_prefect

    prepare_prefect(settings.state)
    from flows.context import FlowContext, model_reader
    from flows.serve import Plan, run_rounds

    context = FlowContext(settings, model_reader(settings))
    plan = Plan(chosen, seconds, entity, prune, settings.shard, rounds=1 if once else None)
    set_up_metrics()
    facts = {"inputs": chosen, "every_seconds": seconds, "shard": str(settings.shard)}
    log.info("serving", extra=facts)
    try:
        _until_stopped(lambda: run_rounds(plan, context), context.leaving)
    finally:
        shut_down_metrics()
    log.info("ended")


def _until_stopped(work: Callable[[], None], leaving: threading.Event) -> None:
    """Run ``work`` in a thread of its own, so that Prefect cannot handle the signals.

    Raises what ``work`` raised.
    """
    from concurrent.futures import Future

    done: Future[None] = Future()

    def run() -> None:
        try:
            work()
            done.set_result(None)
        except BaseException as error:
            done.set_exception(error)

    def leave(_signal: int, _frame: Any) -> None:
        if leaving.is_set():
            os._exit(INTERRUPTED)
        leaving.set()

    thread = threading.Thread(target=run, name="stepgraph service", daemon=True)
    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        thread.start()
        while thread.is_alive():
            thread.join(timeout=0.2)  # a join without a timeout would block signals
        done.result()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
