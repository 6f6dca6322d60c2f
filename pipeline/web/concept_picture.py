"""A picture of shared concepts: concepts on the left, the documents that track them on the right.

Only the layout is here, as plain data; a template draws it as SVG.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from pipeline.questions.shared_concepts import SharedConcept
from pipeline.web.lineage_picture import BOX_WIDTH, LONGEST_NAME, MARGIN, shortened

__all__ = ["ConceptPicture", "Node", "Tie", "draw_concepts"]

NODE_HEIGHT, ROW_HEIGHT, GAP = 32, 42, 190  # in pixels
MOST_DOCUMENTS = 24


@dataclass(frozen=True, slots=True)
class Node:
    """A concept or a document; ``x`` and ``y`` are its upper left corner."""

    name: str
    label: str
    x: int
    y: int
    is_start: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """A document that tracks a concept, under the name ``entity``; ``path`` is SVG's."""

    concept: str
    document: str
    entity: str
    path: str


@dataclass(frozen=True, slots=True)
class ConceptPicture:
    """Everything that is drawn; ``left_out`` counts the documents for which there is no room."""

    width: int
    height: int
    concepts: tuple[Node, ...]
    documents: tuple[Node, ...]
    ties: tuple[Tie, ...]
    left_out: int


def draw_concepts(
    concepts: Sequence[SharedConcept], *, titles: Mapping[str, str], start: str | None = None
) -> ConceptPicture:
    """Lay out the concepts in their order, and documents near what they track."""
    rows = {concept.name: row for row, concept in enumerate(concepts)}
    tracked: dict[str, list[int]] = {}
    for concept in concepts:
        for document in concept.entities:
            tracked.setdefault(document, []).append(rows[concept.name])
    most_tied = sorted(tracked, key=lambda name: (name != start, -len(tracked[name]), name))
    shown = sorted(most_tied[:MOST_DOCUMENTS], key=lambda name: (mean(tracked[name]), name))
    n_rows = max(len(concepts), len(shown))
    left = _column(list(rows), {}, x=MARGIN, n_rows=n_rows, start=None)
    right = _column(shown, titles, x=MARGIN + BOX_WIDTH + GAP, n_rows=n_rows, start=start)
    places = {node.name: node for node in right}
    ties = [
        Tie(concept.name, document, entity, _path(node, places[document]))
        for concept, node in zip(concepts, left, strict=True)
        for document, entity in concept.entities.items()
        if document in places
    ]
    return ConceptPicture(
        width=2 * (MARGIN + BOX_WIDTH) + GAP,
        height=n_rows * ROW_HEIGHT + 2 * MARGIN,
        concepts=tuple(left),
        documents=tuple(right),
        ties=tuple(ties),
        left_out=len(tracked) - len(shown),
    )


def _column(
    names: Sequence[str], labels: Mapping[str, str], *, x: int, n_rows: int, start: str | None
) -> list[Node]:
    top = MARGIN + (n_rows - len(names)) * ROW_HEIGHT // 2
    return [
        Node(
            name=name,
            label=shortened(labels.get(name) or name, LONGEST_NAME),
            x=x,
            y=top + row * ROW_HEIGHT + (ROW_HEIGHT - NODE_HEIGHT) // 2,
            is_start=name == start,
        )
        for row, name in enumerate(names)
    ]


def _path(concept: Node, document: Node) -> str:
    x1, y1 = concept.x + BOX_WIDTH, concept.y + NODE_HEIGHT // 2
    x2, y2 = document.x, document.y + NODE_HEIGHT // 2
    return f"M{x1} {y1} C{x1 + GAP // 2} {y1} {x2 - GAP // 2} {y2} {x2} {y2}"
