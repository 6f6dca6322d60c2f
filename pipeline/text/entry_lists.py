"""What only a whole list of materials shows: where its amounts stand, and which lines are heads."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from pipeline.text.material_entries import DIMENSION, NUMBER, has_quantity, is_size, is_unit

__all__ = ["amounts_first", "ends_with_amount", "ends_with_count", "without_groups"]

_LAST_AMOUNT = re.compile(
    r"(?P<name>.*[^\W\d_].*?[^\s,:–—-])(?:[ \t]*[:–—-])?[ \t]+"
    rf"(?P<amount>{NUMBER}(?:\s*[-–]\s*{NUMBER})?)"
    r"(?:[ \t]*(?P<unit>[^\W\d]\S*))?\Z"
)
_NOTE = re.compile(r"(?P<note>\s*\([^()]*\)|, [^\d,()]+)\Z")  # "lemons 2 (juice only)"
_FEWEST = 3  # entries with an amount at their end
_LONGEST = 200  # characters of an entry
_PLURAL = re.compile(r"[a-z]{2}(?<!s)s\b")
_LENGTHS = frozenset("mm cm m in inch inches ft".split())  # "Tape 10 cm": a size as well
_PART = re.compile(  # what is made
    r"(?:for |to )\w+(?: \w+){0,3}:?|"
    r"(?=(?-i:[A-Z]))(?:dough|batter|filling|topping|glaze|icing|frosting|crust|marinade|garnish|"
    r"crumble|decoration|assembly)",
    re.IGNORECASE,
)


def amounts_first(entries: Sequence[str]) -> list[str]:
    """Return the entries of a list with the amounts before the names.

    They stand after them ("Onions 2") if most entries end with an amount, at least half of those
    with a unit, and few begin with one.
    """
    notes = list(map(_note_at_end, entries))
    last = list(map(_amount_before_note, entries))
    matches = [match for match in last if match]
    n_units = sum(match["unit"] is not None for match in matches)
    n_first = sum(map(has_quantity, entries))
    are_last = len(matches) >= _FEWEST and 5 * len(matches) >= 3 * len(entries)
    if not are_last or 2 * n_units < len(matches) or 3 * n_first > len(entries):
        return list(entries)
    return [
        " ".join(filter(None, (match["amount"], match["unit"], match["name"]))) + note
        if match
        else entry
        for entry, note, match in zip(entries, notes, last, strict=True)
    ]


def _amount_before_note(entry: str) -> re.Match[str] | None:
    return _amount_at_end(entry.removesuffix(_note_at_end(entry)))


def _note_at_end(entry: str) -> str:
    match = _NOTE.search(entry)
    return match["note"] if match else ""


def _amount_at_end(entry: str) -> re.Match[str] | None:
    """Match an entry that ends with an amount; None for "Width 60 cm", "Oil: mild 10 ml", "Drill
    bit 6 mm", and where a number stands before another word."""
    words = " ".join(entry.split())
    match = _LAST_AMOUNT.fullmatch(words) if len(words) <= _LONGEST else None
    if match is None or DIMENSION.match(words) or ":" in match["name"]:
        return None
    unit = match["unit"]
    if unit is None:  # "Onions 2" and "tray 1", but not "Tween 20"
        is_count = _PLURAL.search(match["name"]) or match["amount"] == "1"
        return match if is_count else None
    is_amount = is_unit(unit) and unit not in _LENGTHS and not is_size(match["name"], unit)
    return match if is_amount else None


def ends_with_amount(entry: str) -> bool:
    """Return True for "baking powder 4 tsp": an amount with its unit after the name."""
    match = _amount_before_note(entry)
    return match is not None and match["unit"] is not None


def ends_with_count(entry: str) -> bool:
    """Return True for "jars 5" and "lemons 2 (juice only)": a number after a plural."""
    match = _amount_before_note(entry)
    return match is not None and match["unit"] is None


def without_groups(entries: Sequence[str]) -> list[str]:
    """Return the entries without those that only name a part: "Dough", above what it takes.

    Such a name has no amount and stands above an entry that has one; it is the first entry, or one
    of several names.
    """
    groups = {
        order
        for order, (entry, below) in enumerate(itertools.pairwise(entries))
        if _PART.fullmatch(entry.strip()) and has_quantity(below)
    }
    are_groups = len(groups) > 1 or 0 in groups
    return [entry for order, entry in enumerate(entries) if not (are_groups and order in groups)]
