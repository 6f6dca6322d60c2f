"""What of the blocks of a document is of another kind than it looks: headings, items, entries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pipeline.sources.blocks import SENTENCE_END, Block, Blocks, Table, count_of
from pipeline.text.headings import is_component, section_of

__all__ = ["with_entries", "with_right_kinds"]

_STEP = re.compile(r"step\s+(?P<number>\d{1,2})\s*[:.)–—-]\s*(?=\S)", re.IGNORECASE)
_LETTERED = re.compile(r"([A-H])[.)]\s+(?=\S)")
_MOST_WORDS_OF_ENTRY = 14
_MOST_WORDS_OF_STEP = 60  # on average, of what stands below a heading that is a step
_MOST_WORDS_OF_TITLE = 8
_FEWEST_WORDS_OF_SECTION = 20
_SHORTEST_RUN = 3  # numbers, or titles in the margin
_LONGER_RUN = 4
_NEXT_TO = 2.0  # letters, from a number to the title next to it
_NINTH = 9  # letter, "i"


def with_right_kinds(blocks: Blocks) -> list[Block | Table]:
    """Return blocks of which numbers and titles above or next to a paragraph make it an item.

    Titles of subsections and of tables are headings.
    """
    blocks = _with_numbers_above(list(_with_names_of_tables(blocks)))
    _head_subsections(blocks)
    _number_headings(blocks)
    _head_groups(blocks)
    blocks = _with_step_headings(blocks)
    texts = [block for block in blocks if isinstance(block, Block)]
    _number_margin_titles(texts)
    _take_letters_off(texts)
    _take_initials_back(texts)
    _lift_out_of_materials(blocks)
    _add_procedure(blocks)
    return blocks


def _with_names_of_tables(blocks: Blocks) -> Iterator[Block | Table]:
    """A first row such as "2. Tools and parts", over the whole table, is a heading above it."""
    level = max((block.level for block in blocks if isinstance(block, Block)), default=0) or 1
    for block in blocks:
        if isinstance(block, Table) and len(block.rows) > 1:
            first = set(block.rows[0])
            is_wide = len(block.rows[0]) > 1 and len(first) == 1
            if is_wide and section_of(name := first.pop()) is not None:
                yield Block("heading", name, level, page=block.page)
                yield replace(block, rows=block.rows[1:])
                continue
        yield block


def _with_numbers_above(blocks: Blocks) -> list[Block | Table]:
    """Numbers that stand alone, from 1 on, are the markers of what stands below them."""
    alone: list[int] = []
    for order, (block, below) in enumerate(zip(blocks, blocks[1:], strict=False)):
        if isinstance(block, Table) or isinstance(below, Table) or below.kind == "item":
            continue
        if block.text.rstrip(".") == str(len(alone) + 1):
            alone.append(order)
    if len(alone) < _SHORTEST_RUN:
        return list(blocks)
    for number, order in enumerate(alone, start=1):
        above, below = blocks[order], blocks[order + 1]
        if isinstance(above, Block) and isinstance(below, Block):
            make = _make_titled_item if below.kind == "heading" else _make_item
            make(below, number)
            below.is_first = above.is_first
    left_out = set(alone)
    return [block for order, block in enumerate(blocks) if order not in left_out]


def _with_step_headings(blocks: list[Block | Table]) -> list[Block | Table]:
    """Headings such as "Step 2: Bake" above prose are items with a title."""
    for block, below in zip(blocks, blocks[1:], strict=False):
        is_above_prose = isinstance(below, Block) and below.kind == "paragraph"
        if not isinstance(block, Block) or block.kind != "heading" or not is_above_prose:
            continue
        if step := _STEP.match(block.text):
            block.text = block.text[step.end() :]
            _make_titled_item(block, int(step["number"]))
    return blocks


def _make_item(block: Block, number: int) -> None:
    block.kind, block.item, block.number = "item", "number", number


def _make_titled_item(block: Block, number: int) -> None:
    """Make an item of a title; what follows is part of it."""
    _make_item(block, number)
    block.lead, block.place = len(block.text), block.place - _NEXT_TO


def _head_subsections(blocks: Blocks) -> None:
    """Items such as "2.1 Synthesis of the powder" above long paragraphs are headings."""
    titles = [
        block
        for block, below in zip(blocks, blocks[1:], strict=False)
        if isinstance(block, Block)
        and isinstance(below, Block)
        and block.kind == "item"
        and block.depth
        and len(block.text.split()) <= _MOST_WORDS_OF_TITLE
        and not SENTENCE_END.search(block.text)
        and below.kind == "paragraph"
        and len(below.text.split()) >= _FEWEST_WORDS_OF_SECTION
    ]
    n_items = sum(isinstance(block, Block) and block.depth > 0 for block in blocks)
    level = 0
    for block in blocks if 1 < len(titles) == n_items else ():
        if isinstance(block, Block) and block.kind == "heading":
            level = block.level
        elif isinstance(block, Block) and block.depth:
            block.kind, block.item, block.level, block.lead = "heading", None, level + 1, 0


def _head_groups(blocks: Blocks) -> None:
    """Numbered titles in capitals, each above a list of what to do, are headings."""
    pairs = zip(blocks, [*blocks[1:], Block("heading", "")], strict=False)
    numbered = [(block, below) for block, below in pairs if _is_numbered(block)]
    titles = [
        block
        for block, below in numbered
        if isinstance(block, Block)
        and isinstance(below, Block)
        and below.item == "bullet"
        and block.text[: block.lead].isupper()
    ]
    if len(titles) < _SHORTEST_RUN or len(titles) != len(numbered):
        return
    level = max((block.level for block in blocks if isinstance(block, Block)), default=0) + 1
    for block in titles:
        block.kind, block.item, block.level = "heading", None, level
        block.text, block.lead = block.text[: block.lead].strip(), 0


def _is_numbered(block: Block | Table) -> bool:
    return isinstance(block, Block) and block.item == "number"


def _number_headings(blocks: Blocks) -> None:
    """Headings "1. Ask your neighbours" and so on, above short texts, are items.

    Three are enough below a heading such as "Steps"; elsewhere lists below them are sections.
    """
    run: list[Block] = []
    n_words, has_items, level = 0, False, 0
    for block in [*blocks, Block("heading", "")]:
        if isinstance(block, Table):
            continue
        if block.kind != "heading":
            n_words += len(block.text.split())
            is_other_list = block.item == "number" or (block.kind == "item" and not level)
            has_items = has_items or is_other_list
            continue
        section = section_of(block.text)
        counted = count_of(block.text) if level or section is None else None
        if counted is None or counted[1] != len(run) + 1:
            is_long = len(run) >= (_SHORTEST_RUN if level else _LONGER_RUN)
            if is_long and not has_items and n_words <= _MOST_WORDS_OF_STEP * len(run):
                _number(run)
            run = []
        if section == "procedure":
            level = block.level
        elif block.level <= level:
            level = 0
        if counted is not None and counted[1] == len(run) + 1:
            if not run:
                n_words, has_items = 0, False
            run.append(block)


def _number(headings: Sequence[Block]) -> None:
    for number, heading in enumerate(headings, start=1):
        marker, _ = count_of(heading.text) or ("", 0)
        heading.text = heading.text.removeprefix(marker).strip()
        _make_titled_item(heading, number)


def _number_margin_titles(blocks: Sequence[Block]) -> None:
    """Paragraphs with a title in the margin are steps, if there are several."""
    titled = [block for block in blocks if block.has_margin_title and block.kind == "paragraph"]
    for number, block in enumerate(titled if len(titled) >= _SHORTEST_RUN else (), start=1):
        _make_item(block, number)


def _take_letters_off(blocks: Sequence[Block]) -> None:
    """Take the letters off headings that are counted so: "A. Lysis", "B. Binding"."""
    headings = [block for block in blocks if block.kind == "heading"]
    lettered = [block for block in headings if _LETTERED.match(block.text)]
    if "".join(block.text[0] for block in lettered).startswith("AB"):
        for block in lettered:
            block.text = _LETTERED.sub("", block.text)


def _take_initials_back(blocks: Sequence[Block]) -> None:
    """Items with a letter that does not count are paragraphs: "K. Smith and M. Jones"."""
    last = 0
    lettered = [block for block in blocks if block.item == "letter"]
    if len(lettered) == 1:
        lettered[0].number = 0  # "A. Smith"
    for block in blocks:
        if block.item != "letter":
            continue
        if block.number == _NINTH and last != _NINTH - 1:
            block.number = 1  # "i." begins small Roman numbers
        if block.number not in (1, last + 1):
            block.kind, block.item = "paragraph", None
            block.text = block.marker + block.text
        else:
            last = block.number


def _lift_out_of_materials(blocks: Blocks) -> None:
    """A smaller heading above numbered items is no part of the materials above it."""
    level = 0
    for block, below in zip(blocks, blocks[1:], strict=False):
        if isinstance(block, Table) or block.kind != "heading":
            continue
        if section_of(block.text) == "materials":
            level = block.level
        elif block.level <= level:
            level = 0
        elif level and isinstance(below, Block) and below.item == "number" and not below.is_entry:
            block.level, level = level, 0


def _add_procedure(blocks: list[Block | Table]) -> None:
    """Numbers from 1 at the top of a page or column get a heading if they belong to none.

    That is so below what is no part of the steps, and below the last group of the materials.
    """
    heading: Block | None = None
    for order, block in enumerate(blocks):
        if isinstance(block, Table):
            continue
        if block.kind == "heading":
            if section_of(block.text) == "procedure":
                return
            is_closed = section_of(block.text) in ("aside", "materials")
            heading = block if is_closed or is_component(block.text) else None
        elif heading and block.item == "number" and block.number == 1 and not block.is_entry:
            begins = block.is_first or block.column != heading.column
            if begins:
                blocks.insert(order, Block("heading", "Procedure", heading.level))
            return


def with_entries(blocks: Iterable[Block | Table]) -> Iterator[Block | Table]:
    """Short paragraphs under a heading of materials are the items of a list."""
    is_within, level = False, 0
    for block in blocks:
        if isinstance(block, Block) and block.kind == "heading":
            is_materials = section_of(block.text) == "materials"
            is_group = is_component(block.text) or block.level > level
            is_within = is_materials or (is_within and is_group)
            level = block.level if is_materials else level
        elif isinstance(block, Block) and is_within and block.kind == "paragraph":
            is_short = len(block.text.split()) <= _MOST_WORDS_OF_ENTRY
            if is_short and not SENTENCE_END.search(block.text):
                block.kind, block.item, block.is_apart = "item", "bullet", False
        yield block
