"""Differences between two readings of a document, entity by entity and step by step.

The text may have changed between them. Steps are aligned by their text and entities by their
names, so that a step inserted before all others differs alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain
from typing import Literal

from pipeline.domain.confidence import is_unsure
from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Change, Track
from pipeline.domain.html_table import html_output, html_table
from pipeline.text.names import key_of

__all__ = ["CellDifference", "EntityDifference", "ReadingDifference", "StepDifference", "compare"]

ALIKE = 0.6  # two steps at least this similar are one step, reworded
Side = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class StepDifference:
    """A step whose text differs; None where a reading has no such step."""

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
    """A step after which an entity is at another place, or that changes it in another way.

    ``step_before`` and ``step_after`` are the step's numbers in the two readings, 0 being before
    step 1; None where a reading has no such step, so that the entity stays where it was. A location
    is ``-`` where the entity does not exist and ``?`` where its place is not stated. The
    probabilities are those of the locations, which are unsure below their graph's threshold.
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
    unsure_before: bool
    unsure_after: bool

    def texts(self) -> list[str]:
        """The entity, the step and both sides in words: ``move: root (0.80)``."""
        steps = ["–" if step is None else str(step) for step in (self.step_before, self.step_after)]
        return [
            self.entity,
            steps[0] if steps[0] == steps[1] else " / ".join(steps),
            _side(
                self.change_before,
                self.location_before,
                self.probability_before,
                unsure=self.unsure_before,
            ),
            _side(
                self.change_after,
                self.location_after,
                self.probability_after,
                unsure=self.unsure_after,
            ),
        ]


@dataclass(frozen=True, slots=True, repr=False)
class ReadingDifference:
    """All differences; empty throughout if the readings agree."""

    steps: tuple[StepDifference, ...]
    entities: tuple[EntityDifference, ...]
    cells: tuple[CellDifference, ...]

    def __repr__(self) -> str:
        return (
            f"ReadingDifference(n_steps={len(self.steps)}, n_entities={len(self.entities)},"
            f" n_cells={len(self.cells)})"
        )

    def _repr_html_(self) -> str:
        """The differences as tables, for notebooks."""
        counts = [
            f"{number} {noun if number == 1 else plural}"
            for number, noun, plural in (
                (len(self.steps), "step", "steps"),
                (len(self.entities), "entity", "entities"),
                (len(self.cells), "cell", "cells"),
            )
            if number
        ]
        tables = (
            (["", "step", "text"], list(chain.from_iterable(map(_step_rows, self.steps)))),
            (["", "entity"], [[_sign(each.tracked), each.entity] for each in self.entities]),
            (["entity", "step", "before", "after"], [cell.texts() for cell in self.cells]),
        )
        title = f"Different: {', '.join(counts)}" if counts else "no differences"
        return html_output(title, *(html_table(head, rows) for head, rows in tables if rows))


def _step_rows(step: StepDifference) -> Iterator[list[str]]:
    """A row for each reading that has the step."""
    if step.step_before is not None:
        yield [_sign("before"), str(step.step_before), step.text_before or ""]
    if step.step_after is not None:
        yield [_sign("after"), str(step.step_after), step.text_after or ""]


def _sign(side: Side) -> str:
    return "−" if side == "before" else "+"


def _side(change: str, place: str, probability: float | None, *, unsure: bool) -> str:
    if probability is None:
        return "no such step"
    remark = f"{probability:.2f}{', unsure' if unsure else ''}"
    return f"{change}: {place} ({remark})".removeprefix("none: ")


def compare(before: TemporalGraph, after: TemporalGraph) -> ReadingDifference:
    """Compare two readings; a difference in probability alone does not count."""
    below = (before.unsure_below, after.unsure_below)
    pairs = align_steps(before.document, after.document)
    matched, alone = _align_entities(before.entities, after.entities)
    left = {track.entity: track for track in before.to_grid().tracks}
    right = {track.entity: track for track in after.to_grid().tracks}
    cells = (_cells(left[entity], right[other], pairs, below) for entity, other in matched)
    return ReadingDifference(
        tuple(_step_differences(pairs, before.document, after.document)),
        tuple(alone),
        tuple(chain.from_iterable(cells)),
    )


