"""Half-open intervals ``[start, end)`` of whole numbers: steps, or characters."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["merge_intervals"]


def merge_intervals(intervals: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return their union in order, as few intervals as possible; touching ones become one."""
    union: list[tuple[int, int]] = []
    for start, end in sorted(intervals):
        if union and start <= union[-1][1]:
            union[-1] = (union[-1][0], max(end, union[-1][1]))
        else:
            union.append((start, end))
    return union
