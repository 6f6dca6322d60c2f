"""What a concept means in a document, where a person said that it is not what its lemma says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.stores.statements import statement
from pipeline.stores.store import Ask

__all__ = ["Meanings", "meanings_of", "meant"]

Meanings = Mapping[str, str]  # of one document: a concept, and what it means there


def meanings_of(documents: Sequence[str], *, ask: Ask) -> dict[str, dict[str, str]]:
    """The splits of these documents, by document id; those without one are left out."""
    found: dict[str, dict[str, str]] = {}
    if documents:
        for row in ask(statement("read/meanings"), {"documents": list(documents)}):
            found.setdefault(row["document"], {})[row["concept"]] = row["meant"]
    return found


def meant(concept: str, meanings: Meanings) -> str:
    """What the concept means in the end; a split may have been split again."""
    seen = {concept}
    while concept in meanings and meanings[concept] not in seen:
        concept = meanings[concept]
        seen.add(concept)
    return concept
