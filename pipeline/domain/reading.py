"""A reading: one model's temporal graph of one document; the ledger numbers what is stored."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.domain.graph import TemporalGraph

__all__ = ["NumberedReading", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A graph and what made it: the model, its checkpoint and its settings (as JSON)."""

    graph: TemporalGraph
    model: str
    checkpoint: str
    settings: str

    def numbered(self, number: int) -> NumberedReading:
        return NumberedReading(self.graph, number, self.model, self.checkpoint, self.settings)


@dataclass(frozen=True, slots=True)
class NumberedReading:
    """A graph with the number its ledger gave it and what made it: model, checkpoint, settings."""

    graph: TemporalGraph
    number: int
    model: str
    checkpoint: str
    settings: str

    @property
    def document_id(self) -> str:
        return self.graph.document.id

    @property
    def id(self) -> str:
        return f"{self.document_id}:{self.number}"
