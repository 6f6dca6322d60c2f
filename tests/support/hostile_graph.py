"""A temporal graph in which every text is hostile: ids, titles, steps, names, places, units."""

from __future__ import annotations

from datetime import datetime

from pipeline.domain.document import Document, Entity, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence, Grid, Location, Track
from pipeline.domain.quantity import Quantity
from pipeline.domain.reading import NumberedReading
from tests.support.graphs import HOSTILE

MARKUP = (
    '<script>alert("x")</script>',
    "</text>]]>&amp;",
    '","@id":"http://example.org/","x":"',
    "http://example.org/a b#c?d=e%2F%25",
    "a/b%2Fc",
    "a%2Fb/c",
)
TEXTS = (*HOSTILE, *MARKUP)
MOMENT = datetime(2025, 6, 7, 8, 9, 10)


def hostile_graph(id: str = TEXTS[0], *, timed: bool = False) -> TemporalGraph:
    """Every text is a step, a thing, a place, a material and a unit; the things move round."""
    starts = [sum(map(len, TEXTS[:order])) for order in range(len(TEXTS))]
    steps = tuple(
        Step(
            number,
            text,
            starts[number - 1],
            MOMENT.replace(minute=number) if timed else None,
            label=text,
            alternative=text,
        )
        for number, text in enumerate(TEXTS, start=1)
    )
    entities = tuple(Entity(text, (text, "alias")) for text in TEXTS)
    materials = tuple(Material(text, text, text, text) for text in TEXTS)
    document = Document(id, TEXTS[1], "".join(TEXTS), steps, f"/{id}", None, materials)
    places = [Location(text) for text in TEXTS]
    tracks = tuple(
        Track(
            entity,
            tuple(places[(order + state) % len(places)] for state in range(len(TEXTS) + 1)),
            probabilities=(0.1 + 0.2,) * (len(TEXTS) + 1),
            evidence=(None, *(Evidence(number, 0, 1) for number in range(1, len(TEXTS) + 1))),
        )
        for order, entity in enumerate(entities)
    )
    quantities = tuple(
        Quantity(
            "other", text, 0.1, None, text, 1e-7, 1e-7, text,
            number if number % 2 else None, None if number % 2 else text,
            entities[number - 1], 0, 1,
        )
        for number, text in enumerate(TEXTS, start=1)
    )  # fmt: skip
    return TemporalGraph.from_grid(document, Grid(len(TEXTS), tracks), quantities=quantities)


def hostile_readings() -> list[NumberedReading]:
    """One document for every text, so that every text is an id; each tenth is timed."""
    return [
        NumberedReading(hostile_graph(id, timed=not order % 10), 1, "gold", id, "{}")
        for order, id in enumerate(TEXTS[:4] + MARKUP)
    ]
