"""A reader of our own without a model: it tracks the first word of each document."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.domain.document import Document, Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Grid, Track
from pipeline.domain.reading import Reading
from pipeline.errors import BadInput
from pipeline.inference.model_reader import Stage, untimed


class FakeReader:
    """Raises RuntimeError for a document with the word POISON, BadInput for one with UNUSABLE."""

    def __init__(self, identity: str = "fake 1") -> None:
        self.identity = identity
        self.batches: list[list[str]] = []

    def prepare(self) -> None: ...

    def read(self, documents: Sequence[Document], *, stage: Stage = untimed) -> list[Reading]:
        self.batches.append([document.id for document in documents])
        with stage("predict"):
            return [
                Reading(self._graph(document), "fake", self.identity, "{}")
                for document in documents
            ]

    def _graph(self, document: Document) -> TemporalGraph:
        if "POISON" in document.text:
            raise RuntimeError("index 7 is out of bounds\nfor a tensor of our own making")
        if "UNUSABLE" in document.text:
            raise BadInput(f"{document.id!r} cannot be used")
        entities = document.entities or (Entity.parse(document.text.split()[0]),)
        tracks = (Track(entity, (NOWHERE, *[SOMEWHERE] * document.n_steps)) for entity in entities)
        return TemporalGraph.from_grid(document, Grid(document.n_steps, tuple(tracks)))
