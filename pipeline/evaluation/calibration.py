"""Calibration of probabilities: of all answers with probability 0.7, are 70 % right?

Answers are judged as users see them: each predicted change other than none, by its kind alone or
with its place, each predicted location of an entity that is predicted to exist, "unstated"
included, and each cell of the grid, "does not exist" included. All are right or wrong against the
same cell of the gold grid, locations as task 2 compares them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import NOWHERE, Change, Grid, Location
from pipeline.evaluation.task2 import places_agree

__all__ = [
    "Bin",
    "JudgedAnswer",
    "calibration_error",
    "coverage",
    "error_by_chance",
    "judged_cells",
    "judged_changes",
    "judged_changes_with_places",
    "judged_locations",
    "log_loss",
    "reliability",
]

BINS = 10
_LEAST = 1e-6  # bounds probabilities away from 0 and 1


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """One answer: its probability, and True if it is right.

    repeated: True if it repeats the answer before it, as the place of a thing that has not moved
    does. The two are then right or wrong together, unless the truth changes between them.
    """

    probability: float
    right: bool
    repeated: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of similar probability: its mean, and the share of them that is right."""

    n: int
    probability: float
    right: float


def judged_changes(gold: Grid, predicted: Grid) -> list[JudgedAnswer]:
    """Judge every predicted change: right if gold has a change of that kind at that step."""
    truth = {track.entity.name: track for track in gold.tracks}
    return [
        JudgedAnswer(track.change_probabilities[step - 1], change is truth[name].change_at(step))
        for track in predicted.tracks
        for name in (track.entity.name,)
        for step in range(1, track.n_steps + 1)
        if (change := track.change_at(step)) is not Change.NONE
    ]


def judged_locations(gold: Grid, predicted: Grid) -> list[JudgedAnswer]:
    """Judge every state in which an entity is predicted to exist: right if gold has it there."""
    truth = {track.entity.name: track for track in gold.tracks}
    return [
        JudgedAnswer(
            probability,
            _same(truth[track.entity.name].locations[state], place),
            repeated=state > 0 and track.locations[state - 1] == place,
        )
        for track in predicted.tracks
        for state, (place, probability) in enumerate(
            zip(track.locations, track.probabilities, strict=True)
        )
        if place != NOWHERE
    ]


def judged_cells(gold: Grid, predicted: Grid) -> list[JudgedAnswer]:
    """Judge every cell: right if gold has the entity there, or has it nowhere too."""
    truth = {track.entity.name: track for track in gold.tracks}
    return [
        JudgedAnswer(probability, _same(truth[track.entity.name].locations[state], place))
        for track in predicted.tracks
        for state, (place, probability) in enumerate(
            zip(track.locations, track.probabilities, strict=True)
        )
    ]


def judged_changes_with_places(gold: Grid, predicted: TemporalGraph) -> list[JudgedAnswer]:
    """Judge every event: right if gold has a change of that kind at that step, at that place.

    The place is the destination, or for DESTROY the origin.
    """
    truth = {track.entity.name: track for track in gold.tracks}
    probabilities = predicted.probabilities_with_places()
    answers = []
    for event in predicted.events:
        track = truth[event.entity.name]
        destroyed = event.change is Change.DESTROY
        place = event.origin if destroyed else event.destination
        gold_place = track.locations[event.step - 1 if destroyed else event.step]
        right = track.change_at(event.step) is event.change and _same(gold_place, place or NOWHERE)
        answers.append(JudgedAnswer(probabilities[event.entity.name, event.step], right))
    return answers


def reliability(answers: Sequence[JudgedAnswer], *, bins: int = BINS) -> list[Bin]:
    """Sort answers by probability into bins of equal count (they differ by one at most)."""
    ordered = sorted(answers, key=lambda answer: answer.probability)
    ends = [round(len(ordered) * order / bins) for order in range(bins + 1)]
    cut = [
        ordered[start:end] for start, end in zip(ends[:-1], ends[1:], strict=True) if end > start
    ]
    return [Bin(len(part), _mean_probability(part), _share_right(part)) for part in cut]


def calibration_error(answers: Sequence[JudgedAnswer], *, bins: int = BINS) -> float:
    """Return the expected calibration error: the mean distance of a bin's probability and right."""
    parts = reliability(answers, bins=bins)
    weighted = (part.n * abs(part.probability - part.right) for part in parts)
    return sum(weighted) / len(answers)


def error_by_chance(
    answers: Sequence[JudgedAnswer], *, draws: int = 200, seed: int = 0, together: bool = True
) -> float:
    """Return the error that perfect probabilities would show on these answers: a mean of draws.

    Each draw says which answers would be right if all probabilities were true. ``together`` has one
    draw for an answer and those that repeat it; without it every answer has its own, as if a thing
    that stays were read anew at each step.
    """
    number = random.Random(seed).random
    total = 0.0
    for _ in range(draws):
        drawn, drawn_answers = 0.0, []
        for answer in answers:
            if not (together and answer.repeated):
                drawn = number()
            drawn_answers.append(JudgedAnswer(answer.probability, drawn < answer.probability))
        total += calibration_error(drawn_answers)
    return total / draws


def log_loss(answers: Iterable[JudgedAnswer]) -> float:
    """Return the mean of -log of the probability of what is true (nats)."""
    losses = []
    for answer in answers:
        probability = min(max(answer.probability, _LEAST), 1.0 - _LEAST)
        losses.append(-math.log(probability if answer.right else 1.0 - probability))
    return sum(losses) / len(losses)


def coverage(
    answers: Sequence[JudgedAnswer], thresholds: Iterable[float]
) -> list[tuple[float, float, float | None]]:
    """Return for each threshold: it, the share of answers that are sure, the share of those right.

    An answer is sure if its probability is not below the threshold; None where no answer is.
    """
    rows: list[tuple[float, float, float | None]] = []
    for threshold in thresholds:
        sure = [answer for answer in answers if answer.probability >= threshold]
        share = len(sure) / len(answers)
        rows.append((threshold, share, _share_right(sure) if sure else None))
    return rows


def _same(gold: Location, predicted: Location) -> bool:
    if gold.kind != predicted.kind:
        return False
    return gold.kind != "stated" or places_agree(gold.text, predicted.text) >= 1.0


def _mean_probability(answers: Sequence[JudgedAnswer]) -> float:
    return sum(answer.probability for answer in answers) / len(answers)


def _share_right(answers: Sequence[JudgedAnswer]) -> float:
    return sum(answer.right for answer in answers) / len(answers)
