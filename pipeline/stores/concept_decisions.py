"""What persons say about concepts: two are one thing, or one means another thing in a document.

Ingestion ties every entity to the lemmas of its names. A merge lies over that, a split is asked
for whenever its document is read again, so neither is undone by reading. Nothing is deleted: what
was said, by whom, when and why stays, and an answer as of the past is by what was said then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pipeline.domain.document import checked_name
from pipeline.errors import BadInput, UnknownDocument
from pipeline.stores.meanings import meanings_of
from pipeline.stores.rows import concept_of
from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Store
from pipeline.stores.transaction_time import LATEST, OPEN_END

__all__ = ["Decision", "Said", "decisions", "merge", "same_as", "split", "split_in"]


@dataclass(frozen=True, slots=True)
class Said:
    """By whom, when (naive UTC) and why."""

    by: str
    at: datetime
    reason: str

    def __post_init__(self) -> None:
        if not self.by.strip():
            raise BadInput("say who decides: --by NAME")
        for text in (self.by, self.reason):
            if "\0" in text:
                raise BadInput("--by and --why cannot contain a NUL character; remove it")


@dataclass(frozen=True, slots=True)
class Decision:
    """A merge of ``name`` into ``concept``, or a split: ``concept`` is ``name`` in ``document``.

    ``ended`` says who undid a merge; only merges are: a split is undone by a merge.
    """

    kind: Literal["merge", "split"]
    name: str
    concept: str
    document: str | None
    said: Said
    ended: Said | None = None


def merge(name: str, into: str, *, store: Store, said: Said) -> list[str]:
    """From now on ``name``, with all that it was merged with, is ``into``; return those moved.

    Both are read as ``concept_of`` reads a name. Raises BadInput if they are one already or if the
    store knows one of them not.
    """

    def work(ask: Ask) -> list[str]:
        one, other = _group(concept_of(name), ask), _group(concept_of(into), ask)
        if one.head == other.head:
            raise BadInput(f"{name!r} and {into!r} are one concept already: {one.head!r}")
        _untie([member for member in one.names if member != one.head], ask, said)
        _tie(one.names, other.head, ask, said)
        return list(one.names)

    return store.write(work)


def split(name: str, *, store: Store, said: Said) -> str:
    """From now on ``name`` stands by itself again; return what it was merged into."""

    def work(ask: Ask) -> str:
        concept = concept_of(name)
        group = _group(concept, ask)
        if group.names == (concept,):
            raise BadInput(
                f"{name!r} is merged with nothing; to tell it apart in one document, give"
                " --document DOCUMENT --as NAME"
            )
        if group.head == concept:
            others = ", ".join(repr(one) for one in group.names if one != concept)
            raise BadInput(f"{name!r} is what {others} was merged into; split that instead")
        _untie([concept], ask, said)
        return group.head

    return store.write(work)


def split_in(document: str, name: str, meant: str, *, store: Store, said: Said) -> int:
    """From now on what is ``name`` in the document is ``meant``; return how many entities were.

    Raises BadInput if the document has nothing of that name.
    """

    def work(ask: Ask) -> int:
        concept, other = concept_of(name), concept_of(_checked(meant))
        if concept == other:
            raise BadInput(f"{meant!r} is {name!r} itself; give another --as NAME")
        meanings = meanings_of([document], ask=ask).get(document, {})
        if other in meanings:
            raise BadInput(
                f"{other!r} means {meanings[other]!r} in {document!r}; give another --as NAME"
            )
        if not ask(statement("write/lock_documents"), {"documents": [document]}):
            raise UnknownDocument(f"no document {document!r} in the store")
        given = {"document": document, "concept": concept, "now": said.at, "open_end": OPEN_END}
        entities = [row["entity"] for row in ask(statement("write/end_instances"), given)]
        if not entities:
            raise BadInput(f"nothing in {document!r} is an instance of {concept!r}")
        ask(statement("write/merge_concepts"), {"names": [other]})
        instances = {"entities": entities, "concept": other, "now": said.at}
        ask(statement("write/begin_instances"), instances)
        noted = {"document": document, "concept": concept, "meant": other, "now": said.at}
        ask(statement("write/note_meaning"), noted | {"by": said.by, "reason": said.reason})
        return len(entities)

    return store.write(work)


def same_as(name: str, *, store: Store, as_of: datetime | None = None) -> list[str]:
    """The concepts that are one thing with ``name``, the one they go by first."""
    rows = store.ask(
        statement("read/concept"), {"concept": concept_of(name), "as_of": as_of or LATEST}
    )
    return sorted((row["name"] for row in rows), key=lambda one: (one != rows[0]["head"], one))


def decisions(store: Store) -> list[Decision]:
    """All that was ever said, in its order."""
    found = [
        Decision(
            "merge",
            row["name"],
            row["concept"],
            None,
            Said(row["by"], row["recorded_from"], row["reason"] or ""),
            None
            if row["recorded_until"] == OPEN_END
            else Said(row["ended_by"], row["recorded_until"], row["ended_reason"] or ""),
        )
        for row in store.ask(statement("read/all_aliases"), {})
    ]
    found += [
        Decision(
            "split",
            row["name"],
            row["concept"],
            row["document"],
            Said(row["by"], row["recorded_from"], row["reason"] or ""),
        )
        for row in store.ask(statement("read/all_meanings"), {})
    ]
    return sorted(found, key=lambda one: one.said.at)


@dataclass(frozen=True, slots=True)
class _Group:
    head: str
    names: tuple[str, ...]


def _group(concept: str, ask: Ask) -> _Group:
    rows = ask(statement("read/concept"), {"concept": concept, "as_of": LATEST})
    if not rows:
        raise BadInput(f"no document names {concept!r}: there is no such concept in the store")
    return _Group(rows[0]["head"], tuple(row["name"] for row in rows))


def _tie(names: Sequence[str], head: str, ask: Ask, said: Said) -> None:
    given = {"names": list(names), "head": head, "now": said.at, "open_end": OPEN_END}
    ask(statement("write/tie_concepts"), given | {"by": said.by, "reason": said.reason})


def _untie(names: Sequence[str], ask: Ask, said: Said) -> None:
    if names:
        given = {"names": list(names), "now": said.at, "open_end": OPEN_END}
        ask(statement("write/untie_concepts"), given | {"by": said.by, "reason": said.reason})


def _checked(name: str) -> str:
    try:
        return checked_name(name, role="the concept")
    except ValueError as error:
        raise BadInput(str(error)) from error
