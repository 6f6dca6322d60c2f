"""The flows: what Prefect schedules, retries and shows. Nothing here imports it before it must."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pipeline.errors import StepgraphError, Unreachable

if TYPE_CHECKING:
    from pipeline.ingest.readers import Reader
    from pipeline.ingest.run import Outcome, Watch
    from pipeline.settings import Settings

__all__ = ["prepare_prefect", "reporting", "run_ingest", "shown"]

T = TypeVar("T")


def prepare_prefect(state: Path) -> None:
    """Set Prefect up for a run of our own: quiet, no telemetry, its files under ``state``.

    What the user set stays. Must come before Prefect is first imported. Raises Unreachable if
    the folder cannot be made.
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
            f"the folder {home} cannot be made: {error.strerror}; set STEPGRAPH_STATE to another"
        ) from error
    # Prefect prints what reaches the root logger; commands that log have a handler of their own
    logging.getLogger("stepgraph").propagate = False
    logging.getLogger("EventsWorker").setLevel(logging.CRITICAL)  # heeds no setting of Prefect's


@contextmanager
def reporting(state: Path) -> Iterator[Callable[[], bool]]:
    """Flows that are called in this context report to the user's Prefect server, if one is set.

    Else to a temporary one. Gives what says whether that server answers now: if it does not, for
    want of a port or of memory or because it died, the same work is to be done without Prefect.
    """
    prepare_prefect(state)
    from prefect.settings import (
        PREFECT_API_URL,
        PREFECT_FLOWS_HEARTBEAT_FREQUENCY,
        temporary_settings,
    )

    from flows import prefect_server

    given = PREFECT_API_URL.value()
    if given is not None:
        yield lambda: prefect_server.answers(given)
        return
    own = prefect_server.temporary_server(Path(os.environ["PREFECT_HOME"]))
    if own.has_ended():
        prefect_server.temporary_server.cache_clear()
        own = prefect_server.temporary_server(Path(os.environ["PREFECT_HOME"]))
    # no one looks for heartbeats on a server that ends with us, and they cost a second
    with temporary_settings({PREFECT_API_URL: own.url, PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}):
        yield own.wait


def run_ingest(
    inputs: Sequence[str],
    settings: Settings,
    *,
    entities: Sequence[str] | None = None,
    prune: bool = False,
    reader: Reader | None = None,
    watch: Watch | None = None,
) -> Outcome:
    """Run the flow ``ingest`` in this process, or do the same work if Prefect cannot be reached.

    Raises BadInput for a URL that holds a secret.
    """
    from pipeline.sources.config_file import refuse_secrets

    refuse_secrets(inputs)
    with reporting(settings.state) as can_report:
        from flows.context import Surroundings, model_reader, surrounded_by
        from flows.ingest import ingest, ingest_alone  # while the server starts

        around = Surroundings(settings, reader or model_reader(settings), watch)
        chosen = None if entities is None else list(entities)
        with surrounded_by(around):
            if can_report():
                return shown(
                    "ingest",
                    lambda: ingest(list(inputs), chosen, prune),
                    lambda: ingest_alone(list(inputs), around, chosen, prune),
                    kept=around.kept,
                )
        return ingest_alone(list(inputs), around, chosen, prune)


def shown(name: str, flow: Callable[[], T], alone: Callable[[], T], *, kept: dict[str, Any]) -> T:
    """What the flow of this name returns; should Prefect fail, what it kept, or the work alone."""
    from pipeline.logs import log

    kept.pop(name, None)
    try:
        return flow()
    except StepgraphError:
        raise
    except Exception as error:  # Prefect's own, of which there is no list
        log.warning("Prefect failed", extra={"flow": name, "error": type(error).__name__})
        log.debug("how Prefect failed", exc_info=True)
        return cast(T, kept[name]) if name in kept else alone()
