"""What two readings of a document say differently, entity by entity and step by step.

The text may have changed between them: steps are aligned by their text, and entities by their
names, so that a step put in before them all makes nothing differ but itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Change, Track
from pipeline.text.names import key_of

__all__ = ["CellDifference", "EntityDifference", "ReadingDifference", "StepDifference", "compare"]

ALIKE = 0.6  # from this similarity on, a step is the other one reworded
Side = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class StepDifference:
    """A step of which the text differs; None where a reading has no such step."""

    step_before: int | None
    step_after: int | None
    text_before: str | None
    text_after: str | None


@dataclass(frozen=True, slots=True)
class EntityDifference:
    """An entity that only one of the readings tracks."""

    entity: str
    tracked: Side


@dataclass(frozen=True, slots=True)
class CellDifference:
    """A step after which an entity is elsewhere, or that does something else to it.

    ``step_before`` and ``step_after`` are the two readings' numbers of one step, 0 being before
    step 1; None where a reading has no such step, which then leaves the entity where it was.
    Locations are ``-`` where it does not exist and ``?`` where its place is not stated.
    """

    entity: str
    step_before: int | None
    step_after: int | None
    location_before: str
    location_after: str
    probability_before: float | None
    probability_after: float | None
    change_before: str
    change_after: str


@dataclass(frozen=True, slots=True)
class ReadingDifference:
    """All that differs; empty throughout if the readings say the same."""

    steps: tuple[StepDifference, ...]
    entities: tuple[EntityDifference, ...]
    cells: tuple[CellDifference, ...]


def compare(before: TemporalGraph, after: TemporalGraph) -> ReadingDifference:
    """Compare two readings; probabilities alone make no difference."""
    pairs = align_steps(before.document, after.document)
    matched, alone = _align_entities(before.entities, after.entities)
    left = {track.entity: track for track in before.to_grid().tracks}
    right = {track.entity: track for track in after.to_grid().tracks}
    return ReadingDifference(
        tuple(_step_differences(pairs, before.document, after.document)),
        tuple(alone),
        tuple(
            cell for mine, theirs in matched for cell in _cells(left[mine], right[theirs], pairs)
        ),
    )


def align_steps(before: Document, after: Document) -> list[tuple[int | None, int | None]]:
    """Pairs of numbers of one step in both texts, in order; None where one text has it not."""
    left, right = before.steps, after.steps
    matcher = SequenceMatcher(
        None, [_plain(one) for one in left], [_plain(one) for one in right], autojunk=False
    )
    pairs: list[tuple[int | None, int | None]] = []
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            pairs += [(left[i + n].number, right[k + n].number) for n in range(j - i)]
        else:
            pairs += _align_reworded(left[i:j], right[k:m])
    return pairs


def _align_reworded(
    left: tuple[Step, ...], right: tuple[Step, ...]
) -> Iterator[tuple[int | None, int | None]]:
    """Pair each step with the first later one that is like it; what is left stands alone."""
    start = 0
    for one in left:
        like = next(
            (order for order in range(start, len(right)) if _alike(one, right[order])), None
        )
        if like is None:
            yield one.number, None
            continue
        yield from ((None, other.number) for other in right[start:like])
        yield one.number, right[like].number
        start = like + 1
    yield from ((None, other.number) for other in right[start:])


def _alike(one: Step, other: Step) -> bool:
    matcher = SequenceMatcher(None, _plain(one).split(), _plain(other).split(), autojunk=False)
    return matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def _plain(step: Step) -> str:
    return " ".join(step.text.casefold().split())


def _align_entities(
    before: tuple[Entity, ...], after: tuple[Entity, ...]
) -> tuple[list[tuple[Entity, Entity]], list[EntityDifference]]:
    """Entities of one name, else those that share one, whatever its case and number."""
    theirs = list(after)
    matched: list[tuple[Entity, Entity]] = []
    rest = list(before)
    for names in (_name, _names):
        for one in list(rest):
            other = next((two for two in theirs if names(one) & names(two)), None)
            if other is not None:
                matched.append((one, other))
                rest.remove(one)
                theirs.remove(other)
    order = {one: number for number, one in enumerate(before)}
    matched.sort(key=lambda pair: order[pair[0]])
    alone = [EntityDifference(one.name, "before") for one in rest]
    return matched, alone + [EntityDifference(one.name, "after") for one in theirs]


def _name(entity: Entity) -> set[object]:
    return {entity.name}


def _names(entity: Entity) -> set[object]:
    return {key_of(alias) for alias in entity.aliases}


def _step_differences(
    pairs: list[tuple[int | None, int | None]], before: Document, after: Document
) -> Iterator[StepDifference]:
    for one, other in pairs:
        mine = None if one is None else before.steps[one - 1].text
        theirs = None if other is None else after.steps[other - 1].text
        if mine != theirs:
            yield StepDifference(one, other, mine, theirs)


def _cells(
    mine: Track, theirs: Track, pairs: list[tuple[int | None, int | None]]
) -> Iterator[CellDifference]:
    at, there = 0, 0  # the states both tracks have come to
    for one, other in [(0, 0), *pairs]:
        at, there = at if one is None else one, there if other is None else other
        changes = (_change(mine, one), _change(theirs, other))
        # with a step that one text has not, only what happens there differs
        apart = mine.locations[at] != theirs.locations[there] and None not in (one, other)
        if apart or changes[0] != changes[1]:
            yield CellDifference(
                mine.entity.name,
                one,
                other,
                mine.locations[at].text,
                theirs.locations[there].text,
                None if one is None else mine.probabilities[at],
                None if other is None else theirs.probabilities[there],
                *map(str, changes),
            )


def _change(track: Track, step: int | None) -> Change:
    return track.change_at(step) if step else Change.NONE
