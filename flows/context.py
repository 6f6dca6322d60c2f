"""The context of a flow: what it needs and Prefect must not see, such as settings with secrets.

Prefect keeps and shows the parameters of a flow; it does not keep or show what is here.
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

from pipeline.inference.model_reader import model_reader
from pipeline.ingest.metrics import set_up_metrics, shut_down_metrics
from pipeline.ingest.progress import OnProgress
from pipeline.ingest.readers import Reader
from pipeline.logs import set_up_logs
from pipeline.settings import Settings, load_settings

__all__ = ["FlowContext", "current_context", "is_leaving", "model_reader", "use_context"]


@dataclass(frozen=True, slots=True)
class FlowContext:
    """``leaving`` is set when the process must end once the batches in flight are done.

    ``results`` are those of the flows, by name: if Prefect fails at the end of a flow, its caller
    finds the result there.
    """

    settings: Settings
    reader: Reader
    on_progress: OnProgress | None = None
    leaving: threading.Event = field(default_factory=threading.Event)
    results: dict[str, Any] = field(default_factory=dict)


_current: ContextVar[FlowContext | None] = ContextVar("flow_context", default=None)


def current_context() -> FlowContext:
    """Return the context of the flow's caller; under a Prefect worker, that of the environment.

    Raises BadInput for a wrong setting, CheckpointError for a missing model.
    """
    context = _current.get()
    return _environment_context() if context is None else context


@lru_cache(maxsize=1)
def _environment_context() -> FlowContext:
    """The context of a process that a Prefect worker started: it logs and counts like ``serve``."""
    set_up_logs(os.environ.get("STEPGRAPH_LOG_LEVEL") or "info")
    if set_up_metrics():
        atexit.register(shut_down_metrics)
    settings = load_settings()
    return FlowContext(settings, model_reader(settings))


def is_leaving() -> bool:
    """Return True if the flow's caller wants it to end soon."""
    context = _current.get()
    return context is not None and context.leaving.is_set()


@contextmanager
def use_context(context: FlowContext) -> Iterator[None]:
    """Give this context to the flows that are called within it."""
    token = _current.set(context)
    try:
        yield
    finally:
        _current.reset(token)
