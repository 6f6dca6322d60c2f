"""Decoding: from a document's scores to the grid that answers, and to calibrated probabilities.

A grid answers by posterior decoding. One track among many can be the best and each of its steps
still wrong, so the tags are those with the largest sum of marginals, where a change counts more
than its absence; the locations are then the best of a track with these tags.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kgmodel.default.chain import (
    CREATED,
    DESTROYED,
    IMPOSSIBLE,
    MOVES,
    BestTracks,
    ChainScores,
    Floats,
    Ints,
    Marginals,
    best_tracks,
    logsumexp,
    marginals,
)
from kgmodel.default.crf import FORBIDDEN

__all__ = [
    "AS_TRAINED",
    "CHANGE_WEIGHT",
    "UNSTATED_COST",
    "DecodeSettings",
    "Temperatures",
    "apply_temperatures",
    "best_grid",
    "fix_tags",
    "penalise_unstated",
    "posterior_decode",
]

# Of new checkpoints, and of those written before config.json named it: all were decoded with it.
UNSTATED_COST = 2.0

# Of new checkpoints. Those whose config.json does not name it were decoded with 1.
CHANGE_WEIGHT = 2.0

_CHANGES = [MOVES, CREATED, DESTROYED]
LEAST_LIKELY = 0.01  # of the places of a track; one track in a hundred of real text has a worse one


@dataclass(frozen=True, slots=True)
class Temperatures:
    """Divisors of the scores from which probabilities are computed; above 1 is less sure.

    ``tags`` is that of the chain, transitions included, ``places`` that of the locations.
    """

    tags: float = 1.0
    places: float = 1.0

    def __post_init__(self) -> None:
        if not all(0.0 < value < float("inf") for value in (self.tags, self.places)):
            raise ValueError(f"temperatures are above 0, not {self.tags} and {self.places}")


AS_TRAINED = Temperatures()


@dataclass(frozen=True, slots=True)
class DecodeSettings:
    """Settings of decoding, chosen on dev for the weights of one checkpoint.

    temperatures: those of the probabilities; they change no answer. unstated_cost: as
    ``penalise_unstated`` takes it. change_weight: as ``posterior_decode`` takes it.
    """

    temperatures: Temperatures = AS_TRAINED
    unstated_cost: float = UNSTATED_COST
    change_weight: float = 1.0

    def __post_init__(self) -> None:
        if not math.isfinite(self.unstated_cost):
            raise ValueError(f"unstated_cost is {self.unstated_cost}, expected a finite number")
        if not 0.0 < self.change_weight < math.inf:
            raise ValueError(f"change_weight is {self.change_weight}, expected more than 0")

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> DecodeSettings:
        """Read ``temperatures`` and ``decoding`` of a checkpoint's config.json.

        What is missing has its default. Raises TypeError or ValueError for what makes no sense.
        """
        return cls(Temperatures(**config.get("temperatures", {})), **config.get("decoding", {}))


def best_grid(
    scores: ChainScores, *, unstated_cost: float = 0.0, change_weight: float = 1.0
) -> BestTracks:
    """Choose the tags by posterior decoding, then the best locations of a track with these tags.

    The locations are chosen with ``penalise_unstated``; the marginals are those of the chain as it
    is. Posterior decoding sums over steps: of a move that is in one of two steps it can choose
    both, and a place that nothing speaks for between them. So the best track replaces one that has
    a place less probable than ``LEAST_LIKELY``, and more changes.
    """
    certain = marginals(scores)
    happening = fix_tags(scores, posterior_decode(scores, certain, change_weight=change_weight))
    chosen = best_tracks(penalise_unstated(happening, unstated_cost))
    places = chosen.places[:, :, None]
    likely = np.take_along_axis(certain.places, places.clip(0), axis=2)
    unlikely = ((likely < LEAST_LIKELY) & (places >= 0)).any(axis=1)
    if not unlikely.any():
        return chosen
    best = best_tracks(penalise_unstated(scores, unstated_cost))
    unlikely &= _n_changes(chosen.tags) > _n_changes(best.tags)
    return BestTracks(
        np.where(unlikely, best.tags, chosen.tags), np.where(unlikely, best.places, chosen.places)
    )


def _n_changes(tags: Ints) -> Ints:
    """(entity, 1)."""
    counts: Ints = np.isin(tags, _CHANGES).sum(axis=1, keepdims=True)
    return counts


def posterior_decode(
    scores: ChainScores, certain: Marginals, *, change_weight: float = 1.0
) -> Ints:
    """Return the valid tag sequence with the largest sum of marginals, (entity, step).

    ``certain`` are the chain's marginals. With a ``change_weight`` of 1 it is the sequence with the
    most tags expected to be right (Käll et al. 2005). Changes are rare and a reader is careful with
    them, so with another a change that is right counts as so many steps without one. The tags of
    the best track are others: a move whose destination is open is many tracks, none of them likely,
    and is left out.
    """
    expected = certain.tags.copy()
    expected[:, :, _CHANGES] *= change_weight
    return best_tracks(
        ChainScores(
            expected,
            _only_forbidding(scores.start),
            _only_forbidding(scores.transitions),
            # two to move between are as good as all
            np.where(scores.places[:, :, :2] > IMPOSSIBLE, 0.0, IMPOSSIBLE),
        )
    ).tags


def _only_forbidding(scores: Floats) -> Floats:
    """Replace the score of what is allowed by 0."""
    return np.where(scores > FORBIDDEN / 2, 0.0, scores)


def penalise_unstated(scores: ChainScores, cost: float) -> ChainScores:
    """Subtract ``cost`` from the log-probability of "exists, place unstated".

    So a location is still reported when its probability is split over several candidates.
    """
    places = scores.places.copy()
    places[:, :, 0] -= cost
    return replace(scores, places=places)


def fix_tags(scores: ChainScores, tags: Ints) -> ChainScores:
    """Restrict the chain to tracks with these tags, (entity, step)."""
    allowed = np.full_like(scores.tags, IMPOSSIBLE)
    np.put_along_axis(allowed, tags[:, :, None], 0.0, axis=2)
    return replace(scores, tags=allowed)


def apply_temperatures(scores: ChainScores, temperatures: Temperatures) -> ChainScores:
    """Make the chain more or less sure (Guo et al. 2017): its marginals still agree and sum to 1.

    The order of two tracks can change; the best one is that of the chain as it was trained.
    """
    n_entities, n_states, n_candidates = scores.places.shape
    places = scores.places / temperatures.places
    total = logsumexp(places.reshape(-1, n_candidates), axis=1)
    return ChainScores(
        scores.tags / temperatures.tags,
        scores.start / temperatures.tags,
        scores.transitions / temperatures.tags,
        places - total.reshape(n_entities, n_states, 1),
    )
