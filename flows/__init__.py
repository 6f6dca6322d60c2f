"""The flows: what Prefect schedules, retries and shows. Nothing here imports it before it must."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import Unreachable

if TYPE_CHECKING:
    from pipeline.ingestion import Outcome, Watch
    from pipeline.reader import Reader
    from pipeline.settings import Settings

__all__ = ["prepare_prefect", "run_ingest"]


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
    logging.getLogger("EventsWorker").setLevel(logging.CRITICAL)  # heeds no setting of Prefect's


def run_ingest(
    inputs: Sequence[str],
    settings: Settings,
    *,
    entities: Sequence[str] | None = None,
    prune: bool = False,
    reader: Reader | None = None,
    watch: Watch | None = None,
) -> Outcome:
    """Run the flow ``ingest`` in this process.

    It reports to the user's Prefect server if one is set, else to a temporary one. If that
    cannot start, for want of a port or of memory, the same work is done without Prefect.
    """
    prepare_prefect(settings.state)
    from prefect.settings import (
        PREFECT_API_URL,
        PREFECT_FLOWS_HEARTBEAT_FREQUENCY,
        temporary_settings,
    )

    from flows.server import temporary_server

    own = PREFECT_API_URL.value() is None
    server = temporary_server(Path(os.environ["PREFECT_HOME"])) if own else None
    from flows.ingest import ingest, ingest_alone, model_reader  # while the server starts

    reader = reader or model_reader(settings)
    if server is None:
        return ingest(list(inputs), settings, entities, prune, reader, watch)
    if not server.wait():
        return ingest_alone(list(inputs), settings, entities, prune, reader, watch)
    # no one looks for heartbeats on a server that ends with us, and they cost a second
    with temporary_settings({PREFECT_API_URL: server.url, PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}):
        return ingest(list(inputs), settings, entities, prune, reader, watch)
