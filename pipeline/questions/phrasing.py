"""English phrases for rows: names with articles, verbs that agree, lists, sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from pipeline.domain.grid import SOMEWHERE
from pipeline.domain.lemmas import lemma
from pipeline.text.names import head, key_of

__all__ = [
    "after",
    "at",
    "change_clause",
    "changes",
    "conversions",
    "course",
    "from_to",
    "comma_list",
    "named",
    "number",
    "quoted",
    "sentence",
    "short",
    "span",
    "steps",
    "subject",
]

SHOWN = 12  # items of a list that are spelled out
_DETERMINERS = frozenset(
    "a an the this that these those your our my his her its their some any each every all both"
    " one two three four five six seven eight nine ten".split()
)
_PREPOSITIONS = frozenset(
    "at in on inside into onto within under over above below beneath near between outside through"
    " around behind beside".split()
)
_SURFACES = frozenset(
    "bench board counter desk floor grill hob plate rack road roof shelf sheet stove surface table"
    " tray worktop".split()
)
_PLURALS = {"is": "are", "does": "do"}
_UNSTATED = "a place that is not stated"


def short(name: str) -> str:
    """The first of an entity's names, on one line."""
    return " ".join(name.split(";")[0].split()) or name


def named(name: str) -> str:
    """``water; H2O`` → ``the water``; a name that brings its own article keeps it."""
    shown = short(name)
    first = shown.split(" ")[0].lower()
    return shown if first in _DETERMINERS or first[:1].isdigit() else f"the {shown}"


def subject(names: str | Sequence[str], singular: str) -> str:
    """The names and a verb that agrees: the water moves, the leaves move, a and b move."""
    every = [names] if isinstance(names, str) else list(names)
    plural = len(every) > 1 or any(map(_is_plural, every))
    first, _, rest = singular.partition(" ")
    agreed = _PLURALS.get(first, first.removesuffix("s")) if plural else first
    return f"{comma_list(list(map(named, every)))} {agreed} {rest}".rstrip()


def at(place: str) -> str:
    """``soil`` → ``in the soil``, ``rack`` → ``on the rack``; ``on the table`` stays.

    ``?`` → ``at a place that is not stated``.
    """
    if place == SOMEWHERE.text:
        return f"at {_UNSTATED}"
    if place.split(" ")[0].lower() in _PREPOSITIONS:
        return place
    return f"{'on' if head(key_of(place)) in _SURFACES else 'in'} {named(place)}"


def from_to(row: Mapping[str, Any]) -> str:
    """``from the soil to the root``."""
    return f"from {_place(row['origin'])} to {_place(row['destination'])}"


def after(step: int) -> str:
    return "at the start" if step == 0 else f"after step {step}"


def span(row: Mapping[str, Any], *, n_steps: int) -> str:
    """The steps of a presence: ``from the start to step 3``, ``from step 2 on``."""
    first, until = row["from_step"], row["until_step"]
    if until > n_steps:
        return "all the time" if first == 0 else f"from step {first} on"
    return f"from {'the start' if first == 0 else f'step {first}'} to step {until}"


def steps(numbers: Iterable[int]) -> str:
    """``step 2``, or ``steps 2, 3 and 5``."""
    every = list(map(str, numbers))
    return f"step{'s' if len(every) > 1 else ''} {comma_list(every)}"


def quoted(text: str) -> str:
    """A step's words on one line, in quotes."""
    return f"“{' '.join(text.split())}”"


def number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def comma_list(items: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``, or the first dozen and how many more there are."""
    if len(items) > SHOWN:
        return f"{', '.join(items[:SHOWN])} and {len(items) - SHOWN} more"
    return " and ".join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def course(entity: str, presences: Sequence[Mapping[str, Any]], *, n_steps: int) -> str:
    """The course of an entity, from its presences in order: ``The water starts in the soil, …``."""
    if not presences:
        return sentence(f"{subject(entity, 'does')} not exist at any step")
    if presences[0]["from_step"] == 0 and presences[0]["until_step"] > n_steps:
        return sentence(f"{subject(entity, 'is')} {at(presences[0]['location'])} all the time")
    verbs = []
    ended = None
    for presence in presences:
        place, step = presence["location"], presence["from_step"]
        if step == 0:
            verbs.append(f"starts {at(place)}")
        elif step == ended:
            verbs.append(f"moves to {_place(place)} in step {step}")
        else:
            if ended is not None:
                verbs.append(f"is destroyed in step {ended}")
            again = " again" if ended is not None else ""
            verbs.append(f"is created{again} {at(place)} in step {step}")
        ended = presence["until_step"]
    if ended is not None and ended <= n_steps:
        verbs.append(f"is destroyed in step {ended}")
    first, *rest = [subject(entity, verb) for verb in verbs]
    name_length = len(named(entity)) + 1
    return sentence(comma_list([first, *(clause[name_length:] for clause in rest)]))


def change_clause(row: Mapping[str, Any]) -> str:
    """``the water is created in the leaf``, ``the water moves from the soil to the root``."""
    if row["change"] == "create":
        return f"{subject(row['entity'], 'is')} created {at(row['destination'])}"
    if row["change"] == "destroy":
        return f"{subject(row['entity'], 'is')} destroyed {at(row['origin'])}"
    return f"{subject(row['entity'], 'moves')} {from_to(row)}"


def changes(rows: Sequence[Mapping[str, Any]]) -> str:
    """Changes in order of step, a sentence for each step."""
    sentences = [
        sentence(f"in step {step} {comma_list([change_clause(row) for row in group])}")
        for step, group in groupby(rows[:SHOWN], key=lambda row: row["step"])
    ]
    if len(rows) > SHOWN:
        left = len(rows) - SHOWN
        rest = "There is 1 more change." if left == 1 else f"There are {left} more changes."
        sentences.append(rest)
    return " ".join(sentences)


def conversions(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows of the question ``conversions``, a sentence for each conversion."""
    sentences = []
    for _, group in groupby(rows, key=lambda row: row["step"]):
        parts = list(group)
        used = [row["entity"] for row in parts if row["change"] == "destroy"]
        made = [named(row["entity"]) for row in parts if row["change"] == "create"]
        when = steps(sorted({row["change_step"] for row in parts}))
        sentences.append(
            sentence(f"in {when} {subject(used, 'is')} converted into {comma_list(made)}")
        )
    return " ".join(sentences)


def _place(place: str) -> str:
    return _UNSTATED if place == SOMEWHERE.text else named(place)


def _is_plural(name: str) -> bool:
    last = short(name).split(" ")[-1]
    return lemma(last) != last.lower() and not last.endswith("'s")
