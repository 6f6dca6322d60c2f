"""One document as the scope of a question: its rows, names and steps as a person calls them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pipeline.domain.name_keys import matching_names, name_list
from pipeline.errors import BadInput
from pipeline.questions import phrasing
from pipeline.questions.catalogue import ask
from pipeline.questions.name_match import close_names
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.step_search import step_of_clause
from pipeline.stores.read import resolve_document
from pipeline.stores.store import Row, Store

__all__ = ["AmbiguousName", "DocumentScope", "NotTracked", "stored_names"]


class NotTracked(Exception):
    """The document does not have what the question names; the message is the answer."""


class AmbiguousName(BadInput):
    """A name in a question fits several of a document."""


@dataclass(frozen=True, slots=True)
class DocumentScope:
    """A document's reading that held at ``as_of`` (None: the latest), and its store."""

    id: str
    title: str
    number: int
    model: str
    n_steps: int
    store: Store
    as_of: datetime | None

    @classmethod
    def open(cls, document: str, *, store: Store, as_of: datetime | None) -> DocumentScope:
        """Raises UnknownDocument if the document has no reading at that time."""
        row = ask("reading", {"document": document}, store=store, as_of=as_of)[0]
        columns = {key: row[key] for key in ("title", "number", "model", "n_steps")}
        return cls(document, **columns, store=store, as_of=as_of)

    def ask(self, question: str, **parameters: Any) -> list[Row]:
        parameters = {"document": self.id, **parameters}
        return ask(question, parameters, store=self.store, as_of=self.as_of)

    def entity(self, name: str) -> str:
        """The stored name of the entity that a person calls ``name``. Raises NotTracked."""
        aliases = {row["entity"]: row["aliases"] for row in self.ask("entities")}
        names = {stored: (stored, *others) for stored, others in aliases.items()}
        matches = matching_names(name, names)
        if not matches and not self._is_named(name):
            matches = close_names(name, names)
        if not matches:
            tracked = name_list(map(phrasing.short, aliases))
            raise NotTracked(f"{name!r} is not tracked here; tracked are {tracked}.")
        return self._only(name, matches)

    def _is_named(self, name: str) -> bool:
        """Whether the text has a name of several words as it stands: "clean water"."""
        words = name.lower()
        return " " in words and any(words in row["text"].lower() for row in self.ask("steps"))

    def place(self, name: str) -> str:
        """The stored name of the place that a person calls ``name``. Raises NotTracked."""
        names = {row["location"]: (row["location"],) for row in self.ask("places")}
        matches = close_names(name, names)
        if not matches:
            raise NotTracked(f"{name!r} is no place here; places are {name_list(names)}.")
        return self._only(name, matches)

    def step(self, time: Time, *, first: int = 1) -> int:
        """The step that ``time`` names. Raises BadInput if the document does not have it."""
        step = time.step if time.step >= 0 else self.n_steps + 1 + time.step
        if not first <= step <= self.n_steps:
            raise BadInput(f"{self.id!r} has steps 1 to {self.n_steps}, not {time.step}")
        return step

    def checked_step(self, step: int) -> int:
        """The number itself. Raises BadInput if the document does not have the step."""
        return self.step(Time("at", step))

    def timed(self, parsed: ParsedQuestion) -> ParsedQuestion:
        """The question with the step of its time clause. Raises NotTracked if no step fits it."""
        if parsed.clause is None or parsed.time is not None:
            return parsed
        texts = [row["text"] for row in self.ask("steps")]
        literal = re.compile(
            rf"\b{parsed.clause.relation} {re.escape(parsed.clause.words)}\b", re.IGNORECASE
        )
        for step, text in enumerate(texts, 1):
            if literal.search(text):  # "Before serving, …" answers "before serving"
                return replace(parsed, time=Time("at", step))
        clause_step = step_of_clause(parsed.clause.words, texts)
        if clause_step is None:
            raise NotTracked(f"no step of {self.id!r} is about {parsed.clause.words!r}.")
        return replace(parsed, time=Time(parsed.clause.relation, clause_step))

    def state(self, time: Time | None) -> int:
        """The state that ``time`` names, 0 to n: "at a step" is after it; no time is the end."""
        if time is None:
            return self.n_steps
        return self.step(time) - 1 if time.relation == "before" else self.step(time, first=0)

    def during(self, rows: Iterable[Row], time: Time | None) -> list[Row]:
        """The rows whose step is at, before or after the step of ``time``; all without a time."""
        if time is None:
            return list(rows)
        step = self.step(time, first=0 if time.relation == "after" else 1)
        if time.relation == "before":
            return [row for row in rows if row["step"] < step]
        if time.relation == "after":
            return [row for row in rows if row["step"] > step]
        return [row for row in rows if row["step"] == step]

    def _only(self, name: str, matches: Sequence[str]) -> str:
        if len(matches) > 1:
            candidates = " or ".join(map(repr, matches))
            raise AmbiguousName(f"{name!r} may be {candidates} in {self.id!r}; name one of them")
        return matches[0]


def stored_names(
    parameters: Mapping[str, Any], *, store: Store, as_of: datetime | None
) -> dict[str, Any]:
    """The parameters of a question, with the stored names of what they name.

    A document is named by its title or file name too, its entities and places as in a question. A
    name that fits none stays, and the question refuses it. Raises UnknownDocument, and BadInput if
    a name fits several.
    """
    if not isinstance(parameters.get("document"), str):
        return dict(parameters)
    identity = resolve_document(parameters["document"], store=store)
    names = {key: parameters[key] for key in ("entity", "location") if key in parameters}
    if any(isinstance(name, str) for name in names.values()):
        document = DocumentScope.open(identity, store=store, as_of=as_of)
        for key, look_up in (("entity", document.entity), ("location", document.place)):
            if isinstance(names.get(key), str):
                with suppress(NotTracked):
                    names[key] = look_up(names[key])
    return {**parameters, **names, "document": identity}
