"""Pictures and drawings: the words in them, and the captions below them, are no text."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.sources.pdf.content import Box, Content, around, is_inside, overlap
from pipeline.sources.pdf.lines import MARKER
from pipeline.sources.pdf.rows import SAME_ROW
from pipeline.sources.pdf.segments import Segment

__all__ = ["find_figures", "without_figures"]

_SMALLEST = (45.0, 30.0)  # points, width and height
_LARGEST = 0.6  # of the page, a picture that is not the page itself, scanned
_MOST_SHAPES = 3000  # in drawings; of more none is distinguished
_FEWEST_SHAPES = 3  # of a drawing
_MOST_WORDS = 14  # in a figure, none of them a sentence
_SENTENCE = 5  # words on a line
_NEAR = 3.0  # points, between two shapes of one drawing
_NUMERAL = 1.1  # times the size of the text, the number of a step in its picture
_CAPTION = 0.95  # of the size of the text, the largest caption
_BELOW = 2.2  # lines, from a figure to its caption


def find_figures(shapes: Sequence[Box], images: Sequence[Box], content: Content) -> list[Box]:
    """Return pictures, and shapes outside tables that touch each other with few words in them."""
    tables = [around(cells) for cells in content.tables]
    loose = [
        shape
        for shape in shapes
        if not any(_is_within(shape, table) for table in tables)
        and _n_words(content, shape) <= _MOST_WORDS
    ]
    drawings = _clusters(loose) if len(loose) <= _MOST_SHAPES else []
    return [box for box in [*drawings, *images] if _is_figure(box, content)]


def _is_figure(box: Box, content: Content) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    if width < _SMALLEST[0] or height < _SMALLEST[1]:
        return False
    is_page = width * height > _LARGEST * content.width * content.height
    return not is_page and _n_words(content, box) <= _MOST_WORDS


def _clusters(shapes: Sequence[Box]) -> list[Box]:
    """The boxes around shapes that touch each other, of three or more each."""
    groups: list[tuple[Box, int]] = []
    for shape in sorted(shapes, key=lambda box: box[1]):
        around, n_shapes = shape, 1
        kept = []
        for box, count in groups:
            if overlap(_wider(box), _wider(around)):
                around, n_shapes = _join(box, around), n_shapes + count
            else:
                kept.append((box, count))
        groups = [*kept, (around, n_shapes)]
    return [box for box, count in groups if count >= _FEWEST_SHAPES]


def _wider(box: Box) -> Box:
    return (box[0] - _NEAR, box[1] - _NEAR, box[2] + _NEAR, box[3] + _NEAR)


def _join(box: Box, other: Box) -> Box:
    return (
        min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])
    )  # fmt: skip


def _is_within(inner: Box, outer: Box) -> bool:
    return (
        outer[0] - 1 <= inner[0] and outer[1] - 1 <= inner[1]
        and inner[2] <= outer[2] + 1 and inner[3] <= outer[3] + 1
    )  # fmt: skip


def _n_words(content: Content, box: Box) -> int:
    """How many words stand in a box; a sentence counts as many."""
    inside = [each for each in content.segments if is_inside(each, box)]
    lines = [each.text.split() for each in inside]
    has_sentence = any(len(words) >= _SENTENCE for words in lines)
    has_code = any(each.code for each in inside)
    return _MOST_WORDS + 1 if has_sentence or has_code else sum(map(len, lines))


def _is_numeral(segment: Segment, content: Content) -> bool:
    """Return True for the number of a step that stands in its picture."""
    is_number = segment.text.isdecimal() and len(segment.text) < 3
    return is_number and segment.size > _NUMERAL * content.size


def _is_number_of_text(segment: Segment, segments: Sequence[Segment], size: float) -> bool:
    """Return True for a small number with text of the usual size next to it."""
    return MARKER.match(segment.text) is not None and any(
        abs(each.baseline - segment.baseline) < SAME_ROW * each.size
        and each.x0 > segment.x1
        and each.size > _CAPTION * size
        for each in segments
    )


def without_figures(content: Content) -> list[Segment]:
    """Return the words outside figures, and without small ones right below a figure."""
    kept = [
        each
        for each in content.segments
        if _is_numeral(each, content) or not any(is_inside(each, box) for box in content.figures)
    ]
    size = content.size
    captions: set[int] = set()
    for x0, _, x1, bottom in content.figures:
        lowest = bottom
        for each in sorted(kept, key=lambda each: each.baseline):
            is_below = x0 - 2 <= each.x0 < x1 and each.x1 <= x1 + 40 and each.baseline > bottom
            if (
                is_below
                and each.size <= _CAPTION * size
                and each.baseline - lowest < _BELOW * each.size
                and not _is_number_of_text(each, kept, size)
            ):
                captions.add(id(each))
                lowest = max(lowest, each.baseline)
    return [each for each in kept if id(each) not in captions]
