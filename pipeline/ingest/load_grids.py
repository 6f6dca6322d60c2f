"""Store annotated grids without a model: gold data, corrections by hand, tests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from pipeline.domain.document import Document
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.reading import Reading
from pipeline.inference.model_reader import Stage
from pipeline.ingest.fetchers import DocumentFetcher
from pipeline.ingest.progress import IngestResult, OnProgress
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.ledger.administration import ANNOTATED
from pipeline.settings import Settings

__all__ = ["GridReader", "store_grids"]

DOCUMENTS_PER_TRANSACTION = 2_000  # many: no model runs, and an engine may load in bulk


def store_grids(
    path: Path, settings: Settings, *, on_progress: OnProgress | None = None
) -> IngestResult:
    """Store the grids of a file as readings by 'annotated', through the ledger as always.

    An annotation closes a model's reading of the same document; ``ingest`` of that document
    closes the annotation in turn. Raises BadInput naming a line that is not a grid.
    """
    from pipeline.datasets.propara import load_grids

    grids = load_grids(path)
    reader = GridReader(grids)
    fetcher = DocumentFetcher((document for document, _ in grids), fingerprint=reader.fingerprint)
    size = max(settings.batch_size, DOCUMENTS_PER_TRANSACTION)
    settings = settings.model_copy(update={"batch_size": size})
    with open_ingestion(settings, reader, fetcher=fetcher, on_progress=on_progress) as ingestion:
        return ingest(fetcher.scan(), ingestion)


class GridReader:
    """A reader that has the grid of each document already."""

    identity = ANNOTATED

    def __init__(self, grids: Sequence[tuple[Document, Grid]]) -> None:
        self._grids = {document.id: grid for document, grid in grids}

    def fingerprint(self, document: Document) -> str:
        """Return a fingerprint that changes with the document or with its grid."""
        return f"{document.fingerprint} {self._digest(document)}"

    def prepare(self) -> None:
        """Nothing to load."""

    def read(self, documents: Sequence[Document], *, stage: Stage) -> list[Reading]:
        from pipeline.text.annotate import annotate
        from pipeline.text.quantity_owners import quantities_of

        with stage("fold"):
            return [
                Reading(
                    graph=TemporalGraph.from_grid(
                        document,
                        self._grids[document.id],
                        quantities=quantities_of(annotate(document)),
                    ),
                    model=ANNOTATED,
                    checkpoint="",
                    settings=json.dumps({"grid": self._digest(document)}),
                )
                for document in documents
            ]

    def _digest(self, document: Document) -> str:
        tracks = [
            [track.entity.name, [[place.kind, place.text] for place in track.locations]]
            for track in self._grids[document.id].tracks
        ]
        return hashlib.sha256(json.dumps(tracks).encode()).hexdigest()[:16]
