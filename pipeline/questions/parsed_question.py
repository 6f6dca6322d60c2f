"""An English question after parsing: its form, the names and the time in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.questions.time_clauses import TimeClause

__all__ = ["ParsedQuestion", "Time"]


@dataclass(frozen=True, slots=True)
class Time:
    """A time before, at or after a step; a negative step counts from the end, -1 is the last."""

    relation: Literal["before", "at", "after"]
    step: int


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """The form of an English question and what the question is about.

    ``form`` is the name of an entry of ``FORMS``; ``question`` is the catalogue's question that
    the form asks. Two forms may ask one question: "becomes" and "made-of" both ask "conversions".
    ``entity``, ``location`` and ``product`` (what the entity is converted into) are as the person
    wrote them, without article and quotes. ``about`` are the other words that say what a question
    about a quantity means, ``limit`` is the quantity that it compares with. ``thing`` and ``place``
    are names that need not be tracked. ``clause`` is a time in words, which a document resolves to
    a ``time``; ``between`` holds two steps. ``words`` is the whole question.
    """

    form: str
    question: str
    entity: str | None = None
    location: str | None = None
    time: Time | None = None
    product: str | None = None
    about: str | None = None
    limit: str | None = None
    thing: str | None = None
    place: str | None = None
    clause: TimeClause | None = None
    between: tuple[int, int] | None = None
    words: str = ""
