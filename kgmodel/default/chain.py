"""The chain over tags and locations together: the best track, and exact probabilities.

The score of a track is a linear chain: each step has a tag (``features.TAGS``) with a score and a
transition from the tag before; state 0 and each step that creates or moves chooses a location with
its log-probability; a step that changes nothing keeps it. What cannot happen has no path: moving or
ending what does not exist, creating what does, moving to where it is. Viterbi (1967) finds the best
track; forward-backward sums over all tracks, so every probability is that of the whole chain. Both
are one recurrence, over two semirings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kgmodel.default.features import TAGS

__all__ = [
    "IMPOSSIBLE",
    "BestTracks",
    "ChainScores",
    "Floats",
    "Ints",
    "Marginals",
    "best_tracks",
    "joined",
    "logsumexp",
    "marginals",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NOT_YET, GONE, STAYS, MOVES, CREATED, DESTROYED = range(len(TAGS))
PLACED = [STAYS, MOVES, CREATED]  # the tags after which the entity is somewhere
ENDED = [GONE, DESTROYED]  # the tags before "gone"
ABSENT = [NOT_YET, GONE, DESTROYED]  # the tags before "created"
IMPOSSIBLE = -1e30


@dataclass(frozen=True, slots=True)
class ChainScores:
    """The network's scores of one document's entities.

    tags: (entity, step, tag). start: (tag,), transitions: (tag, tag) from row to column; forbidden
    ones are very negative. places: (entity, step + 1, candidate) log-probabilities of the location,
    given that the entity exists.
    """

    tags: Floats
    start: Floats
    transitions: Floats
    places: Floats


@dataclass(frozen=True, slots=True)
class BestTracks:
    """The best track of each entity.

    tags: (entity, step). places: (entity, step + 1) candidate, -1 where it does not exist.
    """

    tags: Ints
    places: Ints


@dataclass(frozen=True, slots=True)
class Marginals:
    """Probabilities of the chain: tags (entity, step, tag), places (entity, step + 1, candidate).

    ``places`` sums to the probability of existing; what is left is that of not existing.
    """

    tags: Floats
    places: Floats


@dataclass(frozen=True, slots=True)
class _Semiring:
    """The addition that turns the scores of several tracks into one; its product is ``+``.

    total: over one axis. elsewhere: of (entity, candidate) over all candidates but each.
    """

    total: Callable[[Floats, int], Floats]
    elsewhere: Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class _Forward:
    """The scores of all that leads to each tag and location, a table a step.

    unplaced: (entity, tag), used where the tag has no location. placed: (entity, 3, candidate), the
    tags in the order of ``PLACED``.
    """

    unplaced: list[Floats]
    placed: list[Floats]


def best_tracks(scores: ChainScores) -> BestTracks:
    """Viterbi over (tag, location); time grows with steps × candidates, not with its square."""
    n_entities, n_steps, n_tags = scores.tags.shape
    n_candidates = scores.places.shape[2]
    forward = _forward(scores, _MAXIMUM)
    tags = np.zeros((n_entities, n_steps), np.int64)
    places = np.full((n_entities, n_steps + 1), -1)
    endings = [forward.unplaced[-1], forward.placed[-1].reshape(n_entities, -1)]
    last = np.concatenate(endings, axis=1).argmax(axis=1)
    kind, candidate = np.divmod(last - n_tags, n_candidates)
    tag = np.where(last < n_tags, last, np.array(PLACED)[kind.clip(0)])
    place = np.where(last < n_tags, -1, candidate)
    for step in range(n_steps - 1, 0, -1):
        tags[:, step], places[:, step + 1] = tag, place
        before = forward.unplaced[step - 1], forward.placed[step - 1]
        tag, place = _best_before(scores.transitions, *before, tag, place)
    tags[:, 0], places[:, 1] = tag, place
    places[:, 0] = _best_beginnings(scores.places[:, 0], tag, place)
    return BestTracks(tags, places)


def _best_before(
    transitions: Floats, unplaced: Floats, placed: Floats, tags: Ints, places: Ints
) -> tuple[Ints, Ints]:
    """Return the best tag and location of each entity before those of the next step.

    unplaced, placed: of the step before, as ``_Forward`` has them. tags, places: (entity,).
    """
    tags_before, places_before = np.full_like(tags, NOT_YET), np.full_like(places, -1)
    for tag in np.unique(tags).tolist():
        rows = np.flatnonzero(tags == tag)
        if tag in (GONE, CREATED):
            before = np.array(ENDED if tag == GONE else ABSENT)
            scores = unplaced[rows][:, before] + transitions[before, tag]
            tags_before[rows] = before[scores.argmax(axis=1)]
        elif tag != NOT_YET:
            cells = placed[rows] + transitions[PLACED, tag][:, None]  # (row, 3, candidate)
            kinds, origins = _best_origins(cells, tag, places[rows])
            tags_before[rows], places_before[rows] = np.array(PLACED)[kinds], origins
    return tags_before, places_before


def _best_origins(cells: Floats, tag: int, places: Ints) -> tuple[Ints, Ints]:
    """Return the best (number in ``PLACED``, location) before a step with this tag, (row,) each.

    cells: (row, 3, candidate), changed here. places: (row,), those after the step.
    """
    n_rows, _, n_candidates = cells.shape
    if tag == DESTROYED:
        kinds, origins = np.divmod(cells.reshape(n_rows, -1).argmax(axis=1), n_candidates)
        return kinds, origins
    rows, origins = np.arange(n_rows), places
    if tag == MOVES:
        cells[rows, :, places] = -np.inf
        origins = cells.max(axis=1).argmax(axis=1)
    return cells[rows, :, origins].argmax(axis=1), origins


def _best_beginnings(scores: Floats, tags: Ints, places: Ints) -> Ints:
    """Return the best location of state 0 before the first step's tags and locations: (entity,).

    scores: (entity, candidate), of state 0.
    """
    scores = scores.copy()
    moving = tags == MOVES
    scores[moving, places[moving]] = -np.inf
    best = np.where(tags == STAYS, places, scores.argmax(axis=1))
    return np.where(np.isin(tags, (NOT_YET, GONE, CREATED)), -1, best)


def joined(scores: Sequence[ChainScores]) -> ChainScores:
    """Put the entities of several documents of one length into one chain; each stays as it was.

    Documents with fewer candidates get some that are impossible. Start and transitions are those
    of the first.
    """
    n_candidates = max(each.places.shape[2] for each in scores)
    places = [
        np.pad(
            each.places,
            ((0, 0), (0, 0), (0, n_candidates - each.places.shape[2])),
            constant_values=IMPOSSIBLE,
        )
        for each in scores
    ]
    return ChainScores(
        np.concatenate([each.tags for each in scores]),
        scores[0].start,
        scores[0].transitions,
        np.concatenate(places),
    )


def marginals(scores: ChainScores) -> Marginals:
    """Forward-backward over the same chain as ``best_tracks``."""
    n_entities, n_steps, n_tags = scores.tags.shape
    n_candidates = scores.places.shape[2]
    forward = _forward(scores, _LOG_SUM)
    unplaced = np.zeros((n_entities, n_tags))
    placed = np.zeros((n_entities, 3, n_candidates))
    tags = np.zeros_like(scores.tags)
    places = np.zeros_like(scores.places)
    for step in range(n_steps - 1, -1, -1):
        joint_unplaced = forward.unplaced[step] + unplaced
        joint_placed = forward.placed[step] + placed
        everything = np.concatenate([joint_unplaced, joint_placed.reshape(n_entities, -1)], axis=1)
        total = logsumexp(everything, axis=1)
        tags[:, step] = np.exp(joint_unplaced - total[:, None])
        probability = np.exp(joint_placed - total[:, None, None])
        tags[:, step, PLACED] = probability.sum(axis=2)
        places[:, step + 1] = probability.sum(axis=1)
        if step:
            unplaced, placed = _backward(scores, step, unplaced, placed)
        else:
            beginnings = _begin(scores, unplaced, placed)
            places[:, 0] = np.exp(beginnings - total[:, None])
    return Marginals(tags, places)


def _forward(scores: ChainScores, semiring: _Semiring) -> _Forward:
    n_entities, n_steps, n_tags = scores.tags.shape
    n_candidates = scores.places.shape[2]
    forward = _Forward([], [])
    for step in range(n_steps):
        unplaced = np.full((n_entities, n_tags), IMPOSSIBLE)
        placed = np.full((n_entities, 3, n_candidates), IMPOSSIBLE)
        if step == 0:
            _enter_first(scores, semiring, unplaced, placed)
        else:
            _enter(scores, semiring, (forward.unplaced[-1], forward.placed[-1]), (unplaced, placed))
        emitted = scores.tags[:, step]
        unplaced += emitted
        placed += emitted[:, PLACED, None]
        placed[:, 1:] += scores.places[:, step + 1][:, None]
        forward.unplaced.append(unplaced)
        forward.placed.append(placed)
    return forward


def _enter_first(
    scores: ChainScores, semiring: _Semiring, unplaced: Floats, placed: Floats
) -> None:
    """Fill in the scores of what leads to each tag of the first step."""
    before, start = scores.places[:, 0], scores.start
    unplaced[:, NOT_YET] = start[NOT_YET]
    unplaced[:, DESTROYED] = start[DESTROYED] + semiring.total(before, 1)
    placed[:, 0] = start[STAYS] + before
    placed[:, 1] = start[MOVES] + semiring.elsewhere(before)
    placed[:, 2] = start[CREATED]


def _enter(
    scores: ChainScores,
    semiring: _Semiring,
    before: tuple[Floats, Floats],
    after: tuple[Floats, Floats],
) -> None:
    """Fill in the scores of what leads to each tag of a later step: (unplaced, placed) each."""
    into = scores.transitions
    unplaced, placed = after
    was_unplaced, was_placed = before
    unplaced[:, NOT_YET] = was_unplaced[:, NOT_YET] + into[NOT_YET, NOT_YET]
    unplaced[:, GONE] = semiring.total(was_unplaced[:, ENDED] + into[ENDED, GONE], 1)
    placed[:, 2] = semiring.total(was_unplaced[:, ABSENT] + into[ABSENT, CREATED], 1)[:, None]
    kinds = into[PLACED]  # (3, tag)
    placed[:, 0] = semiring.total(was_placed + kinds[:, STAYS][None, :, None], 1)
    moves = semiring.total(was_placed + kinds[:, MOVES][None, :, None], 1)
    placed[:, 1] = semiring.elsewhere(moves)
    ends = was_placed + kinds[:, DESTROYED][None, :, None]
    unplaced[:, DESTROYED] = semiring.total(ends.reshape(len(ends), -1), 1)


def _backward(
    scores: ChainScores, step: int, unplaced: Floats, placed: Floats
) -> tuple[Floats, Floats]:
    """Scores of all that follows, one step earlier."""
    into, emitted = scores.transitions, scores.tags[:, step]
    place = scores.places[:, step + 1]
    next_unplaced = unplaced + emitted
    created = logsumexp(place + placed[:, 2], axis=1) + emitted[:, CREATED]
    stays = placed[:, 0] + emitted[:, STAYS, None]
    moves = _log_sum_elsewhere(placed[:, 1] + place) + emitted[:, MOVES, None]
    earlier = np.full_like(unplaced, IMPOSSIBLE)
    earlier[:, NOT_YET] = np.logaddexp(
        into[NOT_YET, NOT_YET] + next_unplaced[:, NOT_YET], into[NOT_YET, CREATED] + created
    )
    for tag in ENDED:
        earlier[:, tag] = np.logaddexp(
            into[tag, GONE] + next_unplaced[:, GONE], into[tag, CREATED] + created
        )
    earlier_placed = np.stack(
        [
            np.logaddexp(
                np.logaddexp(into[tag, STAYS] + stays, into[tag, MOVES] + moves),
                (into[tag, DESTROYED] + next_unplaced[:, DESTROYED])[:, None],
            )
            for tag in PLACED
        ],
        axis=1,
    )
    return earlier, earlier_placed


def _begin(scores: ChainScores, unplaced: Floats, placed: Floats) -> Floats:
    """Scores of all tracks that begin at each location, (entity, candidate)."""
    emitted, place, start = scores.tags[:, 0], scores.places[:, 1], scores.start
    stays = placed[:, 0] + (emitted[:, STAYS] + start[STAYS])[:, None]
    moves = _log_sum_elsewhere(placed[:, 1] + place) + (emitted[:, MOVES] + start[MOVES])[:, None]
    ends = unplaced[:, DESTROYED] + emitted[:, DESTROYED] + start[DESTROYED]
    beginnings: Floats = scores.places[:, 0] + np.logaddexp(
        np.logaddexp(stays, moves), ends[:, None]
    )
    return beginnings


def logsumexp(scores: Floats, axis: int) -> Floats:
    """Log of the sum of exponentials along one axis."""
    top = scores.max(axis=axis, keepdims=True)
    total: Floats = np.log(np.exp(scores - top).sum(axis=axis)) + top.squeeze(axis)
    return total


def _log_sum_elsewhere(scores: Floats) -> Floats:
    """Log of the sum over all candidates but each; (entity, candidate)."""
    top = scores.max(axis=1, keepdims=True)
    weights = np.exp(scores - top)
    others = weights.sum(axis=1, keepdims=True) - weights
    # where one candidate holds all the weight, the difference above has lost its digits
    first = weights.argmax(axis=1)
    rows = np.arange(len(weights))
    weights[rows, first] = 0.0
    others[rows, first] = weights.sum(axis=1)
    elsewhere: Floats = np.log(np.maximum(others, 1e-300)) + top
    return elsewhere


def _maximum(scores: Floats, axis: int) -> Floats:
    best: Floats = scores.max(axis=axis)
    return best


def _maximum_elsewhere(scores: Floats) -> Floats:
    """The best of all candidates but each; (entity, candidate)."""
    if scores.shape[1] == 1:
        return np.full(scores.shape, IMPOSSIBLE)
    rows, first = np.arange(len(scores)), scores.argmax(axis=1)
    others = scores.copy()
    others[rows, first] = -np.inf
    elsewhere = np.repeat(scores[rows, first][:, None], scores.shape[1], axis=1)
    elsewhere[rows, first] = others.max(axis=1)
    return elsewhere


_MAXIMUM = _Semiring(_maximum, _maximum_elsewhere)
_LOG_SUM = _Semiring(logsumexp, _log_sum_elsewhere)
