"""Do probabilities mean something: of all that is said with probability 0.7, is 70 % right?

Two kinds of answers are judged, as users see them: each predicted change other than none, by its
kind, and each predicted location of an entity that is predicted to exist, "unstated" included. Both
are right or wrong against the same cell of the gold grid, locations as task 2 compares them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.domain.grid import NOWHERE, Change, Grid, Location
from pipeline.evaluation.task2 import places_agree

__all__ = [
    "Bin",
    "Judged",
    "calibration_error",
    "coverage",
    "judged_changes",
    "judged_locations",
    "log_loss",
    "reliability",
]

BINS = 10
_LEAST = 1e-6  # a probability of 0 or 1 is one of this, or of one less this


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer: how probable it was said to be, and whether it is right."""

    probability: float
    right: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """Some answers of like probability: its mean, and the share of them that is right."""

    n: int
    probability: float
    right: float


def judged_changes(gold: Grid, predicted: Grid) -> list[Judged]:
    """Every change that is predicted; right if gold has a change of that kind at that step."""
    truth = {track.entity.name: track for track in gold.tracks}
    return [
        Judged(track.change_probabilities[step - 1], change is truth[name].change_at(step))
        for track in predicted.tracks
        for name in (track.entity.name,)
        for step in range(1, track.n_steps + 1)
        if (change := track.change_at(step)) is not Change.NONE
    ]


def judged_locations(gold: Grid, predicted: Grid) -> list[Judged]:
    """Every state in which an entity is predicted to exist; right if gold has it there."""
    truth = {track.entity.name: track for track in gold.tracks}
    return [
        Judged(probability, _same(truth[track.entity.name].locations[state], place))
        for track in predicted.tracks
        for state, (place, probability) in enumerate(
            zip(track.locations, track.probabilities, strict=True)
        )
        if place != NOWHERE
    ]


def reliability(answers: Sequence[Judged], *, bins: int = BINS) -> list[Bin]:
    """Answers in order of probability, in bins of equal count (they differ by one at most)."""
    ordered = sorted(answers, key=lambda one: one.probability)
    ends = [round(len(ordered) * order / bins) for order in range(bins + 1)]
    cut = [
        ordered[start:end] for start, end in zip(ends[:-1], ends[1:], strict=True) if end > start
    ]
    return [Bin(len(some), _mean_probability(some), _share_right(some)) for some in cut]


def calibration_error(answers: Sequence[Judged], *, bins: int = BINS) -> float:
    """The expected calibration error: how far probability is from being right, the mean of bins."""
    weighted = (one.n * abs(one.probability - one.right) for one in reliability(answers, bins=bins))
    return sum(weighted) / len(answers)


def log_loss(answers: Iterable[Judged]) -> float:
    """The mean of -log of the probability that was given to what is so (nats)."""
    losses = []
    for one in answers:
        probability = min(max(one.probability, _LEAST), 1.0 - _LEAST)
        losses.append(-math.log(probability if one.right else 1.0 - probability))
    return sum(losses) / len(losses)


def coverage(
    answers: Sequence[Judged], thresholds: Iterable[float]
) -> list[tuple[float, float, float | None]]:
    """For each threshold: it, the share of answers that are sure, and the share of those right.

    An answer is sure if its probability is not below the threshold; None where no answer is.
    """
    rows: list[tuple[float, float, float | None]] = []
    for threshold in thresholds:
        sure = [one for one in answers if one.probability >= threshold]
        share = len(sure) / len(answers)
        rows.append((threshold, share, _share_right(sure) if sure else None))
    return rows


def _same(gold: Location, predicted: Location) -> bool:
    if gold.kind != predicted.kind:
        return False
    return gold.kind != "stated" or places_agree(gold.text, predicted.text) >= 1.0


def _mean_probability(answers: Sequence[Judged]) -> float:
    return sum(one.probability for one in answers) / len(answers)


def _share_right(answers: Sequence[Judged]) -> float:
    return sum(one.right for one in answers) / len(answers)
