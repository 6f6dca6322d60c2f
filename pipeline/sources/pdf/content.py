"""What stands on a page, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pipeline.sources.pdf.segments import Segment

__all__ = [
    "Box",
    "Cells",
    "Content",
    "around",
    "by_row",
    "in_cells",
    "is_inside",
    "overlap",
    "without",
]

Box = tuple[float, float, float, float]  # left, top, right, bottom
Cells = Sequence[Sequence[Box | None]]  # None is a part of the cell to the left or above


@dataclass(slots=True)
class Content:
    """The words of a page, the boxes around some of them, its tables and its figures.

    ``size`` is that of most of its words.
    """

    segments: list[Segment]
    width: float
    height: float
    boxes: list[Box] = field(default_factory=list)
    tables: list[Cells] = field(default_factory=list)
    figures: list[Box] = field(default_factory=list)
    size: float = 0.0

    def __post_init__(self) -> None:
        sizes: Counter[float] = Counter()
        for each in self.segments:
            sizes[each.size] += len(each.text)
        self.size = sizes.most_common(1)[0][0] if sizes else 0.0


def is_inside(segment: Segment, box: Box) -> bool:
    x0, top, x1, bottom = box
    middle = segment.baseline - 0.3 * segment.size
    return x0 - 1.5 <= segment.x0 and segment.x1 <= x1 + 1.5 and top <= middle <= bottom


def overlap(box: Box, other: Box) -> bool:
    return (
        min(box[2], other[2]) - max(box[0], other[0]) > 1
        and min(box[3], other[3]) - max(box[1], other[1]) > 1
    )


def around(cells: Cells) -> Box:
    """Return the box around the cells of a table."""
    bounds = [cell for row in cells for cell in row if cell is not None]
    return (
        min(cell[0] for cell in bounds), min(cell[1] for cell in bounds),
        max(cell[2] for cell in bounds), max(cell[3] for cell in bounds),
    )  # fmt: skip


def by_row(cells: Cells, segments: Sequence[Segment]) -> Iterator[tuple[list[Box], list[Segment]]]:
    """Yield the cells of each row of a table with the words on its height."""
    for row in cells:
        bounds = [cell for cell in row if cell is not None]
        if bounds:
            top, bottom = min(cell[1] for cell in bounds), max(cell[3] for cell in bounds)
            yield bounds, [each for each in segments if each.bottom > top and each.top < bottom]


def in_cells(cells: Cells, segments: Sequence[Segment]) -> list[Segment]:
    """Return the words that stand in the cells of a table."""
    inside = {
        id(each)
        for bounds, level in by_row(cells, segments)
        for each in level
        if any(is_inside(each, cell) for cell in bounds)
    }
    return [each for each in segments if id(each) in inside]


def without(segments: Sequence[Segment], taken: Iterable[Segment]) -> list[Segment]:
    """Return the segments that are not among the others."""
    ids = set(map(id, taken))
    return [each for each in segments if id(each) not in ids]
