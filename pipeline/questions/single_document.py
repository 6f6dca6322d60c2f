"""Replies to questions about one document: a sentence, the rows, and their support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Literal

from pipeline.domain.grid import SOMEWHERE, Change
from pipeline.questions.confidence import least_sure
from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.phrasing import (
    after,
    at,
    changes,
    comma_list,
    conversions,
    course,
    from_to,
    named,
    number,
    sentence,
    short,
    span,
    steps,
    subject,
)
from pipeline.questions.step_search import Passage
from pipeline.stores.read import read_graph
from pipeline.stores.store import Row

__all__ = [
    "DocumentReply",
    "Names",
    "Outcome",
    "absence",
    "describe_changes",
    "describe_company",
    "describe_conversions",
    "describe_creation",
    "describe_destruction",
    "describe_existence",
    "describe_fate",
    "describe_inputs",
    "describe_location",
    "describe_moves",
    "describe_origin",
    "describe_outputs",
    "describe_shared_places",
    "describe_snapshot",
    "describe_source",
    "describe_timeline",
    "describe_visitors",
    "list_entities",
    "list_places",
    "list_steps",
]

Outcome = Literal["answered", "nothing", "not stated", "does not exist", "not tracked"]
Names = Mapping[str, str]  # "entity" and "location" of the question, by their stored names
_VERBS = {
    None: "changes",
    Change.CREATE: "is created",
    Change.MOVE: "moves",
    Change.DESTROY: "is destroyed",
}


@dataclass(frozen=True, slots=True)
class DocumentReply:
    """``rows`` answer the question; ``support``, where it differs, holds rows with evidence.

    Each row of the support is a statement of the sentence. ``parameters`` are those that the
    question was asked with in addition to the document and the names. ``probability`` is the
    answer's where it is not that of the least sure of these statements. ``passages`` are steps that
    the answer quotes instead of a fact of the graph.
    """

    sentence: str
    rows: Sequence[Row] = ()
    outcome: Outcome = "answered"
    support: Sequence[Row] | None = None
    probability: float | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    passages: Sequence[Passage] = ()


def describe_location(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    entity, state = names["entity"], document.state(parsed.time)
    before = parsed.question == "location-before"
    step = state + 1 if before else state
    rows = document.ask(parsed.question, entity=entity, step=step)
    when = f"before step {step}" if before else after(state)
    if not rows:
        return replace(absence(document, entity, state, when), parameters={"step": step})
    if rows[0]["location"] == SOMEWHERE.text:
        text = sentence(f"{when} {subject(entity, 'exists')}, but where is not stated")
        return DocumentReply(text, rows, "not stated", parameters={"step": step})
    since = rows[0]["since_step"]
    duration = f", since step {since}" if 0 < since < state else ""
    text = sentence(f"{when} {subject(entity, 'is')} {at(rows[0]['location'])}{duration}")
    return DocumentReply(text, rows, parameters={"step": step})


def absence(document: DocumentScope, entity: str, state: int, when: str) -> DocumentReply:
    """Reply that the entity does not exist at a state, with the change that explains it."""
    own_changes = _changes_of(document, entity)
    ended = [row for row in own_changes if row["change"] == "destroy" and row["step"] <= state]
    coming = [row for row in own_changes if row["change"] == "create" and row["step"] > state]
    reason = f": destroyed in step {ended[-1]['step']}" if ended else ""
    if not ended and coming:
        reason = f": created only in step {coming[0]['step']}"
    return DocumentReply(
        sentence(f"{when} {subject(entity, 'does')} not exist{reason}"),
        outcome="does not exist",
        support=ended[-1:] or coming[:1],
        probability=_existence_probability(document, entity, state),
    )


def describe_existence(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    entity, state = names["entity"], document.state(parsed.time)
    rows = document.ask("exists", entity=entity, step=state)
    locations = document.ask("location-after", entity=entity, step=state)
    if not locations:
        reply = absence(document, entity, state, after(state))
        return replace(
            reply, sentence=f"No. {reply.sentence}", rows=rows, parameters={"step": state}
        )
    probability = rows[0]["probability"]
    place = locations[0]["location"]
    where = "" if place == SOMEWHERE.text else f", {at(place)}"
    text = sentence(f"{after(state)} {subject(entity, 'exists')}{where}")
    return DocumentReply(
        f"Yes. {text}",
        rows,
        support=locations,
        probability=probability,
        parameters={"step": state},
    )


def describe_timeline(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    rows = document.ask("timeline", entity=names["entity"])
    at_start = [row for row in rows if row["from_step"] == 0]
    own_changes = _changes_of(document, names["entity"])
    return DocumentReply(
        course(names["entity"], rows, n_steps=document.n_steps),
        rows,
        "answered" if rows else "does not exist",
        support=[*at_start, *_with_places(own_changes, document)],
    )


def describe_source(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    """Where an entity comes from: its first place, or the conversion that makes it."""
    entity = names["entity"]
    rows = document.ask("timeline", entity=entity)
    if not rows:
        text = sentence(f"{subject(entity, 'does')} not exist at any step")
        return DocumentReply(text, outcome="does not exist")
    if rows[0]["from_step"] > 0:
        origin = describe_origin(document, parsed, names)
        return origin if origin.outcome == "answered" else _first_place(rows[0], entity)
    if rows[0]["location"] == SOMEWHERE.text:
        text = sentence(f"{subject(entity, 'is')} there from the start, but where is not stated")
        return DocumentReply(text, rows[:1], "not stated")
    text = sentence(f"{subject(entity, 'comes')} from {named(rows[0]['location'])}")
    return DocumentReply(text, rows[:1])


def describe_creation(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    presences = document.ask("timeline", entity=names["entity"])
    return _describe_first_or_last_change(
        document,
        parsed,
        names["entity"],
        participle="created",
        otherwise="there from the start",
        state=0,
        presence=presences[:1],
    )


def _first_place(row: Row, entity: str) -> DocumentReply:
    text = f"{subject(entity, 'is')} made {at(row['location'])} in step {row['from_step']}"
    return DocumentReply(sentence(text), [row])


def describe_destruction(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    presences = document.ask("timeline", entity=names["entity"])
    return _describe_first_or_last_change(
        document,
        parsed,
        names["entity"],
        participle="destroyed",
        otherwise="there until the end",
        state=document.n_steps,
        presence=presences[-1:],
    )


def _describe_first_or_last_change(
    document: DocumentScope,
    parsed: ParsedQuestion,
    entity: str,
    *,
    participle: Literal["created", "destroyed"],
    otherwise: str,
    state: int,
    presence: Sequence[Row],
) -> DocumentReply:
    """Describe when and where an entity is created or destroyed, else why it is not.

    ``presence`` is its first or last row of the timeline, empty if it never exists; ``state`` is
    the one in which it exists if the change does not happen.
    """
    rows = document.ask(parsed.question, entity=entity)
    yes, no = ("Yes. ", "No. ") if parsed.question.startswith("is-") else ("", "")
    if not presence:
        text = sentence(f"{subject(entity, 'does')} not exist at any step")
        return DocumentReply(no + text, rows, "does not exist")
    change = document.ask(f"when-{participle}", entity=entity)
    if not change:
        text = sentence(f"{subject(entity, 'is')} not {participle}, but {otherwise}")
        probability = _existence_probability(document, entity, state)
        support = [{**row, "probability": probability} for row in presence]
        return DocumentReply(no + text, rows, "nothing", support, probability)
    clause = f"{subject(entity, 'is')} {participle}"
    when = f"in step {change[0]['step']}"
    place = rows[0].get("location")
    if place == SOMEWHERE.text:
        text = sentence(f"{clause} {when}, but where is not stated")
        return DocumentReply(text, rows, "not stated", change)
    where = f"{at(place)}, " if place is not None else ""
    text = sentence(f"{clause} {where}{when}")
    # the change and its place are one statement, so both have one probability
    least = least_sure(row["probability"] for row in (*change, *rows))
    of_place = [row for row in rows if row not in change]  # "when" asks for the change itself
    support = [{**row, "probability": least} for row in (*change, *of_place)]
    return DocumentReply(yes + text, rows, support=support)


def describe_moves(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    """Describe if, when, or from where to where one entity moves."""
    entity = names["entity"]
    rows = document.ask(parsed.question, entity=entity)
    moves = document.ask("where-moved", entity=entity)
    yes, no = ("Yes. ", "No. ") if parsed.question == "is-moved" else ("", "")
    if not moves:
        text = sentence(f"{subject(entity, 'does')} not move")
        return DocumentReply(no + text, rows, "nothing", support=())
    if parsed.question == "where-moved":
        path = comma_list([f"{from_to(row)} in step {row['step']}" for row in moves])
    else:
        path = f"in {steps(row['step'] for row in moves)}"
    if parsed.question == "where-moved":
        moves = _with_places([{**row, "entity": entity} for row in moves], document)
    text = sentence(f"{subject(entity, 'moves')} {path}")
    return DocumentReply(yes + text, rows, support=moves)


def describe_inputs(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    rows = document.ask("inputs")
    if not rows:
        return DocumentReply("Nothing that is tracked goes in and is used up.", outcome="nothing")
    items = comma_list([f"{named(row['entity'])} (used up in step {row['step']})" for row in rows])
    return DocumentReply(f"What goes in: {items}.", rows)


def describe_outputs(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    rows = document.ask("outputs")
    if not rows:
        return DocumentReply("Nothing that is tracked is made and comes out.", outcome="nothing")
    items = comma_list([f"{named(row['entity'])} (made in step {row['step']})" for row in rows])
    return DocumentReply(f"What comes out: {items}.", rows)


def describe_conversions(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    none = "No step converts anything that is tracked into something else."
    return _reply_with_conversions(document.ask("conversions"), none)


def describe_origin(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    """The conversions that make an entity."""
    none = f"nothing that is tracked is converted into {named(names['entity'])}"
    rows = _conversions_of(document, names["entity"], change="create")
    return _reply_with_conversions(rows, sentence(none))


def describe_fate(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    """The conversions that use an entity up, with what is likely used up with it."""
    none = f"{subject(names['entity'], 'is')} not converted into anything tracked"
    rows = [
        row
        for row in _conversions_of(document, names["entity"], change="destroy")
        if row["change"] == "create" or row["entity"] == names["entity"] or _is_likely(row)
    ]
    return _reply_with_conversions(rows, sentence(none))


def _is_likely(row: Row) -> bool:
    """Whether a row is more likely right than wrong; gold, without a probability, is."""
    return row["probability"] is None or row["probability"] >= 0.5


def _conversions_of(document: DocumentScope, entity: str, *, change: str) -> list[Row]:
    """All rows of the conversions in which the entity is created or destroyed."""
    rows = document.ask("conversions")
    own_steps = {row["step"] for row in rows if (row["change"], row["entity"]) == (change, entity)}
    return [row for row in rows if row["step"] in own_steps]


def _reply_with_conversions(rows: Sequence[Row], none: str) -> DocumentReply:
    return (
        DocumentReply(conversions(rows), rows) if rows else DocumentReply(none, outcome="nothing")
    )


def describe_changes(
    document: DocumentScope,
    parsed: ParsedQuestion,
    names: Names,
    *,
    change: Change | None = None,
) -> DocumentReply:
    """All changes, or those of one kind or of one entity; at, before or after a step, or ever."""
    time = parsed.time
    if time is not None and time.relation == "after" and document.state(time) == document.n_steps:
        time = Time("at", document.n_steps)  # "in the end"
    rows = document.during(document.ask("changes"), time)
    if change is not None:
        rows = [row for row in rows if row["change"] == change]
    if "entity" in names:
        rows = [row for row in rows if row["entity"] == names["entity"]]
    when, parameters = "", {}
    if time is not None:
        parameters["step"] = document.step(time, first=0)
        when = f" {time.relation} step {parameters['step']}"
    if rows:
        support = _with_places(rows, document)
        return DocumentReply(changes(rows), rows, support=support, parameters=parameters)
    if "entity" in names:
        none = f"nothing happens to {named(names['entity'])}{when}"
    else:
        none = f"nothing that is tracked {_VERBS[change]}{when}"
    return DocumentReply(sentence(none), outcome="nothing", parameters=parameters)


def describe_snapshot(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    """Describe where everything is at a state, or what is at one place."""
    state = document.state(parsed.time)
    rows = document.ask("snapshot", step=state)
    if "location" in names:
        rows = [row for row in rows if row["location"] == names["location"]]
    if not rows:
        where = f" {at(names['location'])}" if "location" in names else ""
        none = f"{after(state)} nothing that is tracked {'is' if where else 'exists'}{where}"
        return DocumentReply(sentence(none), outcome="nothing", parameters={"step": state})
    groups = "; ".join(
        f"{subject([row['entity'] for row in group], 'is')} {at(place)}"
        for place, group in _by_place(rows)
    )
    return DocumentReply(sentence(f"{after(state)} {groups}"), rows, parameters={"step": state})


def describe_visitors(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    """Describe what was ever at a place; with a time, what is there then."""
    if parsed.time is not None:
        return describe_snapshot(document, parsed, names)
    rows = document.ask("ever-at", location=names["location"])
    visits = [f"{named(row['entity'])} ({span(row, n_steps=document.n_steps)})" for row in rows]
    return DocumentReply(sentence(f"{at(names['location'])}: {comma_list(visits)}"), rows)


def describe_shared_places(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    """List the things that share a stated place at a state."""
    state = document.state(parsed.time)
    rows = document.ask("together-at", step=state)
    if not rows:
        none = sentence(f"{after(state)} no two things share a stated place")
        return DocumentReply(none, outcome="nothing", parameters={"step": state})
    groups = "; ".join(
        f"{subject([row['entity'] for row in group], 'is')} together {at(place)}"
        for place, group in _by_place(rows)
    )
    return DocumentReply(sentence(f"{after(state)} {groups}"), rows, parameters={"step": state})


def describe_company(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    """List what shares an entity's place at a state."""
    state = document.state(parsed.time)
    reply = _company(document, names["entity"], state)
    return replace(reply, parameters={"step": state})


