"""Readings into the store, and then their documents closed in the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.domain.reading import NumberedReading
from pipeline.ingest.metrics import count_documents
from pipeline.ingest.progress import ProgressTracker
from pipeline.ingest.transactions import by_transaction
from pipeline.ledger.clock import Clock
from pipeline.ledger.entries import Batch
from pipeline.ledger.ledger import Ledger
from pipeline.logs import note_written
from pipeline.stores import Store
from pipeline.stores.read import list_readings, read_graphs
from pipeline.stores.write import write

__all__ = ["ReadingWriter"]


class ReadingWriter:
    """Stores readings first and closes their documents after: a kill in between loses nothing."""

    def __init__(
        self, *, store: Store, ledger: Ledger, clock: Clock, tracker: ProgressTracker
    ) -> None:
        self._store, self._ledger = store, ledger
        self._clock, self._tracker = clock, tracker

    def store(
        self, readings: Sequence[NumberedReading]
    ) -> tuple[dict[str, str], list[NumberedReading]]:
        """Return the readings that the store has now, by document, and those it refused.

        The store refuses a number that is not above all that the document has. If it has the same
        reading already, that one counts. If it was filled with another ledger, the reading needs
        another number, which the refused ones have here.
        """
        written = {
            reading
            for together in by_transaction(readings, lambda reading: reading.graph.n_facts)
            for reading in write(together, store=self._store, clock=self._clock)
        }
        stored = {reading.document_id: reading.id for reading in readings if reading.id in written}
        refused = []
        for reading in readings:
            if reading.id not in written:
                latest, is_open = self._latest(reading)
                if is_open and _is_same(reading, latest):
                    stored[reading.document_id] = latest.id
                else:
                    refused.append(replace(reading, number=latest.number + 1))
        return stored, refused

    def close(self, batch: Batch, stored: Mapping[str, str]) -> None:
        """Close the documents in the ledger; one whose lease was lost is left to its new owner."""
        closed = self._ledger.close(batch, stored)
        note_written(stored, run=batch.run.number)
        count_documents(closed, outcome="written")
        self._tracker.count_written(closed)

    def renumber(
        self, batch: Batch, readings: Sequence[NumberedReading]
    ) -> tuple[Batch, list[NumberedReading]]:
        """Give the documents the numbers of these readings; return those that are still claimed."""
        numbers = {reading.document_id: reading.number for reading in readings}
        revised = self._ledger.revise(
            batch,
            [
                replace(claim, number=numbers[claim.document_id])
                for claim in batch.documents
                if claim.document_id in numbers
            ],
        )
        ids = {claim.document_id for claim in revised.documents}
        return revised, [reading for reading in readings if reading.document_id in ids]

    def _latest(self, reading: NumberedReading) -> tuple[NumberedReading, bool]:
        """Return the document's last reading in the store, which has some, and if it is open."""
        latest = list_readings(self._store, reading.document_id)[-1]
        (graph,) = read_graphs([latest], store=self._store)
        made_by = (latest.model, latest.checkpoint, latest.settings)
        return NumberedReading(graph, latest.number, *made_by), latest.is_open


def _is_same(reading: NumberedReading, other: NumberedReading) -> bool:
    """Return True if both are readings of one text by one reader, whatever their numbers."""
    if reading.graph.document.fingerprint != other.graph.document.fingerprint:
        return False
    made_by = (reading.model, reading.checkpoint, reading.settings)
    return made_by == (other.model, other.checkpoint, other.settings)
