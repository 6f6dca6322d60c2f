"""Bullets and check boxes that are drawn, as the characters that they stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pipeline.sources.pdf.content import Box
from pipeline.sources.pdf.segments import Segment

__all__ = ["drawn_markers"]

_DOT = (1.5, 7.5)  # points, the width of a bullet
_CHECK_BOX = 16.0
_SQUARE = 1.5  # points, by which width and height may differ
_REACH = 2.6  # times the size of the text, from a marker to its text
_CROWD = (3.0, 40.0, 12.0)  # points, how near the other shapes of a drawing are


def drawn_markers(shapes: Sequence[Box], segments: Sequence[Segment]) -> list[Segment]:
    """Return a segment for each small shape to the left of a line, if there are several alike."""
    small = [box for box in shapes if _is_small_square(box)]
    alike = Counter(map(_place, small))
    markers: dict[tuple[int, int], Segment] = {}
    for box in small:
        if alike[_place(box)] < 2 or _is_crowded(box, small):
            continue
        line = _line_right_of(box, segments)
        if line is not None:
            key = (round(box[0] / 4), round(line.baseline))
            markers.setdefault(key, _marker(box, line))
    return list(markers.values())


def _is_small_square(box: Box) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return _DOT[0] <= width <= _CHECK_BOX and abs(width - height) <= _SQUARE


def _place(box: Box) -> tuple[int, int]:
    return round(box[0] / 2), round(box[2] - box[0])


def _is_crowded(box: Box, small: Sequence[Box]) -> bool:
    """Return True for a part of a drawing: other small shapes stand next to it, not below."""
    nearest, furthest, level = _CROWD
    neighbours = (
        other
        for other in small
        if nearest < abs(other[0] - box[0]) < furthest and abs(other[1] - box[1]) < level
    )
    return sum(1 for _ in neighbours) > 1


def _line_right_of(box: Box, segments: Sequence[Segment]) -> Segment | None:
    """Return the line that begins right of a shape, if nothing stands close to its left."""
    x0, top, x1, bottom = box
    middle = (top + bottom) / 2
    neighbours = [each for each in segments if each.top - 2 <= middle <= each.bottom + 1]
    if any(each.x1 > x0 - 4 * each.size and each.x0 < x0 for each in neighbours):
        return None
    right = (each for each in neighbours if each.x0 >= x1 - 0.5)
    line = min(right, key=lambda each: each.x0, default=None)
    return line if line is not None and line.x0 - x1 <= _REACH * line.size else None


def _marker(box: Box, line: Segment) -> Segment:
    x0, _, x1, _ = box
    text = "•" if x1 - x0 <= _DOT[1] else "☐"
    return Segment(
        text, x0, x1, line.top, line.bottom, line.baseline, line.size,
        first=x1 - x0, page=line.page,
    )  # fmt: skip
