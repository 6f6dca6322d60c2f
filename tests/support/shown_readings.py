"""Readings for tests of pages: tea with everything a document may have, hostile and large ones."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime

from pipeline.domain.document import Document, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence
from pipeline.pages.view import ShownReading
from pipeline.stores.read import StoredReading
from pipeline.stores.transaction_time import OPEN_END
from tests.support.examples import example

TEA = (
    "Pour the water into the kettle.",
    "Boil the water in the kettle.",
    "Put the leaves and the water into the pot.",
    "The water becomes tea 🍵 in the pot.",
    "Pour the tea into a cup.",
)
TEA_ROWS = {
    "water; H2O": ("tap", "kettle", "kettle", "pot", "-", "-"),
    "leaves": ("?", "?", "?", "pot", "pot", "pot"),
    "tea": ("-", "-", "-", "-", "pot", "cup"),
}
TEA_ESTIMATES = {
    "water; H2O": {
        "probabilities": (0.9, 0.8, 0.7, 0.3, 0.95, 0.95),
        "evidence": (
            None,
            Evidence(1, 24, 30),
            Evidence(1, 24, 30),
            Evidence(3, 38, 41),
            None,
            None,
        ),
        "change_probabilities": (0.88, 0.9, 0.4, 0.97, 0.99),
    },
    "tea": {
        "probabilities": (0.99, 0.99, 0.99, 0.99, 0.8, 0.61),
        "evidence": (None, None, None, None, Evidence(4, 31, 34), Evidence(5, 20, 23)),
        "change_evidence": (None, None, None, Evidence(4, 18, 23), Evidence(5, 20, 23)),
    },
}


def stored(graph: TemporalGraph, number: int = 1) -> StoredReading:
    document = graph.document
    return StoredReading(
        document=document.id,
        id=f"{document.id}:{number}",
        number=number,
        title=document.title,
        source=document.source,
        text_sha256=document.text_sha256,
        model="default",
        checkpoint="abc" * 20,
        settings="{}",
        n_steps=document.n_steps,
        recorded_from=datetime(2024, 6, 2, 3, 4),
        recorded_until=OPEN_END,
    )


def shown(graph: TemporalGraph, number: int = 1) -> ShownReading:
    return ShownReading(graph, stored(graph, number))


def tea(number: int = 1, *, unsure_below: float = 0.5, **changed: tuple[str, ...]) -> ShownReading:
    """Tea in five steps, with materials, labels and an alternative; ``changed`` are other rows."""
    graph = example("tea.txt", TEA, TEA_ROWS | changed, title="Tea", estimates=TEA_ESTIMATES)
    first, second, *steps = graph.document.steps
    steps = [
        replace(first, label="The water"),
        replace(second, label="The water", alternative="or use a pan"),
        *(replace(step, label="The tea") for step in steps),
    ]
    materials = (Material("water", "1", "l"), Material("leaves", "2", "tsp", "loose"))
    document = replace(graph.document, steps=tuple(steps), materials=materials)
    return shown(replace(graph, document=document, unsure_below=unsure_below), number)


def hostile(text: str) -> ShownReading:
    """A document of which every field is ``text``, as far as the domain allows it."""
    step = Step(1, text, 0, label=text, alternative=text)
    document = Document(
        id=text,
        title=text,
        text=text,
        steps=(step,),
        source=text,
        materials=(Material(text, text, text, text),),
    )
    rows = {text: (text, "-"), f"{text[:900]} again": ("-", text)}
    graph = replace(example("any", (text,), rows), document=document)
    reading = replace(stored(graph), model=text, checkpoint=text, settings=text)
    return ShownReading(graph, reading)


def large(n_steps: int, n_things: int) -> ShownReading:
    """Things that move, appear and disappear at random, a change in one step of ten."""
    chance = random.Random(0)
    places = [f"place {number}" for number in range(40)]
    rows = {}
    for number in range(n_things):
        row = [chance.choice([*places, "?", "-"])]
        for _ in range(n_steps):
            row.append(chance.choice([*places, "?", "-"]) if chance.random() < 0.1 else row[-1])
        rows[f"thing {number}"] = tuple(row)
    steps = tuple(
        f"Put thing {chance.randrange(n_things)} into place {chance.randrange(40)}."
        for _ in range(n_steps)
    )
    return shown(example("large.txt", steps, rows, title="A long procedure"))
