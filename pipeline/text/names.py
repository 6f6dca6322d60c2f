"""Words of a text, and the keys by which two names are equal.

A name has several normal forms, each for a purpose of its own:

===============================  ===================================  ============================
function                         what it makes equal                  used for
===============================  ===================================  ============================
``lemmas.lemma``                 case, number, possessives            concepts across documents;
                                                                      the words of all other forms
``names.key_of``                 also a leading article, hyphens      entities that users name;
                                                                      discovery and its score
``annotate`` (private)           as ``key_of``, on spaCy's tokens     mentions, which are runs of
                                                                      those tokens
``inference.candidates``:        also any determiners ("your"), and   candidate locations, in
``place_key``                    words with one stem                  training and prediction
``evaluation.task2_terms``:      one determiner; the whole phrase is  scores that must equal the
``normalised``                   stemmed as if it were one word       official ones
===============================  ===================================  ============================

They stay separate because each is fixed by something else: stored concepts, stored mentions,
trained weights, published scores.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.domain.document import Document
from pipeline.text.lemmas import ARTICLES, lemma

__all__ = ["Key", "Word", "head", "key_of", "words_of"]

Key = tuple[str, ...]  # the lemmas of a name

# Letters (with combining accents) and digits, joined by hyphens or apostrophes; a possessive 's is
# left out.
_PART = r"(?:[^\W_][\u0300-\u036f]*)+"
_WORD = re.compile(rf"(?<!\w['’]){_PART}(?:[-'’](?!s\b){_PART})*")
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
        [Word(match.group(), step.number, *match.span()) for match in _WORD.finditer(step.text)]
        for step in document.steps
    ]


def key_of(name: str) -> Key:
    """Return the lemmas of a name without a leading article and hyphens: equal keys, one name."""
    words = [part for word in _WORD.findall(name) for part in lemma(word).split("-") if part]
    if len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    return tuple(words) or (name.strip().lower(),)


def head(key: Sequence[str]) -> str:
    """Return the head word of a name: its last word, or the last before a preposition."""
    for place, word in enumerate(key):
        if word in _PREPOSITIONS and place > 0:
            return key[place - 1]
    return key[-1]