def align_steps(before: Document, after: Document) -> list[tuple[int | None, int | None]]:
    """The number of each step in both texts, in order; None where a text does not have it."""
    left, right = before.steps, after.steps
    matcher = SequenceMatcher(
        None, list(map(_plain, left)), list(map(_plain, right)), autojunk=False
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
    """Pair each step with the first later one that is like it; the rest have no partner."""
    start = 0
    for step in left:
        like = next(
            (order for order in range(start, len(right)) if _alike(step, right[order])), None
        )
        if like is None:
            yield step.number, None
            continue
        yield from ((None, other.number) for other in right[start:like])
        yield step.number, right[like].number
        start = like + 1
    yield from ((None, other.number) for other in right[start:])


def _alike(step: Step, other: Step) -> bool:
    matcher = SequenceMatcher(None, _plain(step).split(), _plain(other).split(), autojunk=False)
    return matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def _plain(step: Step) -> str:
    return " ".join(step.text.casefold().split())


def _align_entities(
    before: tuple[Entity, ...], after: tuple[Entity, ...]
) -> tuple[list[tuple[Entity, Entity]], list[EntityDifference]]:
    """Pair entities of one name, else those that share an alias in any case and number."""
    matched: list[tuple[Entity, Entity]] = []
    only_before, only_after = list(before), list(after)
    for names in (_name, _names):
        for entity in list(only_before):
            other = next((other for other in only_after if names(entity) & names(other)), None)
            if other is not None:
                matched.append((entity, other))
                only_before.remove(entity)
                only_after.remove(other)
    order = {entity: number for number, entity in enumerate(before)}
    matched.sort(key=lambda pair: order[pair[0]])
    alone = [EntityDifference(entity.name, "before") for entity in only_before]
    return matched, alone + [EntityDifference(entity.name, "after") for entity in only_after]


def _name(entity: Entity) -> set[object]:
    return {entity.name}


def _names(entity: Entity) -> set[object]:
    return {key_of(alias) for alias in entity.aliases}


def _step_differences(
    pairs: list[tuple[int | None, int | None]], before: Document, after: Document
) -> Iterator[StepDifference]:
    for left, right in pairs:
        text_before = None if left is None else before.steps[left - 1].text
        text_after = None if right is None else after.steps[right - 1].text
        if text_before != text_after:
            yield StepDifference(left, right, text_before, text_after)


def _cells(
    before: Track,
    after: Track,
    pairs: list[tuple[int | None, int | None]],
    below: tuple[float, float],
) -> Iterator[CellDifference]:
    """``below`` are the thresholds of both."""
    state_before, state_after = 0, 0  # the states that both tracks have come to
    for left, right in [(0, 0), *pairs]:
        state_before = state_before if left is None else left
        state_after = state_after if right is None else right
        location_before, location_after = (
            before.locations[state_before],
            after.locations[state_after],
        )
        change_before, change_after = _change(before, left), _change(after, right)
        # at a step that one text does not have, only what happens there can differ
        apart = location_before != location_after and None not in (left, right)
        if apart or change_before != change_after:
            probability_before = None if left is None else before.probabilities[state_before]
            probability_after = None if right is None else after.probabilities[state_after]
            yield CellDifference(
                entity=before.entity.name,
                step_before=left,
                step_after=right,
                location_before=location_before.text,
                location_after=location_after.text,
                probability_before=probability_before,
                probability_after=probability_after,
                change_before=str(change_before),
                change_after=str(change_after),
                unsure_before=is_unsure(probability_before, below=below[0]),
                unsure_after=is_unsure(probability_after, below=below[1]),
            )


def _change(track: Track, step: int | None) -> Change:
    return track.change_at(step) if step else Change.NONE
