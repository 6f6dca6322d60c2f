"""What every question of the catalogue must answer, worked out in Python from temporal graphs.

Written from ProPara's definitions, with nothing in common with the Cypher but the column names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pipeline.domain.document import Entity
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import SOMEWHERE, Change, Location
from pipeline.domain.reading import NumberedReading
from pipeline.stores.concepts import concepts_of

Row = dict[str, Any]


@dataclass(frozen=True)
class Recorded:
    """A reading and when it was written; the next of its document closes it."""

    reading: NumberedReading
    at: datetime


@dataclass(frozen=True)
class Merged:
    """A decision that ``name`` and all that is one with it is ``into``."""

    name: str
    into: str
    at: datetime


@dataclass(frozen=True)
class Split:
    """A decision that ``name`` stands alone, or that it is ``meaning`` in a document."""

    name: str
    at: datetime
    document: str | None = None
    meaning: str = ""


class Ties:
    """Which concepts are one, and what they mean in which document, at a moment."""

    def __init__(self, decisions: Sequence[Merged | Split]) -> None:
        self.head: dict[str, str] = {}
        self.meaning: dict[tuple[str, str], str] = {}
        for decision in decisions:
            if isinstance(decision, Merged):
                old, new = self.head_of(decision.name), self.head_of(decision.into)
                for name in [name for name in self.head if self.head[name] == old]:
                    self.head[name] = new
                self.head[old] = self.head[decision.name] = new
            elif decision.document is None:
                del self.head[decision.name]
            else:
                self.meaning[decision.document, decision.name] = decision.meaning

    def head_of(self, concept: str) -> str:
        return self.head.get(concept, concept)

    def of(self, entity: Entity, document: str) -> list[str]:
        """The concepts of an entity there, not yet their heads."""
        concepts = []
        for concept in concepts_of(entity):
            while (document, concept) in self.meaning:
                concept = self.meaning[document, concept]
            concepts.append(concept)
        return list(dict.fromkeys(concepts))


class Oracle:
    """All readings ever written, all decisions, and the answers to questions about it."""

    def __init__(
        self, recorded: Sequence[Recorded], decisions: Sequence[Merged | Split] = ()
    ) -> None:
        self.recorded = sorted(recorded, key=lambda record: record.at)
        self.decisions = sorted(decisions, key=lambda decision: decision.at)

    def current(self, as_of: datetime) -> dict[str, Recorded]:
        """The reading of each document that holds, by document id."""
        past = [record for record in self.recorded if record.at <= as_of]
        records = {record.reading.document_id: record for record in past}
        return dict(sorted(records.items()))

    def answer(self, question: str, as_of: datetime, **parameters: Any) -> list[Row]:
        current = self.current(as_of)
        ties = Ties([decision for decision in self.decisions if decision.at <= as_of])
        if question in ACROSS:
            return ACROSS[question](current, ties, **parameters)
        recorded = current[parameters.pop("document")]
        if question == "reading":
            return [_reading(recorded)]
        if question == "entities":
            return _entities(recorded.reading.graph, ties)
        return WITHIN[question](recorded.reading.graph, **parameters)


def _event_evidence(event: Event, graph: TemporalGraph) -> Row:
    evidence = event.evidence
    assert evidence is not None
    return {"probability": event.probability, **_sentence(evidence.step, graph),
            "char_start": evidence.char_start, "char_end": evidence.char_end}  # fmt: skip


def _place_evidence(stay: Presence, graph: TemporalGraph, state: int) -> Row:
    evidence = stay.evidence
    stated_at = evidence.step if evidence and evidence.step > 0 else stay.from_step
    return {
        "probability": stay.probabilities[state - stay.from_step],
        **_sentence(stated_at, graph),
        "char_start": evidence.char_start if evidence else -1,
        "char_end": evidence.char_end if evidence else -1,
    }


def _sentence(number: int, graph: TemporalGraph) -> Row:
    for step in graph.document.steps:
        if step.number == number:
            return {"evidence_step": number, "evidence_text": step.text}
    return {"evidence_step": None, "evidence_text": None}


NO_EVIDENCE = {
    "probability": None,
    "evidence_step": None,
    "evidence_text": None,
    "char_start": -1,
    "char_end": -1,
}


def _stays(graph: TemporalGraph, entity: str) -> list[Presence]:
    return [presence for presence in graph.presences if presence.entity.name == entity]


def _states(graph: TemporalGraph, entity: str) -> list[Presence | None]:
    """The entity's presence at every state 0..n; None where it does not exist."""
    states: list[Presence | None] = [None] * (graph.n_steps + 1)
    for stay in _stays(graph, entity):
        for state in range(stay.from_step, stay.until_step):
            states[state] = stay
    return states


