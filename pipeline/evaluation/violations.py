"""Violations of common sense by predicted changes, as in the KG-MRC paper's constraint table.

A change is a violation (once, even if several rules fail) if

1. it moves or destroys what does not exist,
2. it creates what exists already,
3. no synonym of the entity has been mentioned up to and including its step.

Existence is unknown at first, true after CREATE or MOVE and false after DESTROY. Each change
counts once for each synonym of its entity: only so does ProStruct's file give the published
17 of 270. Only the action column is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pipeline.datasets.propara import ActionRow
from pipeline.evaluation.task2_terms import stemmer

__all__ = ["Violations", "count_violations"]

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Violations:
    """Changes and those that break a rule, each counted once a synonym."""

    predictions: int
    violations: int

    @property
    def percent(self) -> float:
        return 100 * self.violations / self.predictions if self.predictions else 0.0

    def as_json(self) -> dict[str, float]:
        return {
            "predictions": self.predictions,
            "violations": self.violations,
            "percent": round(self.percent, 2),
        }


def count_violations(rows: Iterable[ActionRow], steps: Mapping[str, Sequence[str]]) -> Violations:
    """Count over the documents that ``steps`` (the texts of each document's steps) holds."""
    tracks: dict[tuple[str, str], dict[int, str]] = {}
    for row in rows:
        if row.document in steps:
            tracks.setdefault((row.document, row.entity), {})[row.step] = row.action
    predictions = violations = 0
    for (document, entity), actions in tracks.items():
        synonyms = [part.strip() for part in entity.split(";") if part.strip()] or [entity]
        first_mention = _first_mention(synonyms, steps[document])
        exists: bool | None = None
        for step, action in sorted(actions.items()):
            if action == "NONE":
                continue
            predictions += len(synonyms)
            broken = exists is True if action == "CREATE" else exists is False
            if broken or step < first_mention:
                violations += len(synonyms)
            exists = action != "DESTROY"
    return Violations(predictions, violations)


def _first_mention(synonyms: Sequence[str], texts: Sequence[str]) -> int:
    """The first step that has a synonym's words in a row; one past the last if none has."""
    phrases = [f" {_stems(synonym)} " for synonym in synonyms]
    for number, text in enumerate(texts, start=1):
        if any(phrase in f" {_stems(text)} " for phrase in phrases):
            return number
    return len(texts) + 1


@lru_cache(maxsize=10_000)
def _stems(text: str) -> str:
    return " ".join(stemmer().stem(word) for word in _WORD.findall(text))
