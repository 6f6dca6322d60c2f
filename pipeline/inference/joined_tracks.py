"""The tracks of a long document, joined from those of its segments.

An entity is where the segment before left it until the text changes that: what a segment takes for
granted before its first change is a guess, since it does not see what came before. Where an entity
is first mentioned late, it has been so from the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pipeline.domain.document import AnnotatedDocument, Entity
from pipeline.domain.grid import Change, Evidence, Grid, Location, Track
from pipeline.inference.segments import Segment

__all__ = ["joined_grid"]


def joined_grid(document: AnnotatedDocument, segments: Iterable[tuple[Segment, Grid]]) -> Grid:
    """Join the grids of a document's segments, which are in the order of their steps."""
    tracks = [_JoinedTrack(entity) for entity in document.entities]
    for segment, grid in segments:
        for entity, track in zip(segment.entities, grid.tracks, strict=True):
            tracks[entity].add(segment, track)
    n_steps = document.document.n_steps
    return Grid(n_steps, tuple(track.completed(n_steps) for track in tracks))


@dataclass(frozen=True, slots=True)
class _State:
    """Where an entity is after a step, as ``Track`` has it."""

    location: Location
    probability: float
    exists: float
    evidence: Evidence | None


class _JoinedTrack:
    """The track of one entity, up to the last segment that was added."""

    def __init__(self, entity: Entity) -> None:
        self._entity = entity
        self._states: list[_State] = []
        self._change_probabilities: list[float] = []
        self._change_evidence: list[Evidence | None] = []

    def add(self, segment: Segment, track: Track) -> None:
        """Add what a segment says of its own steps."""
        before = segment.first - 1 - segment.offset  # of the segment's states, the last one before
        if not self._states:
            self._states.append(_state(track, before, segment.offset))
        self._stay_until(segment.first - 1)
        changed = False
        for step in range(before + 1, segment.last - segment.offset + 1):
            change = track.change_at(step)
            changed = changed or change is not Change.NONE
            state = _state(track, step, segment.offset) if changed else self._states[-1]
            self._append(state, change, track, step, segment.offset)

    def completed(self, n_steps: int) -> Track:
        """Return the whole track; after the last segment that reads the entity nothing changes."""
        self._stay_until(n_steps)
        return Track(
            self._entity,
            tuple(state.location for state in self._states),
            tuple(state.probability for state in self._states),
            tuple(state.exists for state in self._states),
            tuple(self._change_probabilities),
            tuple(state.evidence for state in self._states),
            tuple(self._change_evidence),
        )

    def _append(self, state: _State, read: Change, track: Track, step: int, offset: int) -> None:
        """Append the state after a step, whose change was ``read`` in the segment alone."""
        probability = track.change_probabilities[step - 1]
        stays = state.location == self._states[-1].location
        if stays and read is not Change.NONE:  # the end of what does not exist, or no other place
            probability = 1.0 - probability
        evidence = None if stays else _moved(track.change_evidence[step - 1], offset)
        self._states.append(state)
        self._change_probabilities.append(probability)
        self._change_evidence.append(evidence)

    def _stay_until(self, step: int) -> None:
        """Repeat the last state for steps that say nothing of the entity."""
        n_steps = step - len(self._states) + 1
        self._states += [self._states[-1]] * n_steps
        self._change_probabilities += [1.0] * n_steps
        self._change_evidence += [None] * n_steps


def _state(track: Track, state: int, offset: int) -> _State:
    return _State(
        track.locations[state],
        track.probabilities[state],
        track.exists[state],
        _moved(track.evidence[state], offset),
    )


def _moved(evidence: Evidence | None, offset: int) -> Evidence | None:
    """Return the evidence with its step's number in the whole document."""
    return None if evidence is None else replace(evidence, step=evidence.step + offset)
