"""The networks of a default checkpoint: one, or two behind a gate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scores import Gold

from pipeline.domain.document import Document
from pipeline.domain.grid import Grid
from pipeline.inference.default_reader import DefaultNetwork
from pipeline.inference.gate import Gate
from pipeline.inference.gated_reader import DESCRIPTIONS, GatedNetwork
from pipeline.inference.predict import load_model

INSTRUCTIONS = "instructions"


@dataclass(frozen=True, slots=True)
class Readers:
    """Networks by name, and the folder of each; without a gate, one that reads everything."""

    networks: Mapping[str, DefaultNetwork]
    folders: Mapping[str, Path]
    gate: Gate | None

    @classmethod
    def of(cls, checkpoint: Path) -> Readers:
        network = load_model(checkpoint).network
        if isinstance(network, GatedNetwork):
            return cls(
                {INSTRUCTIONS: network.instructions, DESCRIPTIONS: network.descriptions},
                {INSTRUCTIONS: checkpoint, DESCRIPTIONS: checkpoint / DESCRIPTIONS},
                network.gate,
            )
        if not isinstance(network, DefaultNetwork):
            raise SystemExit(f"{str(checkpoint)!r} is no default reader")
        return cls({DESCRIPTIONS: network}, {DESCRIPTIONS: checkpoint}, None)

    def divided(self, gold: Gold) -> dict[str, list[tuple[Document, Grid]]]:
        """The documents that each network reads."""
        parts: dict[str, list[tuple[Document, Grid]]] = {name: [] for name in self.networks}
        for document, grid in gold:
            described = self.gate is None or self.gate.is_description(document)
            parts[DESCRIPTIONS if described else INSTRUCTIONS].append((document, grid))
        return parts
