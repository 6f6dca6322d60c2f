"""Words of a text, and the keys by which two names are equal.

A name has several normal forms, each for a purpose of its own:

===============================  ===================================  ============================
function                         what it makes equal                  used for
===============================  ===================================  ============================
``lemmas.lemma``                 case, number, possessives            concepts across documents;
                                                                      the words of all other forms
``name_keys.key_of``             also a leading article, hyphens      entities that users name;
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

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.domain.document import Document
from pipeline.domain.name_keys import WORD, Key, key_of

__all__ = ["Key", "Word", "head", "key_of", "words_of"]

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
        [Word(match.group(), step.number, *match.span()) for match in WORD.finditer(step.text)]
        for step in document.steps
    ]


def head(key: Sequence[str]) -> str:
    """Return the head word of a name: its last word, or the last before a preposition."""
    for place, word in enumerate(key):
        if word in _PREPOSITIONS and place > 0:
            return key[place - 1]
    return key[-1]
