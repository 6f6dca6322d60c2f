"""The gate: whether a text describes what happens, or instructs its reader.

Naive Bayes over words (McCallum and Nigam 1998): each word has the log-odds of standing in a
description rather than in instructions, and a text is what its words say on average. That takes
a thousandth of the time of reading, and needs no network.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.domain.document import Document

__all__ = ["Gate"]

FEWEST_DOCUMENTS = 10  # that a word must occur in to be kept
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Gate:
    """``log_odds`` of each word: above 0 it stands more often in descriptions."""

    log_odds: Mapping[str, float]

    @classmethod
    def learnt(cls, descriptions: Iterable[Document], instructions: Iterable[Document]) -> Gate:
        """Count the words of both, adding one to each count (Laplace)."""
        documents: Counter[str] = Counter()
        uses: list[Counter[str]] = []
        for texts in (descriptions, instructions):
            counted: Counter[str] = Counter()
            for document in texts:
                words = Counter(_words(document))
                counted.update(words)
                documents.update(words.keys())
            uses.append(counted)
        kept = sorted(word for word, n in documents.items() if n >= FEWEST_DOCUMENTS)
        described, instructed = ({word: counted[word] + 1 for word in kept} for counted in uses)
        usual = math.log(sum(described.values()) / max(1, sum(instructed.values())) or 1.0)
        return cls(
            {word: round(math.log(described[word] / instructed[word]) - usual, 2) for word in kept}
        )

    def is_description(self, document: Document) -> bool:
        """A text without a known word counts as instructions."""
        return sum(self.log_odds.get(word, 0.0) for word in _words(document)) > 0

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(self.log_odds, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path) -> Gate:
        """Raises OSError or ValueError if the file holds no gate."""
        log_odds = json.loads(path.read_text())
        if not isinstance(log_odds, dict):
            raise ValueError(f"{str(path)!r} holds no log-odds of words")
        return cls({str(word): float(odds) for word, odds in log_odds.items()})


def _words(document: Document) -> Iterator[str]:
    for step in document.steps:
        yield from _WORD.findall(step.text.lower())