def _event(graph: TemporalGraph, entity: str, step: int) -> Event:
    key = entity, step
    return next(event for event in graph.events if (event.entity.name, event.step) == key)


def _created(graph: TemporalGraph, entity: str) -> int | None:
    """Task 1: nowhere before the first step and somewhere after one; the first such step."""
    states = _states(graph, entity)
    if states[0] is not None:
        return None
    return next((step for step, stay in enumerate(states) if stay is not None), None)


def _destroyed(graph: TemporalGraph, entity: str) -> int | None:
    """Task 1: nowhere after the last step and somewhere before one; the last such step."""
    states = _states(graph, entity)
    if states[-1] is not None:
        return None
    there = [state for state, stay in enumerate(states) if stay is not None]
    return there[-1] + 1 if there else None


def _moves(graph: TemporalGraph, entity: str) -> list[int]:
    states = _states(graph, entity)
    return [
        step
        for step in range(1, graph.n_steps + 1)
        if (before := states[step - 1])
        and (now := states[step])
        and before.location != now.location
    ]


def _is(name: str, step_of: Callable[[TemporalGraph, str], int | None]) -> Any:
    def answer(graph: TemporalGraph, entity: str) -> list[Row]:
        step = step_of(graph, entity)
        evidence = (
            NO_EVIDENCE if step is None else _event_evidence(_event(graph, entity, step), graph)
        )
        return [{name: step is not None, "step": step, **evidence}]

    return answer


def _when(step_of: Callable[[TemporalGraph, str], int | None]) -> Any:
    def answer(graph: TemporalGraph, entity: str) -> list[Row]:
        step = step_of(graph, entity)
        if step is None:
            return []
        return [{"step": step, **_event_evidence(_event(graph, entity, step), graph)}]

    return answer


def _where(step_of: Callable[[TemporalGraph, str], int | None], back: int) -> Any:
    def answer(graph: TemporalGraph, entity: str) -> list[Row]:
        step = step_of(graph, entity)
        if step is None:
            return []
        stay = _states(graph, entity)[step - back]
        assert stay is not None
        evidence = _place_evidence(stay, graph, step - back)
        return [{**_place(stay.location), "step": step, **evidence}]

    return answer


def _is_moved(graph: TemporalGraph, entity: str) -> list[Row]:
    steps = _moves(graph, entity)
    evidence = _event_evidence(_event(graph, entity, steps[0]), graph) if steps else NO_EVIDENCE
    first = steps[0] if steps else None
    return [{"moved": bool(steps), "step": first, **evidence}]


def _when_moved(graph: TemporalGraph, entity: str) -> list[Row]:
    return [
        {"step": step, **_event_evidence(_event(graph, entity, step), graph)}
        for step in _moves(graph, entity)
    ]


def _where_moved(graph: TemporalGraph, entity: str) -> list[Row]:
    states = _states(graph, entity)
    return [
        {
            "step": step,
            "origin": states[step - 1].location.text,  # type: ignore[union-attr]
            "destination": states[step].location.text,  # type: ignore[union-attr]
            **_event_evidence(_event(graph, entity, step), graph),
        }
        for step in _moves(graph, entity)
    ]


def _names(graph: TemporalGraph) -> list[str]:
    return sorted(entity.name for entity in graph.entities)


def _actions(graph: TemporalGraph, entity: str) -> list[tuple[int, Change]]:
    states = _states(graph, entity)
    changes = []
    for step in range(1, graph.n_steps + 1):
        before, now = states[step - 1], states[step]
        if before is None and now is not None:
            changes.append((step, Change.CREATE))
        elif before is not None and now is None:
            changes.append((step, Change.DESTROY))
        elif before is not None and now is not None and before.location != now.location:
            changes.append((step, Change.MOVE))
    return changes


