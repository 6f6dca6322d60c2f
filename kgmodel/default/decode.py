"""Exact search for the best grid, and exact probabilities, over tags and locations together.

The score of a track is a linear chain: each step has a tag (``pairs.TAGS``) with a score and a
transition from the tag before; state 0 and each step that creates or moves chooses a location with
its log-probability; a step that changes nothing keeps it. What cannot happen has no path: moving or
ending what does not exist, creating what does, moving to where it is. Viterbi (1967) finds the best
track; forward-backward sums over all tracks, so that every probability is that of the whole chain.
A grid answers by the sums: one track among many can be the best and each of its steps still wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kgmodel.default.crf import FORBIDDEN
from kgmodel.default.features import TAGS

__all__ = [
    "AS_TRAINED",
    "ChainScores",
    "Decoded",
    "Temperatures",
    "best_grid",
    "best_tracks",
    "likeliest_tags",
    "marginals",
    "tempered",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NOT_YET, GONE, STAYS, MOVES, CREATED, DESTROYED = range(len(TAGS))
_PLACED = (STAYS, MOVES, CREATED)  # the tags after which the entity is somewhere
_IMPOSSIBLE = -1e30


@dataclass(frozen=True, slots=True)
class ChainScores:
    """What the network says of one document's entities.

    tags: (entity, step, tag). start: (tag,), transitions: (tag, tag) from row to column; forbidden
    ones are very negative. places: (entity, step + 1, candidate) log-probabilities of the location,
    given that the entity exists.
    """

    tags: Floats
    start: Floats
    transitions: Floats
    places: Floats


@dataclass(frozen=True, slots=True)
class Temperatures:
    """What scores are divided by before probabilities are taken of them; above 1 is less sure.

    ``tags`` is that of the chain, transitions included, ``places`` that of the locations.
    """

    tags: float = 1.0
    places: float = 1.0

    def __post_init__(self) -> None:
        if not all(0.0 < one < float("inf") for one in (self.tags, self.places)):
            raise ValueError(f"temperatures are above 0, not {self.tags} and {self.places}")


AS_TRAINED = Temperatures()


def best_grid(scores: ChainScores, *, unstated_cost: float = 0.0) -> Decoded:
    """First what happens, as ``likeliest_tags`` has it; then the best places where that happens.

    There "exists, place unstated" counts as by ``unstated_cost`` less likely (a logarithm): a place
    shared out among several candidates is told rather than withheld. The marginals are asked of
    the chain as it is.
    """
    happening = where_only(scores, likeliest_tags(scores))
    return best_tracks(rather_stated(happening, unstated_cost))


def likeliest_tags(scores: ChainScores) -> Ints:
    """Of the tags that can follow each other those of which most are right to be expected.

    (entity, step); the highest sum of marginals (Käll et al. 2005). The tags of the best track are
    others: a move whose destination is open is many tracks, none of them likely, and stays out.
    """
    return best_tracks(
        ChainScores(
            marginals(scores).tags,
            _only_forbidding(scores.start),
            _only_forbidding(scores.transitions),
            np.zeros_like(scores.places[:, :, :2]),  # two to move between are as good as all
        )
    ).tags


def _only_forbidding(scores: Floats) -> Floats:
    """0 for what is allowed."""
    return np.where(scores > FORBIDDEN / 2, 0.0, scores)


def rather_stated(scores: ChainScores, cost: float) -> ChainScores:
    """The same chain, in which "exists, place unstated" is by ``cost`` less likely."""
    places = scores.places.copy()
    places[:, :, 0] -= cost
    return replace(scores, places=places)


def where_only(scores: ChainScores, tags: Ints) -> ChainScores:
    """The same chain for tracks with these tags, (entity, step), and no others."""
    allowed = np.full_like(scores.tags, _IMPOSSIBLE)
    np.put_along_axis(allowed, tags[:, :, None], 0.0, axis=2)
    return replace(scores, tags=allowed)


def tempered(scores: ChainScores, temperatures: Temperatures) -> ChainScores:
    """The same chain, more or less sure (Guo et al. 2017): its marginals still agree and sum to 1.

    The order of two tracks can change; which one is best is asked of the chain as it was trained.
    """
    n_entities, n_states, n_candidates = scores.places.shape
    places = scores.places / temperatures.places
    total = _logsumexp(places.reshape(-1, n_candidates), axis=1)
    return ChainScores(
        scores.tags / temperatures.tags,
        scores.start / temperatures.tags,
        scores.transitions / temperatures.tags,
        places - total.reshape(n_entities, n_states, 1),
    )


@dataclass(frozen=True, slots=True)
class Decoded:
    """The best track of each entity.

    tags: (entity, step). places: (entity, step + 1) candidate, -1 where it does not exist.
    """

    tags: Ints
    places: Ints


def best_tracks(scores: ChainScores) -> Decoded:
    """Viterbi over (tag, location); time grows with steps × candidates, not with its square."""
    n_entities, n_steps, n_tags = scores.tags.shape
    n_candidates = scores.places.shape[2]
    rows = np.arange(n_entities)
    # unplaced: (entity, tag), used where the tag has no location; placed: (entity, 3, candidate)
    unplaced = np.full((n_entities, n_tags), _IMPOSSIBLE)
    placed = np.full((n_entities, 3, n_candidates), _IMPOSSIBLE)
    back: list[dict[int, Ints]] = []
    for step in range(n_steps):
        emitted, place = scores.tags[:, step], scores.places[:, step + 1]
        pointers: dict[int, Ints] = {}
        fresh = np.full_like(unplaced, _IMPOSSIBLE)
        moved = np.full_like(placed, _IMPOSSIBLE)
        if step == 0:
            before = scores.places[:, 0]
            fresh[:, NOT_YET] = scores.start[NOT_YET]
            fresh[:, DESTROYED] = scores.start[DESTROYED] + before.max(axis=1)
            pointers[DESTROYED] = before.argmax(axis=1)
            moved[:, 0] = scores.start[STAYS] + before
            elsewhere, pointers[MOVES] = _best_elsewhere(before[:, None])
            moved[:, 1] = scores.start[MOVES] + elsewhere
            moved[:, 2] = scores.start[CREATED]
        else:
            into = scores.transitions
            fresh[:, NOT_YET] = unplaced[:, NOT_YET] + into[NOT_YET, NOT_YET]
            ends = unplaced[:, [GONE, DESTROYED]] + into[[GONE, DESTROYED], GONE]
            fresh[:, GONE] = ends.max(axis=1)
            pointers[GONE] = np.array([GONE, DESTROYED])[ends.argmax(axis=1)]
            starts = unplaced[:, [NOT_YET, GONE, DESTROYED]]
            starts = starts + into[[NOT_YET, GONE, DESTROYED], CREATED]
            pointers[CREATED] = np.array([NOT_YET, GONE, DESTROYED])[starts.argmax(axis=1)]
            moved[:, 2] = starts.max(axis=1)[:, None]
            stays = placed + into[list(_PLACED), STAYS][None, :, None]
            moved[:, 0], pointers[STAYS] = stays.max(axis=1), stays.argmax(axis=1)
            moves = placed + into[list(_PLACED), MOVES][None, :, None]
            moved[:, 1], pointers[MOVES] = _best_elsewhere(moves)
            dies = (placed + into[list(_PLACED), DESTROYED][None, :, None]).reshape(n_entities, -1)
            fresh[:, DESTROYED], pointers[DESTROYED] = dies.max(axis=1), dies.argmax(axis=1)
        unplaced = fresh + emitted
        moved += emitted[:, list(_PLACED), None]
        moved[:, 1:] += place[:, None]
        placed = moved
        back.append(pointers)

    tags = np.zeros((n_entities, n_steps), np.int64)
    places = np.full((n_entities, n_steps + 1), -1)
    last = np.concatenate([unplaced, placed.reshape(n_entities, -1)], axis=1).argmax(axis=1)
    for row in rows:
        end = int(last[row])
        if end < n_tags:
            tag, place_now = end, -1
        else:
            kind, place_now = divmod(end - n_tags, n_candidates)
            tag = _PLACED[kind]
        for step in range(n_steps - 1, -1, -1):
            tags[row, step], places[row, step + 1] = tag, place_now
            tag, place_now = _previous(
                back[step], int(row), tag, place_now, n_candidates, first=step == 0
            )
        places[row, 0] = place_now
    return Decoded(tags, places)


def _best_elsewhere(scores: Floats) -> tuple[Floats, Ints]:
    """The best of (entity, kind, candidate) at any candidate but each: value and flat index."""
    n_entities, _, n_candidates = scores.shape
    if n_candidates == 1:
        shape = (n_entities, 1)
        return np.full(shape, _IMPOSSIBLE), np.zeros(shape, np.int64)
    best, kind = scores.max(axis=1), scores.argmax(axis=1)  # (entity, candidate)
    rows = np.arange(n_entities)
    first = best.argmax(axis=1)
    without = best.copy()
    without[rows, first] = -np.inf
    second = without.argmax(axis=1)
    chosen = np.repeat(first[:, None], n_candidates, axis=1)
    chosen[rows, first] = second
    value = np.take_along_axis(best, chosen, axis=1)
    return value, np.take_along_axis(kind, chosen, axis=1) * n_candidates + chosen


def _previous(
    pointers: dict[int, Ints], row: int, tag: int, place: int, n_candidates: int, *, first: bool
) -> tuple[int, int]:
    """The (tag, location) before this one; at the first step, the location of state 0."""
    if tag == NOT_YET or (tag == CREATED and first):
        return NOT_YET, -1
    if tag in (GONE, CREATED):
        return int(pointers[tag][row]), -1
    if tag == STAYS:
        return (STAYS if first else _PLACED[int(pointers[STAYS][row, place])]), place
    flat = int(pointers[tag][row, place] if tag == MOVES else pointers[tag][row])
    kind, before = divmod(flat, n_candidates)
    return _PLACED[kind], before


@dataclass(frozen=True, slots=True)
class Marginals:
    """Probabilities of the chain: tags (entity, step, tag), places (entity, step + 1, candidate).

    ``places`` sums to the probability of existing; what is left is that of not existing.
    """

    tags: Floats
    places: Floats


def marginals(scores: ChainScores) -> Marginals:
    """Forward-backward over the same chain as ``best_tracks``."""
    n_entities, n_steps, n_tags = scores.tags.shape
    n_candidates = scores.places.shape[2]
    forward_unplaced, forward_placed = _forward(scores)
    unplaced = np.zeros((n_entities, n_tags))
    placed = np.zeros((n_entities, 3, n_candidates))
    tags = np.zeros_like(scores.tags)
    places = np.zeros_like(scores.places)
    for step in range(n_steps - 1, -1, -1):
        joint_unplaced = forward_unplaced[step] + unplaced
        joint_placed = forward_placed[step] + placed
        everything = np.concatenate([joint_unplaced, joint_placed.reshape(n_entities, -1)], axis=1)
        total = _logsumexp(everything, axis=1)
        tags[:, step] = np.exp(joint_unplaced - total[:, None])
        probability = np.exp(joint_placed - total[:, None, None])
        tags[:, step, list(_PLACED)] = probability.sum(axis=2)
        places[:, step + 1] = probability.sum(axis=1)
        if step:
            unplaced, placed = _backward(scores, step, unplaced, placed)
        else:
            begun = _begin(scores, unplaced, placed)
            places[:, 0] = np.exp(begun - total[:, None])
    return Marginals(tags, places)


def _forward(scores: ChainScores) -> tuple[list[Floats], list[Floats]]:
    n_entities, n_steps, n_tags = scores.tags.shape
    n_candidates = scores.places.shape[2]
    into, all_unplaced, all_placed = scores.transitions, [], []
    unplaced = np.full((n_entities, n_tags), _IMPOSSIBLE)
    placed = np.full((n_entities, 3, n_candidates), _IMPOSSIBLE)
    for step in range(n_steps):
        emitted, place = scores.tags[:, step], scores.places[:, step + 1]
        fresh = np.full_like(unplaced, _IMPOSSIBLE)
        moved = np.full_like(placed, _IMPOSSIBLE)
        if step == 0:
            before = scores.places[:, 0]
            fresh[:, NOT_YET] = scores.start[NOT_YET]
            fresh[:, DESTROYED] = scores.start[DESTROYED] + _logsumexp(before, axis=1)
            moved[:, 0] = scores.start[STAYS] + before
            moved[:, 1] = scores.start[MOVES] + _sum_elsewhere(before)
            moved[:, 2] = scores.start[CREATED]
        else:
            fresh[:, NOT_YET] = unplaced[:, NOT_YET] + into[NOT_YET, NOT_YET]
            fresh[:, GONE] = _logsumexp(
                unplaced[:, [GONE, DESTROYED]] + into[[GONE, DESTROYED], GONE], axis=1
            )
            ends = [NOT_YET, GONE, DESTROYED]
            moved[:, 2] = _logsumexp(unplaced[:, ends] + into[ends, CREATED], axis=1)[:, None]
            kinds = into[list(_PLACED)]  # (3, tag)
            moved[:, 0] = _logsumexp(placed + kinds[:, STAYS][None, :, None], axis=1)
            moved[:, 1] = _sum_elsewhere(
                _logsumexp(placed + kinds[:, MOVES][None, :, None], axis=1)
            )
            dies = placed + kinds[:, DESTROYED][None, :, None]
            fresh[:, DESTROYED] = _logsumexp(dies.reshape(n_entities, -1), axis=1)
        unplaced = fresh + emitted
        placed = moved + emitted[:, list(_PLACED), None]
        placed[:, 1:] += place[:, None]
        all_unplaced.append(unplaced)
        all_placed.append(placed)
    return all_unplaced, all_placed


def _backward(
    scores: ChainScores, step: int, unplaced: Floats, placed: Floats
) -> tuple[Floats, Floats]:
    """Scores of all that follows, one step earlier."""
    into, emitted = scores.transitions, scores.tags[:, step]
    place = scores.places[:, step + 1]
    next_unplaced = unplaced + emitted
    created = _logsumexp(place + placed[:, 2], axis=1) + emitted[:, CREATED]
    stays = placed[:, 0] + emitted[:, STAYS, None]
    moves = _sum_elsewhere(placed[:, 1] + place) + emitted[:, MOVES, None]
    earlier = np.full_like(unplaced, _IMPOSSIBLE)
    earlier[:, NOT_YET] = np.logaddexp(
        into[NOT_YET, NOT_YET] + next_unplaced[:, NOT_YET], into[NOT_YET, CREATED] + created
    )
    for tag in (GONE, DESTROYED):
        earlier[:, tag] = np.logaddexp(
            into[tag, GONE] + next_unplaced[:, GONE], into[tag, CREATED] + created
        )
    earlier_placed = np.stack(
        [
            np.logaddexp(
                np.logaddexp(into[tag, STAYS] + stays, into[tag, MOVES] + moves),
                (into[tag, DESTROYED] + next_unplaced[:, DESTROYED])[:, None],
            )
            for tag in _PLACED
        ],
        axis=1,
    )
    return earlier, earlier_placed


def _begin(scores: ChainScores, unplaced: Floats, placed: Floats) -> Floats:
    """Scores of all tracks that begin at each location, (entity, candidate)."""
    emitted, place, start = scores.tags[:, 0], scores.places[:, 1], scores.start
    stays = placed[:, 0] + (emitted[:, STAYS] + start[STAYS])[:, None]
    moves = _sum_elsewhere(placed[:, 1] + place) + (emitted[:, MOVES] + start[MOVES])[:, None]
    dies = unplaced[:, DESTROYED] + emitted[:, DESTROYED] + start[DESTROYED]
    begun: Floats = scores.places[:, 0] + np.logaddexp(np.logaddexp(stays, moves), dies[:, None])
    return begun


def _logsumexp(scores: Floats, *, axis: int) -> Floats:
    top = scores.max(axis=axis, keepdims=True)
    total: Floats = np.log(np.exp(scores - top).sum(axis=axis)) + top.squeeze(axis)
    return total


def _sum_elsewhere(scores: Floats) -> Floats:
    """Log of the sum over all candidates but each; (entity, candidate)."""
    top = scores.max(axis=1, keepdims=True)
    weights = np.exp(scores - top)
    others = weights.sum(axis=1, keepdims=True) - weights
    # where one candidate holds all the weight, the difference above has lost its digits
    first = weights.argmax(axis=1)
    rows = np.arange(len(weights))
    rest = weights.copy()
    rest[rows, first] = 0.0
    others[rows, first] = rest.sum(axis=1)
    elsewhere: Floats = np.log(np.maximum(others, 1e-300)) + top
    return elsewhere
