"""How many steps are quoted for a question: one that is sure, or two or three that may answer it.

An answer that lists things may be spread over steps, so more of them are quoted for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.questions.question_networks import Thresholds

__all__ = ["LISTING", "is_likely", "number_quoted"]

# Intents whose answers may be spread over steps, with the most steps that are quoted
LISTING = {
    "goes-into": 4, "contents": 4, "made-of": 4, "materials": 4,
    "steps-using": 4, "happens": 3, "when": 2,
}  # fmt: skip
# Shares of the best step's probability that the second needs to be a part, and those after it
SECOND_OF_LIST, LATER_OF_LIST = 0.25, 0.5
TOGETHER = 2  # steps that are quoted unless one is sure alone
# Where those are less likely together than the first number, a third is quoted if it is as likely
# as the second number: then 8 % of 1,776 questions that no network learnt get wrong steps, not 10 %
SURE_TOGETHER, LEAST_THIRD = 0.8, 0.05


def number_quoted(likely: Sequence[float], intent: str, least: Thresholds) -> int:
    """How many steps to quote by their probabilities, the likeliest first; 0 if there are none."""
    if not likely:
        return 0
    shares = (SECOND_OF_LIST, *[LATER_OF_LIST] * LISTING.get(intent, 1))
    others = zip(likely[1 : LISTING.get(intent, 1)], shares, strict=False)
    parts = 1 + sum(probability >= share * likely[0] for probability, share in others)
    is_sure = likely[0] >= least.alone
    return min(len(likely), parts if is_sure else max(_alternatives(likely), parts))


def _alternatives(likely: Sequence[float]) -> int:
    is_third_needed = sum(likely[:TOGETHER]) < SURE_TOGETHER
    return TOGETHER + (is_third_needed and max(likely[TOGETHER:], default=0.0) >= LEAST_THIRD)


def is_likely(likely: Sequence[float], least: Thresholds) -> bool:
    """Whether the answer is likely enough to be in the best step, or in the best two together."""
    return likely[0] >= least.alone or sum(likely[:TOGETHER]) >= least.either
