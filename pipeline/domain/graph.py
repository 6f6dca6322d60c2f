"""The temporal graph of one document: presence of entities at locations, and what changed them.

Valid time is the step. An interval ``[from_step, until_step)`` runs over states 0..n, so an open
end is n + 1. Not existing is the absence of an interval; SOMEWHERE is a location like any other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, SupportsIndex

from pipeline.domain.cells import CELL_COLUMNS, cell_rows
from pipeline.domain.confidence import UNSURE_BELOW, is_unsure
from pipeline.domain.data_frame import FrameLibrary, chosen_library, data_frame
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import NOWHERE, Change, Evidence, Grid, Location, Track
from pipeline.domain.grid_html import grid_html
from pipeline.domain.name_keys import matching_names, name_list
from pipeline.domain.quantity import Quantity
from pipeline.errors import BadInput, NoSuchStep

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
    """A change that a step makes; ``origin`` is None for CREATE, ``destination`` for DESTROY.

    ``probability`` is that of the kind and the step, whatever the place.
    """

    step: int
    entity: Entity
    change: Change
    origin: Location | None
    destination: Location | None
    probability: float
    evidence: Evidence | None


@dataclass(frozen=True, slots=True, repr=False)
class TemporalGraph:
    """A document's steps with, per entity, its presences and events.

    ``exists[j]`` (n + 1 probabilities) belongs to ``entities[j]``. Presences are ordered by entity,
    then from_step; events by step, then entity; quantities of the list of materials come before
    those of the steps. What is less probable than ``unsure_below`` is shown as unsure; two graphs
    that differ in that alone are equal.
    """

    document: Document
    entities: tuple[Entity, ...]
    presences: tuple[Presence, ...]
    events: tuple[Event, ...]
    exists: tuple[tuple[float, ...], ...]
    quantities: tuple[Quantity, ...] = ()
    unsure_below: float = field(default=UNSURE_BELOW, compare=False)

    @property
    def n_facts(self) -> int:
        """Steps, entities and what is known of them: what a graph takes to keep."""
        parts = (self.document.steps, self.entities, self.presences, self.events, self.quantities)
        return sum(map(len, parts))

    @classmethod
    def from_grid(
        cls, document: Document, grid: Grid, *, quantities: tuple[Quantity, ...] = ()
    ) -> TemporalGraph:
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
            quantities,
        )

    @property
    def n_steps(self) -> int:
        return self.document.n_steps

    def __repr__(self) -> str:
        return (
            f"TemporalGraph(document={self.document.id!r}, n_steps={self.n_steps},"
            f" n_entities={len(self.entities)}, n_events={len(self.events)})"
        )

    def _repr_html_(self) -> str:
        """The grid as a table above the steps, for notebooks; ``(pan?)`` is unsure."""
        return grid_html(self.document, self.to_grid(), below=self.unsure_below)

    def snapshot(self, step: SupportsIndex) -> tuple[Presence, ...]:
        """Return the presences that hold after ``step`` (0 is before step 1): a bipartite graph.

        Raises BadInput if ``step`` is no whole number, NoSuchStep if the document has no such step.
        """
        state = self._state(step)
        return tuple(
            presence
            for presence in self.presences
            if presence.from_step <= state < presence.until_step
        )

    def entity(self, name: str) -> Entity:
        """Return the entity that is called ``name``: its name or an alias, in any case, with or
        without an article, in singular or plural.

        Raises BadInput if there is none, or several.
        """
        if not isinstance(name, str):
            raise BadInput(f"the name of an entity must be a string, not {name!r:.60}")
        names = {entity.name: (entity.name, *entity.aliases) for entity in self.entities}
        matches = matching_names(name, names)
        if not matches:
            raise BadInput(
                f"{name!r} is not tracked in {self.document.id!r}; tracked are {name_list(names)}"
            )
        if len(matches) > 1:
            candidates = " or ".join(map(repr, matches))
            raise BadInput(
                f"{name!r} may be {candidates} in {self.document.id!r}; name one of them"
            )
        return next(entity for entity in self.entities if entity.name == matches[0])

    def location_of(self, entity: str, step: SupportsIndex) -> Location:
        """Return an entity's likeliest location after ``step``; NOWHERE if it does not exist then.

        ``entity`` is a name that ``self.entity`` finds. Raises BadInput.
        """
        presence = self._presence(self.entity(entity), step)
        return NOWHERE if presence is None else presence.location

    def probability_of(self, entity: str, step: SupportsIndex) -> float:
        """Return the probability of what ``location_of`` returns. Raises BadInput."""
        tracked, state = self.entity(entity), self._state(step)
        presence = self._presence(tracked, state)
        if presence is None:
            return 1.0 - self.exists[self.entities.index(tracked)][state]
        return presence.probabilities[state - presence.from_step]

    def is_unsure(self, entity: str, step: SupportsIndex) -> bool:
        """Return True if what ``location_of`` returns is less probable than ``unsure_below``.

        Raises BadInput.
        """
        return is_unsure(self.probability_of(entity, step), below=self.unsure_below)

    def probabilities_with_places(self) -> dict[tuple[str, int], float]:
        """Return the probability of each event with its place, by the entity's name and the step.

        It is that of the event or of the place, whichever is smaller: the place to which the entity
        comes, or in which it is destroyed.
        """
        places = {
            (presence.entity, state): probability
            for presence in self.presences
            for state, probability in enumerate(presence.probabilities, presence.from_step)
        }
        probabilities = {}
        for event in self.events:
            state = event.step - 1 if event.change is Change.DESTROY else event.step
            place = places.get((event.entity, state), event.probability)
            probabilities[event.entity.name, event.step] = min(event.probability, place)
        return probabilities

    def _presence(self, entity: Entity, step: SupportsIndex) -> Presence | None:
        here = (presence for presence in self.snapshot(step) if presence.entity == entity)
        return next(here, None)

    def _state(self, step: SupportsIndex) -> int:
        """Return ``step`` as a state of the document, 0 to n. Raises BadInput."""
        if isinstance(step, bool) or not isinstance(step, SupportsIndex):
            raise BadInput(f"a step must be a whole number, not {step!r:.60}")
        state = step.__index__()
        if not 0 <= state <= self.n_steps:
            raise NoSuchStep(
                f"{self.document.id!r} has steps 1 to {self.n_steps} (0 is before step 1),"
                f" not {state}"
            )
        return state

    def to_grid(self) -> Grid:
        """Return the grid that this graph was folded from.

        Exact in locations; the probability of not existing is one minus that of existing, and the
        evidence of a presence is that of its first state.
        """
        return Grid(self.n_steps, tuple(self._track(order) for order in range(len(self.entities))))

    def to_frame(self, library: FrameLibrary | None = None) -> Any:
        """Return the grid as a data frame with a row for each entity and state, 0 to n.

        Its columns are document, entity, step, location (``-`` where the entity does not exist,
        ``?`` where its place is not stated), kind, probability, unsure, change (none, create, move
        or destroy), change_probability, and the evidence: evidence_step, evidence_text, char_start,
        char_end. ``library`` is "pandas", "polars" or "arrow" (a ``pyarrow.Table``); by default
        pandas if it is installed, else Polars. Raises BadInput if none of them is.
        """
        chosen = chosen_library(library)
        rows = cell_rows(self.document, self.to_grid(), below=self.unsure_below)
        return data_frame(rows, CELL_COLUMNS, library=chosen)

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
