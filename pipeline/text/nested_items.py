"""Items nested under a numbered item, or remarks nested under a bullet, as part of that item.

The number of a step is then the number that the author printed. The markers of such items become
white space of the same length, so every offset stays that of the text. A line end before them that
has no mark gets one (``:``, ``;`` or a full stop), since the lines become sentences of one step.
Numbered items under an item that only heads them ("1. Dough:") stay items, as do bullets under
bullets unless they are few: then they are remarks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.text.blocks import Block

__all__ = ["is_label", "join_nested_items", "mark_titles", "with_what_is_announced"]

_ENDS = ".!?…。！？"
_MARKS = _ENDS + ":;,–—"
_QUOTES = "\"'”’»"
_CLOSERS = _QUOTES + ")]"
_TITLE_WORDS = 7
_TITLE_END = re.compile(r"[^\S\n]*\n\s*")
_MARKED = re.compile(r"\s*(?:(?:step|stage|phase) )?[\w.]{1,5}\s?[.):–—-]*\s", re.IGNORECASE)
_CLOSED = re.compile(r"[.!?…。！？:][\"'”’»)\]]*(?:\s|\Z)")
_SHOUTED = re.compile(r"[A-Z]{2,}(?: [A-Z&]+)*(?:\s*[-–—:(,].*)?\Z")
_CONDITION = re.compile(r"(?:when|if|after|once|until|while|as soon)\b", re.IGNORECASE)
_GERUND = re.compile(r"(?!bring|string|swing|wring|ring)\w+ing\b", re.IGNORECASE)
_DETERMINER = re.compile(r"\b(?:the|an?|it|them|all|your|this|each)\b", re.IGNORECASE)


def with_what_is_announced(text: str, blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with a line below "2. Run this:" and above "3." as part of that item."""
    joined: list[Block] = []
    for order, block in enumerate(blocks):
        owner = joined[-1] if joined else None
        below = blocks[order + 1] if order + 1 < len(blocks) else None
        is_announced = (
            owner is not None
            and below is not None
            and owner.kind == below.kind == "item"
            and block.kind == "paragraph"
            and below.number == owner.number + 1 > 1
            and owner.text(text).endswith(":")
            and not block.text(text)[:1].isupper()  # "Day 2"
        )
        if owner is not None and is_announced:
            joined[-1] = replace(owner, end=block.end)
        else:
            joined.append(block)
    return joined


def join_nested_items(text: str, blocks: Sequence[Block]) -> tuple[str, list[Block]]:
    """Return the text and the blocks with such items as part of the item they stand under.

    Bullets at the margin count as nested too if they stand between two numbers of one list.
    """
    parts: list[str] = []
    joined: list[Block] = []
    position = 0
    has_remarks = _has_remarks(blocks)
    is_loose = False  # bullets between the numbers of this list stand at the margin
    for order, block in enumerate(blocks):
        owner = joined[-1] if joined else None
        is_item = owner is not None and owner.kind == block.kind == "item"
        if owner is not None and owner.section and is_item:  # "Step 2: …", "Cut these lengths:"
            awaits = owner.lines > 1 and owner.text(text).endswith(":")
            is_item = is_loose = not block.ordered and (awaits or owner.is_joined)
        if owner is None or not is_item or not block.text(text):
            joined.append(block)
            continue
        if block.indent > owner.indent or block.depth > owner.depth > 0:
            is_part = owner.is_joined or _is_nested(text, owner, block, has_remarks=has_remarks)
        elif block.ordered:
            is_loose = is_loose and _follows(owner, block)
            is_part = False
        else:
            is_loose = owner.ordered and (is_loose or _is_between_numbers(owner, blocks, order))
            is_part = is_loose
        if not is_part:
            joined.append(block)
            continue
        parts += [text[position : owner.end], _gap(text, owner, block)]
        position = block.start
        lines = owner.lines + block.lines
        joined[-1] = replace(owner, end=max(owner.end, block.end), lines=lines, is_joined=True)
    return "".join(parts) + text[position:], joined


