"""A reader of our own without a model: it tracks a document's first word and says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.domain.document import Document, Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Grid, Track
from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput
from pipeline.ingest.readers import Stage, fetch_claimed
from pipeline.ledger.entries import ClaimedDocument
from pipeline.sources.access import Access
from pipeline.sources.results import Rejected


class FakeReader:
    """Breaks on a document that says POISON, refuses one that says UNUSABLE."""

    def __init__(self, identity: str = "fake 1", access: Access | None = None) -> None:
        self.identity = identity
        self._access = access
        self.batches: list[list[str]] = []

    def prepare(self) -> None: ...

    def fetch(self, claimed: Sequence[ClaimedDocument]) -> Iterator[Document | Rejected]:
        return fetch_claimed(claimed, access=self._access)

    def fingerprint(self, document: Document) -> str:
        return document.fingerprint

    def read(
        self, documents: Sequence[Document], *, numbers: Sequence[int], stage: Stage
    ) -> list[NumberedReading]:
        self.batches.append([document.id for document in documents])
        with stage("predict"):
            return [
                NumberedReading(self._graph(document), number, "fake", self.identity, "{}")
                for document, number in zip(documents, numbers, strict=True)
            ]

    def _graph(self, document: Document) -> TemporalGraph:
        if "POISON" in document.text:
            raise RuntimeError("index 7 is out of bounds\nfor a tensor of our own making")
        if "UNUSABLE" in document.text:
            raise BadInput(f"{document.id!r} cannot be used")
        entities = document.entities or (Entity.parse(document.text.split()[0]),)
        tracks = (Track(one, (NOWHERE, *[SOMEWHERE] * document.n_steps)) for one in entities)
        return TemporalGraph.from_grid(document, Grid(document.n_steps, tuple(tracks)))
