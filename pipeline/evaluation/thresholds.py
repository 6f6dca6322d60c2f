"""The threshold below which answers are unsure: fitted so that enough of the others are right.

An answer is stated unless it is unsure, as `pipeline.domain.confidence` compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from pipeline.domain.confidence import is_unsure
from pipeline.evaluation.calibration import JudgedAnswer

__all__ = ["StatedShare", "cross_validated_share", "fit_threshold", "stated_share"]

_THRESHOLDS = [order / 100 for order in range(101)]  # probabilities count with two digits


@dataclass(frozen=True, slots=True)
class StatedShare:
    """How many of some answers are stated, and how many of those are right."""

    answers: int
    stated: int
    right: int

    @property
    def coverage(self) -> float:
        return self.stated / self.answers if self.answers else 0.0

    @property
    def precision(self) -> float | None:
        """The share of stated answers that are right; None if none is stated."""
        return self.right / self.stated if self.stated else None


def stated_share(answers: Iterable[JudgedAnswer], threshold: float) -> StatedShare:
    """Count the answers that are stated with this threshold."""
    every = list(answers)
    stated = [answer for answer in every if not is_unsure(answer.probability, below=threshold)]
    return StatedShare(len(every), len(stated), sum(answer.right for answer in stated))


def fit_threshold(answers: Sequence[JudgedAnswer], *, precision: float) -> float | None:
    """Return the smallest threshold with which at least this share of what is stated is right.

    It has two digits. None if there is no such threshold.
    """
    for threshold in _THRESHOLDS:
        share = stated_share(answers, threshold)
        if share.precision is not None and share.precision >= precision:
            return threshold
    return None


def cross_validated_share(
    documents: Sequence[Sequence[JudgedAnswer]], *, precision: float
) -> StatedShare:
    """Count each document's answers with the threshold that is fitted on all others.

    Where no threshold fits, nothing is stated.
    """
    shares = []
    for held_out, answers in enumerate(documents):
        others = list(chain(*documents[:held_out], *documents[held_out + 1 :]))
        threshold = fit_threshold(others, precision=precision)
        shares.append(
            StatedShare(len(answers), 0, 0)
            if threshold is None
            else stated_share(answers, threshold)
        )
    return StatedShare(
        sum(share.answers for share in shares),
        sum(share.stated for share in shares),
        sum(share.right for share in shares),
    )
