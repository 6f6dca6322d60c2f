"""What is said to each form of question about one document: a sentence, rows, what supports it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from pipeline.domain.grid import SOMEWHERE
from pipeline.questions.document_scope import AskedDocument
from pipeline.questions.parser import Understood
from pipeline.questions.phrasing import (
    after,
    at,
    changes,
    conversions,
    course,
    from_to,
    joined,
    named,
    number,
    sentence,
    short,
    span,
    steps,
    subject,
)
from pipeline.stores.store import Row

__all__ = ["REPLIES", "Kind", "Parameters", "Reply"]

Kind = Literal["answered", "nothing", "not stated", "does not exist", "not tracked"]
Parameters = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """``rows`` answer the question; ``support``, where it differs, holds rows with evidence.

    ``probability`` is the answer's where it is not that of its least sure row.
    """

    sentence: str
    rows: Sequence[Row] = ()
    kind: Kind = "answered"
    support: Sequence[Row] | None = None
    probability: float | None = None


def _location(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    entity, state = given["entity"], asked.state(about.time)
    before = about.question == "location-before"
    given["step"] = state + 1 if before else state
    rows = asked.ask(about.question, entity=entity, step=given["step"])
    when = f"before step {state + 1}" if before else after(state)
    if not rows:
        return _absent(asked, entity, state, when)
    if rows[0]["location"] == SOMEWHERE.text:
        told = f"{when} {subject(entity, 'exists')}, but where is not stated"
        return Reply(sentence(told), rows, "not stated")
    since = rows[0]["since_step"]
    long = f", since step {since}" if 0 < since < state else ""
    told = f"{when} {subject(entity, 'is')} {at(rows[0]['location'])}{long}"
    return Reply(sentence(told), rows)


def _absent(asked: AskedDocument, entity: str, state: int, when: str) -> Reply:
    """The entity does not exist at a state: say which change is to blame, and show it."""
    mine = _mine(asked, entity)
    gone = [row for row in mine if row["change"] == "destroy" and row["step"] <= state]
    yet = [row for row in mine if row["change"] == "create" and row["step"] > state]
    blame = gone[-1:] or yet[:1]
    why = f": destroyed in step {gone[-1]['step']}" if gone else ""
    if not gone and yet:
        why = f": created only in step {yet[0]['step']}"
    told = f"{when} {subject(entity, 'does')} not exist{why}"
    return Reply(sentence(told), (), "does not exist", blame, 1.0 - _existing(asked, entity, state))


def _exists(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    entity, state = given["entity"], asked.state(about.time)
    given["step"] = state
    rows = asked.ask("exists", entity=entity, step=state)
    found = asked.ask("location-after", entity=entity, step=state)
    if not found:
        reply = _absent(asked, entity, state, after(state))
        return Reply(f"No. {reply.sentence}", rows, reply.kind, reply.support, reply.probability)
    place = found[0]["location"]
    where = "" if place == SOMEWHERE.text else f", {at(place)}"
    told = sentence(f"{after(state)} {subject(entity, 'exists')}{where}")
    return Reply(f"Yes. {told}", rows, support=found)


def _timeline(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    rows = asked.ask("timeline", entity=given["entity"])
    told = course(given["entity"], rows, n_steps=asked.n_steps)
    at_start = [row for row in rows if row["from_step"] == 0]
    kind: Kind = "answered" if rows else "does not exist"
    return Reply(told, rows, kind, [*at_start, *_mine(asked, given["entity"])])


def _created(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    stays = asked.ask("timeline", entity=given["entity"])
    return _made_or_gone(asked, about, given, "created", "from the start", stays[:1])


def _destroyed(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    stays = asked.ask("timeline", entity=given["entity"])
    return _made_or_gone(asked, about, given, "destroyed", "until the end", stays[-1:])


def _made_or_gone(
    asked: AskedDocument,
    about: Understood,
    given: Parameters,
    what: str,
    else_there: str,
    stay: Sequence[Row],
) -> Reply:
    """Whether, when and where an entity is created or destroyed, else why it is not."""
    entity = given["entity"]
    rows = asked.ask(about.question, entity=entity)
    yes, no = ("Yes. ", "No. ") if about.question.startswith("is-") else ("", "")
    if not stay:
        told = sentence(f"{subject(entity, 'does')} not exist at any step")
        return Reply(no + told, rows, "does not exist")
    change = asked.ask(f"when-{what}", entity=entity)
    if not change:
        told = sentence(f"{subject(entity, 'is')} not {what}, but there {else_there}")
        there = _existing(asked, entity, 0 if what == "created" else asked.n_steps)
        return Reply(no + told, rows, "nothing", stay, there)
    told = f"{subject(entity, 'is')} {what}"
    when = f"in step {change[0]['step']}"
    place = rows[0].get("location")
    if place == SOMEWHERE.text:
        told = sentence(f"{told} {when}, but where is not stated")
        return Reply(told, rows, "not stated", change)
    where = f"{at(place)}, " if place is not None else ""
    return Reply(yes + sentence(f"{told} {where}{when}"), rows, support=[*change, *rows])


def _moved(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    entity = given["entity"]
    rows = asked.ask(about.question, entity=entity)
    moves = asked.ask("where-moved", entity=entity)
    yes, no = ("Yes. ", "No. ") if about.question == "is-moved" else ("", "")
    if not moves:
        return Reply(no + sentence(f"{subject(entity, 'does')} not move"), rows, "nothing", ())
    if about.question == "where-moved":
        told = joined([f"{from_to(row)} in step {row['step']}" for row in moves])
    else:
        told = f"in {steps(row['step'] for row in moves)}"
    return Reply(yes + sentence(f"{subject(entity, 'moves')} {told}"), rows, support=moves)


def _inputs(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    rows = asked.ask("inputs")
    if not rows:
        return Reply("Nothing that is tracked goes in and is used up.", kind="nothing")
    told = joined([f"{named(row['entity'])} (used up in step {row['step']})" for row in rows])
    return Reply(f"What goes in: {told}.", rows)


def _outputs(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    rows = asked.ask("outputs")
    if not rows:
        return Reply("Nothing that is tracked is made and comes out.", kind="nothing")
    told = joined([f"{named(row['entity'])} (made in step {row['step']})" for row in rows])
    return Reply(f"What comes out: {told}.", rows)


def _conversions(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    rows = asked.ask("conversions")
    entity = given.get("entity")
    if entity is None:
        none = "No step converts anything that is tracked into something else."
        return Reply(conversions(rows), rows) if rows else Reply(none, kind="nothing")
    change, none = {
        "made-of": ("create", f"nothing that is tracked is converted into {named(entity)}"),
        "becomes": ("destroy", f"{subject(entity, 'is')} not converted into anything tracked"),
    }[about.form]
    mine = {row["step"] for row in rows if (row["change"], row["entity"]) == (change, entity)}
    rows = [row for row in rows if row["step"] in mine]
    return Reply(conversions(rows), rows) if rows else Reply(sentence(none), kind="nothing")


def _changes(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    """All changes, or those of one kind or of one entity; at, before or after a step, or ever."""
    rows = asked.during(asked.ask("changes"), about.time)
    only = {"moves": "move", "created-things": "create", "destroyed-things": "destroy"}
    change = only.get(about.form)
    if change:
        rows = [row for row in rows if row["change"] == change]
    if "entity" in given:
        rows = [row for row in rows if row["entity"] == given["entity"]]
    if about.time is not None:
        given["step"] = asked.step(about.time, first=0)
    if rows:
        return Reply(changes(rows), rows)
    when = "" if about.time is None else f" {about.time.relation} step {given['step']}"
    if "entity" in given:
        none = f"nothing happens to {named(given['entity'])}{when}"
    else:
        does = {"move": "moves", "create": "is created", "destroy": "is destroyed"}
        none = f"nothing that is tracked {does.get(change or '', 'changes')}{when}"
    return Reply(sentence(none), kind="nothing")


def _snapshot(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    given["step"] = state = asked.state(about.time)
    rows = asked.ask("snapshot", step=state)
    if "location" in given:
        rows = [row for row in rows if row["location"] == given["location"]]
    if not rows:
        where = f" {at(given['location'])}" if "location" in given else ""
        none = f"{after(state)} nothing that is tracked {'is' if where else 'exists'}{where}"
        return Reply(sentence(none), kind="nothing")
    told = "; ".join(
        f"{subject([row['entity'] for row in group], 'is')} {at(place)}"
        for place, group in _places(rows)
    )
    return Reply(sentence(f"{after(state)} {told}"), rows)


def _ever_at(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    if about.time is not None:
        return _snapshot(asked, about, given)
    rows = asked.ask("ever-at", location=given["location"])
    told = joined([f"{named(row['entity'])} ({span(row, n_steps=asked.n_steps)})" for row in rows])
    return Reply(sentence(f"{at(given['location'])}: {told}"), rows)


def _together_at(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    given["step"] = state = asked.state(about.time)
    rows = asked.ask("together-at", step=state)
    if not rows:
        return Reply(sentence(f"{after(state)} no two things share a stated place"), kind="nothing")
    told = "; ".join(
        f"{subject([row['entity'] for row in group], 'is')} together {at(place)}"
        for place, group in _places(rows)
    )
    return Reply(sentence(f"{after(state)} {told}"), rows)


def _together_with(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    entity, state = given["entity"], asked.state(about.time)
    given["step"] = state
    rows = asked.ask("together-with", entity=entity, step=state)
    own = asked.ask("location-after", entity=entity, step=state)
    if rows:
        others = joined([named(row["entity"]) for row in rows])
        place = at(rows[0]["location"])
        told = f"{after(state)} {subject(entity, 'is')} {place} together with {others}"
        return Reply(sentence(told), rows, support=[*own, *rows])
    if not own:
        return _absent(asked, entity, state, after(state))
    if own[0]["location"] == SOMEWHERE.text:
        told = f"{after(state)} {subject(entity, 'exists')}, but where is not stated"
        return Reply(sentence(told), (), "not stated", own)
    told = f"{after(state)} {subject(entity, 'is')} {at(own[0]['location'])} with nothing tracked"
    return Reply(sentence(told), (), "nothing", own)


def _entities(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    rows = asked.ask("entities")
    names = list(dict.fromkeys(short(row["entity"]) for row in rows))
    kind: Kind = "answered" if rows else "nothing"
    return Reply(f"Tracked: {joined(names) or 'nothing'}.", rows, kind)


def _named_places(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    rows = asked.ask("places")
    kind: Kind = "answered" if rows else "nothing"
    return Reply(f"Places: {joined([row['location'] for row in rows]) or 'none'}.", rows, kind)


def _steps(asked: AskedDocument, about: Understood, given: Parameters) -> Reply:
    rows = asked.ask("steps")
    told = [f"{number(len(rows), 'step')}:", *(f"{row['step']}. {row['text']}" for row in rows)]
    return Reply("\n".join(told), rows)


def _existing(asked: AskedDocument, entity: str, state: int) -> float:
    """The probability that an entity exists at a state."""
    return float(asked.ask("exists", entity=entity, step=state)[0]["probability"])


def _mine(asked: AskedDocument, entity: str) -> list[Row]:
    """All changes of one entity, in order."""
    return [row for row in asked.ask("changes") if row["entity"] == entity]


def _places(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """The rows by place, stated places first."""

    def key(row: Row) -> tuple[bool, str]:
        return row["location"] == SOMEWHERE.text, row["location"]

    return [(place[1], list(group)) for place, group in groupby(sorted(rows, key=key), key=key)]


REPLIES: dict[str, Callable[[AskedDocument, Understood, Parameters], Reply]] = {
    "location": _location,
    "exists": _exists,
    "timeline": _timeline,
    "is-created": _created,
    "when-created": _created,
    "where-created": _created,
    "is-destroyed": _destroyed,
    "when-destroyed": _destroyed,
    "where-destroyed": _destroyed,
    "is-moved": _moved,
    "when-moved": _moved,
    "where-moved": _moved,
    "inputs": _inputs,
    "outputs": _outputs,
    "conversions": _conversions,
    "made-of": _conversions,
    "becomes": _conversions,
    "moves": _changes,
    "created-things": _changes,
    "destroyed-things": _changes,
    "changes": _changes,
    "happens-to-at": _changes,
    "snapshot": _snapshot,
    "ever-at": _ever_at,
    "together-at": _together_at,
    "together-with": _together_with,
    "entities": _entities,
    "places": _named_places,
    "steps": _steps,
}
