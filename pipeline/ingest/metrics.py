"""Metrics of the work, by OpenTelemetry: nothing at all unless ``stepgraph[metrics]`` is there.

They go where OpenTelemetry's own variables say (OTEL_EXPORTER_OTLP_ENDPOINT and the like).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

__all__ = ["count_documents", "count_stage", "set_queue", "set_up_metrics", "shut_down_metrics"]

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


def set_up_metrics(*, reader: Any = None) -> bool:
    """Export from now on; whether there is anything to export with and anywhere to send it.

    ``reader`` is an OpenTelemetry metric reader, for those who have one of their own.
    """
    try:
        from opentelemetry import metrics
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
    except ModuleNotFoundError:
        return False
    if reader is None:
        if not any(os.environ.get(name) for name in _ENDPOINTS):
            return False
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter

        reader = PeriodicExportingMetricReader(OTLPMetricExporter())
    service = os.environ.get("OTEL_SERVICE_NAME", "stepgraph")
    metrics.set_meter_provider(
        MeterProvider([reader], resource=Resource.create({SERVICE_NAME: service}))
    )
    return True


def shut_down_metrics() -> None:
    """Send what was not sent yet."""
    try:
        from opentelemetry.metrics import get_meter_provider
    except ModuleNotFoundError:
        return
    shutdown = getattr(get_meter_provider(), "shutdown", None)
    if shutdown is not None:
        shutdown()


def count_documents(count: int, *, outcome: str, failure: str = "") -> None:
    """Documents that became ``written`` or ``failed``; ``failure`` is which kind of failure."""
    if count and (instruments := _instruments()):
        attributes = {"outcome": outcome} | ({"failure": failure} if failure else {})
        instruments["documents"].add(count, attributes)


def count_stage(stage: str, seconds: float) -> None:
    """Seconds that a batch spent in a stage of the work."""
    if instruments := _instruments():
        instruments["stage"].record(seconds, {"stage": stage})


def set_queue(counts: Mapping[str, int]) -> None:
    """How many documents of the ledger are in each state."""
    if instruments := _instruments():
        for state, count in counts.items():
            instruments["queue"].set(count, {"state": str(state)})


@lru_cache(maxsize=1)
def _instruments() -> dict[str, Any]:
    """Instruments of whatever provider is set; empty without OpenTelemetry."""
    try:
        from opentelemetry.metrics import get_meter
    except ModuleNotFoundError:
        return {}
    meter = get_meter("stepgraph")
    return {
        "documents": meter.create_counter(
            "stepgraph.documents", "{document}", "Documents finished, by outcome"
        ),
        "stage": meter.create_histogram(
            "stepgraph.stage.duration", "s", "Seconds a batch spent in a stage"
        ),
        "queue": meter.create_gauge(
            "stepgraph.queue", "{document}", "Documents in the ledger, by state"
        ),
    }
