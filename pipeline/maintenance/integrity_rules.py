"""What must be true of one reading's intervals and events, and of a document's readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Literal

__all__ = [
    "EntityRows",
    "Event",
    "Finding",
    "Level",
    "ReadingRow",
    "Stay",
    "check_entity",
    "check_readings",
]

Level = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it must be; a warning may be meant so."""

    rule: str
    level: Level
    document: str
    reading: int | None
    entity: str | None
    step: int | None
    message: str


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """A reading with when it holds, as the store has it."""

    document: str
    id: str
    number: int
    n_steps: int
    recorded_from: datetime
    recorded_until: datetime


@dataclass(frozen=True, slots=True)
class Stay:
    """An entity is at a location over states [from_step, until_step)."""

    from_step: int
    until_step: int
    location: str
    states: int  # that have a probability


@dataclass(frozen=True, slots=True)
class Event:
    """Without an origin it creates, without a destination it destroys."""

    step: int
    origin: str | None
    destination: str | None

    @property
    def verb(self) -> str:
        if self.origin is None:
            return "created"
        return "destroyed" if self.destination is None else "moved"


@dataclass(frozen=True, slots=True)
class EntityRows:
    """All that a reading says of one entity; ``states`` of it have a probability of existing."""

    name: str
    states: int
    stays: Sequence[Stay]
    events: Sequence[Event]


def check_entity(one: EntityRows, *, n_steps: int) -> Iterator[tuple[str, int | None, str]]:
    """Yield the rule that is broken, the step and a sentence, for each mistake."""
    stays = sorted(one.stays, key=lambda stay: (stay.from_step, stay.until_step))
    events = sorted(one.events, key=lambda event: event.step)
    yield from _check_bounds(one, stays, n_steps)
    yield from _check_neighbours(stays, events, n_steps)
    yield from _check_events(stays, events)
    yield from _check_order(stays, events)


def check_readings(readings: Sequence[ReadingRow]) -> Iterator[tuple[int, str]]:
    """Yield the number of each reading of a document that does not fit with the one before."""
    ordered = sorted(readings, key=lambda one: one.number)
    for one in ordered:
        if one.recorded_from >= one.recorded_until:
            yield one.number, "was closed before it held"
    for one, later in pairwise(ordered):
        if one.number == later.number:
            yield later.number, "is there twice"
        elif later.recorded_from < one.recorded_until:
            yield later.number, f"holds while reading {one.number} still does"


def _check_bounds(
    one: EntityRows, stays: Sequence[Stay], n_steps: int
) -> Iterator[tuple[str, int | None, str]]:
    if one.states != n_steps + 1:
        yield (
            "probabilities",
            None,
            f"has {one.states} probabilities of existing for {n_steps + 1} states",
        )
    for stay in stays:
        if not 0 <= stay.from_step < stay.until_step <= n_steps + 1:
            yield "interval-bounds", stay.from_step, f"is {_at(stay)}, outside 0 to {n_steps + 1}"
        elif stay.states != stay.until_step - stay.from_step:
            yield "probabilities", stay.from_step, f"has {stay.states} probabilities {_at(stay)}"


def _check_neighbours(
    stays: Sequence[Stay], events: Sequence[Event], n_steps: int
) -> Iterator[tuple[str, int | None, str]]:
    """Where one interval ends and the next begins, an event must say why."""
    created = {event.step for event in events if event.verb == "created"}
    moved = {event.step for event in events if event.verb == "moved"}
    destroyed = {event.step for event in events if event.verb == "destroyed"}
    for one, later in pairwise(stays):
        if later.from_step < one.until_step:
            yield "overlap", later.from_step, f"is both {_at(one)} and {_at(later)}"
        elif later.from_step == one.until_step:
            if later.from_step not in moved:
                yield (
                    "change-without-event",
                    later.from_step,
                    f"is then {_at(later)}, but not moved",
                )
        elif one.until_step not in destroyed or later.from_step not in created:
            yield (
                "gap",
                one.until_step,
                f"is nowhere from {one.until_step} to {later.from_step}, but not destroyed and"
                " created again",
            )
    if stays and stays[0].from_step > 0 and stays[0].from_step not in created:
        yield "change-without-event", stays[0].from_step, f"is {_at(stays[0])}, but not created"
    end = max((stay.until_step for stay in stays), default=n_steps + 1)
    if end <= n_steps and end not in destroyed:
        yield "change-without-event", end, "is nowhere from then on, but not destroyed"


def _check_events(
    stays: Sequence[Stay], events: Sequence[Event]
) -> Iterator[tuple[str, int | None, str]]:
    """What an event says of before and after must be an interval's end and another's beginning."""
    begins = {(stay.from_step, stay.location) for stay in stays}
    ends = {(stay.until_step, stay.location) for stay in stays}
    for event in events:
        if event.destination is not None and (event.step, event.destination) not in begins:
            told = f"is {event.verb} at {event.destination!r}, where no interval begins"
            yield "event-without-interval", event.step, told
        if event.origin is not None and (event.step, event.origin) not in ends:
            told = f"is {event.verb} from {event.origin!r}, where no interval ends"
            yield "event-without-interval", event.step, told


def _check_order(
    stays: Sequence[Stay], events: Sequence[Event]
) -> Iterator[tuple[str, int | None, str]]:
    """What does not exist is neither moved nor destroyed; what exists is not created."""
    last: Event | None = None
    for event in events:
        exists = any(stay.from_step < event.step <= stay.until_step for stay in stays)
        if last is not None and last.verb == event.verb == "destroyed":
            yield "destroyed-twice", event.step, f"is destroyed again, after step {last.step}"
        elif last is not None and last.verb != "destroyed" and event.verb == "created":
            yield "created-twice", event.step, f"is created again, and was {last.verb} before"
        elif event.verb == "created" and exists:
            yield "created-twice", event.step, "is created, though it exists already"
        elif event.verb != "created" and not exists:
            yield "moved-before-created", event.step, f"is {event.verb} before it is created"
        if last is not None and last.step == event.step:
            yield "two-events", event.step, f"is both {last.verb} and {event.verb}"
        last = event


def _at(stay: Stay) -> str:
    return f"at {stay.location!r} over [{stay.from_step}, {stay.until_step})"
