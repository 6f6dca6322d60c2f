"""The names of things: the key by which two are equal, and the one that a person means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pipeline.domain.lemmas import ARTICLES, lemma

__all__ = ["WORD", "Key", "key_of", "matching_names", "name_list"]

Key = tuple[str, ...]  # the lemmas of a name

SHOWN = 20  # names listed in a message

# Letters (with combining accents) and digits, joined by hyphens or apostrophes; a possessive 's is
# left out.
_PART = r"(?:[^\W_][\u0300-\u036f]*)+"
WORD = re.compile(rf"(?<!\w['’]){_PART}(?:[-'’](?!s\b){_PART})*")


def key_of(name: str) -> Key:
    """Return the lemmas of a name without a leading article and hyphens: equal keys, one name."""
    words = [part for word in WORD.findall(name) for part in lemma(word).split("-") if part]
    if len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    return tuple(words) or (name.strip().lower(),)


def matching_names(name: str, names: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the keys of ``names`` with ``name`` among their values: exactly, else in any case,
    else by ``key_of``, which ignores articles and number.
    """
    for normalise in (str, str.casefold, key_of):
        key = normalise(name)
        matches = [stored for stored, others in names.items() if key in map(normalise, others)]
        if matches:
            return matches
    return []


def name_list(names: Iterable[str]) -> str:
    """The names, separated by commas; after twenty, how many more there are."""
    every = list(names)
    more = f" and {len(every) - SHOWN} more" if len(every) > SHOWN else ""
    return (", ".join(every[:SHOWN]) + more) or "none"
