"""Two columns of text, or the cells of a table, a list and its numbers, a grid of cards."""

from __future__ import annotations

import itertools
import re
import statistics
from collections.abc import Sequence

from pipeline.sources.pdf.line_words import ENTRY
from pipeline.sources.pdf.lines import MARKER
from pipeline.sources.pdf.rows import SAME_ROW, Panel, Row, rows_of, sides_of
from pipeline.sources.pdf.segments import Segment
from pipeline.text.headings import section_of

__all__ = [
    "are_below_materials",
    "are_columns",
    "are_markers",
    "bands_of_cards",
    "lists_side_by_side",
]

_NUMBERED = re.compile(r"(?:step\s?)?(?P<number>\d{1,2})(?:[.):]|\Z)", re.IGNORECASE)
_BULLET = re.compile(r"[•●○■□▪◦‣✓☐–-](?:\s|\Z)|\d{1,2}[.)](?:\s|\Z)")
_PROSE = 4.0  # words a line
_SENTENCES = 3.5  # words a line, of text rather than of cells
_FULL = 0.6  # of the width of a column, a line of prose on average
_NAMED = re.compile(r"(?!\d+[.)]\s)(?=.*[^\W\d_]{3})(?:\S+ ){0,6}\S*[^\s.:;!?]\Z")  # a thing
_HEAD = 3  # rows, among which the heading of a list stands
_ALIGNED = 0.7  # of the lines of a column, those of a table


def are_markers(left: Sequence[Segment]) -> bool:
    """Return True if nothing but numbers, bullets and panels stands on a side."""
    words = [each for each in left if not isinstance(each, Panel)]
    return bool(words) and all(MARKER.match(each.text) for each in words)


def are_columns(
    left: Sequence[Segment], right: Sequence[Segment], *, are_things: bool = False
) -> bool:
    """Return True if the text on the left is read first, and not line by line with the right.

    ``are_things``: they stand below "Materials" or the like.
    """
    ends = [each.x1 for each in left if not MARKER.match(each.text)]
    if ends and sum(each.x0 >= max(ends) for each in left) > 1:
        return False  # the numbers of the text on the right
    sides = [rows_of(left), rows_of(right)]
    n_panels = [sum(isinstance(each, Panel) for each in side) for side in (left, right)]
    if n_panels == [len(left), len(right)]:
        return False  # boxes next to each other are read row by row
    if min(map(len, sides)) < 2:
        return max(n_panels) > 0
    heads = [section_of(rows[0][0].text) for rows in sides]
    if all(heads) and heads[0] != heads[1]:
        return True
    if (
        all(map(_is_prose, sides))
        or all(map(_is_list, sides))
        or _n_entries(left, right, are_things) > 1
    ):
        return True
    neighbours = [
        _level_with(rows, others) for rows, others in zip(sides, reversed(sides), strict=True)
    ]
    if len(neighbours[1]) < _ALIGNED * min(map(len, sides)):
        return True
    return any(_n_words(rows) > _SENTENCES and _runs_over_lines(rows) for rows in neighbours)


def _level_with(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """The rows that stand on a level with one of the others."""
    return [
        row
        for row in rows
        if any(
            abs(row[0].baseline - other[0].baseline) < SAME_ROW * row[0].size for other in others
        )
    ]


def _is_list(rows: Sequence[Row]) -> bool:
    return sum(_BULLET.match(row[0].text) is not None for row in rows) > 1


def _is_prose(rows: Sequence[Row]) -> bool:
    """Return True if lines are sentences that fill the width."""
    width = max(row[-1].x1 for row in rows) - min(row[0].x0 for row in rows)
    filled = statistics.mean((row[-1].x1 - row[0].x0) / (width or 1) for row in rows)
    return _n_words(rows) >= _PROSE and filled >= _FULL


def _n_words(rows: Sequence[Row]) -> float:
    return statistics.mean(sum(len(each.text.split()) for each in row) for row in rows)


def _runs_over_lines(rows: Sequence[Row]) -> bool:
    """Return True if many lines continue with the sentence of the line above."""
    return 4 * sum(row[0].text[:1].islower() for row in rows) > len(rows)


def _n_entries(left: Sequence[Segment], right: Sequence[Segment], are_things: bool) -> int:
    """How many lines have an amount and a name on both sides, less those that have other words.

    A name alone on one side counts nothing. Of ``are_things`` names are enough on both, unless they
    are cells of a table: one side has the amounts of the other's names, or there are more columns.
    """
    pairs = [
        (entry.text, other.text)
        for entry in left
        for other in right
        if abs(entry.baseline - other.baseline) < SAME_ROW * entry.size
    ]
    begin = [sum(texts[side][:1].isdecimal() for texts in pairs) for side in (0, 1)]
    are_amounts = sorted(begin) == [0, len(pairs)]
    are_cells = are_amounts or len(pairs) > min(len(left), len(right))
    is_entry = _NAMED.match if are_things and not are_cells else ENTRY.match
    n_entries = 0
    for texts in pairs:
        n_sides = sum(is_entry(text) is not None for text in texts)
        is_half = n_sides == 1 and all(map(_NAMED.match, texts))
        n_entries += 1 if n_sides == 2 else 0 if is_half else -1
    return n_entries


def are_below_materials(rows: Sequence[Row], first: int, end: int) -> bool:
    """Return True if "Materials" or the like stands above or among some rows, and no "Method"."""
    sections = [{section_of(each.text) for each in row} for row in rows[max(0, first - 1) : end]]
    is_headed = any("materials" in kinds for kinds in sections[:_HEAD])
    return is_headed and not any("procedure" in kinds for kinds in sections)


def lists_side_by_side(
    rows: Sequence[Row], first: int, end: int, middle: float, *, are_things: bool = False
) -> tuple[int, int] | None:
    """Return the rows of two lists of things, without the lines above and below them."""
    both = [order for order in range(first, end) if _has_both(rows[order], middle)]
    left, right = sides_of([rows[order] for order in both], middle)
    if _n_entries(left, right, are_things) < 2:
        return None
    last = both[-1] + 1
    while last < end and len(rows[last]) == 1 and ENTRY.match(rows[last][0].text):
        last += 1
    return both[0], last


def _has_both(row: Row, middle: float) -> bool:
    return row[0].x1 <= middle <= row[-1].x0


def bands_of_cards(left: Sequence[Segment], right: Sequence[Segment]) -> list[list[Segment]] | None:
    """Return the parts from the top if their numbers run from left to right, as on cards."""
    sides = [
        {int(match["number"]): each for each in side if (match := _NUMBERED.match(each.text))}
        for side in (left, right)
    ]
    numbered = sides[0] | sides[1]
    numbers = sorted(numbered)
    counts_up = len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))
    if min(map(len, sides)) < 2 or not counts_up or max(sides[0]) < min(sides[1]):
        return None
    tops: list[float] = []
    for number in numbers:
        top, height = numbered[number].top, 2 * numbered[number].size
        if not tops or top > tops[-1] + height:
            tops.append(top)
        elif top < tops[-1] - height:
            return None
        tops[-1] = min(tops[-1], top)
    edges = [float("-inf"), *tops[1:], float("inf")]
    return [
        [each for each in [*left, *right] if above - 1 <= each.top < below - 1]
        for above, below in itertools.pairwise(edges)
    ]
