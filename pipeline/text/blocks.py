"""Headings, list items and paragraphs of a plain text, recognised by their form.

Works on text as people type it ("1.", "1)", "Step 1:", "a)", "-", "•", "# Heading") and on the
text of a ``pipeline.sources.outline.Outline``. Nothing is copied: a block is a span of the text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

__all__ = ["Block", "find_blocks"]

_MARKER = re.compile(
    r"""(?P<indent>[^\S\r\n]*) (?:\#{1,6}[ ]+(?=(?i:step)\s))?
    (?: (?P<bullet>[-*+•‣▪◦●○■□·–—→✓☐])\s+ (?:\[[ xX]\]\s+)?
      | (?i:step|stage|phase)\s+(?P<step>\d{1,3}) (?: \s*[:.)\-–—]+\s* | \s*\Z | \s+(?=[A-Z]) )
      | \(?(?P<number>\d{1,3}) (?: [.)](?:\s+|(?=[A-Z])|\Z) | :\s+ )
      | (?P<dotted>\d{1,2}(?:\.\d{1,2})+) (?: [.)]\s+ | \s+(?=[A-Z]) )
      | \(?(?P<letter>[a-zA-Z]|[ivx]{2,5}|[IVX]{2,5}) [.)]\s+
    )""",
    re.VERBOSE,
)
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?P<text>.*?)[\s#]*\Z")
_RULE = re.compile(r"\s*(?:=+|(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})\s*\Z")
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv"]


@dataclass(slots=True)
class Block:
    """A span of the text; for an item without its marker, for a heading without its ``#``.

    ``indent`` counts the columns before it. ``ordered`` items carry a number or a letter, which
    begins at ``outer``; ``depth`` counts the points in "3.1". A ``section`` is an item that is a
    heading too ("## Step 2: Bake"), so the paragraphs under it are part of it.
    """

    kind: Literal["heading", "item", "paragraph"]
    start: int
    end: int
    indent: int = 0
    ordered: bool = False
    lines: int = 1
    outer: int = -1
    depth: int = 0
    section: bool = False

    def text(self, whole: str) -> str:
        return whole[self.start : self.end].strip()


def find_blocks(text: str) -> list[Block]:
    """Return the blocks in the order of the text. Linear in its length."""
    blocks: list[Block] = []
    numbering = _Numbering()
    position, after_blank = 0, True
    for line in text.splitlines(keepends=True):
        start, position = position, position + len(line)
        body = line.rstrip()
        last = blocks[-1] if blocks else None
        if not body or body.lstrip().startswith("|"):
            after_blank = True
            continue
        if _RULE.match(body):
            if last and last.kind == "paragraph" and last.lines == 1 and not after_blank:
                last.kind = "heading"
            after_blank = True
            continue
        indent = len(body) - len(body.lstrip())
        marker = _MARKER.match(body)
        if marker and numbering.accepts(marker):
            depth = (marker["dotted"] or "").count(".")
            if last and last.depth < depth and _heads_numbered_section(last, text):
                last.kind = "heading"
            words = start + _after_markers(body, marker)
            item = Block("item", words, start + len(body), indent, not marker["bullet"])
            item.outer, item.depth = start + indent, depth
            item.section = body.lstrip().startswith("#")
            blocks.append(item)
        elif heading := _HEADING.match(body):
            blocks.append(
                Block("heading", start + heading.start("text"), start + heading.end("text"))
            )
        elif last and _continues(last, text, indent, after_blank=after_blank):
            last.end = start + len(body)
            last.lines += 1
        else:
            blocks.append(Block("paragraph", start + indent, start + len(body), indent))
        after_blank = False
    return blocks


def _continues(last: Block, text: str, indent: int, *, after_blank: bool) -> bool:
    """Return True if a line of plain text continues the block before it."""
    if last.kind == "heading":
        return False
    if not after_blank:
        return True
    return last.kind == "item" and (last.section or indent > last.indent or not last.text(text))


def _heads_numbered_section(block: Block, text: str) -> bool:
    """Return True if a block is only a heading: "3. Dispensing" above "3.1 Read the label."."""
    words = block.text(text)
    return block.ordered and block.lines == 1 and len(words.split()) < 6 and words[-1:].isalnum()


def _after_markers(body: str, marker: re.Match[str]) -> int:
    """Return the offset of the words of an item, after all its markers ("- Step 1: Mix")."""
    end = marker.end()
    while (inner := _MARKER.match(body[end:])) and (inner["step"] or inner["number"]):
        end += inner.end()
    return end


class _Numbering:
    """Distinguishes "2. Bake" after "1. Mix" from a wrapped line that begins with "1998."."""

    def __init__(self) -> None:
        self._expected: dict[str, set[int]] = defaultdict(lambda: {0, 1})

    def accepts(self, marker: re.Match[str]) -> bool:
        kind = marker.lastgroup or "bullet"
        if kind in ("bullet", "dotted"):
            return True
        values = _values(marker[kind].lower()) & self._expected[kind]
        for value in values:  # one or two numbers may be missing
            self._expected[kind] |= {value + 1, value + 2, value + 3}
        return bool(values)


def _values(label: str) -> set[int]:
    """Return the numbers that a label may stand for: digits, a letter, a small Roman number."""
    if label.isdigit():
        return {int(label)}
    values = {_ROMAN.index(label) + 1} if label in _ROMAN else set()
    return values | ({ord(label) - ord("a") + 1} if len(label) == 1 else set())
