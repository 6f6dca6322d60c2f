"""Puts annotated grids into the store without the reader: gold, people's corrections, tests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pipeline.domain.document import Document
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.reading import NumberedReading
from pipeline.ingest.readers import Stage
from pipeline.ingest.run import Outcome, Watch, ingest, open_ingestion
from pipeline.ledger.entries import ClaimedDocument
from pipeline.settings import Settings
from pipeline.sources.results import DiscoveredDocument, Rejected

__all__ = ["GridReader", "store_grids"]

AT_ONCE = 2_000  # documents a transaction: nothing is read, and an engine may load in bulk


def store_grids(path: Path, settings: Settings, *, watch: Watch | None = None) -> Outcome:
    """Store the grids of a file as readings by 'annotated', through the ledger as always.

    An annotation closes a model's reading of the same document; ``ingest`` of that document
    closes the annotation in turn. Raises BadInput naming the line that is no grid.
    """
    from pipeline.datasets import propara

    reader = GridReader(propara.load_grids(path))
    size = max(settings.batch_size, AT_ONCE)
    settings = settings.model_copy(update={"batch_size": size})
    with open_ingestion(settings, reader, watch=watch) as work:
        return ingest(reader.found(), work)


class GridReader:
    """Knows the grid of each document already."""

    identity = "annotated"

    def __init__(self, grids: Sequence[tuple[Document, Grid]]) -> None:
        self._grids = {document.id: (document, grid) for document, grid in grids}

    def found(self) -> Iterator[DiscoveredDocument]:
        for document, _ in self._grids.values():
            yield DiscoveredDocument(
                document.id, document.source, self.fingerprint(document), document.title
            )

    def prepare(self) -> None:
        """Nothing to load."""

    def fetch(self, claimed: Sequence[ClaimedDocument]) -> Iterator[Document | Rejected]:
        for one in claimed:
            document, _ = self._grids[one.document_id]
            yield replace(document, source=one.source)

    def fingerprint(self, document: Document) -> str:
        return f"{document.fingerprint} {self._digest(document)}"

    def read(
        self, documents: Sequence[Document], *, numbers: Sequence[int], stage: Stage
    ) -> list[NumberedReading]:
        with stage("fold"):
            return [
                NumberedReading(
                    graph=TemporalGraph.from_grid(document, self._grids[document.id][1]),
                    number=number,
                    model="annotated",
                    checkpoint="",
                    settings=json.dumps({"grid": self._digest(document)}),
                )
                for document, number in zip(documents, numbers, strict=True)
            ]

    def _digest(self, document: Document) -> str:
        _, grid = self._grids[document.id]
        places = [
            [track.entity.name, [[place.kind, place.text] for place in track.locations]]
            for track in grid.tracks
        ]
        return hashlib.sha256(json.dumps(places).encode()).hexdigest()[:16]
