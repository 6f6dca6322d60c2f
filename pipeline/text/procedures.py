"""The procedures in a text: most texts hold one, a page of recipes holds several.

Sections are procedures of their own if they stand under headings of one level and

- at least two have a list of materials, or a heading such as "Method", of their own; or
- at least two have a list of quantities of their own below a title in the plural ("Buffers") or
  none, and are not called "For the dough" or "Sauce"; or
- at least two are called "Recipe 1", "Method B" and the like; or
- the title announces several ("Two sauces"), or there is none, and every one begins to number its
  steps anew. Sections called "Day 1" or "Part 2" are one procedure.

In a text without headings a line right above a list of materials is the title of a procedure if
there are several such lines, each with text below the list.

Sections whose numbers run on (1 to 5, then 6 to 11) are always one procedure.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.text.blocks import Block, find_blocks
from pipeline.text.copied_lines import without_copied_lines
from pipeline.text.headings import (
    is_collection,
    is_component,
    is_numbered_title,
    is_phase,
    may_name_several,
    names_section,
    section_of,
)
from pipeline.text.material_entries import has_quantity
from pipeline.text.materials import begins_list
from pipeline.text.paragraph_forms import CLOSING, all_instruct, is_fact, is_signature
from pipeline.text.quantity_lists import are_quantities, quantity_lists_among_steps

__all__ = ["Part", "split_procedures"]

_JOINS = re.compile(r"assembl|to (?:assemble|finish|serve|decorate)\b", re.IGNORECASE)
_OPERATION = re.compile(r"op(?:eration)?\.? ?\d+\b", re.IGNORECASE)  # of one work instruction
_GAP = re.compile(r"\s{3,}")  # before a name at the right
_MOST_WORDS = 9  # of a line that is a title


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a text that holds one procedure; the title is None if it has to be found."""

    title: str | None
    text: str


def split_procedures(text: str) -> list[Part]:
    """Return the parts of ``text``, which begin at headings or lines; an introduction to all of
    them is left out. Lines that were copied with the text are white space in them."""
    text = without_copied_lines(text)
    blocks = find_blocks(text)
    levels = sorted({block.level for block in blocks if block.kind == "heading" and block.level})
    apart = _starts_within_sections(text, blocks)
    for level in levels:
        heads = _procedure_heads(text, blocks, level, apart=apart)
        if len(heads) > 1 and not _run_on([_section(blocks, head) for head in heads]):
            titles = [" ".join(head.text(text).split()) for head in heads]
            is_more = _is_more_than_introduction(text, blocks, heads[0])
            return _cut(text, heads, titles, keeps_above=is_more)
    heads = _line_heads(text, blocks)
    if len(heads) > 1:
        lines = (_GAP.split(head.text(text).splitlines()[0])[0] for head in heads)
        titles = [" ".join(line.split()) for line in lines]
        above = itertools.takewhile(lambda block: block is not heads[0], blocks)
        is_more = any(block.kind != "paragraph" or block.lines > 1 for block in above)
        return _cut(text, heads, titles, keeps_above=is_more)  # more than the title of a chapter
    return [Part(None, text)]


def _cut(
    text: str, heads: Sequence[Block], titles: Sequence[str], *, keeps_above: bool
) -> list[Part]:
    """Return the parts that begin at the lines of ``heads``; what is above the first if kept."""
    starts = [*(_line_start(text, head.start) for head in heads), len(text)]
    if keeps_above:
        starts[0] = 0
    return [
        Part(title, text[start:end])
        for title, (start, end) in zip(titles, itertools.pairwise(starts), strict=True)
    ]


def _is_more_than_introduction(text: str, blocks: Sequence[Block], head: Block) -> bool:
    """Return True if items, materials or instructions stand above the first procedure."""
    return any(
        block.kind == "item"
        or begins_list(block.text(text))
        or are_quantities(block.text(text).splitlines())
        or (block.kind == "paragraph" and all_instruct(block.text(text)))
        for block in itertools.takewhile(lambda block: block is not head, blocks)
    )


def _line_heads(text: str, blocks: Sequence[Block]) -> list[Block]:
    """Return the lines that stand right above lists of materials, if below each list there is text.

    The name of a person, or facts such as "Serves 4", may stand below the line.
    """
    if any(block.kind == "heading" and block.level for block in blocks):
        return []
    heads = [
        order
        for order, block in enumerate(blocks[:-1])
        if _is_title_line(text, block)
        and _begins_materials(text, blocks[order + 1], below_facts=block.lines > 1)
    ]
    ends = [*heads[1:], len(blocks)]
    are_whole = all(
        any(_is_text(text, block) for block in blocks[head + 2 : end])
        for head, end in zip(heads, ends, strict=False)
    )
    return [blocks[head] for head in heads] if are_whole else []


def _is_title_line(text: str, block: Block) -> bool:
    line, *others = block.text(text).splitlines() or [""]
    is_line = block.kind == "paragraph" and line[:1].isupper() and len(line.split()) < _MOST_WORDS
    is_named = not section_of(line) and not is_component(line) and not is_phase(line)
    is_open = line[-1:].isalnum() or line.endswith(")")
    has_amount = are_quantities([line, line])
    below = all(is_fact(other) or is_signature(other.strip()) for other in others)
    return is_line and is_named and is_open and not has_amount and below and not is_fact(line)


