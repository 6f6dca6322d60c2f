"""What a temporal graph is in the store: rows for the statements of ``cypher/write/``.

Every row of a kind has the same keys with values of the same types, as the embedded engine wants.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from pipeline.domain.document import Step
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import Change, Evidence
from pipeline.stores.concepts import Meanings, concepts_of, meaning_of
from pipeline.stores.store import Row
from pipeline.stores.transaction_time import UNKNOWN

__all__ = ["rows_of"]

_NO_MEANINGS: Meanings = MappingProxyType({})
EVENTS = {
    Change.CREATE: "create_creations",
    Change.MOVE: "create_moves",
    Change.DESTROY: "create_destructions",
}


def rows_of(
    graph: TemporalGraph, *, reading: str, meanings: Meanings = _NO_MEANINGS
) -> dict[str, list[Row]]:
    """The rows below a reading, by the name of the statement that writes them.

    Ids are the reading's with a kind and a running number: entities in the graph's order.
    ``meanings`` are those of the reading's document.
    """
    entities = {
        entity.name: f"{reading}/entity/{order}" for order, entity in enumerate(graph.entities)
    }
    places = list(dict.fromkeys(presence.location for presence in graph.presences))
    locations = {place: f"{reading}/location/{order}" for order, place in enumerate(places)}
    steps = {step.number: step for step in graph.document.steps}
    rows: dict[str, list[Row]] = {
        "create_steps": [_step_row(step, reading) for step in steps.values()],
        "create_order": [
            {"step": _step_id(reading, number), "next": _step_id(reading, number + 1)}
            for number in range(1, len(steps))
        ],
        "create_entities": [
            {
                "id": entities[entity.name],
                "reading": reading,
                "name": entity.name,
                "aliases": list(entity.aliases),
                "existence": [float(one) for one in exists],
            }
            for entity, exists in zip(graph.entities, graph.exists, strict=True)
        ],
        "create_instances": [
            {"entity": entities[entity.name], "concept": concept}
            for entity in graph.entities
            for concept in dict.fromkeys(
                meaning_of(concept, meanings) for concept in concepts_of(entity)
            )
        ],
        "create_locations": [
            {"id": id, "name": place.text, "kind": place.kind} for place, id in locations.items()
        ],
        "create_presences": [
            _presence_row(one, entities[one.entity.name], locations[one.location], steps)
            for one in graph.presences
        ],
    }
    for name in EVENTS.values():
        rows[name] = []
    for event in graph.events:
        rows[EVENTS[event.change]].append(
            _event_row(event, _step_id(reading, event.step), entities[event.entity.name])
        )
    return rows


def _step_id(reading: str, number: int) -> str:
    return f"{reading}/step/{number}"


def _step_row(step: Step, reading: str) -> Row:
    return {
        "id": _step_id(reading, step.number),
        "reading": reading,
        "number": step.number,
        "text": step.text,
        "char_start": step.char_start,
        "starts_at": step.starts_at or UNKNOWN,
        "ends_at": step.ends_at or UNKNOWN,
    }


def _presence_row(presence: Presence, entity: str, location: str, steps: Mapping[int, Step]) -> Row:
    return {
        "entity": entity,
        "location": location,
        "from_step": presence.from_step,
        "until_step": presence.until_step,
        "probabilities": [float(one) for one in presence.probabilities],
        **_evidence(presence.evidence),
        "starts_at": _done_at(steps.get(presence.from_step)),
        "ends_at": _done_at(steps.get(presence.until_step)),
    }


def _event_row(event: Event, step: str, entity: str) -> Row:
    places = {"origin": event.origin, "destination": event.destination}
    return {
        "step": step,
        "entity": entity,
        **{name: place.text for name, place in places.items() if place is not None},
        "probability": float(event.probability),
        **_evidence(event.evidence),
    }


def _evidence(evidence: Evidence | None) -> Row:
    found = evidence or Evidence(-1)
    return {
        "evidence_step": found.step,
        "char_start": found.char_start,
        "char_end": found.char_end,
    }


def _done_at(step: Step | None) -> datetime:
    """The clock time at which the state after a step holds: its end, else its start."""
    return UNKNOWN if step is None else step.ends_at or step.starts_at or UNKNOWN
