"""Why a cell of the grid says what it says: what came before, the change, the place, what follows.

Plain data throughout: how it looks on a terminal is the command line's business.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pipeline.domain.document import Document
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import NOWHERE, Evidence
from pipeline.errors import BadInput
from pipeline.questions import phrasing
from pipeline.questions.document_scope import AskedDocument, NotTracked
from pipeline.stores.read import StoredReading, find_reading, read_graphs, resolve_document
from pipeline.stores.store import Store

__all__ = ["Explanation", "Link", "explain", "explain_cell"]


@dataclass(frozen=True, slots=True)
class Link:
    """One thing the reading says, with the sentence that it says it from.

    ``step`` is that sentence's, ``text[char_start:char_end]`` the words, -1 where none are;
    ``step`` and ``text`` are None where the text says nothing.
    """

    role: Literal["before", "change", "state", "after"]
    sentence: str
    probability: float
    step: int | None
    text: str | None
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """The entity after ``step`` (0 is before step 1); ``location`` is ``-`` if it does not exist.

    ``probability`` is that of the location, ``exists`` that of existing at all; the state holds
    over states ``[since_step, until_step)``. ``chain`` is in order of time.
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


def explain(
    document: str, entity: str, step: int, *, store: Store, as_of: datetime | None = None
) -> Explanation:
    """Explain one cell; document and entity as a person calls them.

    Raises UnknownDocument, and BadInput for an entity or a step that the document has not.
    """
    identity = resolve_document(document, store=store)
    reading = find_reading(identity, store=store, as_of=as_of)
    try:
        name = AskedDocument.open(identity, store=store, as_of=as_of).entity(entity)
    except NotTracked as error:
        raise BadInput(str(error).rstrip(".")) from error
    return explain_cell(next(read_graphs([reading], store=store)), name, step, reading=reading)


def explain_cell(
    graph: TemporalGraph, entity: str, step: int, *, reading: StoredReading
) -> Explanation:
    """Explain one cell of a reading's graph. Raises BadInput for a step that is not there."""
    if not 0 <= step <= graph.n_steps:
        raise BadInput(
            f"{graph.document.id!r} has steps 1 to {graph.n_steps} (0 is before step 1), not {step}"
        )
    order = [one.name for one in graph.entities].index(entity)
    stays = [one for one in graph.presences if one.entity.name == entity]
    events = [one for one in graph.events if one.entity.name == entity]
    change = next((one for one in reversed(events) if one.step <= step), None)
    following = next((one for one in events if one.step > step), None)
    here = next((one for one in stays if one.from_step <= step < one.until_step), None)
    since = 0 if change is None else change.step
    before = next((one for one in reversed(stays) if one.until_step <= since), None)
    exists = graph.exists[order][step]
    place = NOWHERE if here is None else here.location
    certain = 1.0 - exists if here is None else here.probabilities[step - here.from_step]
    return Explanation(
        document=graph.document.id,
        title=graph.document.title,
        entity=entity,
        step=step,
        location=place.text,
        kind=place.kind,
        probability=certain,
        exists=exists,
        since_step=since,
        until_step=graph.n_steps + 1 if following is None else following.step,
        chain=tuple(_chain(graph, entity, step, before, change, here, following, certain)),
        reading=reading.number,
        model=reading.model,
        checkpoint=reading.checkpoint,
        recorded_from=reading.recorded_from,
    )


def _chain(
    graph: TemporalGraph,
    entity: str,
    step: int,
    before: Presence | None,
    change: Event | None,
    here: Presence | None,
    following: Event | None,
    certain: float,
) -> Iterable[Link]:
    document = graph.document
    if before is not None:
        last = before.until_step - 1
        yield _link(
            "before",
            _state(entity, before, last),
            before.probabilities[-1],
            _stated(before),
            document,
        )
    if change is not None:
        yield _change(change, "change", document)
    evidence = None if here is None else _stated(here)
    if here is None and change is not None:
        evidence = change.evidence
    yield _link("state", _state(entity, here, step), certain, evidence, document)
    if following is not None:
        yield _change(following, "after", document)


def _stated(stay: Presence) -> Evidence | None:
    """Where the place is stated, else the step that led to it; the start has no such step."""
    return stay.evidence or (Evidence(stay.from_step) if stay.from_step else None)


def _state(entity: str, stay: Presence | None, step: int) -> str:
    told = (
        f"{phrasing.subject(entity, 'does')} not exist"
        if stay is None
        else f"{phrasing.subject(entity, 'is')} {phrasing.at(stay.location.text)}"
    )
    return phrasing.sentence(f"{phrasing.after(step)} {told}")


def _change(event: Event, role: Literal["change", "after"], document: Document) -> Link:
    row: dict[str, Any] = {
        "step": event.step,
        "change": str(event.change),
        "entity": event.entity.name,
        "origin": event.origin and event.origin.text,
        "destination": event.destination and event.destination.text,
    }
    return _link(role, phrasing.changes([row]), event.probability, event.evidence, document)


def _link(
    role: Literal["before", "change", "state", "after"],
    sentence: str,
    probability: float,
    evidence: Evidence | None,
    document: Document,
) -> Link:
    if evidence is None or not 1 <= evidence.step <= document.n_steps:
        return Link(role, sentence, probability, None, None, -1, -1)
    text = document.steps[evidence.step - 1].text
    return Link(
        role, sentence, probability, evidence.step, text, evidence.char_start, evidence.char_end
    )
