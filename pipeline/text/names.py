"""Words of a text, and when two names are one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.domain.document import Document
from pipeline.text.lemmas import lemma

__all__ = ["Key", "Word", "head", "key_of", "words_of"]

Key = tuple[str, ...]  # the lemmas of a name

# Letters (with combining accents) and digits, joined by hyphens or apostrophes; a possessive 's is
# left out.
_PART = r"(?:[^\W_][\u0300-\u036f]*)+"
_WORD = re.compile(rf"(?<!\w['’]){_PART}(?:[-'’](?!s\b){_PART})*")
_ARTICLES = frozenset({"a", "an", "the"})
_PREPOSITIONS = frozenset(
    {"of", "in", "on", "at", "by", "for", "from", "with", "into", "onto", "inside", "under"}
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a step, with offsets into that step's text; ``step`` counts from 1."""

    text: str
    step: int
    char_start: int
    char_end: int


def words_of(document: Document) -> list[list[Word]]:
    """Return the words of each step."""
    return [
        [Word(found.group(), step.number, *found.span()) for found in _WORD.finditer(step.text)]
        for step in document.steps
    ]


def key_of(name: str) -> Key:
    """The lemmas of a name, a leading article and hyphens aside: equal keys are one name."""
    words = [part for word in _WORD.findall(name) for part in lemma(word).split("-") if part]
    if len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return tuple(words) or (name.strip().lower(),)


def head(key: Sequence[str]) -> str:
    """The word a name is about: its last one, or the last before a preposition."""
    for place, word in enumerate(key):
        if word in _PREPOSITIONS and place > 0:
            return key[place - 1]
    return key[-1]