def _inputs(graph: TemporalGraph) -> list[Row]:
    """Task 2: some DESTROY with no CREATE before it and no CREATE or MOVE after it."""
    rows = []
    for entity in _names(graph):
        actions = _actions(graph, entity)
        for step, change in actions:
            before = {action for at, action in actions if at < step}
            later = {action for at, action in actions if at > step}
            if (
                change is Change.DESTROY
                and Change.CREATE not in before
                and not later & {Change.CREATE, Change.MOVE}
            ):
                rows.append(_one_sided(graph, entity, step, "origin"))
    return rows


def _outputs(graph: TemporalGraph) -> list[Row]:
    """Task 2: some CREATE with no DESTROY or MOVE before it and no DESTROY after it."""
    rows = []
    for entity in _names(graph):
        actions = _actions(graph, entity)
        for step, change in actions:
            before = {action for at, action in actions if at < step}
            later = {action for at, action in actions if at > step}
            if (
                change is Change.CREATE
                and not before & {Change.DESTROY, Change.MOVE}
                and Change.DESTROY not in later
            ):
                rows.append(_one_sided(graph, entity, step, "destination"))
    return rows


def _one_sided(graph: TemporalGraph, entity: str, step: int, side: str) -> Row:
    event = _event(graph, entity, step)
    return {
        "entity": entity,
        "step": step,
        side: getattr(event, side).text,
        **_event_evidence(event, graph),
    }


def _conversions(graph: TemporalGraph) -> list[Row]:
    """Task 2, from locations only; the look-ahead never reaches the last step."""
    changed: dict[int, dict[str, list[str]]] = {
        step: {"destroy": [], "create": []} for step in range(1, graph.n_steps + 2)
    }
    for entity in _names(graph):
        states = _states(graph, entity)
        for step in range(1, graph.n_steps + 1):
            if states[step - 1] is not None and states[step] is None:
                changed[step]["destroy"].append(entity)
            if states[step - 1] is None and states[step] is not None:
                changed[step]["create"].append(entity)
    rows = []
    for step in range(1, graph.n_steps + 1):
        here, following = changed[step], changed[step + 1]
        if here["destroy"] and here["create"]:
            parts = [("destroy", step), ("create", step)]
        elif step >= graph.n_steps - 1:
            continue
        elif here["destroy"] and following["create"] and not following["destroy"]:
            parts = [("destroy", step), ("create", step + 1)]
        elif here["create"] and following["destroy"] and not following["create"]:
            parts = [("destroy", step + 1), ("create", step)]
        else:
            continue
        for change, when in parts:
            for entity in changed[when][change]:
                event = _event(graph, entity, when)
                place = event.origin or event.destination
                assert place is not None
                rows.append({
                    "step": step, "change": change, "entity": entity, "change_step": when,
                    "location": place.text, **_event_evidence(event, graph),
                })  # fmt: skip
    return rows


def _events(graph: TemporalGraph) -> list[Event]:
    return sorted(graph.events, key=lambda event: (event.step, event.entity.name))


def _all_moves(graph: TemporalGraph) -> list[Row]:
    return [
        {
            "step": event.step,
            "entity": event.entity.name,
            "origin": event.origin.text,
            "destination": event.destination.text,
            **_event_evidence(event, graph),
        }
        for event in _events(graph)
        if event.origin and event.destination
    ]


def _changes(graph: TemporalGraph) -> list[Row]:
    return [
        {
            "step": event.step,
            "change": event.change.value,
            "entity": event.entity.name,
            "origin": event.origin and event.origin.text,
            "destination": event.destination and event.destination.text,
            **_event_evidence(event, graph),
        }
        for event in _events(graph)
    ]


def _action_rows(graph: TemporalGraph) -> list[Row]:
    rows = []
    for entity in _names(graph):
        changes = dict(_actions(graph, entity))
        places = [stay.location.text if stay else "-" for stay in _states(graph, entity)]
        for step in range(1, graph.n_steps + 1):
            change = changes.get(step, Change.NONE)
            rows.append({
                "entity": entity, "step": step, "action": change.name,
                "before": places[step - 1], "after": places[step],
            })  # fmt: skip
    return rows


def _changes_at(graph: TemporalGraph, step: int) -> list[Row]:
    rows = [row for row in _changes(graph) if row["step"] == step]
    return [{key: row[key] for key in row if key != "step"} for row in rows]


