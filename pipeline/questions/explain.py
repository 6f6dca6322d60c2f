"""Explanation of a cell of the grid: what came before, the change, the place, what follows.

Plain data throughout: how it looks on a terminal is up to the command line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from pipeline.domain.confidence import UNSURE_BELOW, is_unsure
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import NOWHERE, Evidence
from pipeline.errors import BadInput
from pipeline.questions import phrasing
from pipeline.questions.document_scope import DocumentScope, NotTracked
from pipeline.stores.read import StoredReading, find_reading, read_graphs, resolve_document
from pipeline.stores.store import Store

__all__ = [
    "Explanation",
    "Link",
    "change_clause",
    "explain",
    "explain_cell",
    "place_evidence",
    "state_clause",
]


@dataclass(frozen=True, slots=True)
class Link:
    """One statement of the reading, with the sentence of the text that it is based on.

    ``step`` is that sentence's step and ``text[char_start:char_end]`` the words in it; both ends
    are -1 where there are no words, ``step`` and ``text`` None where the text states nothing.
    """

    role: Literal["before", "change", "state", "after"]
    sentence: str
    probability: float
    step: int | None
    text: str | None
    char_start: int
    char_end: int
    unsure: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """An entity after ``step`` (0 is before step 1); ``location`` is ``-`` if it does not exist.

    ``probability`` is that of the location, ``unsure`` True if it is below the threshold,
    ``exists`` the probability of existing at all; the state holds over states
    ``[since_step, until_step)``. ``chain`` is in order of time.
    """

    document: str
    title: str
    entity: str
    step: int
    location: str
    kind: str
    probability: float
    exists: float
    since_step: int
    until_step: int
    chain: tuple[Link, ...]
    reading: int
    model: str
    checkpoint: str
    recorded_from: datetime
    unsure: bool


def explain(
    document: str,
    entity: str,
    step: int,
    *,
    store: Store,
    as_of: datetime | None = None,
    unsure_below: float = UNSURE_BELOW,
) -> Explanation:
    """Explain one cell; document and entity are named as a person calls them.

    Raises UnknownDocument, and BadInput for an entity or a step that the document does not have.
    """
    identity = resolve_document(document, store=store)
    reading = find_reading(identity, store=store, as_of=as_of)
    try:
        name = DocumentScope.open(identity, store=store, as_of=as_of).entity(entity)
    except NotTracked as error:
        raise BadInput(str(error).rstrip(".")) from error
    graph = replace(next(read_graphs([reading], store=store)), unsure_below=unsure_below)
    return explain_cell(graph, name, step, reading=reading)


def explain_cell(
    graph: TemporalGraph, entity: str, step: int, *, reading: StoredReading
) -> Explanation:
    """Explain one cell of a reading's graph. Raises BadInput for a step that is not there."""
    cell = _cell(graph, entity, step)
    location = NOWHERE if cell.presence is None else cell.presence.location
    return Explanation(
        document=graph.document.id,
        title=graph.document.title,
        entity=entity,
        step=step,
        location=location.text,
        kind=location.kind,
        probability=cell.probability,
        exists=cell.exists,
        since_step=0 if cell.change is None else cell.change.step,
        until_step=graph.n_steps + 1 if cell.following is None else cell.following.step,
        chain=tuple(_chain(cell, graph)),
        reading=reading.number,
        model=reading.model,
        checkpoint=reading.checkpoint,
        recorded_from=reading.recorded_from,
        unsure=is_unsure(cell.probability, below=graph.unsure_below),
    )


@dataclass(frozen=True, slots=True)
class _Cell:
    """An entity after a step: its presence there, and the changes before and after it.

    ``change`` is the last one up to the step, ``following`` the first one after it; ``before`` is
    the presence that ``change`` ended. All are None where there is none.
    """

    entity: str
    step: int
    presence: Presence | None
    before: Presence | None
    change: Event | None
    following: Event | None
    probability: float
    exists: float


def _cell(graph: TemporalGraph, entity: str, step: int) -> _Cell:
    names = [tracked.name for tracked in graph.entities]
    presences = [presence for presence in graph.presences if presence.entity.name == entity]
    events = [event for event in graph.events if event.entity.name == entity]
    change = next((event for event in reversed(events) if event.step <= step), None)
    since = 0 if change is None else change.step
    here = next((p for p in graph.snapshot(step) if p.entity.name == entity), None)
    exists = graph.exists[names.index(entity)][step]
    return _Cell(
        entity=entity,
        step=step,
        presence=here,
        before=next((p for p in reversed(presences) if p.until_step <= since), None),
        change=change,
        following=next((event for event in events if event.step > step), None),
        probability=1.0 - exists if here is None else here.probabilities[step - here.from_step],
        exists=exists,
    )


def _chain(cell: _Cell, graph: TemporalGraph) -> Iterable[Link]:
    if cell.before is not None:
        yield _link(
            "before",
            _state(cell.entity, cell.before, cell.before.until_step - 1),
            cell.before.probabilities[-1],
            place_evidence(cell.before),
            graph,
        )
    if cell.change is not None:
        yield _change(cell.change, "change", graph)
    evidence = None if cell.presence is None else place_evidence(cell.presence)
    if cell.presence is None and cell.change is not None:
        evidence = cell.change.evidence
    state = _state(cell.entity, cell.presence, cell.step)
    yield _link("state", state, cell.probability, evidence, graph)
    if cell.following is not None:
        yield _change(cell.following, "after", graph)


def place_evidence(presence: Presence) -> Evidence | None:
    """The evidence of the place, else the step that led to it; the start has no step."""
    return presence.evidence or (Evidence(presence.from_step) if presence.from_step else None)


def state_clause(entity: str, presence: Presence | None) -> str:
    """``the water is in the leaves``; without a presence, ``the water does not exist``."""
    if presence is None:
        return f"{phrasing.subject(entity, 'does')} not exist"
    return f"{phrasing.subject(entity, 'is')} {phrasing.at(presence.location.text)}"


def change_clause(event: Event) -> str:
    """``the water moves from the roots to the leaves``."""
    return phrasing.change_clause(
        {
            "change": str(event.change),
            "entity": event.entity.name,
            "origin": event.origin and event.origin.text,
            "destination": event.destination and event.destination.text,
        }
    )


def _state(entity: str, presence: Presence | None, step: int) -> str:
    return phrasing.sentence(f"{phrasing.after(step)} {state_clause(entity, presence)}")


def _change(event: Event, role: Literal["change", "after"], graph: TemporalGraph) -> Link:
    sentence = phrasing.sentence(f"in step {event.step} {change_clause(event)}")
    probability = graph.probabilities_with_places()[event.entity.name, event.step]
    return _link(role, sentence, probability, event.evidence, graph)


def _link(
    role: Literal["before", "change", "state", "after"],
    sentence: str,
    probability: float,
    evidence: Evidence | None,
    graph: TemporalGraph,
) -> Link:
    unsure = is_unsure(probability, below=graph.unsure_below)
    if evidence is None or not 1 <= evidence.step <= graph.n_steps:
        return Link(role, sentence, probability, None, None, -1, -1, unsure)
    text = graph.document.steps[evidence.step - 1].text
    span = evidence.char_start, evidence.char_end
    return Link(role, sentence, probability, evidence.step, text, *span, unsure)
