"""Blocks → Markdown, in which lists are nested and tables have a header."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pipeline.sources.blocks import Block, Table

__all__ = ["as_markdown", "escaped"]

_SPECIAL = re.compile(r"[\\`*_\[\]<>&|~#]")
_AT_START = re.compile(r"(?:[-+]|\d+[.)])(?=\s)|[-=]+\Z")
_MARKER = re.compile(r"( *)(?:-|\d+\.) ")
_NESTED = "    "
_SAME_PLACE = 0.5  # letters
_LOWEST = 6  # level of a heading


def as_markdown(blocks: Iterable[Block | Table], *, title: str = "") -> str:
    """Return Markdown, with the headings a level lower than the title has.

    Lines that stand right below each other do so there too.
    """
    writer = _Writer()
    if title:
        writer.add_heading(Block("heading", title, level=0))
    for block in blocks:
        if isinstance(block, Table):
            writer.add_table(block)
        elif block.kind == "heading":
            writer.add_heading(block)
        elif block.kind == "item":
            writer.add_item(block)
        elif block.kind == "code":
            writer.add_code(block)
        else:
            writer.add_paragraph(block)
    return "\n".join(writer.lines).strip() + "\n"


def escaped(words: str) -> str:
    """Return words that mean the same in Markdown, whatever signs are in them."""
    words = _SPECIAL.sub(r"\\\g<0>", words)
    if match := _AT_START.match(words):
        words = words[: match.end() - 1] + "\\" + words[match.end() - 1 :]
    return words


class _Writer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self._open: list[Block] = []  # the items that the next block may be part of

    def add_heading(self, block: Block) -> None:
        self._open = []
        self._add_apart("#" * min(block.level + 1, _LOWEST) + " " + escaped(block.text))
        self.lines.append("")

    def add_item(self, block: Block) -> None:
        self._open = [*self._outside(block), block]
        indent = _NESTED * (len(self._open) - 1)
        is_nested = len(self._open) > 1
        is_bullet = block.item == "bullet" or (block.item == "letter" and is_nested)
        line = f"{indent}{'-' if is_bullet else f'{block.number}.'} {_words(block)}"
        is_next = _MARKER.match(self.lines[-1]) if self.lines else None
        if block.is_apart or is_next is None or is_next[1] != indent:
            self._add_apart(line)  # else Markdown takes a number for a part of what is above
        else:
            self.lines.append(line)

    def _outside(self, block: Block) -> list[Block]:
        """Return the open items that a new one is nested in."""
        alike = [
            (depth, item)
            for depth, item in reversed(list(enumerate(self._open)))
            if item.item == block.item and item.depth == block.depth
        ]
        for depth, item in alike:
            if abs(item.place - block.place) < _SAME_PLACE:
                return self._open[:depth]
        for depth, item in alike:  # in another column, or on another page
            if block.item != "bullet" and block.number == item.number + 1:
                return self._open[:depth]
        return [
            item
            for item in self._open
            if item.depth < block.depth
            or (item.depth == block.depth and item.place < block.place - _SAME_PLACE)
            or (item.item == "number" != block.item and item.place <= block.place + _SAME_PLACE)
        ]

    def add_paragraph(self, block: Block) -> None:
        """Add a paragraph, to the item above if it does not begin further to the left."""
        above = self._open
        self._open = [item for item in above if block.place > item.place + _SAME_PLACE]
        line = _NESTED * len(self._open) + _words(block)
        is_below_title = bool(self._open) and self._open[-1].is_title and self._is_item_last
        if is_below_title:  # "Cut the boards", and below it what to do
            self.lines.append(line)
        elif block.is_apart or block.lead or (above and not self._open):
            self._add_apart(line)  # "Finish. Add the cream" is a paragraph of its own
        else:
            self.lines.append(line)

    @property
    def _is_item_last(self) -> bool:
        return bool(self.lines) and _MARKER.match(self.lines[-1]) is not None

    def add_code(self, block: Block) -> None:
        """Add lines of code, to the item above if there is one."""
        indent = _NESTED * len(self._open)
        self._add_apart(indent + "```")
        self.lines += [indent + line.replace("```", "") for line in block.text.splitlines()]
        self.lines += [indent + "```", ""]

    def add_table(self, table: Table) -> None:
        """Add a table, to the item above if that ends with a colon."""
        last = next((line for line in reversed(self.lines) if line), "")
        indent = _NESTED * len(self._open) if last.endswith(":") else ""
        if not indent:
            self._open = []
        width = max(map(len, table.rows))
        rows = [[*row, *[""] * (width - len(row))] for row in table.rows]
        lines = [
            "| " + " | ".join(escaped(" ".join(cell.split())) for cell in row) + " |"
            for row in rows
        ]
        lines.insert(1, "|" + " --- |" * width)
        self._add_apart(indent + lines[0])
        self.lines += [*(indent + line for line in lines[1:]), ""]

    def _add_apart(self, line: str) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")
        self.lines.append(line)


def _words(block: Block) -> str:
    """The words of a block, of which the bold beginning is bold; so is all of a title."""
    lead, rest = block.text[: block.lead].strip(), block.text[block.lead :].strip()
    if lead and (rest or block.kind == "item"):
        return f"**{escaped(lead)}** {escaped(rest)}".rstrip()
    return escaped(block.text)
