"""Lines without a mark that are headings, as others of their form in the same text show."""

from __future__ import annotations

import itertools
import re

from pipeline.text.blocks import Block
from pipeline.text.headings import section_of
from pipeline.text.paragraph_forms import CLOSING, all_instruct, is_fact

__all__ = ["BEFORE", "mark_line_headings"]

_MOST_WORDS = 8
BEFORE = re.compile(
    r"(?:(?:important )?(?:points |notes |things )?before "
    r"(?:you )?(?:start|begin|first use|use)(?:ing|ning)?|preparations?|set[- ]?up|"
    r"getting (?:ready|started))\W*\Z",
    re.IGNORECASE,
)


def mark_line_headings(text: str, blocks: list[Block]) -> None:
    """Make headings of "Before you start" above bullets, of lines above paragraphs throughout a
    text, and of those that are like the line above the first number."""
    for block, below in itertools.pairwise(blocks):
        is_line = block.kind == "paragraph" and block.lines == 1
        is_list = below.kind == "item" and not below.ordered
        is_text = below.kind == "paragraph" and all_instruct(below.text(text))
        if is_line and (is_list or is_text) and BEFORE.match(block.text(text)):
            block.kind = "heading"
    for line in [*_headings_in_turn(text, blocks), *_headings_like_that_of_numbers(text, blocks)]:
        line.kind = "heading"


def _headings_in_turn(text: str, blocks: list[Block]) -> list[Block]:
    """Return the lines that stand above paragraphs of sentences throughout a text without a list:
    a line, a paragraph, a line, a paragraph."""
    if any(block.kind == "item" for block in blocks):
        return []
    heads = [
        (block, below)
        for block, below in itertools.pairwise(blocks)
        if _may_head(text, block) and CLOSING.search(below.text(text))
    ]
    n_texts = sum(CLOSING.search(block.text(text)) is not None for block in blocks)
    is_regular = len(heads) > 2 and 4 * len(heads) >= 3 * n_texts
    return [block for block, _ in heads] if is_regular else []


def _headings_like_that_of_numbers(text: str, blocks: list[Block]) -> list[Block]:
    """Return the lines above instructions, if such a line stands above the first number too:
    "To sterilise the jars", a paragraph, "To make the jam", and 1, 2, 3."""
    first = next((order for order, block in enumerate(blocks) if block.number == 1), 0)
    head = blocks[first - 1] if first > 1 else None
    if head is None or not (head.kind == "heading" or _may_head(text, head)):
        return []
    pairs = itertools.pairwise(blocks[: first - 1])
    lines = [block for block, below in pairs if _heads_instructions(text, block, below)]
    return [*lines, head] if lines else []


def _heads_instructions(text: str, block: Block, below: Block) -> bool:
    words = below.text(text)
    is_text = below.kind == "paragraph" and CLOSING.search(words) is not None
    return _may_head(text, block) and is_text and all_instruct(words)


def _may_head(text: str, block: Block) -> bool:
    words = block.text(text)
    is_line = block.kind == "paragraph" and block.lines == 1 and words[:1].isupper()
    is_short = len(words.split()) < _MOST_WORDS and not CLOSING.search(words)
    return is_line and is_short and section_of(words) is None and not is_fact(words)
