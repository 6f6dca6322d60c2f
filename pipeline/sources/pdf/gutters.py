"""The spaces between columns: what is free of words over several rows."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from pipeline.sources.pdf.rows import Row, near

__all__ = ["Run", "runs_with_gutter"]

Run = tuple[int, int, float]  # its first row, the row after its last, the middle of the space

_GUTTER = 0.95  # of the size of the words next to it, the narrowest space between two columns
_MOST_BELOW = 3  # lines below both columns
_FAR = 3.5  # times the size, between two lines that do not belong together


def runs_with_gutter(rows: Sequence[Row]) -> Iterator[Run]:
    """Yield rows that share a free space with words on both sides, those of the most rows first."""
    runs: dict[tuple[int, int, int], tuple[int, int, int, float]] = {}
    for order, row in enumerate(rows):
        ordered = sorted(near(rows, order), key=lambda each: each.x0)
        for before, after in itertools.pairwise(ordered):
            low, high = before.x1, after.x0
            is_known = any(
                first <= order < end and low <= middle <= high
                for _, first, end, middle in runs.values()
            )
            if is_known or high - low < _GUTTER * row[0].size:
                continue
            first, low, high = _extended(rows, order, -1, low, high)
            last, low, high = _extended(rows, order, 1, low, high)
            middle = (low + high) / 2
            n_both = sum(len(_sides(rows, other, middle)) > 1 for other in range(first, last + 1))
            end = _without_what_stands_below(rows, first, last + 1, middle)
            if n_both > 1:
                runs[first, end, round(middle)] = (n_both, first, end, middle)
    for _, first, end, middle in sorted(runs.values(), reverse=True):
        yield first, end, middle


def _extended(
    rows: Sequence[Row], order: int, step: int, low: float, high: float
) -> tuple[int, float, float]:
    """Continue to rows in which the space is free too; return the last of them and the space."""
    while 0 <= order + step < len(rows):
        row = rows[order + step]
        new_low = max((each.x1 for each in row if each.x1 <= high), default=low)
        new_high = min((each.x0 for each in row if each.x0 >= low), default=high)
        new_low, new_high = max(low, new_low), min(high, new_high)
        size = min(each.size for each in row)
        crosses = any(each.x0 < new_high and each.x1 > new_low for each in row)
        if crosses or new_high - new_low < _GUTTER * size:
            break
        low, high, order = new_low, new_high, order + step
    return order, low, high


def _sides(rows: Sequence[Row], order: int, middle: float) -> set[bool]:
    """On which sides of a place there are words in a row: False is left, True is right."""
    return {each.x0 >= middle for each in near(rows, order)}


def _without_what_stands_below(rows: Sequence[Row], first: int, end: int, middle: float) -> int:
    """Return the end of a run without a few lines below both columns, far from them."""
    both = [order for order in range(first, end) if len(_sides(rows, order, middle)) > 1]
    for order in range(max(both, default=first) + 1, end):
        side = rows[order][0].x0 >= middle
        above = max(
            (
                row[0].baseline
                for row in rows[:order]
                if any((each.x0 >= middle) == side for each in row)
            ),
            default=0.0,
        )
        is_far = rows[order][0].baseline - above > _FAR * rows[order][0].size
        if is_far and end - order <= _MOST_BELOW:
            return order
    return end
