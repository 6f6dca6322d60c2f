"""How many steps are quoted for a question: one that is sure, two that may answer it, or none."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.questions.question_networks import Thresholds

__all__ = ["LISTING", "is_likely", "number_quoted"]

# The answers to these may be spread over steps, so a second one adds to a first that is sure
LISTING = frozenset("goes-into contents made-of steps-using materials happens when".split())
SECOND_OF_LIST = 0.25  # share of the best step's probability that a second one needs for that


def number_quoted(likely: Sequence[float], intent: str, least: Thresholds) -> int:
    """How many steps to quote, 1 or 2, by their probabilities, the likeliest first."""
    if len(likely) == 1:
        return 1
    if likely[0] >= least.alone:
        return 2 if intent in LISTING and likely[1] >= SECOND_OF_LIST * likely[0] else 1
    return 2


def is_likely(likely: Sequence[float], least: Thresholds) -> bool:
    """Whether the answer is likely enough to be in the best step, or in the best two together."""
    return likely[0] >= least.alone or sum(likely[:2]) >= least.either
