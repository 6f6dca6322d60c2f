"""Concepts, which link entities across documents, and the decisions people make about them.

An entity is an instance of the lemmas of its names. A decision takes precedence over that: two
concepts are one thing (a merge), or a name means another concept in one document (a split).
Ingestion asks for the splits whenever a document is read again, so no new reading undoes one.
Nothing is deleted: each decision keeps its author, time and reason, and an answer as of the past
follows the decisions of that time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pipeline.domain.document import MAX_NAME_LENGTH, Entity, checked_name
from pipeline.domain.lemmas import lemma
from pipeline.errors import BadInput, UnknownDocument
from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Row, Store
from pipeline.stores.transaction_time import LATEST, OPEN_END

__all__ = [
    "Attribution",
    "Decision",
    "Meanings",
    "concept_of",
    "concepts_of",
    "decisions",
    "meaning_of",
    "meanings_of",
    "merge",
    "same_as",
    "split",
    "split_in",
]

Meanings = Mapping[str, str]  # of one document: a concept, and what it means there


@dataclass(frozen=True, slots=True)
class Attribution:
    """Who made a decision, when (naive UTC) and why."""

    by: str
    at: datetime
    reason: str

    def __post_init__(self) -> None:
        if not self.by.strip():
            raise BadInput("the author of the decision is missing; give it with --by NAME")
        for text in (self.by, self.reason):
            if "\0" in text:
                raise BadInput("--by and --why cannot contain a NUL character; remove it")


@dataclass(frozen=True, slots=True)
class Decision:
    """A merge of ``name`` into ``concept``, or a split: ``concept`` is ``name`` in ``document``.

    ``ended`` is the attribution of the decision that undid a merge. A split is undone by a merge,
    so it has none.
    """

    kind: Literal["merge", "split"]
    name: str
    concept: str
    document: str | None
    made: Attribution
    ended: Attribution | None = None


def concept_of(name: str) -> str:
    """The concept that a name stands for: its lemma.

    The name itself if nothing of it is left or Unicode made the lemma too long to index.
    """
    base_form = lemma(name)
    return base_form if base_form and len(base_form) <= MAX_NAME_LENGTH else name


def concepts_of(entity: Entity) -> tuple[str, ...]:
    """The concepts that the entity is an instance of: that of each of its names, once."""
    return tuple(dict.fromkeys(concept_of(alias) for alias in entity.aliases))


def meanings_of(documents: Sequence[str], *, ask: Ask) -> dict[str, dict[str, str]]:
    """The splits of these documents, by document id; documents without one are left out."""
    meanings: dict[str, dict[str, str]] = {}
    if documents:
        for row in ask(statement("read/meanings"), {"documents": list(documents)}):
            meanings.setdefault(row["document"], {})[row["concept"]] = row["meant"]
    return meanings


def meaning_of(concept: str, meanings: Meanings) -> str:
    """Return the concept's final meaning; a split may have been split again."""
    visited = {concept}
    while concept in meanings and meanings[concept] not in visited:
        concept = meanings[concept]
        visited.add(concept)
    return concept


def merge(name: str, into: str, *, store: Store, attribution: Attribution) -> list[str]:
    """Make ``name``, with all that it was merged with, one with ``into``; return the names moved.

    Both are read as ``concept_of`` reads a name. Raises BadInput if they are one already or if the
    store does not know one of them.
    """

    def work(ask: Ask) -> list[str]:
        source, target = _group(concept_of(name), ask), _group(concept_of(into), ask)
        if source.head == target.head:
            raise BadInput(f"{name!r} and {into!r} are one concept already: {source.head!r}")
        _untie([member for member in source.names if member != source.head], ask, attribution)
        _tie(source.names, target.head, ask, attribution)
        return list(source.names)

    return store.write(work)


def split(name: str, *, store: Store, attribution: Attribution) -> str:
    """Make ``name`` a concept of its own again; return the one it was merged into."""

    def work(ask: Ask) -> str:
        concept = concept_of(name)
        group = _group(concept, ask)
        if group.names == (concept,):
            raise BadInput(
                f"{name!r} is merged with nothing; to give it another meaning in one document, add"
                " --document DOCUMENT --as NAME"
            )
        if group.head == concept:
            others = ", ".join(repr(member) for member in group.names if member != concept)
            raise BadInput(f"{name!r} is what {others} was merged into; split that instead")
        _untie([concept], ask, attribution)
        return group.head

    return store.write(work)


