"""Names and places as ProPara's task-2 scorers compare them: AND-terms of OR-synonyms.

"water OR dew AND sun" has two terms, {water, dew} and {sun}. Only capital AND and OR split.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

__all__ = ["TermSets", "as_terms", "normalised", "normalised_terms", "stemmer"]

TermSets = tuple[frozenset[str], ...]

_ARTICLES = ("a", "an", "the", "your", "his", "their", "my", "another", "other", "this", "that")


def as_terms(phrase: str) -> TermSets:
    """The terms of a phrase, compared as written."""
    return tuple(frozenset(term.strip().split(" OR ")) for term in phrase.split(" AND "))


@lru_cache(maxsize=100_000)
def normalised_terms(phrase: str) -> TermSets:
    """The terms of a phrase with articles removed and stemmed, for locations.

    An empty synonym empties its whole term, as in the official scorer.
    """
    return tuple(_normalised_term(term.strip().split(" OR ")) for term in phrase.split(" AND "))


@lru_cache(maxsize=100_000)
def normalised(phrase: str) -> str:
    """Lower case, less one leading article, stemmed *as if the whole phrase were one word*.

    So "big rocks" equals "big rock", but "rocks big" does not equal "rock big".
    """
    lowered = phrase.lower()
    for article in _ARTICLES:
        if lowered.startswith(f"{article} "):
            lowered = lowered[len(article) + 1 :]
            break
    stem: str = stemmer().stem(lowered)
    return stem.strip()


@cache
def stemmer() -> Any:
    """NLTK's Porter stemmer; imported on first use, because NLTK takes a second to import."""
    from nltk.stem.porter import PorterStemmer

    return PorterStemmer()


def _normalised_term(synonyms: list[str]) -> frozenset[str]:
    if any(not synonym.strip() for synonym in synonyms):
        return frozenset({""})
    return frozenset(normalised(synonym) for synonym in synonyms)
