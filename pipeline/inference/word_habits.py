"""How annotated procedures use a word: as the head of an entity, as a place, as a verb.

Counts of documents and of uses, a row for each lemma. They are counted in training
(`pipeline.training.word_uses`) and ship with the choice of entities.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Habits", "Uses", "WordHabits"]

FEWEST_DOCUMENTS = 3  # that a word must occur in to be kept
_STRENGTH = 3.0  # uses that a prior counts for


class Uses(NamedTuple):
    """Counts of one word. The first four are of documents, the others of uses.

    ``openings`` begin a sentence; ``entities_after`` and ``entities_before`` have an entity as
    their neighbour.
    """

    documents: int = 0
    heads: int = 0
    modifiers: int = 0
    places: int = 0
    uses: int = 0
    openings: int = 0
    entities_after: int = 0
    entities_before: int = 0

    def plus(self, other: Uses, *, sign: int = 1) -> Uses:
        return Uses(*(own + sign * added for own, added in zip(self, other, strict=True)))


@dataclass(frozen=True, slots=True)
class Habits:
    """Log-odds of a word's uses, each against its prior; ``known`` is 0 for a word never seen."""

    head: float
    modifier: float
    place: float
    opening: float
    entity_after: float
    entity_before: float
    known: float

    @classmethod
    def of(cls, uses: Uses) -> Habits:
        return cls(
            _log_odds(uses.heads, uses.documents, prior=0.15),
            _log_odds(uses.modifiers, uses.documents, prior=0.05),
            _log_odds(uses.places, uses.documents, prior=0.1),
            _log_odds(uses.openings, uses.uses, prior=0.1),
            _log_odds(uses.entities_after, uses.uses, prior=0.15),
            _log_odds(uses.entities_before, uses.uses, prior=0.15),
            min(uses.documents, 5) / 5,
        )


@dataclass(frozen=True, slots=True)
class WordHabits:
    """The uses of all words, by lemma."""

    uses: Mapping[str, Uses]

    @classmethod
    def learnt(cls, documents: Iterable[Mapping[str, Uses]]) -> WordHabits:
        """Add up the uses in documents; words of few documents are left out."""
        total: dict[str, Uses] = {}
        for document in documents:
            for word, uses in document.items():
                total[word] = total.get(word, Uses()).plus(uses)
        kept = {word: each for word, each in total.items() if each.documents >= FEWEST_DOCUMENTS}
        return cls(dict(sorted(kept.items())))

    def without(self, document: Mapping[str, Uses]) -> WordHabits:
        """Leave out one of the documents that were added up, to judge that document itself."""
        less = {
            word: self.uses[word].plus(uses, sign=-1)
            for word, uses in document.items()
            if word in self.uses
        }
        return WordHabits({**self.uses, **less})

    def of(self, word: str) -> Habits:
        return Habits.of(self.uses.get(word, Uses()))

    def as_json(self) -> dict[str, list[int]]:
        return {word: list(uses) for word, uses in self.uses.items()}

    @classmethod
    def from_json(cls, rows: Mapping[str, Iterable[int]]) -> WordHabits:
        return cls({word: Uses(*row) for word, row in rows.items()})


def _log_odds(count: int, total: int, *, prior: float) -> float:
    other = max(total - count, 0)
    return math.log((count + _STRENGTH * prior) / (other + _STRENGTH * (1 - prior)))
