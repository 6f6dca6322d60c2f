"""The readings of an export in a fixed order, each with its graph and with what made it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from pipeline.domain.graph import TemporalGraph
from pipeline.stores.read import (
    GRAPHS_AT_ONCE,
    StoredReading,
    each_document,
    each_reading,
    read_graphs,
)
from pipeline.stores.store import Store

__all__ = ["history_of", "origin_of", "present_readings", "readings_in_order"]

Readings = Iterator[tuple[StoredReading, TemporalGraph]]


def readings_in_order(store: Store) -> Readings:
    """Every reading with its graph, by document id and number, some in memory at a time."""
    return _with_graphs(each_reading(store), store)


def present_readings(store: Store) -> Readings:
    """The reading of every document that holds now, with its graph, by document id."""
    return _with_graphs(each_document(store), store)


def origin_of(reading: StoredReading) -> dict[str, str]:
    """What made the reading."""
    return {
        "model": reading.model,
        "checkpoint": reading.checkpoint,
        "settings": reading.settings,
    }


def history_of(reading: StoredReading) -> dict[str, Any]:
    """Where the document was found, and since and until when its reading holds (None if it does).

    None of this is content: stores of equal content differ in it.
    """
    return {
        "source": reading.source,
        "number": reading.number,
        "recorded_from": reading.recorded_from.isoformat(),
        "recorded_until": reading.recorded_until.isoformat() if not reading.is_open else None,
    }


def _with_graphs(readings: Iterator[StoredReading], store: Store) -> Readings:
    while some_readings := list(islice(readings, GRAPHS_AT_ONCE)):
        yield from zip(some_readings, read_graphs(some_readings, store=store), strict=True)
