"""The blocks of a text by what they are: the procedure, its materials, variations, asides."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field, replace

from pipeline.domain.document import Material
from pipeline.text.blocks import Block
from pipeline.text.headings import section_of
from pipeline.text.materials import entries_in_line, has_quantity, parse_material
from pipeline.text.nested_items import join_nested_items
from pipeline.text.paragraph_forms import CLOSING, introduces, is_facts

__all__ = ["Parts", "sort_blocks", "with_sections"]

_VARIATION = re.compile(r"variations?\b", re.IGNORECASE)


@dataclass(slots=True)
class Parts:
    """The blocks of a text by what they are. ``is_headed``: the steps stand under "Method"."""

    text: str
    body: list[Block] = field(default_factory=list)
    materials: tuple[Material, ...] = ()
    variations: list[Block] = field(default_factory=list)
    is_headed: bool = False


def with_sections(text: str, blocks: list[Block]) -> list[Block]:
    """Return the blocks with "Ingredients" above other lines of a paragraph set apart.

    A paragraph "Method" becomes a heading.
    """
    split: list[Block] = []
    for block in blocks:
        if block.kind == "paragraph" and block.lines > 1:
            line = text[block.start : block.end].splitlines(keepends=True)[0]
            if section_of(line):
                first_end, second = block.start + len(line.rstrip()), block.start + len(line)
                split.append(Block("paragraph", block.start, first_end, block.indent))
                rest = replace(block, start=second, lines=block.lines - 1)
                split.append(rest)
                continue
        split.append(block)
    for block in split[:-1]:
        if block.kind == "paragraph" and section_of(block.text(text)) == "procedure":
            block.kind = "heading"
    return split


def sort_blocks(text: str, blocks: list[Block]) -> Parts:
    """Sort the blocks into the procedure, materials, variations and what is left out.

    A heading applies to everything up to the next one of its level, a paragraph to the list after
    it. If nothing would remain, everything is the procedure.
    """
    parts = Parts(text)
    entries: list[str] = []
    prose: list[Block] = []  # among the materials
    announced: Block | None = None
    section = None
    start = None  # of the procedure, in the body
    previous: Block | None = None
    for block in blocks:
        words = block.text(text)
        by_heading = announced is not None and announced.kind == "heading"
        changes_list = block.ordered and previous is not None and not previous.ordered
        if block.kind == "heading":
            own = section_of(words)
            if own or not announced or not 0 < announced.level < block.level:
                section, announced = own, block if own else None
            if own == "procedure" and start is None:
                start = len(parts.body)
        elif block.kind == "paragraph" and not by_heading:
            own = section_of(words) if block.lines == 1 else None
            if own:
                section, announced = own, block
            elif not (section == "materials" and previous is announced and _is_listing(words)):
                section, announced = None, None
        elif block.kind == "item" and changes_list and previous and previous.kind == "item":
            section, announced = None, None  # "Ingredients", bullets, and then what to do, numbered
        previous = block
        if block.is_note or (block.kind == "paragraph" and is_facts(words)):
            if _VARIATION.match(words):
                parts.variations.append(block)
        elif section == "materials":
            if block.kind == "item":
                entries.append(words)
            elif block is not announced and block.kind == "paragraph":
                if _is_listing(words):
                    entries += words.splitlines()
                else:
                    prose.append(block)
        elif inline := entries_in_line(words) if block.kind == "paragraph" else []:
            entries += inline
        elif section != "aside":
            parts.body.append(block)
    if start is not None and any(block.kind != "heading" for block in parts.body[start:]):
        parts.body, parts.is_headed = _without_introduction(parts.body, start), True
    parts.text, parts.body = join_nested_items(text, parts.body)
    quantities = _quantities(text, parts.body)
    taken = {block.start for block in quantities}
    taken |= {
        above.start
        for above, below in itertools.pairwise(parts.body)
        if below.start in taken and above.kind == "paragraph" and introduces(above.text(text))
    }
    entries += [line for block in quantities for line in block.text(text).splitlines()]
    parts.body = [block for block in parts.body if block.start not in taken]
    if not any(block.kind != "heading" for block in parts.body):
        if not prose:
            parts.text, parts.body = join_nested_items(text, blocks)
            return Parts(parts.text, parts.body)
        parts.body = prose
    materials = (parse_material(entry) for entry in entries)
    parts.materials = tuple(material for material in materials if material is not None)
    return parts


def _without_introduction(body: list[Block], start: int) -> list[Block]:
    """Return the body without what stands before its first heading; numbered items stay."""
    first = next(order for order, block in enumerate(body) if block.kind == "heading")
    first = min(first, start)
    return [block for block in body[:first] if block.ordered] + body[first:]


def _is_listing(words: str) -> bool:
    """Return True if the lines of a paragraph are entries of a list, not sentences."""
    lines = words.splitlines()
    return not any(map(CLOSING.search, lines)) and (len(lines) > 1 or has_quantity(lines[0]))


def _quantities(text: str, body: list[Block]) -> list[Block]:
    """Return the bullets and paragraphs that are lists of quantities; none if all are."""
    runs: list[list[Block]] = []
    previous: Block | None = None
    for block in body:
        if block.kind == "item" and not block.ordered:
            if not runs or previous is None or runs[-1][-1] is not previous:
                runs.append([])
            runs[-1].append(block)
        elif block.kind == "paragraph" and block.lines > 1:
            runs.append([block])
        previous = block
    chosen = [block for run in runs if _is_quantity_list(text, run) for block in run]
    steps = [block for block in body if block.kind != "heading"]
    return chosen if len(chosen) < len(steps) else []


def _is_quantity_list(text: str, run: list[Block]) -> bool:
    lines = [line for block in run for line in block.text(text).splitlines()]
    closed = sum(CLOSING.search(line) is not None for line in lines)
    return len(lines) > 1 and 5 * sum(map(has_quantity, lines)) >= 3 * len(lines) > 15 * closed