def _begins_materials(text: str, block: Block, *, below_facts: bool) -> bool:
    lines = block.text(text).splitlines()
    is_list = block.kind == "paragraph" and len(lines) > 1 and are_quantities(lines)
    is_bullet = block.kind == "item" and not block.ordered and below_facts
    is_list = is_list or (is_bullet and are_quantities(lines * 2))
    is_named = lines != [] and (section_of(lines[0]) == "materials" or begins_list(lines[0]))
    return is_list or is_named


def _is_text(text: str, block: Block) -> bool:
    """Return True for what may be steps: a numbered item, or sentences."""
    return block.ordered or (
        block.kind == "paragraph" and CLOSING.search(block.text(text)) is not None
    )


def _procedure_heads(
    text: str, blocks: Sequence[Block], level: int, *, apart: set[int]
) -> list[Block]:
    """Return the headings of this level under which a procedure of its own stands, without those
    that begin at ``apart``."""
    titles = [
        block for block in blocks if _is_title(text, block, level) and block.start not in apart
    ]
    sections = {head.start: _section(blocks, head) for head in titles}
    whole = [head for head in titles if _is_whole(text, sections[head.start])]
    if len(whole) > 1 and not all(_OPERATION.match(head.text(text)) for head in whole):
        starts = {head.start for head in whole}
        return [
            head
            for head in titles
            if head.start in starts or _has_own_quantities(text, head, sections[head.start])
        ]
    above = [block for block in blocks if block.kind == "heading" and 0 < block.level < level]
    is_joined = any(_JOINS.match(head.text(text)) for head in titles)
    if not is_joined and (not above or may_name_several(above[0].text(text))):
        listing = [head for head in titles if _has_own_quantities(text, head, sections[head.start])]
        if len(listing) > 1:
            return listing
    named = [
        head
        for head in titles
        if is_numbered_title(head.text(text)) and _has_steps(text, sections[head.start])
    ]
    if len(named) > 1:
        return named
    if above and not is_collection(above[0].text(text)):
        return []
    if any(is_phase(head.text(text)) or _n_numbered(sections[head.start]) < 2 for head in titles):
        return []
    return titles


def _is_title(text: str, block: Block, level: int) -> bool:
    words = block.text(text)
    return (
        block.kind == "heading" and block.level == level and words != "" and not section_of(words)
    )


def _starts_within_sections(text: str, blocks: Sequence[Block]) -> set[int]:
    """Where the headings begin that stand below "Materials" or the like: buffers, no procedures."""
    starts: set[int] = set()
    level = 0  # of the section
    for block in blocks:
        if block.kind != "heading" or not block.level:
            continue
        if level and block.level > level:
            starts.add(block.start)
        else:
            section = section_of(block.text(text))
            is_title = block is blocks[0] and section == "aside"  # "Notes on printing"
            is_section = section in ("materials", "aside") and not is_title
            level = block.level if is_section else 0
    return starts


def _section(blocks: Sequence[Block], head: Block) -> list[Block]:
    """Return the blocks up to the next heading that is not below this one."""
    section: list[Block] = []
    first = bisect_right(blocks, head.start, key=lambda block: block.start)
    for order in range(first, len(blocks)):
        block = blocks[order]
        if block.kind == "heading" and 0 < block.level <= head.level:
            break
        section.append(block)
    return section


def _is_whole(text: str, section: Sequence[Block]) -> bool:
    """Return True if the section lists its own materials or announces its own steps."""
    lines = [
        block.text(text).splitlines()[0]
        for block in section
        if block.kind in ("heading", "paragraph") and block.text(text)
    ]
    is_announced = any(names_section(line) or begins_list(line) for line in lines)
    return is_announced and _has_steps(text, section)


def _has_own_quantities(text: str, head: Block, section: Sequence[Block]) -> bool:
    """Return True if the section has a list of quantities, and is not called "For the dough"."""
    words = head.text(text)
    if is_component(words) or is_phase(words):
        return False
    return quantity_lists_among_steps(text, list(section)) != [] and _has_steps(text, section)


def _has_steps(text: str, section: Sequence[Block]) -> bool:
    """Return True if anything but headings and bullets with amounts stands in a section."""
    return any(
        block.kind != "heading"
        and not section_of(words)
        and not (block.kind == "item" and not block.ordered and has_quantity(words))
        for block in section
        for words in (block.text(text),)
    )


def _run_on(sections: Sequence[Sequence[Block]]) -> bool:
    """Return True if the numbers of a section continue those of the one before."""
    numbers = [[block.number for block in section if block.number] for section in sections]
    return any(
        first and second and second[0] == first[-1] + 1
        for first, second in itertools.pairwise(numbers)
    )


def _n_numbered(section: Sequence[Block]) -> int:
    return sum(block.kind == "item" and block.ordered for block in section)


def _line_start(text: str, position: int) -> int:
    return text.rfind("\n", 0, position) + 1
