"""Typing errors in a question, corrected by the words of the document and of known questions."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable

from pipeline.domain.name_keys import WORD
from pipeline.questions.question_words import FUNCTION_WORDS, stem, verbs

__all__ = ["corrected"]

CLOSE = 0.85  # similarity of a word and the one that is meant, by difflib's ratio
SHORTEST = 4  # letters; a shorter word is close to too many others


def corrected(question: str, texts: Iterable[str]) -> str:
    """The question with each unknown word replaced by the known one that is spelled most alike."""
    words = {word.lower() for text in texts for word in WORD.findall(text)}
    known = words | FUNCTION_WORDS | verbs()
    stems = {stem(word) for word in known}

    def replacement(match: re.Match[str]) -> str:
        word = match[0].lower()
        return match[0] if stem(word) in stems else _closest(word, known) or match[0]

    return WORD.sub(replacement, question)


def _closest(word: str, known: Collection[str]) -> str | None:
    if len(word) < SHORTEST or not word.isalpha():
        return None
    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=CLOSE)), None)
