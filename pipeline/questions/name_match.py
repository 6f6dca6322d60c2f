"""The stored name that a person means: exact, by its head word, or by the closest spelling."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from pipeline.domain.name_keys import Key, key_of, matching_names
from pipeline.text.names import head

__all__ = ["close_names"]

CLOSE = 0.84  # similarity of two spellings of one name, by difflib's ratio


def close_names(name: str, names: Mapping[str, Sequence[str]]) -> list[str]:
    """The keys of ``names`` that ``name`` may mean, by their values; the surest kind of match wins.

    Those called so, else those with its head word and no word that contradicts ("butter" and "cold
    butter", not "red pepper" and "black pepper"), else the one that is spelled most alike.
    """
    if matches := matching_names(name, names):
        return matches
    key = key_of(name)
    by_head = [
        stored
        for stored, others in names.items()
        if any(_agree(key, key_of(other)) for other in others)
    ]
    if by_head:
        return by_head
    spellings = {
        " ".join(key_of(other)): stored for stored, others in names.items() for other in others
    }
    close = difflib.get_close_matches(" ".join(key), spellings, n=1, cutoff=CLOSE)
    return [spellings[spelling] for spelling in close]


def _agree(left: Key, right: Key) -> bool:
    """Whether two names have one head word, and one holds every word of the other."""
    shorter, longer = sorted((set(left), set(right)), key=len)
    return head(left) == head(right) and shorter <= longer
