"""What only a whole list of materials shows: where its amounts stand, and which lines are heads."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from pipeline.text.headings import is_component
from pipeline.text.material_entries import DIMENSION, NUMBER, has_quantity, is_unit

__all__ = ["amounts_first", "ends_with_amount", "without_groups"]

_LAST_AMOUNT = re.compile(
    r"(?P<name>.*[^\W\d_].*?[^\s,:–—-])(?:[ \t]*[:–—-])?[ \t]+"
    rf"(?P<amount>{NUMBER}(?:\s*[-–]\s*{NUMBER})?)"
    r"(?:[ \t]*(?P<unit>[^\W\d]\S*))?\Z"
)
_FEWEST = 3  # entries with an amount at their end


def amounts_first(entries: Sequence[str]) -> list[str]:
    """Return the entries of a list with the amounts before the names.

    They stand after them ("Onions 2") if most entries end with an amount, at least half of those
    with a unit, and few begin with one.
    """
    last = [_LAST_AMOUNT.fullmatch(" ".join(entry.split())) for entry in entries]
    matches = [match for match in last if match and _is_entry(match)]
    n_units = sum(match["unit"] is not None for match in matches)
    n_first = sum(map(has_quantity, entries))
    are_last = len(matches) >= _FEWEST and 5 * len(matches) >= 3 * len(entries)
    if not are_last or 2 * n_units < len(matches) or 3 * n_first > len(entries):
        return list(entries)
    return [
        " ".join(filter(None, (match["amount"], match["unit"], match["name"])))
        if match in matches
        else entry
        for entry, match in zip(entries, last, strict=True)
    ]


def _is_entry(match: re.Match[str]) -> bool:
    """Return False for "Width 60 cm", "Oil: mild 10 ml" and a number before another word."""
    is_amount = not match["unit"] or is_unit(match["unit"])
    return is_amount and not DIMENSION.match(match[0]) and ":" not in match["name"]


def ends_with_amount(entry: str) -> bool:
    """Return True for "baking powder 4 tsp": an amount with its unit after the name."""
    match = _LAST_AMOUNT.fullmatch(entry.strip())
    if match is None or match["unit"] is None or ":" in match["name"]:
        return False  # "Portions: 100  Size: 250 g"
    return is_unit(match["unit"])


def without_groups(entries: Sequence[str]) -> list[str]:
    """Return the entries without those that only name a part: "Dough", above what it takes.

    Such a name has no amount and stands above an entry that has one; it is the first, or one of
    several.
    """
    groups = {
        order
        for order, (entry, below) in enumerate(itertools.pairwise(entries))
        if entry[:1].isupper()
        and is_component(entry)
        and not has_quantity(entry)
        and has_quantity(below)
    }
    if len(groups) == 1 and 0 not in groups:
        return list(entries)  # "Sour cream"
    return [entry for order, entry in enumerate(entries) if order not in groups]
