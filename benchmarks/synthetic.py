"""Synthetic documents of one size, with their grids, for the benchmark of the store.

Seven steps and four entities each. Water is consumed in all of them, a flour in a hundredth, and
comet in ten, however many there are; sugar is produced in most, syrup in ten and cake in a
hundredth. A few documents tie these together, so that lineage has an answer of each size. Each
lists a material with its amount, and one of its steps states a duration of 1 to 100 minutes.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.domain.document import Document, Entity, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.quantity import Quantity
from pipeline.domain.reading import NumberedReading

__all__ = [
    "CONSUMED",
    "FED",
    "FEEDING",
    "N_ENTITIES",
    "N_QUANTITIES",
    "N_STEPS",
    "PRODUCED",
    "document_id",
    "reading",
]

N_STEPS, N_ENTITIES, N_QUANTITIES = 7, 4, 2
TIMED = 3  # the step that states a duration
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
    minutes = number % 100 + 1
    texts[TIMED - 1] += f" It takes {minutes} min."
    starts = [sum(len(text) + 1 for text in texts[:order]) for order in range(7)]
    steps = tuple(Step(n + 1, texts[n], starts[n]) for n in range(7))
    entities = [Entity.parse(name) for name in _names(number)]
    grid = Grid.from_texts(entities, STATES)
    salt = Material("salt", "5", "g")
    document = Document(
        document_id(number), f"About {number:07}", " ".join(texts), steps, "", materials=(salt,)
    )
    seconds, written = 60.0 * minutes, f"{minutes} min"
    start = texts[TIMED - 1].rindex(written)
    place = {"char_start": start, "char_end": start + len(written)}
    quantities = (
        Quantity("amount", "5 g", 5.0, None, "g", 5.0, 5.0, "g", None, salt.name),
        Quantity(
            "duration",
            written,
            float(minutes),
            None,
            "min",
            seconds,
            seconds,
            "s",
            TIMED,
            None,
            entities[0],
            **place,
        ),
    )
    graph = TemporalGraph.from_grid(document, grid, quantities=quantities)
    return NumberedReading(graph, 1, "made up", "", "{}")


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
