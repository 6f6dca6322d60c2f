"""Plain text with the headings, lists and paragraphs of a page, in the notation of Markdown."""

from __future__ import annotations

import re

__all__ = ["NOTE_WORDS", "WARNING_WORDS", "Outline"]

NOTE_WORDS = r"(?:note|tip|hint|warning|caution|important)"
WARNING_WORDS = rf"(?:{NOTE_WORDS}|danger|attention|notice)"  # in print, above boxes and rows
_NOTE = re.compile(rf"{NOTE_WORDS}\b|[^\w`]", re.IGNORECASE)
_ALONE = re.compile(r"(?:step )?(?P<number>\d{1,2})[.:)]?", re.IGNORECASE)
_LEVEL = re.compile(r"#{1,6} ")
_ITEM = re.compile(r"\s*(?:-|\d+\.)\s")


class Outline:
    """Collects the blocks of a document, one line each, so that ``find_blocks`` knows them again.

    A heading has a ``#`` for each level, an item its marker and an indent of two spaces for each
    outer list. ``begin_heading``, ``begin_paragraph`` and ``begin_item`` mark the next text that is
    added. Further text within an item is indented.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._lists: list[int | None] = []  # the number of the next item; None in a bullet list
        self._lead = ""
        self._after_code = False
        self._headings: list[tuple[int, str]] = []  # with their levels

    @property
    def in_paragraph(self) -> bool:
        """True if the next text is a paragraph: neither a heading nor part of a list."""
        return not self._lists and not self._lead

    def open_list(self, *, first: int | None) -> None:
        """Begin a list inside the present one; ``first`` is its first number, None for bullets."""
        self._lists.append(first)

    def close_list(self, *, spaced: bool = True) -> None:
        """End the innermost list; after the outermost comes a blank line if ``spaced``."""
        self._lists.pop()
        if not self._lists:
            self._lead = ""
            if spaced:
                self._lines.append("")

    def begin_heading(self, level: int = 1) -> None:
        """Begin a heading; 1 is the highest level and 6 the lowest."""
        self._lead = "#" * min(level, 6) + " "

    def end_heading(self) -> None:
        """End a heading, which may have had no words."""
        if self._lead.startswith("#"):
            self._lead = "  " * len(self._lists)

    def begin_paragraph(self) -> None:
        """Begin at the margin, as text after a list does anyway."""
        self._lead = ""

    def begin_item(self, *, bullet: bool = False) -> None:
        """Begin an item, counted in a numbered list even if it is shown with a ``bullet``."""
        number = self._lists[-1] if self._lists else None
        if number is not None:
            self._lists[-1] = number + 1
        marker = "- " if bullet or number is None else f"{number}. "
        self._lead = "  " * max(0, len(self._lists) - 1) + marker

    @property
    def begins_item(self) -> bool:
        """True if the next text is the first of an item."""
        return bool(self._lists) and _ITEM.match(self._lead) is not None

    @property
    def in_list(self) -> bool:
        return bool(self._lists)

    def add(self, words: str) -> None:
        """Add a heading, a paragraph or a part of an item."""
        follows = self._after_code and self._lists and not self._lead.strip()
        if follows and not _NOTE.match(words):
            self._lines[-1] += ";"  # the command ends here
        self._after_code = False
        if self._lead.startswith("#"):
            level = len(self._lead) - 1
            outer = [heading for heading in self._headings if heading[0] < level]
            self._headings = [*outer, (level, words)]
        self._lines.append(self._lead + words)
        if not self._lists:
            self._lines.append("")
        self._lead = "  " * len(self._lists)

    @property
    def awaits_more(self) -> bool:
        """True if the last block is a paragraph or an item that ends with a colon."""
        is_text = bool(self._lists) or self.in_paragraph
        return is_text and self._last_line[:1] != "#" and self._last_line.endswith(":")

    @property
    def awaits_more_in_item(self) -> bool:
        """True if that is an item."""
        return self.awaits_more and _ITEM.match(self._last_line) is not None

    @property
    def headings(self) -> list[str]:
        """The words of the headings that the next text stands under, the innermost last."""
        return [words for _, words in self._headings]

    @property
    def _last_line(self) -> str:
        """The last line with words; outside a list an empty one stands below it."""
        return "".join(self._lines[-1:] if self._lists else self._lines[-2:-1])

    def add_to_paragraph(self, words: str) -> None:
        """Add a part of an item, or to the end of the last paragraph."""
        if self._lists:
            self.add(words)
        else:
            self._lines[-2] += f" {words}"

    def add_code(self, line: str) -> None:
        """Add a line of code to the item or paragraph."""
        self.add_to_paragraph(line)
        self._after_code = True

    def number_what_follows(self) -> None:
        """Put numbers that stand alone, from 1 on ("1", "Step 2"), before what follows them."""
        alone: list[int] = []
        for order, line in enumerate(self._lines[:-2]):
            number = _ALONE.fullmatch(line)
            gap, below = self._lines[order + 1 : order + 3]
            is_above_text = gap == "" and not _ITEM.match(below)
            if number and is_above_text and int(number["number"]) == len(alone) + 1:
                alone.append(order)
        for order in alone if len(alone) > 1 else []:
            number_words = self._lines[order].rstrip(".:)")
            mark = ". " if number_words.isdigit() else ": "
            level, words = _LEVEL.match(self._lines[order + 2]), self._lines[order + 2]
            head = level.group() if level else ""
            self._lines[order] = ""
            self._lines[order + 2] = f"{head}{number_words}{mark}{words.removeprefix(head)}"

    @property
    def n_lines(self) -> int:
        """How many lines with words were added."""
        return sum(map(bool, self._lines))

    def text(self) -> str:
        return "\n".join(self._lines).strip() + "\n"
