"""Segments of a page in rows: what stands on one level, from left to right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.sources.pdf.lines import Part
from pipeline.sources.pdf.segments import Segment

__all__ = ["SAME_ROW", "Panel", "Row", "distinct", "near", "rows_of", "sides_of"]

SAME_ROW = 0.3  # of the size, between two baselines


@dataclass(slots=True)
class Panel(Segment):
    """A box or a table, which is read as one whole."""

    parts: list[Part] = field(default_factory=list)


Row = list[Segment]


def rows_of(segments: Sequence[Segment]) -> list[Row]:
    """Return the rows from the top; a panel is in all rows that stand next to it."""
    rows: list[Row] = []
    for each in sorted(segments, key=lambda each: each.baseline):
        if isinstance(each, Panel):
            continue
        if rows and each.baseline - rows[-1][0].baseline < SAME_ROW * each.size:
            rows[-1].append(each)
        else:
            rows.append([each])
    alone = []
    for panel in segments:
        if isinstance(panel, Panel):
            neighbours = [row for row in rows if _is_level_with(panel, row[0])]
            for row in neighbours:
                row.append(panel)
            if not neighbours:
                alone.append(panel)
    rows += _side_by_side(alone)
    rows.sort(key=_level)
    return [sorted(row, key=lambda each: each.x0) for row in rows]


def _level(row: Row) -> float:
    """The level of a row's words; a panel next to them may begin far above."""
    words = [each.baseline for each in row if not isinstance(each, Panel)]
    return min(words or (each.baseline for each in row))


def _is_level_with(panel: Panel, segment: Segment) -> bool:
    return panel.top < segment.baseline - 0.3 * segment.size < panel.bottom


def _side_by_side(panels: Sequence[Segment]) -> list[Row]:
    """Panels with no words next to them: those next to each other are one row."""
    rows: list[Row] = []
    for panel in sorted(panels, key=lambda panel: panel.top):
        last = rows[-1] if rows else []
        is_free = all(panel.x0 >= each.x1 - 1 or panel.x1 <= each.x0 + 1 for each in last)
        if last and is_free and panel.top < last[-1].bottom - panel.size:
            last.append(panel)
        else:
            rows.append([panel])
    return rows


def near(rows: Sequence[Row], order: int) -> Row:
    """Return a row with the next, if they overlap: columns have their lines on other levels."""
    row, below = rows[order], rows[order + 1] if order + 1 < len(rows) else []
    if below and below[0].baseline - row[0].baseline < min(row[0].size, below[0].size):
        return [*row, *below]
    return row


def sides_of(rows: Sequence[Row], middle: float) -> tuple[list[Segment], list[Segment]]:
    """Return what stands to the left of a place and to the right of it."""
    inside = distinct(each for row in rows for each in row)
    left = [each for each in inside if each.x1 <= middle]
    return left, [each for each in inside if each.x0 >= middle]


def distinct(segments: Iterable[Segment]) -> list[Segment]:
    return list({id(each): each for each in segments}.values())
