"""Run flows in this process, with or without a Prefect server.

Prefect is imported as late as possible, after its environment is set up.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pipeline.errors import StepgraphError, Unreachable
from pipeline.sources.shard import WHOLE, Shard

if TYPE_CHECKING:
    from pipeline.ingest.progress import IngestResult, OnProgress
    from pipeline.ingest.readers import Reader
    from pipeline.settings import Settings

__all__ = ["prepare_prefect", "reporting", "run_flow", "run_ingest"]

T = TypeVar("T")


def prepare_prefect(state: Path) -> None:
    """Set Prefect up for a run of our own: quiet, no telemetry, its files under ``state``.

    What the user has set stays. Call it before Prefect is first imported. Raises Unreachable if
    the folder cannot be created.
    """
    quiet = {
        "PREFECT_HOME": str(state.resolve() / "prefect"),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
        "PREFECT_LOGGING_LEVEL": "CRITICAL",
        "PREFECT_CLIENT_MAX_RETRIES": "1",  # two seconds: our work does not wait for a dead server
    }
    for name, value in quiet.items():
        os.environ.setdefault(name, value)
    home = Path(os.environ["PREFECT_HOME"])
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unreachable(
            f"the folder {home} cannot be created: {error.strerror}; set STEPGRAPH_STATE to another"
        ) from error
    # Prefect prints what reaches the root logger; commands that log have a handler of their own
    logging.getLogger("stepgraph").propagate = False
    logging.getLogger("EventsWorker").setLevel(
        logging.CRITICAL
    )  # no setting of Prefect's applies to it


@contextmanager
def reporting(state: Path) -> Iterator[Callable[[], bool]]:
    """Let flows in this context report to the user's Prefect server, or to a temporary one.

    Yields a function that returns True if that server answers now. If it does not, because it
    lacks a port or memory or has died, the same work must be done without Prefect.
    """
    prepare_prefect(state)
    from prefect.settings import (
        PREFECT_API_URL,
        PREFECT_FLOWS_HEARTBEAT_FREQUENCY,
        temporary_settings,
    )

    from flows import prefect_server

    url = PREFECT_API_URL.value()
    if url is not None:
        yield lambda: prefect_server.is_answering(url)
        return
    server = prefect_server.temporary_server(Path(os.environ["PREFECT_HOME"]))
    if server.has_ended():
        prefect_server.temporary_server.cache_clear()
        server = prefect_server.temporary_server(Path(os.environ["PREFECT_HOME"]))
    # nobody looks for heartbeats on a server that ends with us, and they cost a second
    with temporary_settings({PREFECT_API_URL: server.url, PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}):
        yield server.wait


def run_ingest(
    inputs: Sequence[str],
    settings: Settings,
    *,
    entities: Sequence[str] | None = None,
    find_entities: bool = False,
    prune: bool = False,
    shard: Shard = WHOLE,
    reader: Reader | None = None,
    on_progress: OnProgress | None = None,
) -> IngestResult:
    """Run the flow ``ingest`` in this process, or do the same work if Prefect cannot be reached.

    Raises BadInput for a URL that holds a secret.
    """
    from pipeline.sources.config_file import refuse_secrets

    refuse_secrets(inputs)
    with reporting(settings.state) as can_report:
        from flows.context import FlowContext, model_reader, use_context
        from flows.ingest import ingest  # while the server starts
        from pipeline.ingest.discover import tracked_entities
        from pipeline.ingest.once import ingest_once

        context = FlowContext(settings, reader or model_reader(settings), on_progress)
        names = None if entities is None else list(entities)

        def without_prefect() -> IngestResult:
            return ingest_once(
                inputs,
                settings,
                context.reader,
                entities=tracked_entities(names),
                find_entities=find_entities,
                prune=prune,
                shard=shard,
                on_progress=on_progress,
            )

        with use_context(context):
            if can_report():
                return run_flow(
                    "ingest",
                    lambda: ingest(list(inputs), names, prune, str(shard), find_entities),
                    without_prefect,
                    results=context.results,
                )
        return without_prefect()


def run_flow(
    name: str,
    flow: Callable[[], T],
    without_prefect: Callable[[], T],
    *,
    results: dict[str, Any],
) -> T:
    """Return what the flow returns; if Prefect fails, its result so far, or do the work again.

    ``results`` is where the flow of this name leaves its result before Prefect ends it.
    """
    from pipeline.logs import log

    results.pop(name, None)
    try:
        return flow()
    except StepgraphError:
        raise
    except Exception as error:  # Prefect's own, of which there is no list
        log.warning("Prefect failed", extra={"flow": name, "error": type(error).__name__})
        log.debug("how Prefect failed", exc_info=True)
        return cast(T, results[name]) if name in results else without_prefect()
