"""Documents that may answer a question across documents, in the order of their ids.

Where few entities are instances of the question's concepts, their documents are listed. Where many
are, the documents of the store are taken in turn: among those an answer is soon found, and a first
page takes as long as its rows do. An old reading may make a document a candidate; the question
itself decides.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from pipeline.questions.question_files import Question, catalogue
from pipeline.stores.rows import document_of_key
from pipeline.stores.statements import statement
from pipeline.stores.store import Store
from pipeline.stores.transaction_time import LATEST

__all__ = ["Candidates", "candidates_for"]

MOST_LISTED = 30_000  # instances; with more, an answer is near in a store of a million documents
NO_LIMIT = 2**62
LEAST_REAL, LARGEST_REAL = -1.7e308, 1.7e308
OWN_THINGS = {"feeds": "outputs", "fed-by": "inputs"}  # what a document has in common with others


class Candidates(Protocol):
    """Documents in the order of their ids."""

    def after(self, document: str, most: int) -> Sequence[str]:
        """The first ``most`` after this id; fewer only at the end."""


def candidates_for(
    question: Question,
    parameters: Mapping[str, Any],
    *,
    store: Store,
    as_of: datetime | None,
    all_at_once: bool,
) -> Candidates:
    """The documents in which to look; ``all_at_once`` lists them however many they are."""
    if "documents" in parameters:
        return _ListedDocuments.of(parameters["documents"])
    moment = as_of or LATEST
    if {"kind", "unit", "value"} <= parameters.keys():
        return _with_quantities(question, parameters, store, all_at_once=all_at_once)
    if question.name in OWN_THINGS:
        heads = _own_concepts(OWN_THINGS[question.name], parameters["document"], store, moment)
        choices = [sorted({name for head in heads for name in _names(head, store, moment)})]
    else:
        keys = [key for key in ("concept", "consumed", "produced") if key in parameters]
        choices = [_names(parameters[key], store, moment) for key in keys]
    if not choices:
        return _StoredDocuments(store)
    counts = [_count(concepts, store) for concepts in choices]
    if min(counts) > MOST_LISTED and not all_at_once:
        return _StoredDocuments(store)
    rarest = choices[counts.index(min(counts))]
    rows = store.ask(statement("read/instances"), {"concepts": rarest}) if rarest else []
    return _ListedDocuments.of(document_of_key(row["id"]) for row in rows)


@dataclass(frozen=True, slots=True)
class _ListedDocuments:
    ids: Sequence[str]

    @classmethod
    def of(cls, ids: Iterable[str]) -> _ListedDocuments:
        return cls(sorted(set(ids)))

    def after(self, document: str, most: int) -> Sequence[str]:
        start = bisect_right(self.ids, document)
        return self.ids[start : start + most]


@dataclass(frozen=True, slots=True)
class _StoredDocuments:
    """All documents of a store; both engines order ids by code points here, as Python does."""

    store: Store

    def after(self, document: str, most: int) -> Sequence[str]:
        rows = self.store.ask(statement("read/documents_after"), {"after": document, "most": most})
        return [row["document"] for row in rows]


def _with_quantities(
    question: Question, parameters: Mapping[str, Any], store: Store, *, all_at_once: bool
) -> Candidates:
    is_above = question.name == "quantities-above"
    limits = {
        "kind": parameters["kind"],
        "unit": parameters["unit"],
        "above": parameters["value"] if is_above else LEAST_REAL,
        "below": LARGEST_REAL if is_above else parameters["value"],
        "most": NO_LIMIT if all_at_once else MOST_LISTED + 1,
    }
    rows = store.ask(statement("read/quantities_between"), limits)
    if len(rows) == limits["most"]:
        return _StoredDocuments(store)
    return _ListedDocuments.of(document_of_key(row["id"]) for row in rows)


def _own_concepts(things: str, document: str, store: Store, moment: datetime) -> set[str]:
    """The concepts of a document's inputs or outputs."""
    parameters = {"document": document, "as_of": moment}
    names = {row["entity"] for row in store.ask(catalogue()[things].cypher, parameters)}
    rows = store.ask(statement("read/things"), parameters)
    return {row["concept"] for row in rows if row["entity"] in names}


def _names(concept: str, store: Store, moment: datetime) -> list[str]:
    """The concept and those merged with it; none if the store does not know it."""
    rows = store.ask(statement("read/concept"), {"concept": concept, "as_of": moment})
    return [row["name"] for row in rows]


def _count(concepts: Sequence[str], store: Store) -> int:
    """The number of instances, at most one more than are listed."""
    if not concepts:
        return 0
    parameters = {"concepts": concepts, "most": MOST_LISTED + 1}
    (row,) = store.ask(statement("read/instance_count"), parameters)
    return int(row["entities"])