def _company(document: DocumentScope, entity: str, state: int) -> DocumentReply:
    rows = document.ask("together-with", entity=entity, step=state)
    own_location = document.ask("location-after", entity=entity, step=state)
    if not own_location:
        return absence(document, entity, state, after(state))
    where = f"{after(state)} {subject(entity, 'is')} {at(own_location[0]['location'])}"
    if rows:
        others = comma_list([named(row["entity"]) for row in rows])
        text = sentence(f"{where} together with {others}")
        return DocumentReply(text, rows, support=[*own_location, *rows])
    if own_location[0]["location"] == SOMEWHERE.text:
        text = sentence(f"{after(state)} {subject(entity, 'exists')}, but where is not stated")
        return DocumentReply(text, outcome="not stated", support=own_location)
    return DocumentReply(
        sentence(f"{where} with nothing tracked"), outcome="nothing", support=own_location
    )


def list_entities(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    rows = document.ask("entities")
    entities = list(dict.fromkeys(short(row["entity"]) for row in rows))
    text = f"Tracked: {comma_list(entities) or 'nothing'}."
    return DocumentReply(text, rows, "answered" if rows else "nothing")


def list_places(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    rows = document.ask("places")
    text = f"Places: {comma_list([row['location'] for row in rows]) or 'none'}."
    return DocumentReply(text, rows, "answered" if rows else "nothing")


def list_steps(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    rows = document.ask("steps")
    lines = [f"{number(len(rows), 'step')}:", *(f"{row['step']}. {row['text']}" for row in rows)]
    return DocumentReply("\n".join(lines), rows)


def _existence_probability(document: DocumentScope, entity: str, state: int) -> float:
    """Probability that an entity exists at a state if it does, else that it does not."""
    return float(document.ask("exists", entity=entity, step=state)[0]["probability"])


def _with_places(rows: Sequence[Row], document: DocumentScope) -> list[Row]:
    """Changes with the probability of what a sentence states that has their places too."""
    graph = read_graph(document.id, store=document.store, as_of=document.as_of)
    probabilities = graph.probabilities_with_places()
    return [{**row, "probability": probabilities[row["entity"], row["step"]]} for row in rows]


def _changes_of(document: DocumentScope, entity: str) -> list[Row]:
    """All changes of one entity, in order."""
    return [row for row in document.ask("changes") if row["entity"] == entity]


def _by_place(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """The rows by place, stated places first."""

    def key(row: Row) -> tuple[bool, str]:
        return row["location"] == SOMEWHERE.text, row["location"]

    return [(place[1], list(group)) for place, group in groupby(sorted(rows, key=key), key=key)]