def _place(location: Location) -> Row:
    return {"location": location.text, "kind": location.kind}


def _at(graph: TemporalGraph, state: int) -> Iterator[tuple[str, Presence]]:
    for entity in _names(graph):
        stay = _states(graph, entity)[state]
        if stay is not None:
            yield entity, stay


def _snapshot(graph: TemporalGraph, step: int) -> list[Row]:
    return [
        {
            "entity": entity,
            **_place(stay.location),
            "since_step": stay.from_step,
            **_place_evidence(stay, graph, step),
        }
        for entity, stay in _at(graph, step)
    ]


def _location_after(graph: TemporalGraph, entity: str, step: int) -> list[Row]:
    rows = [row for row in _snapshot(graph, step) if row["entity"] == entity]
    return [{key: row[key] for key in row if key != "entity"} for row in rows]


def _location_before(graph: TemporalGraph, entity: str, step: int) -> list[Row]:
    return _location_after(graph, entity, step - 1)


def _timeline(graph: TemporalGraph, entity: str) -> list[Row]:
    return [
        {
            "from_step": stay.from_step,
            "until_step": stay.until_step,
            **_place(stay.location),
            **_place_evidence(stay, graph, stay.from_step),
        }
        for stay in _stays(graph, entity)
    ]


def _ever_at(graph: TemporalGraph, location: str) -> list[Row]:
    return [
        {
            "entity": entity,
            "from_step": stay.from_step,
            "until_step": stay.until_step,
            **_place_evidence(stay, graph, stay.from_step),
        }
        for entity in _names(graph)
        for stay in _stays(graph, entity)
        if stay.location == Location(location)
    ]


def _together_at(graph: TemporalGraph, step: int) -> list[Row]:
    here = [(entity, stay) for entity, stay in _at(graph, step) if stay.location != SOMEWHERE]
    rows = [
        {
            "location": stay.location.text,
            "entity": entity,
            "since_step": stay.from_step,
            **_place_evidence(stay, graph, step),
        }
        for entity, stay in here
        if sum(other.location == stay.location for _, other in here) > 1
    ]
    return sorted(rows, key=lambda row: (row["location"], row["entity"]))


def _together_with(graph: TemporalGraph, entity: str, step: int) -> list[Row]:
    rows = _together_at(graph, step)
    places = {row["location"] for row in rows if row["entity"] == entity}
    return [row for row in rows if row["location"] in places and row["entity"] != entity]


def _exists(graph: TemporalGraph, entity: str, step: int) -> list[Row]:
    order = [entity_of_graph.name for entity_of_graph in graph.entities].index(entity)
    existing = _states(graph, entity)[step] is not None
    exists = graph.exists[order][step]
    return [{"existing": existing, "probability": exists if existing else 1.0 - exists}]


def _entities(graph: TemporalGraph, ties: Ties) -> list[Row]:
    rows = [
        {"entity": entity.name, "aliases": list(entity.aliases), "concept": concept}
        for entity in graph.entities
        for concept in ties.of(entity, graph.document.id)
    ]
    return sorted(rows, key=lambda row: (row["entity"], row["concept"]))


def _places(graph: TemporalGraph) -> list[Row]:
    locations = {presence.location for presence in graph.presences}
    stated = {location.text for location in locations if location != SOMEWHERE}
    return [{"location": text} for text in sorted(stated)]


def _steps(graph: TemporalGraph) -> list[Row]:
    return [
        {
            "step": step.number,
            "text": step.text,
            "starts_at": step.starts_at,
            "ends_at": step.ends_at,
        }
        for step in graph.document.steps
    ]


def _quantities(graph: TemporalGraph) -> list[Row]:
    rows = []
    for quantity in graph.quantities:
        sentence = _sentence(-1 if quantity.step is None else quantity.step, graph)
        rows.append({
            "step": quantity.step,
            "material": quantity.material,
            "entity": quantity.entity and quantity.entity.name,
            **{name: getattr(quantity, name) for name in QUANTITY},
            **sentence,
            "char_start": quantity.char_start,
            "char_end": quantity.char_end,
        })  # fmt: skip
    return sorted(rows, key=_place_in_text)


QUANTITY = "kind text value until unit base_value base_until base_unit".split()


