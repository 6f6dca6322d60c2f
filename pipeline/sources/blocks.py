"""Headings, items, paragraphs and tables of a laid-out document, before they are Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = [
    "DASHES",
    "ITEM",
    "SENTENCE_END",
    "Block",
    "Blocks",
    "Table",
    "count_of",
    "kind_of",
]

ItemKind = Literal["number", "letter", "bullet"]

DASHES = ("–", "—", "-", "*", "→")  # a line that begins so may be within a sentence
_BULLET = r"[•●○■□▪◦‣·∙–—►▶▸➤➢✓✔☐☑▢→*-]"
ITEM = re.compile(  # "3.", "(b)", "Step 4:", "4.3.1 Remove", "•"
    rf"(?P<marker>{_BULLET}|\[[ xX]?\]|\(?\d{{1,3}}[.)|]|"
    r"[1-9]\d?(?:\.[1-9]\d?)+\.?(?=\s+[A-Z“‘\"(])|"
    r"\(?[a-zA-Z][.)]|\(?[ivx]{2,4}[.)]|(?i:step)\s?\d{1,2}\b[.:]?)"
    r"(?:\s+|(?<=[.)|])(?=[A-Z])|\Z)"
)
SENTENCE_END = re.compile(r"[.!?:…;][\"'”’»)\]]*\Z")
_COUNTED = re.compile(r"\(?(?:(?P<number>\d{1,3})[.)|]|(?P<letter>[A-Za-z])[.)])(?:\s|\Z)")
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]
_BEFORE_A = ord("a") - 1
_SHORTEST_SENTENCE = 4  # words


@dataclass(slots=True)
class Block:
    """A heading, an item, a paragraph or lines of code; an item's text is without its marker.

    ``level``: of a heading, 1 the highest. ``lead`` counts the characters of a bold beginning.
    ``place``: where it begins, in letters from the left edge of its column. ``is_apart``: there is
    space above it. ``number``: of a letter, its place in the alphabet, and of "4.3.1", 1.
    ``depth`` counts the points in "4.3.1". ``column`` distinguishes the columns of a page.
    ``is_first``: it is the first block on its page. ``is_small``: it is in small print.
    """

    kind: Literal["heading", "item", "paragraph", "code"]
    text: str
    level: int = 0
    lead: int = 0
    place: float = 0.0
    is_apart: bool = True
    item: ItemKind | None = None
    number: int = 0
    depth: int = 0
    marker: str = ""
    has_margin_title: bool = False
    page: int = 0
    column: int = 0
    is_first: bool = False
    is_small: bool = False
    is_italic: bool = False

    @property
    def is_entry(self) -> bool:
        """True for an item of a list of things rather than a sentence."""
        return len(self.text.split()) < _SHORTEST_SENTENCE and not self.text.endswith(".")

    @property
    def is_title(self) -> bool:
        """True for an item of which all words are bold."""
        return self.kind == "item" and self.lead == len(self.text) > 0


@dataclass(slots=True)
class Table:
    """Rows of cells; a cell over several columns is there once for each of them.

    ``x0`` and ``x1`` are the edges of a printed one, on a ``page``.
    """

    rows: list[list[str]]
    x0: float = 0.0
    x1: float = 0.0
    page: int = 0


Blocks = Sequence[Block | Table]


def kind_of(marker: str) -> tuple[ItemKind, int, int]:
    """Return what a marker is, its number, and how many points are in it."""
    words = marker.strip("().:|[] ").lower().removeprefix("step").strip()
    *outer, last = words.split(".")
    if last.isdecimal():
        return "number", int(last), len(outer)
    if words.isalpha() and marker[-1] in ".)":
        is_roman = len(words) > 1 and words in _ROMAN
        return "letter", _ROMAN.index(words) + 1 if is_roman else ord(words[0]) - _BEFORE_A, 0
    return "bullet", 0, 0


def count_of(words: str) -> tuple[str, int] | None:
    """Return the marker that words begin with and its number: "(b) " and 2."""
    counted = _COUNTED.match(words)
    if counted is None:
        return None
    letter = counted["letter"]
    number = ord(letter.lower()) - _BEFORE_A if letter else int(counted["number"])
    return counted[0], number
