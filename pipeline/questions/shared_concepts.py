"""Concepts that several documents track, which tie documents together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.questions.catalogue import ask_page
from pipeline.stores.statements import statement
from pipeline.stores.store import Store
from pipeline.stores.transaction_time import LATEST

__all__ = ["SharedConcept", "concepts_among", "concepts_around"]

MOST_CONCEPTS = 12  # of a list
MOST_DOCUMENTS = 1_000  # of a concept


@dataclass(frozen=True, slots=True)
class SharedConcept:
    """A concept, and its name in each document that tracks it; there are at least two."""

    name: str
    entities: Mapping[str, str]


def concepts_among(documents: Iterable[str], *, store: Store) -> list[SharedConcept]:
    """The concepts that most of these documents have in common, the most common one first."""
    entities: dict[str, dict[str, str]] = {}
    for document in documents:
        for concept, entity in _concepts_of(document, store):
            entities.setdefault(concept, {}).setdefault(document, entity)
    return _most_shared([SharedConcept(name, names) for name, names in entities.items()])


def concepts_around(document: str, *, store: Store) -> list[SharedConcept]:
    """The concepts that a document has in common with most others, the most common one first.

    Of a concept that more documents than ``MOST_DOCUMENTS`` track, the first ones count.
    """
    concepts = []
    for concept in dict.fromkeys(concept for concept, _ in _concepts_of(document, store)):
        page = ask_page("trackers", {"concept": concept}, store=store, limit=MOST_DOCUMENTS)
        # the first name counts
        names = {row["document"]: row["entity"] for row in reversed(page.rows)}
        concepts.append(SharedConcept(concept, dict(sorted(names.items()))))
    return _most_shared(concepts)


def _concepts_of(document: str, store: Store) -> list[tuple[str, str]]:
    rows = store.ask(statement("read/things"), {"document": document, "as_of": LATEST})
    return [(row["concept"], row["entity"]) for row in rows]


def _most_shared(concepts: Sequence[SharedConcept]) -> list[SharedConcept]:
    shared = [concept for concept in concepts if len(concept.entities) > 1]
    return sorted(shared, key=lambda concept: (-len(concept.entities), concept.name))[
        :MOST_CONCEPTS
    ]