def _place_in_text(row: Row) -> tuple[int, int, str, str]:
    return row["step"] or 0, row["char_start"], row["material"] or "", row["text"]


def _compared(holds: Callable[[Row, float], bool]) -> Any:
    """The quantities of all documents that are above or below a value."""

    def answer(current: Current, ties: Ties, kind: str, unit: str, value: float) -> list[Row]:
        left_out = ("kind", "value", "until", "unit", "base_unit")
        return [
            {
                "document": document,
                "title": recorded.reading.graph.document.title,
                **{key: row[key] for key in row if key not in left_out},
            }
            for document, recorded in current.items()
            for row in _quantities(recorded.reading.graph)
            if (row["kind"], row["base_unit"]) == (kind, unit)
            if row["base_value"] is not None and holds(row, value)
        ]

    return answer


def _steps_naming(graph: TemporalGraph, words: list[str]) -> list[Row]:
    rows = [
        {"step": step.number, "text": step.text,
         "words": sum(word in step.text.lower() for word in words)}
        for step in graph.document.steps
    ]  # fmt: skip
    named = [row for row in rows if row["words"]]
    return sorted(named, key=lambda row: (-row["words"], row["step"]))


def _materials(graph: TemporalGraph) -> list[Row]:
    rows = [
        {"material": entry.name, "amount": entry.amount, "unit": entry.unit, "note": entry.note}
        for entry in graph.document.materials
    ]

    def nulls_last(row: Row) -> list[tuple[bool, str]]:
        return [(value is None, value or "") for value in row.values()]

    return sorted(rows, key=nulls_last)


def _reading(recorded: Recorded) -> Row:
    reading = recorded.reading
    return {
        "title": reading.graph.document.title,
        "source": reading.graph.document.source,
        "number": reading.number,
        "model": reading.model,
        "checkpoint": reading.checkpoint,
        "n_steps": reading.graph.n_steps,
        "recorded_from": recorded.at,
    }


Current = dict[str, Recorded]


def _instances(
    current: Current, ties: Ties, concept: str
) -> Iterator[tuple[str, TemporalGraph, str]]:
    for document, recorded in current.items():
        graph = recorded.reading.graph
        for entity in sorted(graph.entities, key=lambda tracked: tracked.name):
            if ties.head_of(concept) in _heads(entity, document, ties):
                yield document, graph, entity.name


def _heads(entity: Entity, document: str, ties: Ties) -> list[str]:
    return sorted({ties.head_of(concept) for concept in ties.of(entity, document)})


def _across(within: Callable[[TemporalGraph], list[Row]]) -> Any:
    def answer(current: Current, ties: Ties, concept: str) -> list[Row]:
        return [
            {"document": document, "title": graph.document.title, **row}
            for document, graph, entity in _instances(current, ties, concept)
            for row in within(graph)
            if row["entity"] == entity
        ]

    return answer


def _trackers(current: Current, ties: Ties, concept: str) -> list[Row]:
    return [
        {"document": document, "title": graph.document.title, "entity": entity}
        for document, graph, entity in _instances(current, ties, concept)
    ]


def _found_in(graph: TemporalGraph) -> list[Row]:
    return [{"entity": entity, **row} for entity in _names(graph) for row in _found(graph, entity)]


def _found(graph: TemporalGraph, entity: str) -> list[Row]:
    return [
        {
            **_place(stay.location),
            "from_step": stay.from_step,
            "until_step": stay.until_step,
            **_place_evidence(stay, graph, stay.from_step),
        }
        for stay in _stays(graph, entity)
    ]


def _converters(current: Current, ties: Ties, consumed: str, produced: str) -> list[Row]:
    makers = {(document, entity) for document, _, entity in _instances(current, ties, produced)}
    users = {(document, entity) for document, _, entity in _instances(current, ties, consumed)}
    rows = []
    for document, recorded in current.items():
        graph = recorded.reading.graph
        conversions = _conversions(graph)
        for used in (row for row in conversions if row["change"] == "destroy"):
            for made in (row for row in conversions if row["change"] == "create"):
                if used["step"] != made["step"]:
                    continue
                if (document, used["entity"]) in users and (document, made["entity"]) in makers:
                    rows.append({
                        "document": document, "title": graph.document.title, "step": used["step"],
                        "consumed_entity": used["entity"], "consumed_step": used["change_step"],
                        "produced_entity": made["entity"], "produced_step": made["change_step"],
                        **{key: made[key] for key in NO_EVIDENCE},
                    })  # fmt: skip
    keys = ("document", "consumed_entity", "consumed_step", "produced_entity", "produced_step")
    return sorted(rows, key=lambda row: tuple(row[key] for key in keys))


