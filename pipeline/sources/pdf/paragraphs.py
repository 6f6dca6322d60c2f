"""Lines of a column → paragraphs: where one ends and the next begins."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.sources.blocks import SENTENCE_END, count_of
from pipeline.sources.pdf.line_words import (
    ENTRY,
    is_item,
    is_shouted,
    is_shouted_on,
    runs_on,
    words_of,
)
from pipeline.sources.pdf.lines import MARKER, Column, Line

__all__ = ["Paragraph", "paragraphs_of", "usual_leading"]

_TITLE = 1.3  # times the size of the text
_NEXT_LINE = 1.4  # times the size, of a title
_SAME_DISTANCE = 1.05
_NEXT_PARAGRAPH = 1.16  # times the least distance of two lines of its column
_NEW_PARAGRAPH = 1.28  # times the usual distance of two lines
_INDENT = 0.7  # of the size
_ROOM = 0.6  # of the size, left over next to a word that would have fitted
_SHORT = 0.3  # of the width of its column, what a line that is not wrapped leaves free
_SPREAD = 0.08  # of the size, the most by which the letters of one size differ
_RULE = re.compile(r"(?:[=_~*.\s-]|–|—){4,}\Z")
_SIGNAL = re.compile(r"[▲■●◆!?⚠]\s?[A-Z]{3}")  # a remark within a step


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together. ``is_apart``: there is space above the first."""

    lines: list[Line]
    column: Column
    is_apart: bool
    is_item: bool = False

    @property
    def style(self) -> tuple[float, bool]:
        """The size of its letters, and whether all are bold."""
        return round(2 * self.lines[0].size) / 2, all(line.bold for line in self.lines)


def usual_leading(columns: Sequence[Column], size: float) -> float:
    """Return the usual distance of two lines of the text, which has letters of a ``size``."""
    distances = Counter(
        round(2 * (below.baseline - above.baseline)) / 2
        for column in columns
        for above, below in zip(column.lines, column.lines[1:], strict=False)
        if abs(above.size - size) <= 0.5 >= abs(below.size - size)
        and 0.8 * size < below.baseline - above.baseline < 2.2 * size
    )
    if not distances:
        return 1.2 * size
    most = max(distances.values())
    return min(distance for distance, count in distances.items() if 2 * count >= most)


def paragraphs_of(column: Column, size: float, leading: float) -> Iterator[Paragraph]:
    """Cut a column where a paragraph, an item or a heading begins."""
    column = _without_rules(column)
    numbers, leadings = _Numbers(column), _leadings(column)
    paragraph: Paragraph | None = None
    for order, line in enumerate(column.lines):
        above = column.lines[order - 1] if order else None
        below = column.lines[order + 1] if order + 1 < len(column.lines) else None
        gap = line.baseline - above.baseline if above else 0.0
        usual = leading * max(1.0, line.size / size)
        is_apart = above is None or gap > _NEW_PARAGRAPH * usual
        begins_item = numbers.begin_item(line, above, is_apart=is_apart)
        if (
            paragraph is None
            or above is None
            or is_apart
            or begins_item
            or (
                not _is_title(line, above, size, gap)
                and (
                    _is_further(gap, leadings.get(round(line.size), usual), above)
                    or _begins(line, above, below, paragraph)
                )
            )
        ):
            if paragraph:
                yield paragraph
            paragraph = Paragraph([line], column, is_apart, begins_item)
        else:
            paragraph.lines.append(line)
    if paragraph:
        yield paragraph


def _is_title(line: Line, above: Line, size: float, gap: float) -> bool:
    """Return True for the second line of a title, which is wrapped where its sense allows it."""
    is_large = min(line.size, above.size) > _TITLE * size
    return is_large and abs(line.size - above.size) < 0.5 and gap < _NEXT_LINE * line.size


def _is_further(gap: float, least: float, above: Line) -> bool:
    """Return True if a line is further from the one above than lines of a paragraph are."""
    return gap > _NEXT_PARAGRAPH * least and not runs_on(words_of(above))


