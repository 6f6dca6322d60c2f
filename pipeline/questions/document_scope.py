"""One document that is asked: its names, steps and rows, as a person speaks of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pipeline.errors import BadInput
from pipeline.questions import phrasing
from pipeline.questions.catalogue import ask, listed
from pipeline.questions.parser import Time
from pipeline.stores.store import Row, Store
from pipeline.text.names import key_of

__all__ = ["AskedDocument", "NotTracked"]


class NotTracked(Exception):
    """What the question names is not in the document; the message is the answer to it."""


@dataclass(frozen=True, slots=True)
class AskedDocument:
    """A document's reading that held at ``as_of`` (None: the latest), and the store it is in."""

    id: str
    title: str
    number: int
    model: str
    n_steps: int
    store: Store
    as_of: datetime | None

    @classmethod
    def open(cls, document: str, *, store: Store, as_of: datetime | None) -> AskedDocument:
        """Raises UnknownDocument if the document has no reading then."""
        rows = ask("reading", {"document": document}, store=store, as_of=as_of)
        found = {key: rows[0][key] for key in ("title", "number", "model", "n_steps")}
        return cls(document, **found, store=store, as_of=as_of)

    def ask(self, question: str, **parameters: Any) -> list[Row]:
        given = {"document": self.id, **parameters}
        return ask(question, given, store=self.store, as_of=self.as_of)

    def entity(self, name: str) -> str:
        """The stored name of the entity that a person calls ``name``. Raises NotTracked."""
        aliases = {row["entity"]: row["aliases"] for row in self.ask("entities")}
        found = _called(name, {stored: (stored, *others) for stored, others in aliases.items()})
        if not found:
            raise NotTracked(
                f"{name!r} is not tracked here; tracked are {listed(map(phrasing.short, aliases))}."
            )
        return self._only(name, found)

    def place(self, name: str) -> str:
        """The stored name of the place that a person calls ``name``. Raises NotTracked."""
        places = {row["location"]: (row["location"],) for row in self.ask("places")}
        found = _called(name, places)
        if not found:
            raise NotTracked(f"{name!r} is no place here; places are {listed(places)}.")
        return self._only(name, found)

    def step(self, time: Time, *, first: int = 1) -> int:
        """The step that is meant. Raises BadInput if the document has it not."""
        step = time.step if time.step >= 0 else self.n_steps + 1 + time.step
        if not first <= step <= self.n_steps:
            raise BadInput(f"{self.id!r} has steps 1 to {self.n_steps}, not {time.step}")
        return step

    def state(self, time: Time | None) -> int:
        """The state that is meant, 0 to n: "at a step" is after it; no time is the end."""
        if time is None:
            return self.n_steps
        return self.step(time) - 1 if time.relation == "before" else self.step(time, first=0)

    def during(self, rows: Iterable[Row], time: Time | None) -> list[Row]:
        """The rows whose step is at, before or after the one that is meant; all without a time."""
        if time is None:
            return list(rows)
        step = self.step(time, first=0 if time.relation == "after" else 1)
        if time.relation == "before":
            return [row for row in rows if row["step"] < step]
        if time.relation == "after":
            return [row for row in rows if row["step"] > step]
        return [row for row in rows if row["step"] == step]

    def _only(self, name: str, found: Sequence[str]) -> str:
        if len(found) > 1:
            candidates = " or ".join(map(repr, found))
            raise BadInput(f"{name!r} may be {candidates} in {self.id!r}; say which")
        return found[0]


def _called(name: str, names: Mapping[str, Sequence[str]]) -> list[str]:
    """Those of ``names`` that answer to ``name``: as written, else but for case, else by lemma."""
    for same in (str, str.casefold, key_of):
        wanted = same(name)
        if found := [stored for stored, others in names.items() if wanted in map(same, others)]:
            return found
    return []
