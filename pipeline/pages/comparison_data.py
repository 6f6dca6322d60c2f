"""The differences between two readings as JSON values, which the scripts of the page draw from."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pipeline.domain.graph import TemporalGraph
from pipeline.questions.diff import align_steps, compare

__all__ = ["comparison_data"]


def comparison_data(before: TemporalGraph, after: TemporalGraph) -> dict[str, Any]:
    """The fields of a ``ReadingDifference``; ``pairs`` are the numbers of equal steps in both."""
    return {
        "pairs": align_steps(before.document, after.document),
        **asdict(compare(before, after)),
    }
