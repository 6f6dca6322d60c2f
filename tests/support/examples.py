"""One worked example for tests, photosynthesis in a leaf, and a way to write others like it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid, Track, location_from_text
from tests.support.graphs import document

Rows = Mapping[str, tuple[str, ...]]  # states in ProPara's notation, by entity

LEAF = (
    "Roots take up water from the soil.",
    "The water flows to the leaves.",
    "Carbon dioxide enters the leaves.",
    "Light splits the water, and sugar forms with oxygen.",
    "The oxygen leaves into the air.",
)
LEAF_ROWS: Rows = {
    "water; H2O": ("soil", "root", "leaf", "leaf", "-", "-"),
    "carbon dioxide": ("air", "air", "air", "leaf", "-", "-"),
    "sugar": ("-", "-", "-", "-", "leaf", "leaf"),
    "oxygen": ("-", "-", "-", "-", "?", "air"),
    "ghost": ("-", "-", "-", "-", "-", "-"),
}


def example(
    id: str = "leaf.txt",
    steps: tuple[str, ...] = LEAF,
    rows: Rows = LEAF_ROWS,
    *,
    title: str | None = None,
    estimates: Mapping[str, Mapping[str, Any]] | None = None,
) -> TemporalGraph:
    """A document of these steps with the graph of these rows.

    ``estimates`` are further fields of ``Track``, such as probabilities and evidence, by entity.
    """
    text = document(id, steps)
    tracks = tuple(
        Track(
            Entity.parse(name),
            tuple(map(location_from_text, row)),
            **(estimates or {}).get(name, {}),
        )
        for name, row in rows.items()
    )
    return TemporalGraph.from_grid(
        replace(text, title=text.title if title is None else title), Grid(len(steps), tracks)
    )
