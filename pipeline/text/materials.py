"""Lists of materials: the lines that announce them, and the entries of a line."""

from __future__ import annotations

import re

from pipeline.text.action_verbs import acts
from pipeline.text.entry_lists import ends_with_amount
from pipeline.text.headings import section_of
from pipeline.text.material_entries import LEADERS, has_quantity, parse_material

__all__ = [
    "begins_list",
    "entries_in_line",
    "entries_of",
    "names_amount",
    "without_group",
]

_GROUP_OF = re.compile(r"\s*for (?:the|a|an) [\w -]{1,40}:\s+", re.IGNORECASE)
_INLINE = re.compile(r"(?P<head>[^:.\n]{3,60}):\s*(?P<entries>\S.*)\Z", re.DOTALL)
_KIND = re.compile(  # of materials, before a list in one line
    r"papers?|card|clay|wood|timber|inks?|wax(?:es)?|dyes?|soil|seeds?|paints?|"
    r"glues?|adhesives?|yarns?|needles?|notions|fabrics?|threads?|hooks?|fixings?|"
    r"fasteners?|solvents?|enzymes?|wool",
    re.IGNORECASE,
)
_SUPPLY = re.compile(  # what else may stand before a list of names in one line
    r"bring|pack|take|used|(?:\w+ )?(?:tray|trolley|kit)|"
    r"(?:also |not )?(?:supplied|included|provided)|"
    r"(?:for|makes) (?:one|1|a|each|two|2) (?:batch|loaf|plate|tray|sample|person|tin|jar)s?|"
    r"from (?:the )?(?:stores?|shed|shop|pharmacy|cupboard|drawer)|on the (?:bench|table|trolley)",
    re.IGNORECASE,
)
_NEEDED = re.compile(
    r"(?:you|we)(?:[’']ll| will)? (?:also )?need:? (?P<entries>(?:(?!\.\s)[^\n])+)\Z", re.IGNORECASE
)
_SEPARATOR = re.compile(
    r"\s+[•·▪|]\s+|"
    r"\s*[,;](?![^()]*\))\s+(?:and\s+)?|"
    r"\s+(?:and|&)\s+(?=\d|(?:an?|the|some|two|three|four|half) |"
    r"\S+(?: [^\W\d]\S*){0,2}(?:\s*\([^()]*\))?\Z)"
)
_SEMICOLON = re.compile(r"\s*;\s+(?:and\s+)?")
_SLASH = re.compile(r"\s+/\s+")
_PARENTHESES = re.compile(r"\([^()]*\)")
_FEWEST = 3  # names in a line without an amount
_LONGEST_NAME_ALONE = 5  # words of such a name
_LONGEST_LINE = 2_000
_LONGEST_NAME = 7  # words of an entry with its amount after the name


def begins_list(line: str) -> bool:
    """Return True for "Tools: a pan and a spoon"."""
    return _list_in(line) is not None


def _list_in(line: str) -> re.Match[str] | None:
    """Match a line of materials with what announces them and its ``entries``."""
    match = _INLINE.match(line)
    if match is None:
        return None
    head = match["head"].strip(" *_-")
    is_open = "\n" not in line.strip() and not line.rstrip().endswith(".")
    is_kind = _KIND.fullmatch(head) and is_open
    is_supply = _SUPPLY.fullmatch(head) and _are_names(" ".join(match["entries"].split()))
    return match if is_kind or is_supply or section_of(head) == "materials" else None


def entries_in_line(text: str) -> list[str]:
    """Return the entries of "Ingredients: flour, 2 eggs and salt" or of "You need 500 g of flour
    and 2 eggs."; none of another line.
    """
    if len(text) >= _LONGEST_LINE:
        return []
    match = _list_in(text)
    if match is None:
        match = _NEEDED.match(" ".join(text.replace("*", "").split()))
        if match is None or not (has_quantity(match["entries"]) or _are_names(match["entries"])):
            return []
    return entries_of(match["entries"])


def _are_names(words: str) -> bool:
    """Return True for "vinegar, a brush and two cloths.": three short names or more."""
    entries = entries_of(words)
    return (
        len(entries) >= _FEWEST
        and not acts(entries[0])
        and all(
            len(_PARENTHESES.sub("", entry).split()) <= _LONGEST_NAME_ALONE
            and not entry.startswith(("to ", "so "))
            and ":" not in entry
            for entry in entries
        )
    )


def without_group(line: str) -> str:
    """Return "4 eggs, 200 ml milk" of "For the sauce: 4 eggs, 200 ml milk"."""
    match = _GROUP_OF.match(line)
    return line[match.end() :] if match and has_quantity(line[match.end() :]) else line


def entries_of(words: str) -> list[str]:
    """Return the entries of "1 onion, 2 peppers and salt."."""
    whole = words.rstrip(" .")
    # "sponge / bucket / soap" are three, "butter / margarine" is one
    n_slashes = len(_SLASH.findall(whole))
    separator = _SLASH if n_slashes > max(1, whole.count(", ")) else _SEPARATOR
    separator = _SEMICOLON if whole.count("; ") > 1 else separator  # "2 onions, sliced; salt; oil"
    entries = [entry for entry in separator.split(whole) if entry.strip()]
    are_names = all(any(map(str.isalpha, entry)) for entry in entries)  # not "95% and 70% ethanol"
    return entries if are_names else [whole]


def names_amount(line: str) -> bool:
    """Return True for an entry with an amount before its name or after: "onions - 2"."""
    if LEADERS.search(line):
        return True
    if has_quantity(line) or (len(line.split()) <= _LONGEST_NAME and ends_with_amount(line)):
        return True
    material = parse_material(line) if len(line.split()) <= _LONGEST_NAME else None
    return material is not None and material.amount is not None