class _Numbers:
    """The markers of a column's items, which count on from one to the next."""

    def __init__(self, column: Column) -> None:
        self._last: dict[tuple[str, int], int] = {}  # by their form and place
        self._firsts = Counter(line.segments[0].text[0] for line in column.lines)

    def begin_item(self, line: Line, above: Line | None, *, is_apart: bool) -> bool:
        """Return True if a line begins an item, and remember its number.

        A number that does not follow is one only if there is space above it: "gas mark / 4. Bake".
        """
        words = words_of(line)
        has_dashes = self._firsts[line.segments[0].text[0]] > 1
        if not is_item(line, has_dashes=has_dashes):
            return False
        counted = count_of(words)
        if counted is None:
            return True
        marker, number = counted
        form = (re.sub(r"\w", "", marker), round(line.x0 / line.size))
        is_capital = any(map(str.isupper, marker))
        is_within = is_capital and above is not None and not SENTENCE_END.search(words_of(above))
        is_first = number == 1 or "i" in marker
        follows = self._last.get(form, 0) in (0, number - 1)
        if not (is_apart or follows or (is_first and not is_within)):
            return False
        self._last[form] = number
        return True


def _leadings(column: Column) -> dict[int, float]:
    """For each size, the distance of two lines of one paragraph: the least that is there twice."""
    distances: dict[int, list[float]] = defaultdict(list)
    for above, below in zip(column.lines, column.lines[1:], strict=False):
        distance = below.baseline - above.baseline
        is_same_size = abs(above.size - below.size) < 0.1 * below.size
        if is_same_size and 0.9 * below.size < distance < 2 * below.size:
            distances[round(below.size)].append(distance)
    leadings = {}
    for size, each in distances.items():
        pairs = zip(sorted(each), sorted(each)[1:], strict=False)
        least = next((least for least, other in pairs if other < _SAME_DISTANCE * least), None)
        if least is not None:
            leadings[size] = least
    return leadings


def _without_rules(column: Column) -> Column:
    """Leave out lines of dashes and the like; the short line above one is a heading."""
    kept: list[Line] = []
    for line in column.lines:
        if not _RULE.match(words_of(line)):
            kept.append(line)
        elif kept and not SENTENCE_END.search(words_of(kept[-1])):
            for each in kept[-1].segments:
                each.lead = len(each.text)
    return replace(column, lines=kept)


def _begins(line: Line, above: Line, below: Line | None, paragraph: Paragraph) -> bool:
    """Return True if a line right below another one does not continue with it."""
    words, before, column = words_of(line), words_of(above), paragraph.column
    continues = runs_on(before)
    if abs(line.size - above.size) > _SPREAD * max(line.size, above.size):
        return True
    if is_shouted_on(before, words):
        return False
    if _SIGNAL.match(words) or line.code != above.code or is_shouted(words) != is_shouted(before):
        return True
    if line.bold != above.bold and not words[:1].islower() and not continues:
        return True
    is_short = column.x1 - above.x1 > _SHORT * (column.x1 - column.x0) and not continues
    are_entries = ENTRY.match(words) and ENTRY.match(words_of(paragraph.lines[0]))
    if are_entries or (is_short and len(before.split()) > 1):
        return True
    if words[:1].islower() or continues:
        return False
    return _has_room(above, line, column) or _is_indented(line, above, below, paragraph)


def _has_room(above: Line, line: Line, column: Column) -> bool:
    """Return True if the first word of a line could have stood on the line above."""
    return above.x1 + line.segments[0].first + _ROOM * line.size < column.x1


def _is_indented(line: Line, above: Line, below: Line | None, paragraph: Paragraph) -> bool:
    """Return True if a line alone is indented, as the first of a paragraph is in a book."""
    is_second = len(paragraph.lines) == 1
    if is_second and paragraph.is_item:
        return False  # all lines of an item but the first are
    left = _text_start(paragraph.lines[0]) if is_second else above.x0
    is_indented = line.x0 - left > _INDENT * line.size
    return is_indented and (below is None or line.x0 - below.x0 > _INDENT * line.size)


def _text_start(line: Line) -> float:
    """Where the words of a line begin, after a marker."""
    if len(line.segments) > 1 and MARKER.match(line.segments[0].text):
        return line.segments[1].x0
    return line.x0
