"""Metrics of the work, by OpenTelemetry. Without ``stepgraph[metrics]`` nothing is exported.

They go where OpenTelemetry's own variables say (OTEL_EXPORTER_OTLP_ENDPOINT and the like).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from opentelemetry import metrics

__all__ = ["count_documents", "count_stage", "set_queue", "set_up_metrics", "shut_down_metrics"]

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


def set_up_metrics(*, metric_reader: Any = None) -> bool:
    """Export from now on; return False if there is no SDK or no address to export to.

    ``metric_reader`` is an OpenTelemetry metric reader, for callers who have their own.
    """
    try:
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
    except ModuleNotFoundError:
        return False
    if metric_reader is None:
        if not any(os.environ.get(name) for name in _ENDPOINTS):
            return False
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter

        metric_reader = PeriodicExportingMetricReader(OTLPMetricExporter())
    service = os.environ.get("OTEL_SERVICE_NAME", "stepgraph")
    resource = Resource.create({SERVICE_NAME: service})
    metrics.set_meter_provider(MeterProvider([metric_reader], resource=resource))
    return True


def shut_down_metrics() -> None:
    """Export what was not exported yet."""
    shutdown = getattr(metrics.get_meter_provider(), "shutdown", None)  # the SDK's has one
    if shutdown is not None:
        shutdown()


def count_documents(count: int, *, outcome: str, failure: str = "") -> None:
    """Count documents that became ``written`` or ``failed``; ``failure`` is the kind of failure."""
    if count:
        _documents().add(count, {"outcome": outcome} | ({"failure": failure} if failure else {}))


def count_stage(stage: str, seconds: float) -> None:
    """Record the seconds that a batch spent in a stage of the work."""
    _stage_duration().record(seconds, {"stage": stage})


def set_queue(counts: Mapping[str, int]) -> None:
    """Record how many documents of the ledger are in each state."""
    for state, count in counts.items():
        _queue().set(count, {"state": str(state)})


@lru_cache(maxsize=1)
def _documents() -> metrics.Counter:
    description = "Documents finished, by outcome"
    return _meter().create_counter("stepgraph.documents", "{document}", description)


@lru_cache(maxsize=1)
def _stage_duration() -> metrics.Histogram:
    description = "Seconds a batch spent in a stage"
    return _meter().create_histogram("stepgraph.stage.duration", "s", description)


@lru_cache(maxsize=1)
def _queue() -> Any:  # OpenTelemetry exports no public name for a gauge
    description = "Documents in the ledger, by state"
    return _meter().create_gauge("stepgraph.queue", "{document}", description)


def _meter() -> metrics.Meter:
    return metrics.get_meter("stepgraph")
