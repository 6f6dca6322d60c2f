"""Synthetic documents of one size, with their grids, for the benchmark of the store.

Seven steps and four entities each. Water is consumed in all of them, a flour in a hundredth, and
comet in ten, however many there are; sugar is produced in most, syrup in ten and cake in a
hundredth. A few documents tie these together, so that lineage has an answer of each size.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.reading import NumberedReading

__all__ = ["CONSUMED", "FED", "FEEDING", "PRODUCED", "document_id", "reading"]

N_STEPS, N_ENTITIES = 7, 4
RARE = 10
CONSUMED = ("comet", "grade 1 flour", "water")  # in ten documents, in a hundredth, in all
PRODUCED = ("syrup", "cake", "sugar")
FEEDING = (11, 12, 13)  # the documents that produce one of CONSUMED each
FED = (14, 15, 16)  # the documents that consume one of PRODUCED each, and nothing else common
STATES = (
    ("soil", "soil", "root", "root", "leaf", "leaf", "-", "-"),
    ("?", "?", "?", "air", "air", "air", "leaf", "-"),
    ("shelf", "bowl", "bowl", "oven", "oven", "oven", "oven", "-"),
    ("-", "-", "-", "-", "-", "-", "leaf", "fruit"),
)


def document_id(number: int) -> str:
    return f"made-{number:07}"


def reading(number: int) -> NumberedReading:
    texts = [f"Step {n} of {number:07}: the water takes part in the sugar." for n in range(1, 8)]
    starts = [sum(len(text) + 1 for text in texts[:order]) for order in range(7)]
    steps = tuple(Step(n + 1, texts[n], starts[n]) for n in range(7))
    grid = Grid.from_texts([Entity.parse(name) for name in _names(number)], STATES)
    document = Document(document_id(number), f"About {number:07}", " ".join(texts), steps, "")
    return NumberedReading(TemporalGraph.from_grid(document, grid), 1, "made up", "", "{}")


def _names(number: int) -> Sequence[str]:
    rare = "comet" if number < RARE else f"grain {number:07}"
    produced = "syrup" if number < RARE else "cake" if number % 100 == 50 else "sugar"
    if number in FEEDING:
        # in the plural, for water is in all of them: the concept is the same
        return ("water; H2O", f"grade {number} flour", rare, f"{CONSUMED[FEEDING.index(number)]}s")
    if number in FED:
        consumed = PRODUCED[FED.index(number)]
        return (f"brine {number}", f"flask {number}", consumed, f"foam {number}")
    return ("water; H2O", f"grade {number % 100} flour", rare, produced)
