"""The graphs of a store as an object-centric event log: OCEL 2.0 in its JSON form.

Things are objects whose location has a history; CREATE, MOVE and DESTROY are events. Documents,
steps, materials and quantities are objects too. Specification: Berti et al., arXiv:2403.01975,
section 8. Its JSON Schema wants every value as a string, whatever type is declared for it; readers
turn the string into that type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from tempfile import TemporaryFile
from typing import Any

from pipeline.domain.document import Document
from pipeline.domain.graph import Event, TemporalGraph
from pipeline.domain.grid import Change, Evidence, Track
from pipeline.domain.quantity import Quantity
from pipeline.exports.json_files import array_lines
from pipeline.exports.ocel_types import (
    EVENT_TYPES,
    OBJECT_TYPES,
    declared,
    event_type,
)
from pipeline.exports.output_files import json_text
from pipeline.exports.readings import history_of, origin_of, present_readings
from pipeline.exports.step_clock import EPOCH, StepClock, clock_of, utc_text
from pipeline.stores.graph_records import evidence_columns, record_of
from pipeline.stores.read import StoredReading
from pipeline.stores.store import Store

__all__ = ["ocel_lines"]

Attributes = Mapping[str, Any]  # values by name; those that are None are left out
Relationships = Iterable[tuple[str, str]]  # id of the object, qualifier
QUALIFIERS = {Change.CREATE: "creates", Change.MOVE: "moves", Change.DESTROY: "destroys"}


def ocel_lines(store: Store, *, current: bool = False) -> Iterator[str]:
    """The readings that hold now as the lines of one OCEL 2.0 JSON file.

    With ``current`` without numbers, times and sources of readings, so that stores of equal
    content give equal lines. The objects wait in a temporary file until the events are written.
    """
    yield f'{{"eventTypes": {json_text(list(declared(EVENT_TYPES)))},'
    yield f'"objectTypes": {json_text(list(declared(OBJECT_TYPES)))},'
    with TemporaryFile("w+", encoding="utf-8", newline="\n") as waiting:

        def events() -> Iterator[str]:
            for reading, graph in present_readings(store):
                clock = clock_of(graph.document)
                for described in _objects(reading, graph, clock, with_history=not current):
                    waiting.write(json_text(described) + "\n")
                for event in graph.events:
                    yield json_text(_event(event, graph, clock))

        yield '"events":'
        yield from array_lines(events())
        waiting.seek(0)
        yield ',"objects":'
        yield from array_lines(line.removesuffix("\n") for line in waiting)
    yield "}"


def _event(event: Event, graph: TemporalGraph, clock: StepClock) -> dict[str, Any]:
    document = graph.document
    attributes = {
        "step": event.step,
        "origin": event.origin and event.origin.text,
        "destination": event.destination and event.destination.text,
        "probability": event.probability,
    }
    return {
        "id": _id("event", document.id, str(event.step), event.entity.name),
        "type": event_type(event.change),
        "time": utc_text(clock.times[event.step]),
        "attributes": _attributes(attributes | _evidence(event.evidence, document)),
        "relationships": _relationships(
            [
                (_id("entity", document.id, event.entity.name), QUALIFIERS[event.change]),
                (_id("step", document.id, str(event.step)), "is part of"),
                (_id("document", document.id), "is part of"),
                *(
                    (_id("quantity", document.id, str(order)), "is stated with")
                    for order, quantity in enumerate(graph.quantities)
                    if quantity.step == event.step
                ),
            ]
        ),
    }


def _objects(
    reading: StoredReading, graph: TemporalGraph, clock: StepClock, *, with_history: bool
) -> Iterator[dict[str, Any]]:
    document = graph.document
    history = history_of(reading) if with_history else {}
    own = {
        "name": document.title,
        "text_sha256": document.text_sha256,
        **origin_of(reading),
        "clock": clock.kind,
        "clock_declaration": clock.declaration,
        **{name: history[name] for name in OBJECT_TYPES["document"] if name in history},
    }
    yield _object("document", (document.id,), own)
    whole = (_id("document", document.id), "is part of")
    for step in document.steps:
        number = str(step.number)
        yield _object("step", (document.id, number), record_of(step, "steps"), [whole])
    for track in graph.to_grid().tracks:
        name = track.entity.name
        described = _object("entity", (document.id, name), {}, [whole])
        names = {"name": name, "aliases": "; ".join(track.entity.aliases)}
        described["attributes"] = _timed(names) + _locations(track, document, clock)
        yield described
    for order, material in enumerate(document.materials):
        number = str(order)
        yield _object("material", (document.id, number), record_of(material, "materials"), [whole])
    orders = {material.name: str(order) for order, material in enumerate(document.materials)}
    for order, quantity in enumerate(graph.quantities):
        related = _related(quantity, document, orders)
        columns = record_of(quantity, "quantities")
        own = {name: columns[name] for name in OBJECT_TYPES["quantity"]}
        yield _object("quantity", (document.id, str(order)), own, [*related, whole])


def _related(
    quantity: Quantity, document: Document, materials: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    if quantity.step is not None:
        yield _id("step", document.id, str(quantity.step)), "is stated in"
    if quantity.material is not None:
        yield _id("material", document.id, materials[quantity.material]), "is the amount of"
    if quantity.entity is not None:
        yield _id("entity", document.id, quantity.entity.name), "measures"


def _locations(track: Track, document: Document, clock: StepClock) -> list[dict[str, str]]:
    """The history of a location: what differs from the state before, at its time."""
    changes: list[dict[str, str]] = []
    before: Attributes = {}
    for state, time in enumerate(clock.times):
        place = track.locations[state]
        evidence = _evidence(track.evidence[state], document)
        values = {
            "location": place.text,
            "location_kind": place.kind,
            "location_probability": track.probabilities[state],
            **{f"location_{name}": value for name, value in evidence.items()},
        }
        changed = {name: value for name, value in values.items() if before.get(name) != value}
        changes += _timed(changed, time)
        before = values
    return changes


def _evidence(evidence: Evidence | None, document: Document) -> dict[str, Any]:
    """Step, characters and text of the evidence; -1 and an empty text where there is none."""
    known = evidence is not None and 1 <= evidence.step <= document.n_steps
    sentence = document.steps[evidence.step - 1].text if evidence is not None and known else ""
    return evidence_columns(evidence) | {"sentence": sentence}


def _object(
    type: str, path: tuple[str, ...], attributes: Attributes, relationships: Relationships = ()
) -> dict[str, Any]:
    return {
        "id": _id(type, *path),
        "type": type,
        "attributes": _timed(attributes),
        "relationships": _relationships(relationships),
    }


def _timed(attributes: Attributes, time: datetime = EPOCH) -> list[dict[str, str]]:
    return [attribute | {"time": utc_text(time)} for attribute in _attributes(attributes)]


def _attributes(values: Attributes) -> list[dict[str, str]]:
    return [
        {"name": name, "value": _text(value)} for name, value in values.items() if value is not None
    ]


def _relationships(relationships: Relationships) -> list[dict[str, str]]:
    return [{"objectId": id, "qualifier": qualifier} for id, qualifier in relationships]


def _text(value: Any) -> str:
    """A value as a string from which a reader gets it back by its declared type."""
    if isinstance(value, datetime):
        return utc_text(value)
    return repr(value) if isinstance(value, float) else str(value)


def _id(type: str, document: str, *path: str) -> str:
    """An id that no other object or event has: only names in ``path`` lose their slashes."""
    escaped = (part.replace("%", "%25").replace("/", "%2F") for part in path)
    return f"{type}:{'/'.join([document, *escaped])}"
