"""What runs unattended: the scheduled flows, and whether all is well, for a container."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Annotated, Any

import typer

from pipeline.commands.durations import seconds_of
from pipeline.commands.options import (
    AsJson,
    Device,
    EntityNames,
    LedgerUrl,
    Prune,
    StoreUrl,
)
from pipeline.commands.output import plain, print_json, print_text
from pipeline.errors import BadInput, EmptyStore, Unreachable

__all__ = ["health", "serve"]

LATE = 1
LEFT_AT_ONCE = 130  # what a shell reports after a second Ctrl-C


def serve(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH|URL|sql:NAME]...",
            help="What to look through; else the inputs of stepgraph.toml.",
            show_default=False,
        ),
    ] = None,
    every: Annotated[
        str, typer.Option("--every", metavar="TIME", help="Such as 90s, 15m or 24h.")
    ] = "15m",
    prune: Prune = False,
    entity: EntityNames = None,
    once: Annotated[bool, typer.Option("--once", help="One round, and end.")] = False,
    log_level: Annotated[
        str,
        typer.Option(
            "--log-level",
            metavar="debug|info|warning|error",
            help="What is logged on stderr: JSON lines, readable ones on a terminal.",
            envvar="STEPGRAPH_LOG_LEVEL",
        ),
    ] = "info",
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    device: Device = None,
) -> None:
    """Discover, process and sweep on a schedule until SIGTERM or Ctrl-C; the batch in flight is
    finished first, a second Ctrl-C leaves at once. Reports to PREFECT_API_URL, if it is set.
    """
    from pipeline.ingest.discover import tracked_entities
    from pipeline.ingest.metrics import set_up_metrics, shut_down_metrics
    from pipeline.logs import log, set_up_logs
    from pipeline.settings import load_settings
    from pipeline.sources.config_file import scheduled_inputs

    seconds = seconds_of(every, option="--every")
    if seconds == 0:
        raise BadInput("--every 0 never rests; write it like 90s, 15m or 24h")
    settings = load_settings(store=store, ledger=ledger, device=device)
    chosen = scheduled_inputs(inputs or [], settings.sources)
    tracked_entities(entity)
    set_up_logs(log_level)
    from flows.run import (
        prepare_prefect,  # against the arrow: the command line is what starts flows
    )

    prepare_prefect(settings.state)
    from flows.context import Surroundings, model_reader
    from flows.serve import Plan, run_rounds

    around = Surroundings(settings, model_reader(settings))
    plan = Plan(chosen, seconds, entity, prune, rounds=1 if once else None)
    set_up_metrics()
    log.info("serving", extra={"inputs": chosen, "every_seconds": seconds})
    try:
        _until_told_to_leave(lambda: run_rounds(plan, around), around.leaving)
    finally:
        shut_down_metrics()
    log.info("ended")


def health(
    late_after: Annotated[
        str | None,
        typer.Option(
            "--late-after",
            metavar="TIME",
            help="End in 1 if a document has been pending for longer, such as 30m or 24h.",
            show_default=False,
        ),
    ] = None,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """One line for a container or a probe: whether store and ledger answer, and how long the oldest
    document has waited; 1 if that is too long, 3 if one of them does not answer.
    """
    from pipeline.ledger.database import REVISION
    from pipeline.ledger.ledger import State, open_ledger, store_key
    from pipeline.redaction import redact_url
    from pipeline.settings import load_settings
    from pipeline.stores import open_store

    limit = None if late_after is None else seconds_of(late_after, option="--late-after")
    settings = load_settings(store=store, ledger=ledger)
    try:
        open_store(settings.store, read_only=True).close()
        what = "ok"
    except EmptyStore:
        what = "empty"
    with open_ledger(settings.ledger, must_exist=True) as opened:
        now = opened.standing()
        known = opened.counts(store=store_key(settings.store))[State.WRITTEN]
    if what == "empty" and known:
        raise Unreachable(
            f"store {redact_url(settings.store)} is empty or gone, though the ledger knows "
            f"what was written there ({known}); bring it back, or ingest again"
        )
    waited = now.oldest_pending.seconds if now.oldest_pending else 0.0
    late = limit is not None and waited > limit
    pending, failed = now.counts[State.PENDING], now.counts[State.FAILED]
    if as_json:
        told = {"late": late, "store": what, "ledger": REVISION, "pending": pending}
        print_json(told | {"oldest_pending_seconds": round(waited, 1), "failed": failed})
    else:
        print_text(
            plain(
                f"{'late' if late else 'ok'}: store {redact_url(settings.store)} {what}, "
                f"ledger {redact_url(settings.ledger)} at {REVISION}, {pending} pending, "
                f"the oldest for {waited:.0f} s, {failed} failed"
            )
        )
    if late:
        raise typer.Exit(LATE)


def _until_told_to_leave(work: Callable[[], None], leaving: threading.Event) -> None:
    """Run ``work`` in a thread of its own, so that signals are ours alone: Prefect takes them else.

    Raises what it raised.
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
            os._exit(LEFT_AT_ONCE)
        leaving.set()

    thread = threading.Thread(target=run, name="stepgraph service", daemon=True)
    before = {one: signal.signal(one, leave) for one in (signal.SIGTERM, signal.SIGINT)}
    try:
        thread.start()
        while thread.is_alive():
            thread.join(timeout=0.2)  # a join without end would hear no signal
        done.result()
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