def _hop(mine: Any, theirs: Any, role: str) -> Any:
    """One hop of lineage: what is ``mine`` of a document and ``theirs`` of any other, or of it."""

    def answer(current: Current, ties: Ties, document: str) -> list[Row]:
        graph = current[document].reading.graph
        named = {entity.name: entity for entity in graph.entities}
        rows = []
        for row in mine(graph):
            for head in _heads(named[row["entity"]], document, ties):
                for other, its_graph, entity in _instances(current, ties, head):
                    for its in theirs(its_graph):
                        if its["entity"] != entity:
                            continue
                        rows.append({
                            "concept": head, "entity": row["entity"], "step": row["step"],
                            **{key: row[key] for key in NO_EVIDENCE},
                            role: other, f"{role}_entity": entity, f"{role}_step": its["step"],
                            **{f"{role}_{key}": its[key] for key in NO_EVIDENCE},
                        })  # fmt: skip
        keys = (role, "concept", "entity", f"{role}_entity")
        return sorted(rows, key=lambda row: tuple(row[key] for key in keys))

    return answer


def _documents_about(current: Current, ties: Ties, words: list[str]) -> list[Row]:
    rows = []
    for document, recorded in current.items():
        for part, names in _names_by_part(recorded.reading.graph).items():
            if named := sorted(name for name in names if _has_words(name, words)):
                title = recorded.reading.graph.document.title
                rows.append({"document": document, "title": title, "part": part, "name": named[0]})
                break
    return rows


def _names_by_part(graph: TemporalGraph) -> dict[str, set[str]]:
    return {
        "title": {graph.document.title},
        "entity": {alias for entity in graph.entities for alias in entity.aliases},
        "material": {material.name for material in graph.document.materials},
        "location": {row["location"] for row in _places(graph)},
    }


def _has_words(name: str, words: list[str]) -> bool:
    spaced = re.sub(r"""[-.,;:/()"'’!?]""", " ", name.lower())
    return any(f" {word} " in f" {spaced} " for word in words)


def _documents(current: Current, ties: Ties) -> list[Row]:
    return [
        {
            "document": document,
            "title": recorded.reading.graph.document.title,
            "number": recorded.reading.number,
            "n_steps": recorded.reading.graph.n_steps,
        }
        for document, recorded in current.items()
    ]


WITHIN: dict[str, Callable[..., list[Row]]] = {
    "actions": _action_rows,
    "changes": _changes,
    "changes-at": _changes_at,
    "conversions": _conversions,
    "ever-at": _ever_at,
    "exists": _exists,
    "inputs": _inputs,
    "is-created": _is("created", _created),
    "is-destroyed": _is("destroyed", _destroyed),
    "is-moved": _is_moved,
    "location-after": _location_after,
    "location-before": _location_before,
    "materials": _materials,
    "moves": _all_moves,
    "outputs": _outputs,
    "places": _places,
    "quantities": _quantities,
    "snapshot": _snapshot,
    "steps": _steps,
    "steps-naming": _steps_naming,
    "timeline": _timeline,
    "together-at": _together_at,
    "together-with": _together_with,
    "when-created": _when(_created),
    "when-destroyed": _when(_destroyed),
    "when-moved": _when_moved,
    "where-created": _where(_created, 0),
    "where-destroyed": _where(_destroyed, 1),
    "where-moved": _where_moved,
}
ACROSS: dict[str, Callable[..., list[Row]]] = {
    "consumers": _across(_inputs),
    "converters": _converters,
    "documents": _documents,
    "documents-about": _documents_about,
    "fed-by": _hop(_inputs, _outputs, "producer"),
    "feeds": _hop(_outputs, _inputs, "consumer"),
    "found-at": _across(_found_in),
    "movers": _across(_all_moves),
    "producers": _across(_outputs),
    "quantities-above": _compared(lambda row, value: row["base_until"] > value),
    "quantities-below": _compared(lambda row, value: row["base_value"] < value),
    "trackers": _trackers,
}