def mark_titles(text: str, spans: Sequence[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """Return the text with a colon in each span after its title ("Step 2: Bake"), and the spans.

    A title stands above the sentences of a step: a short first line that has no mark and is not
    just wrapped. The colon takes the place of white space. For a line end alone there is no room:
    then the title moves one place to the left, where white space follows the marker of the item.
    """
    parts: list[str] = []
    marked: list[tuple[int, int]] = []
    position = 0
    for start, end in spans:
        marked.append((start, end))
        line, _, rest = text[start:end].partition("\n")
        words, below = line.split(), rest.lstrip()
        gap = _TITLE_END.match(text, start + len(line.rstrip()))
        if not (gap and words and below[:1].isupper()):
            continue
        longest = max(map(len, (line, *rest.splitlines())))
        has_room = len(line) + 1 + len(below.split()[0]) < longest or rest[:1].isspace()
        is_bare = line.rstrip().rstrip(_QUOTES)[-1:].isalnum()
        if not (len(words) <= _TITLE_WORDS and is_bare and has_room and _CLOSED.search(rest)):
            continue
        n_missing = 2 - len(gap[0])
        if n_missing <= 0:
            parts += [text[position : gap.start()], ":", " " * -n_missing, " "]
        elif position < start and _MARKED.fullmatch(_marker_before(text, start)):
            parts += [text[position : start - 1], text[start : gap.start()], ": "]
            marked[-1] = (start - 1, end)
        else:
            continue
        position = gap.end()
    return "".join(parts) + text[position:], marked


def _marker_before(text: str, start: int) -> str:
    """Return what stands before an item in its line, or the line above it if nothing does."""
    first = text.rfind("\n", 0, start) + 1
    if first == start > 0:
        first = text.rfind("\n", 0, start - 1) + 1
    return text[first:start]


def _is_nested(text: str, owner: Block, block: Block, *, has_remarks: bool) -> bool:
    """Return True if an item further in is part of the one above."""
    if block.ordered:
        is_first = block.number < 2 and not block.depth
        if block.depth > owner.depth > 0:  # "2.2.1" under "2.2"
            return not is_label(text, owner, block)
        return owner.ordered and is_first and not is_label(text, owner, block)
    return owner.ordered or (has_remarks and not is_label(text, owner, block))


def _has_remarks(blocks: Sequence[Block]) -> bool:
    """Return True for a list of bullets in which few bullets are nested."""
    items = [block for block in blocks if block.kind == "item"]
    margin = min((item.indent for item in items), default=0)
    n_nested = sum(item.indent > margin for item in items)
    return 3 * n_nested <= len(items) - n_nested and not any(item.ordered for item in items)


def _follows(item: Block, block: Block) -> bool:
    """Return True if a numbered item is the next of the same list."""
    if item.depth and item.ordered:  # "1.2" and "1.3"
        return block.depth == item.depth and block.indent == item.indent
    return item.ordered and block.indent == item.indent and 0 < block.number == item.number + 1


def _is_between_numbers(owner: Block, blocks: Sequence[Block], order: int) -> bool:
    """Return True if after the bullets from ``order`` on the next number follows."""
    while order < len(blocks) and blocks[order].kind == "item" and not blocks[order].ordered:
        order += 1
    return order < len(blocks) and _follows(owner, blocks[order])


def _gap(text: str, owner: Block, block: Block) -> str:
    """Return what stands in place of the line end and the marker before a nested bullet."""
    width = block.start - owner.end
    last = text[max(owner.start, owner.end - 8) : owner.end].rstrip(_CLOSERS)[-1:]
    if last in _MARKS:  # or there is none
        return " " * width
    if not owner.is_joined:
        mark = ":"
    else:
        mark = "." if text[block.start : block.start + 1].isupper() else ";"
    return mark + " " * (width - 1)


def is_label(text: str, block: Block, below: Block) -> bool:
    """Return True if an item only heads the item below it: "Make the sauce:"."""
    words = block.text(text)
    is_nested = below.kind == "item" and below.indent > block.indent
    if block.section or not words or below.kind == "heading":
        return False
    is_lettered = block.ordered and block.number == 0 and not block.depth
    if is_lettered and is_nested and below.ordered and words[-1:] not in _ENDS:
        return _SHOUTED.match(words) is not None  # "A. INDOORS - in May", and i, ii, iii
    if is_lettered and below.number > 0 and block.indent <= below.indent:
        return len(words.split()) < 7 and words[-1:] not in _ENDS  # "A. The dough", and 1, 2, 3
    is_instruction = _CONDITION.match(words) is not None or len(words.split()) > 3
    if words.endswith(":") and block.number > 0 and is_nested and is_instruction:
        return False  # "2. Inspect the site for:", and letters
    if words.endswith(":"):
        runs_on = block.number > 0 and _follows(block, below)  # a table or code stood between them
        return len(words.split()) < 7 and below.kind == "item" and not runs_on
    return (
        is_nested
        and len(words.split()) < 4
        and words.rstrip(_CLOSERS)[-1:] not in _ENDS
        and (not _DETERMINER.search(words) or _GERUND.match(words) is not None)
        and len(below.text(text).split()) > len(words.split())
    )
