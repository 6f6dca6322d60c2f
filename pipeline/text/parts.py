"""The blocks of a text by what they are: the procedure, its materials, variations, asides."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field, replace

from pipeline.domain.document import Material
from pipeline.text.blocks import Block
from pipeline.text.headings import Section, section_of
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


@dataclass(slots=True)
class _Sections:
    """The section that each block of a text stands in; ``announced`` is the block that began it."""

    current: Section | None = None
    announced: Block | None = None
    previous: Block | None = None

    def enter(self, block: Block, words: str) -> Section | None:
        """Return the section of the next block.

        A heading applies to everything up to the next one of its level, a paragraph to the list
        after it.
        """
        announced, previous = self.announced, self.previous
        by_heading = announced is not None and announced.kind == "heading"
        self.previous = block
        if block.kind == "heading":
            own = section_of(words)
            if own or not announced or not 0 < announced.level < block.level:
                self._begin(own, block)
        elif block.kind == "paragraph" and not by_heading:
            own = section_of(words) if block.lines == 1 else None
            is_first = self.current == "materials" and previous is announced
            if own or not (is_first and _is_listing(words)):
                self._begin(own, block)
        elif block.ordered and previous and previous.kind == "item" and not previous.ordered:
            self._begin(None, block)  # "Ingredients", bullets, and then what to do, numbered
        return self.current

    def _begin(self, section: Section | None, block: Block) -> None:
        self.current, self.announced = section, block if section else None


def sort_blocks(text: str, blocks: list[Block]) -> Parts:
    """Sort the blocks into the procedure, materials, variations and what is left out.

    If nothing would remain, everything is the procedure.
    """
    parts = Parts(text)
    entries: list[str] = []
    prose: list[Block] = []  # among the materials
    sections = _Sections()
    start = None  # of the procedure, in the body
    for block in blocks:
        words = block.text(text)
        section = sections.enter(block, words)
        is_paragraph = block.kind == "paragraph"
        if start is None and block.kind == "heading" and section_of(words) == "procedure":
            start = len(parts.body)
        if block.is_note or (is_paragraph and is_facts(words)):
            if _VARIATION.match(words):
                parts.variations.append(block)
        elif section == "materials":
            if block.kind == "item":
                entries.append(words)
            elif block is not sections.announced and is_paragraph:
                if _is_listing(words):
                    entries += words.splitlines()
                else:
                    prose.append(block)
        elif inline := entries_in_line(words) if is_paragraph else []:
            entries += inline
        elif section != "aside":
            parts.body.append(block)
    if start is not None and _has_steps(parts.body[start:]):
        parts.body, parts.is_headed = _without_introduction(parts.body, start), True
    parts.text, parts.body = join_nested_items(text, parts.body)
    entries += _take_quantities(text, parts)
    if not _has_steps(parts.body):
        if not prose:
            return Parts(*join_nested_items(text, blocks))
        parts.body = prose
    materials = (parse_material(entry) for entry in entries)
    parts.materials = tuple(material for material in materials if material is not None)
    return parts


def _has_steps(blocks: list[Block]) -> bool:
    return any(block.kind != "heading" for block in blocks)


def _take_quantities(text: str, parts: Parts) -> list[str]:
    """Take lists of quantities out of the body, with what introduces them; return their entries."""
    quantities = _quantities(text, parts.body)
    taken = {block.start for block in quantities}
    taken |= {
        above.start
        for above, below in itertools.pairwise(parts.body)
        if below.start in taken and above.kind == "paragraph" and introduces(above.text(text))
    }
    parts.body = [block for block in parts.body if block.start not in taken]
    return [line for block in quantities for line in block.text(text).splitlines()]


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
