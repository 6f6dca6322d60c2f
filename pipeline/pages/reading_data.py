"""A reading as JSON values, which the scripts of the page draw from.

Probabilities are whole per cents. States count from 0 (before step 1) to the number of steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pipeline.domain.document import Entity, Step
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import Evidence
from pipeline.questions.explain import change_clause, place_evidence, state_clause
from pipeline.questions.phrasing import short
from pipeline.stores.read import StoredReading

__all__ = ["colour_orders", "reading_data"]


def colour_orders(*graphs: TemporalGraph) -> dict[str, int]:
    """A running number for each name of an entity, the same in all of these readings."""
    names = dict.fromkeys(entity.name for graph in graphs for entity in graph.entities)
    return {name: order for order, name in enumerate(names)}


def reading_data(
    graph: TemporalGraph, reading: StoredReading, colours: Mapping[str, int]
) -> dict[str, Any]:
    """Steps, things, places, presences and events; a thing or place is named by its order."""
    things = {entity: order for order, entity in enumerate(graph.entities)}
    with_places = graph.probabilities_with_places()
    stated = [p.location.text for p in graph.presences if p.location.kind == "stated"]
    places = {name: order for order, name in enumerate(dict.fromkeys(stated))}
    return {
        "number": reading.number,
        "steps": [_step(step) for step in graph.document.steps],
        "things": [
            _thing(entity, exists, colours[entity.name])
            for entity, exists in zip(graph.entities, graph.exists, strict=True)
        ],
        "places": list(places),
        "presences": [
            _presence(presence, things, places, graph.n_steps) for presence in graph.presences
        ],
        "events": [
            _event(event, things, graph.n_steps, with_places[event.entity.name, event.step])
            for event in graph.events
        ],
    }


def _step(step: Step) -> dict[str, Any]:
    return {"text": step.text, "label": step.label, "alternative": step.alternative}


def _thing(entity: Entity, exists: tuple[float, ...], colour: int) -> dict[str, Any]:
    return {
        "name": entity.name,
        "short": short(entity.name),
        "aliases": list(entity.aliases),
        "colour": colour,
        "exists": [_per_cent(probability) for probability in exists],
        "absent": state_clause(entity.name, None),
    }


def _presence(
    presence: Presence, things: Mapping[Entity, int], places: Mapping[str, int], n_steps: int
) -> dict[str, Any]:
    """``place`` is None where the text does not state it."""
    stated = presence.location.kind == "stated"
    return {
        "thing": things[presence.entity],
        "place": places[presence.location.text] if stated else None,
        "from": presence.from_step,
        "until": presence.until_step,
        "probabilities": [_per_cent(probability) for probability in presence.probabilities],
        "clause": state_clause(presence.entity.name, presence),
        "evidence": _evidence(place_evidence(presence), n_steps),
    }


def _event(
    event: Event, things: Mapping[Entity, int], n_steps: int, probability: float
) -> dict[str, Any]:
    """``probability`` is that of the clause, which states the place too."""
    return {
        "thing": things[event.entity],
        "step": event.step,
        "change": str(event.change),
        "probability": _per_cent(probability),
        "clause": change_clause(event),
        "evidence": _evidence(event.evidence, n_steps),
    }


def _evidence(evidence: Evidence | None, n_steps: int) -> dict[str, int] | None:
    """The step and the half-open span of characters (code points); None where there is none."""
    if evidence is None or not 1 <= evidence.step <= n_steps:
        return None
    return {"step": evidence.step, "start": evidence.char_start, "end": evidence.char_end}


def _per_cent(probability: float) -> int:
    """Rounded as the command line rounds: 0.58 is 58."""
    return round(float(f"{probability:.2f}") * 100)