def split_in(
    document: str, name: str, meaning: str, *, store: Store, attribution: Attribution
) -> int:
    """Give ``name`` another meaning in the document; return the number of entities affected.

    Raises BadInput if the document has nothing of that name.
    """

    def work(ask: Ask) -> int:
        concept, other = concept_of(name), concept_of(_checked(meaning))
        if concept == other:
            raise BadInput(f"{meaning!r} is {name!r} itself; give another --as NAME")
        meanings = meanings_of([document], ask=ask).get(document, {})
        if other in meanings:
            raise BadInput(
                f"{other!r} means {meanings[other]!r} in {document!r}; give another --as NAME"
            )
        if not ask(statement("write/lock_documents"), {"documents": [document]}):
            raise UnknownDocument(f"no document {document!r} in the store")
        instances = {
            "document": document,
            "concept": concept,
            "now": attribution.at,
            "open_end": OPEN_END,
        }
        entities = [row["entity"] for row in ask(statement("write/end_instances"), instances)]
        if not entities:
            raise BadInput(f"nothing in {document!r} is an instance of {concept!r}")
        ask(statement("write/merge_concepts"), {"names": [other]})
        ask(
            statement("write/begin_instances"),
            {"entities": entities, "concept": other, "now": attribution.at},
        )
        ask(
            statement("write/note_meaning"),
            {
                "document": document,
                "concept": concept,
                "meant": other,
                "now": attribution.at,
                "by": attribution.by,
                "reason": attribution.reason,
            },
        )
        return len(entities)

    return store.write(work)


def same_as(name: str, *, store: Store, as_of: datetime | None = None) -> list[str]:
    """The concepts that are one thing with ``name``; the one that stands for all comes first."""
    rows = store.ask(
        statement("read/concept"), {"concept": concept_of(name), "as_of": as_of or LATEST}
    )
    return sorted(
        (row["name"] for row in rows), key=lambda member: (member != rows[0]["head"], member)
    )


def decisions(store: Store) -> list[Decision]:
    """Every decision ever made, oldest first."""
    merges = [_merge_of(row) for row in store.ask(statement("read/all_aliases"), {})]
    splits = [_split_of(row) for row in store.ask(statement("read/all_meanings"), {})]
    return sorted([*merges, *splits], key=lambda decision: decision.made.at)


def _merge_of(row: Row) -> Decision:
    return Decision(
        "merge",
        row["name"],
        row["concept"],
        None,
        Attribution(row["by"], row["recorded_from"], row["reason"] or ""),
        None
        if row["recorded_until"] == OPEN_END
        else Attribution(row["ended_by"], row["recorded_until"], row["ended_reason"] or ""),
    )


def _split_of(row: Row) -> Decision:
    return Decision(
        "split",
        row["name"],
        row["concept"],
        row["document"],
        Attribution(row["by"], row["recorded_from"], row["reason"] or ""),
    )


@dataclass(frozen=True, slots=True)
class _Group:
    """The names of one thing; ``head`` is the one that stands for all."""

    head: str
    names: tuple[str, ...]


def _group(concept: str, ask: Ask) -> _Group:
    rows = ask(statement("read/concept"), {"concept": concept, "as_of": LATEST})
    if not rows:
        raise BadInput(f"no document names {concept!r}: there is no such concept in the store")
    return _Group(rows[0]["head"], tuple(row["name"] for row in rows))


def _tie(names: Sequence[str], head: str, ask: Ask, attribution: Attribution) -> None:
    parameters = {
        "names": list(names),
        "head": head,
        "now": attribution.at,
        "open_end": OPEN_END,
        "by": attribution.by,
        "reason": attribution.reason,
    }
    ask(statement("write/tie_concepts"), parameters)


def _untie(names: Sequence[str], ask: Ask, attribution: Attribution) -> None:
    if not names:
        return
    parameters = {
        "names": list(names),
        "now": attribution.at,
        "open_end": OPEN_END,
        "by": attribution.by,
        "reason": attribution.reason,
    }
    ask(statement("write/untie_concepts"), parameters)


def _checked(name: str) -> str:
    try:
        return checked_name(name, role="the concept")
    except ValueError as error:
        raise BadInput(str(error)) from error
