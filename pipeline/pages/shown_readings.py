"""The readings that a page shows: stored ones, and graphs that are in no store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from pipeline.domain.graph import TemporalGraph
from pipeline.domain.reading import NumberedReading
from pipeline.ledger.clock import utc_now
from pipeline.stores.read import (
    StoredReading,
    find_reading,
    list_readings,
    read_graphs,
    reading_pair,
    resolve_document,
)
from pipeline.stores.store import Store
from pipeline.stores.transaction_time import OPEN_END

__all__ = ["ShownReading", "stored_readings", "unstored_reading"]


@dataclass(frozen=True, slots=True)
class ShownReading:
    """A stored reading with its graph."""

    graph: TemporalGraph
    reading: StoredReading


def stored_readings(
    document: str,
    store: Store,
    *,
    first: int | None,
    second: int | None,
    as_of: datetime | None,
    below: float,
) -> tuple[ShownReading, ShownReading | None]:
    """The reading to show and, if a number is given, the earlier one to compare it with.

    Without a number it is the reading that held at ``as_of``, by default the latest. ``document``
    is an id, or a title or file name that no other document has. What is less probable than
    ``below`` is unsure in both. Raises BadInput if there is no such reading.
    """
    identity = resolve_document(document, store=store)
    if first is None and second is None:
        readings = [find_reading(identity, store=store, as_of=as_of)]
    else:
        readings = list(reading_pair(list_readings(store, identity), document, first, second))
    graphs = read_graphs(readings, store=store)
    *before, shown = map(
        ShownReading, (replace(graph, unsure_below=below) for graph in graphs), readings
    )
    return shown, before[0] if before else None


def unstored_reading(reading: NumberedReading) -> ShownReading:
    """The reading as if it were stored now, under its number; its model may be empty."""
    document = reading.graph.document
    return ShownReading(
        reading.graph,
        StoredReading(
            document=document.id,
            id="",
            number=reading.number,
            title=document.title,
            source="",
            text_sha256=document.text_sha256,
            model=reading.model,
            checkpoint=reading.checkpoint,
            settings=reading.settings,
            n_steps=document.n_steps,
            recorded_from=utc_now(),
            recorded_until=OPEN_END,
        ),
    )
