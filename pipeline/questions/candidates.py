"""Documents that may answer a question across documents, in the order of their ids.

Where few entities are instances of the question's concepts, their documents are listed. Where many
are, the documents of the store are taken in turn: among those an answer is soon found, and a first
page takes as long as its rows do. Words have no index, so the first documents are taken in turn,
and names are searched for them only if the page is not full then. An old reading may make a
document a candidate; the question itself decides.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from pipeline.questions.question_files import Question, catalogue
from pipeline.stores.rows import document_of_key, document_of_reading
from pipeline.stores.statements import statement
from pipeline.stores.store import Store
from pipeline.stores.transaction_time import LATEST

__all__ = ["Candidates", "candidates_for"]

MOST_LISTED = 30_000  # instances; with more, an answer is near in a store of a million documents
LEAST_IN_TURN = 500  # documents that are looked in before names are searched for words
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
    if "words" in parameters:
        words = parameters["words"]
        return _naming(words, store, NO_LIMIT) if all_at_once else _WithWords(words, store)
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
    few = [concepts for concepts, n in zip(choices, counts, strict=True) if n <= MOST_LISTED]
    with_all = (_instances(concepts, store) for concepts in few or choices[:1])
    return _ListedDocuments.of(set.intersection(*with_all))


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


@dataclass(slots=True)
class _WithWords:
    """The first documents in turn, then those whose names have one of the words."""

    words: Sequence[str]
    store: Store
    n_in_turn: int = 0
    named: Candidates | None = None

    def after(self, document: str, most: int) -> Sequence[str]:
        if self.n_in_turn < LEAST_IN_TURN:
            self.n_in_turn += most
            return _StoredDocuments(self.store).after(document, most)
        if self.named is None:
            self.named = _naming(self.words, self.store, MOST_LISTED)
        return self.named.after(document, most)


def _naming(words: Sequence[str], store: Store, most: int) -> Candidates:
    """Documents whose titles or names have one of the words; all if they are more than ``most``.

    Of a phrase, its longest word is searched, which names have as part of a word or of a longer
    phrase if they have the phrase.
    """
    longest = {max(phrase.split(), key=len, default="") for phrase in words}
    documents: set[str] = set()
    for word in longest:
        if any(other in word for other in longest - {word}):
            continue  # "onions" is found by "onion"
        rows = store.ask(statement("read/named"), {"word": word, "most": most + 1})
        if len(rows) > most:
            return _StoredDocuments(store)
        key_of = {True: document_of_reading, False: document_of_key}
        documents.update(key_of[row["is_reading"]](row["id"]) for row in rows)
    return _ListedDocuments.of(documents)


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


def _instances(concepts: Sequence[str], store: Store) -> set[str]:
    """The documents with instances of these concepts."""
    rows = store.ask(statement("read/instances"), {"concepts": concepts}) if concepts else []
    return {document_of_key(row["id"]) for row in rows}


def _count(concepts: Sequence[str], store: Store) -> int:
    """The number of instances, at most one more than are listed."""
    if not concepts:
        return 0
    parameters = {"concepts": concepts, "most": MOST_LISTED + 1}
    (row,) = store.ask(statement("read/instance_count"), parameters)
    return int(row["entities"])
