"""The entity × step grid: where each entity is before step 1 and after every step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from pipeline.domain.document import Entity
from pipeline.errors import BadInput, NoSuchStep

__all__ = ["NOWHERE", "SOMEWHERE", "Change", "Evidence", "Grid", "Location", "Track"]


class Change(StrEnum):
    """The effect of a step on an entity: a comparison of two locations, never stored with them."""

    NONE = "none"
    CREATE = "create"
    MOVE = "move"
    DESTROY = "destroy"


@dataclass(frozen=True, slots=True)
class Location:
    """A place named in the document; equal to any other mention of the same text.

    ``kind`` takes part in equality, so a stray "-" in a document is not NOWHERE.
    """

    text: str
    kind: Literal["stated", "nowhere", "somewhere"] = "stated"


NOWHERE = Location("-", kind="nowhere")  # does not exist
SOMEWHERE = Location("?", kind="somewhere")  # exists, place unstated


@dataclass(frozen=True, slots=True)
class Evidence:
    """The words that state a fact: a step and a half-open span of characters within its text.

    ``char_start`` and ``char_end`` are -1 where no words state it, only the step as a whole.
    """

    step: int
    char_start: int = -1
    char_end: int = -1


@dataclass(frozen=True, slots=True)
class Track:
    """One row of the grid: ``locations[0]`` is before step 1, ``locations[t]`` after step t.

    For n steps: ``probabilities[t]`` (n + 1) is that of ``locations[t]``; ``exists[t]`` (n + 1)
    that of existing at all; ``change_probabilities[t - 1]`` (n) that of the change at step t,
    NONE included; ``evidence[t]`` (n + 1) is where the text states the location, None if it does
    not; ``change_evidence[t - 1]`` (n) is where it states the change, None without one.
    """

    entity: Entity
    locations: tuple[Location, ...]
    probabilities: tuple[float, ...] = field(default=())
    exists: tuple[float, ...] = field(default=())
    change_probabilities: tuple[float, ...] = field(default=())
    evidence: tuple[Evidence | None, ...] = field(default=())
    change_evidence: tuple[Evidence | None, ...] = field(default=())

    def __post_init__(self) -> None:
        """Fill in what a certain source (gold, an annotator) leaves out; check the sizes."""
        n_states = len(self.locations)
        if n_states < 2:
            raise ValueError(f"{self.entity.name!r} needs a state before and after at least 1 step")
        defaults: dict[str, tuple[object, ...]] = {
            "probabilities": (1.0,) * n_states,
            "exists": tuple(float(place != NOWHERE) for place in self.locations),
            "change_probabilities": (1.0,) * (n_states - 1),
            "evidence": (None,) * n_states,
            "change_evidence": (None,) * (n_states - 1),
        }
        for name, default in defaults.items():
            values = getattr(self, name)
            if not values:
                object.__setattr__(self, name, default)
            elif len(values) != len(default):
                raise ValueError(
                    f"{self.entity.name!r} has {len(values)} {name}, expected {len(default)}"
                )

    @property
    def n_steps(self) -> int:
        return len(self.locations) - 1

    def change_at(self, step: int) -> Change:
        """Compare the location before ``step`` with the one after; the first step is 1.

        Raises BadInput if ``step`` is no whole number, NoSuchStep if the document has no such step.
        """
        if not isinstance(step, int):
            raise BadInput(f"a step must be a whole number, not {step!r:.60}")
        if not 1 <= step <= self.n_steps:
            raise NoSuchStep(f"{self.entity.name!r} has steps 1 to {self.n_steps}, not {step}")
        before, after = self.locations[step - 1], self.locations[step]
        if before == after:
            return Change.NONE
        if before == NOWHERE:
            return Change.CREATE
        return Change.DESTROY if after == NOWHERE else Change.MOVE

    def evidence_at(self, state: int) -> Evidence | None:
        """Where the text states the location at a state, or the end of what the step destroys."""
        if self.locations[state] != NOWHERE:
            return self.evidence[state]
        return self.change_evidence[state - 1] if state else None


@dataclass(frozen=True, slots=True)
class Grid:
    """All tracks of one document, one for each entity; every track has ``n_steps`` steps."""

    n_steps: int
    tracks: tuple[Track, ...]

    def __post_init__(self) -> None:
        names: set[str] = set()
        for track in self.tracks:
            if track.n_steps != self.n_steps:
                raise ValueError(
                    f"{track.entity.name!r} has {track.n_steps} steps, the document {self.n_steps}"
                )
            if track.entity.name in names:
                raise ValueError(f"{track.entity.name!r} is tracked twice; give each entity once")
            names.add(track.entity.name)

    @classmethod
    def from_texts(cls, entities: Sequence[Entity], states: Sequence[Sequence[str]]) -> Grid:
        """Read ProPara's notation: ``-`` is NOWHERE, ``?`` SOMEWHERE, all else a stated place."""
        if len(entities) != len(states):
            raise ValueError(f"{len(entities)} entities, but {len(states)} rows of states")
        if not states:
            raise ValueError("no entity is tracked; give at least one")
        tracks = tuple(
            Track(entity, tuple(location_from_text(text) for text in row))
            for entity, row in zip(entities, states, strict=True)
        )
        return cls(tracks[0].n_steps, tracks)


def location_from_text(text: str) -> Location:
    """Return NOWHERE for ``-``, SOMEWHERE for ``?``, else the stated location of that name."""
    return {NOWHERE.text: NOWHERE, SOMEWHERE.text: SOMEWHERE}.get(text, Location(text))


def location_from_name(name: str | None) -> Location | None:
    """The origin or destination that a record of an event names: None where it has none.

    ``?`` is SOMEWHERE; all else is a stated place, ``-`` too, since nothing moves to NOWHERE.
    """
    if name is None:
        return None
    return SOMEWHERE if name == SOMEWHERE.text else Location(name)
