"""Integrity rules for the intervals and events of a reading, and for a document's readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Literal

__all__ = [
    "EntityRows",
    "EventRow",
    "Level",
    "LintFinding",
    "PresenceRow",
    "ReadingRow",
    "check_entity",
    "check_readings",
]

Level = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class LintFinding:
    """A broken rule; a warning may be intended."""

    rule: str
    level: Level
    document: str
    reading: int | None
    entity: str | None
    step: int | None
    message: str


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """A reading of the store and the time when it is open."""

    document: str
    id: str
    number: int
    n_steps: int
    recorded_from: datetime
    recorded_until: datetime


@dataclass(frozen=True, slots=True)
class PresenceRow:
    """An entity is at a location over states [from_step, until_step)."""

    from_step: int
    until_step: int
    location: str
    states: int  # that have a probability


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event; without an origin it creates, without a destination it destroys."""

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
    """The rows of one entity in a reading; ``states`` of them have a probability of existing."""

    name: str
    states: int
    presences: Sequence[PresenceRow]
    events: Sequence[EventRow]


def check_entity(entity: EntityRows, *, n_steps: int) -> Iterator[tuple[str, int | None, str]]:
    """Yield the rule that is broken, the step and a sentence, for each mistake."""
    intervals = sorted(
        entity.presences, key=lambda interval: (interval.from_step, interval.until_step)
    )
    events = sorted(entity.events, key=lambda event: event.step)
    yield from _check_bounds(entity, intervals, n_steps)
    yield from _check_neighbours(intervals, events, n_steps)
    yield from _check_events(intervals, events)
    yield from _check_order(intervals, events)


def check_readings(readings: Sequence[ReadingRow]) -> Iterator[tuple[int, str]]:
    """Yield the number of each reading that does not fit the one before, and a sentence."""
    ordered = sorted(readings, key=lambda reading: reading.number)
    for reading in ordered:
        if reading.recorded_from >= reading.recorded_until:
            yield reading.number, "was closed before it was opened"
    for earlier, later in pairwise(ordered):
        if earlier.number == later.number:
            yield later.number, "exists twice"
        elif later.recorded_from < earlier.recorded_until:
            yield later.number, f"is open while reading {earlier.number} still is"


def _check_bounds(
    entity: EntityRows, intervals: Sequence[PresenceRow], n_steps: int
) -> Iterator[tuple[str, int | None, str]]:
    if entity.states != n_steps + 1:
        yield (
            "probabilities",
            None,
            f"has {entity.states} probabilities of existing for {n_steps + 1} states",
        )
    for interval in intervals:
        if not 0 <= interval.from_step < interval.until_step <= n_steps + 1:
            yield (
                "interval-bounds",
                interval.from_step,
                f"is {_at(interval)}, outside 0 to {n_steps + 1}",
            )
        elif interval.states != interval.until_step - interval.from_step:
            yield (
                "probabilities",
                interval.from_step,
                f"has {interval.states} probabilities {_at(interval)}",
            )


def _check_neighbours(
    intervals: Sequence[PresenceRow], events: Sequence[EventRow], n_steps: int
) -> Iterator[tuple[str, int | None, str]]:
    """Check that an event explains every end and beginning of an interval."""
    created = {event.step for event in events if event.verb == "created"}
    moved = {event.step for event in events if event.verb == "moved"}
    destroyed = {event.step for event in events if event.verb == "destroyed"}
    for earlier, later in pairwise(intervals):
        if later.from_step < earlier.until_step:
            yield "overlap", later.from_step, f"is both {_at(earlier)} and {_at(later)}"
        elif later.from_step == earlier.until_step:
            if later.from_step not in moved:
                yield (
                    "change-without-event",
                    later.from_step,
                    f"is then {_at(later)}, but not moved",
                )
        elif earlier.until_step not in destroyed or later.from_step not in created:
            yield (
                "gap",
                earlier.until_step,
                f"is nowhere from {earlier.until_step} to {later.from_step}, but not destroyed and"
                " created again",
            )
    if intervals and intervals[0].from_step > 0 and intervals[0].from_step not in created:
        yield (
            "change-without-event",
            intervals[0].from_step,
            f"is {_at(intervals[0])}, but not created",
        )
    end = max((interval.until_step for interval in intervals), default=n_steps + 1)
    if end <= n_steps and end not in destroyed:
        yield "change-without-event", end, "is nowhere from then on, but not destroyed"


def _check_events(
    intervals: Sequence[PresenceRow], events: Sequence[EventRow]
) -> Iterator[tuple[str, int | None, str]]:
    """Check that the origin of an event ends an interval, and that its destination begins one."""
    begins = {(interval.from_step, interval.location) for interval in intervals}
    ends = {(interval.until_step, interval.location) for interval in intervals}
    for event in events:
        if event.destination is not None and (event.step, event.destination) not in begins:
            message = f"is {event.verb} at {event.destination!r}, where no interval begins"
            yield "event-without-interval", event.step, message
        if event.origin is not None and (event.step, event.origin) not in ends:
            message = f"is {event.verb} from {event.origin!r}, where no interval ends"
            yield "event-without-interval", event.step, message


def _check_order(
    intervals: Sequence[PresenceRow], events: Sequence[EventRow]
) -> Iterator[tuple[str, int | None, str]]:
    """Check that only what exists is moved or destroyed, and that it is not created again."""
    last: EventRow | None = None
    for event in events:
        exists = any(
            interval.from_step < event.step <= interval.until_step for interval in intervals
        )
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


def _at(interval: PresenceRow) -> str:
    return f"at {interval.location!r} over [{interval.from_step}, {interval.until_step})"
