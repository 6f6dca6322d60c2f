"""A picture of lineage: documents as boxes in columns, from those that make to those that use up.

Only the layout is here, as plain data; a template draws it as SVG.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.questions.lineage import Hop

__all__ = ["Box", "Curve", "LineagePicture", "draw_lineage", "shortened"]

BOX_WIDTH, BOX_HEIGHT = 190, 44  # in pixels, as all lengths here
COLUMN_GAP, ROW_GAP, MARGIN = 150, 26, 16
LONGEST_NAME, LONGEST_LABEL = 26, 22  # characters
SWEEPS = 4  # over the columns, to put documents next to those they are tied to


@dataclass(frozen=True, slots=True)
class Box:
    """A document; ``x`` and ``y`` are its upper left corner."""

    document: str
    label: str
    x: int
    y: int
    is_start: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """What one document makes and the other uses up; ``path`` is SVG's, ``x`` and ``y`` its middle.

    ``is_backward`` marks material that goes round.
    """

    maker: str
    user: str
    concepts: tuple[str, ...]
    label: str
    path: str
    x: int
    y: int
    is_backward: bool


@dataclass(frozen=True, slots=True)
class LineagePicture:
    """Everything that is drawn; ``boxes`` is empty if nothing is tied to anything."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    curves: tuple[Curve, ...]


Edge = tuple[str, str]


def draw_lineage(
    hops: Iterable[Hop], *, start: str | None = None, titles: Mapping[str, str] | None = None
) -> LineagePicture:
    """Lay out the documents of the hops; ``start`` is marked, and is there in any case.

    A document without one of the ``titles`` goes by its id.
    """
    concepts: dict[Edge, dict[str, None]] = {}
    for hop in hops:
        concepts.setdefault((hop.maker.document, hop.user.document), {})[hop.concept] = None
    documents = dict.fromkeys(name for edge in concepts for name in edge)
    if start is not None:
        documents.setdefault(start)
    columns = _columns(list(documents), concepts)
    boxes = {box.document: box for box in _boxes(columns, concepts, start, titles or {})}
    curves = [_curve(boxes[m], boxes[u], tuple(names)) for (m, u), names in concepts.items()]
    return LineagePicture(
        width=max((box.x + BOX_WIDTH for box in boxes.values()), default=0) + MARGIN,
        height=max((box.y + BOX_HEIGHT for box in boxes.values()), default=0) + 3 * MARGIN,
        boxes=tuple(boxes.values()),
        curves=tuple(curves),
    )


def _columns(documents: Sequence[str], edges: Collection[Edge]) -> list[list[str]]:
    """The documents by their longest way from one that uses nothing; rounds are cut open."""
    depths = dict.fromkeys(documents, 0)
    onward = _without_rounds(documents, edges)
    for _ in documents:
        changed = False
        for maker, user in onward:
            if depths[user] <= depths[maker]:
                depths[user] = depths[maker] + 1
                changed = True
        if not changed:
            break
    columns: list[list[str]] = [[] for _ in range(max(depths.values(), default=-1) + 1)]
    for document in documents:
        columns[depths[document]].append(document)
    return columns


def _without_rounds(documents: Sequence[str], edges: Collection[Edge]) -> list[Edge]:
    """The edges that close no round, by a search in depth."""
    users: dict[str, list[str]] = {document: [] for document in documents}
    for maker, user in edges:
        users[maker].append(user)
    finished: set[str] = set()
    onward: list[Edge] = []
    for root in documents:
        path = {root: iter(users[root])} if root not in finished else {}
        while path:
            maker, remaining = next(reversed(path.items()))
            following = next(remaining, None)
            if following is None:
                finished.add(maker)
                del path[maker]
            elif following not in path:
                onward.append((maker, following))
                if following not in finished:
                    path[following] = iter(users[following])
    return onward


def _boxes(
    columns: Sequence[list[str]],
    edges: Collection[Edge],
    start: str | None,
    titles: Mapping[str, str],
) -> Iterable[Box]:
    rows = {name: float(row) for column in columns for row, name in enumerate(column)}
    tied: dict[str, list[str]] = {name: [] for name in rows}
    for maker, user in edges:
        tied[maker].append(user)
        tied[user].append(maker)
    for _ in range(SWEEPS):
        for column in columns:
            column.sort(key=lambda name: _mean([rows[other] for other in tied[name]], rows[name]))
            rows |= {name: float(row) for row, name in enumerate(column)}
    tallest = max(map(len, columns), default=0)
    for order, column in enumerate(columns):
        top = (tallest - len(column)) * (BOX_HEIGHT + ROW_GAP) // 2
        for row, name in enumerate(column):
            yield Box(
                document=name,
                label=shortened(titles.get(name) or name, LONGEST_NAME),
                x=MARGIN + order * (BOX_WIDTH + COLUMN_GAP),
                y=2 * MARGIN + top + row * (BOX_HEIGHT + ROW_GAP),
                is_start=name == start,
            )


def _curve(maker: Box, user: Box, concepts: tuple[str, ...]) -> Curve:
    is_backward = user.x <= maker.x
    x1, y1 = maker.x + BOX_WIDTH, maker.y + BOX_HEIGHT // 2
    x2, y2 = user.x, user.y + BOX_HEIGHT // 2
    if is_backward:  # over the boxes, from top to top
        x1, y1, x2, y2 = maker.x + BOX_WIDTH // 2, maker.y, user.x + BOX_WIDTH // 2, user.y
        lift = min(y1, y2) - 2 * MARGIN
        right = x1 + (BOX_WIDTH // 2 if maker is user else 0)
        path = f"M{right} {y1} C{right} {lift} {x2} {lift} {x2} {y2}"
        x, y = (right + x2) // 2, lift + MARGIN // 2
    else:
        bend = (x2 - x1) // 2
        path = f"M{x1} {y1} C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
        x, y = (x1 + x2) // 2, (y1 + y2) // 2
    label = shortened(", ".join(concepts), LONGEST_LABEL)
    return Curve(maker.document, user.document, concepts, label, path, x, y, is_backward)


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def shortened(text: str, most: int) -> str:
    """The text, cut to ``most`` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"
