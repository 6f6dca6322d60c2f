"""The temporal graph of one document: presence of entities at locations, and what changed them.

Valid time is the step. An interval ``[from_step, until_step)`` runs over states 0..n, so an open
end is n + 1. Not existing is the absence of an interval; SOMEWHERE is a location like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import NOWHERE, Change, Evidence, Grid, Location, Track

__all__ = ["Event", "Presence", "TemporalGraph"]


@dataclass(frozen=True, slots=True)
class Presence:
    """An entity at a location over states ``[from_step, until_step)``, one probability a state."""

    entity: Entity
    location: Location
    from_step: int
    until_step: int
    probabilities: tuple[float, ...]
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class Event:
    """A change that a step makes; ``origin`` is None for CREATE, ``destination`` for DESTROY."""

    step: int
    entity: Entity
    change: Change
    origin: Location | None
    destination: Location | None
    probability: float
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class TemporalGraph:
    """A document's steps with, per entity, its presences and events.

    ``exists[j]`` (n + 1 probabilities) belongs to ``entities[j]``. Presences are ordered by entity,
    then from_step; events by step, then entity.
    """

    document: Document
    entities: tuple[Entity, ...]
    presences: tuple[Presence, ...]
    events: tuple[Event, ...]
    exists: tuple[tuple[float, ...], ...]

    @classmethod
    def from_grid(cls, document: Document, grid: Grid) -> TemporalGraph:
        """Fold equal neighbouring states of each track into presences, differences into events."""
        if grid.n_steps != document.n_steps:
            raise ValueError(
                f"{document.id!r} has {document.n_steps} steps, its grid {grid.n_steps}"
            )
        presences = tuple(presence for track in grid.tracks for presence in _presences(track))
        events = sorted(
            (event for order, track in enumerate(grid.tracks) for event in _events(track, order)),
            key=lambda pair: (pair[1].step, pair[0]),
        )
        return cls(
            document,
            tuple(track.entity for track in grid.tracks),
            presences,
            tuple(event for _, event in events),
            tuple(track.exists for track in grid.tracks),
        )

    @property
    def n_steps(self) -> int:
        return self.document.n_steps

    def snapshot(self, step: int) -> tuple[Presence, ...]:
        """Return the presences that hold after ``step`` (0 is before step 1): a bipartite graph.

        Raises IndexError if the document has no such step.
        """
        if not 0 <= step <= self.n_steps:
            raise IndexError(f"{self.document.id!r} has steps 0 to {self.n_steps}, not {step}")
        return tuple(
            presence
            for presence in self.presences
            if presence.from_step <= step < presence.until_step
        )

    def location_of(self, entity: str, step: int) -> Location:
        """Return the location of the entity of this name after ``step``; NOWHERE if it has none."""
        for presence in self.snapshot(step):
            if presence.entity.name == entity:
                return presence.location
        return NOWHERE

    def to_grid(self) -> Grid:
        """Return the grid that this graph was folded from.

        Exact in locations; the probability of not existing is one minus that of existing, and the
        evidence of a presence is that of its first state.
        """
        return Grid(self.n_steps, tuple(self._track(order) for order in range(len(self.entities))))

    def _track(self, order: int) -> Track:
        entity, exists = self.entities[order], self.exists[order]
        locations: list[Location] = [NOWHERE] * (self.n_steps + 1)
        probabilities = [1.0 - probability for probability in exists]
        evidence: list[Evidence | None] = [None] * (self.n_steps + 1)
        for presence in self.presences:
            if presence.entity == entity:
                for state in range(presence.from_step, presence.until_step):
                    locations[state] = presence.location
                    probabilities[state] = presence.probabilities[state - presence.from_step]
                    evidence[state] = presence.evidence
        changes = [1.0] * self.n_steps
        change_evidence: list[Evidence | None] = [None] * self.n_steps
        for event in self.events:
            if event.entity == entity:
                changes[event.step - 1] = event.probability
                change_evidence[event.step - 1] = event.evidence
        return Track(
            entity,
            tuple(locations),
            tuple(probabilities),
            exists,
            tuple(changes),
            tuple(evidence),
            tuple(change_evidence),
        )


def _presences(track: Track) -> list[Presence]:
    presences = []
    for location, states in groupby(
        range(track.n_steps + 1), key=lambda state: track.locations[state]
    ):
        if location != NOWHERE:
            span = list(states)
            presences.append(
                Presence(
                    track.entity,
                    location,
                    span[0],
                    span[-1] + 1,
                    tuple(track.probabilities[state] for state in span),
                    track.evidence[span[0]],
                )
            )
    return presences


def _events(track: Track, order: int) -> list[tuple[int, Event]]:
    events = []
    for step in range(1, track.n_steps + 1):
        change = track.change_at(step)
        if change is Change.NONE:
            continue
        before, after = track.locations[step - 1], track.locations[step]
        events.append(
            (
                order,
                Event(
                    step,
                    track.entity,
                    change,
                    None if before == NOWHERE else before,
                    None if after == NOWHERE else after,
                    track.change_probabilities[step - 1],
                    track.change_evidence[step - 1] or Evidence(step),
                ),
            )
        )
    return events
