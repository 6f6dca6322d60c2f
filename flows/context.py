"""What a flow needs and Prefect must not see: settings with their secrets, the model, the way out.

A flow's parameters are kept and shown by Prefect; what is here is not.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pipeline.ingest.metrics import set_up_metrics, shut_down_metrics
from pipeline.ingest.readers import Reader, model_reader
from pipeline.ingest.run import Watch
from pipeline.logs import set_up_logs
from pipeline.settings import Settings, load_settings

__all__ = ["Surroundings", "is_leaving", "model_reader", "surrounded_by", "surroundings"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """``leaving`` is set when the process is to end once the batch in flight is done.

    ``kept`` is what a flow found, by its name: should Prefect fail at its end, the caller has it.
    """

    settings: Settings
    reader: Reader
    watch: Watch | None = None
    leaving: threading.Event = field(default_factory=threading.Event)
    kept: dict[str, Any] = field(default_factory=dict)


_current: ContextVar[Surroundings | None] = ContextVar("surroundings", default=None)


def surroundings() -> Surroundings:
    """Those of whoever called the flow; under a Prefect worker, those of the environment.

    Raises BadInput for a wrong setting, CheckpointError for a model that is not there.
    """
    found = _current.get()
    return _of_the_environment() if found is None else found


@lru_cache(maxsize=1)
def _of_the_environment() -> Surroundings:
    """Those of a process that a Prefect worker started: it logs and counts as ``serve`` does."""
    set_up_logs(os.environ.get("STEPGRAPH_LOG_LEVEL") or "info")
    if set_up_metrics():
        atexit.register(shut_down_metrics)
    settings = load_settings()
    return Surroundings(settings, model_reader(settings))


def is_leaving() -> bool:
    """Whether whoever called the flow wants it to end soon."""
    found = _current.get()
    return found is not None and found.leaving.is_set()


@contextmanager
def surrounded_by(around: Surroundings) -> Iterator[None]:
    """Flows called in this context get these."""
    token = _current.set(around)
    try:
        yield
    finally:
        _current.reset(token)
