"""The labels of steps: headings, lines and items that stand above them."""

from __future__ import annotations

import re
from dataclasses import replace

from pipeline.text.blocks import Block
from pipeline.text.headings import section_of
from pipeline.text.line_headings import BEFORE
from pipeline.text.nested_items import is_label
from pipeline.text.paragraph_forms import heads_steps, mostly_instructs, trimmed

__all__ = ["find_labels", "with_labels"]

_NUMBER = re.compile(r"\A\d{1,2}(?:[.)]\s+(?=\D)|(?:\.\d{1,2})+[.)]?\s+(?=[A-Z]))")  # of a heading

_KIND = re.compile(
    r"(?!the\b)\w+ (?:procedure|protocol|method)\Z", re.IGNORECASE
)  # "Assay procedure"
_INTRODUCTION = re.compile(  # "No worries, it's easy", "Hi all, here is the recipe", "(Room 2)"
    r"\bhere(?:['’]s| is| are)\b"
    r"|(?<!if )(?<!when )(?<!once )\bit(?:['’]s| is) (?:\w+ )?(?:easy|simple|quick)\b"
    r"|\A[*_]*\(.*\)[*_]*\Z|\b(?:like this|as follows|what you do)\Z"
    r"|\A(?:ok|okay|right|well|so)\b(?: \w+)?\Z",
    re.IGNORECASE,
)


def with_labels(text: str, body: list[Block]) -> list[Block]:
    """Return the blocks with items that only head other items as headings.

    "Step 2: Bake" as a heading above a list is one too; without a list below, it stays an item.
    """
    labelled = []
    for order, block in enumerate(body):
        below = body[order + 1] if order + 1 < len(body) else None
        if block.section and below and below.kind == "item" and not below.section:
            end = block.start + len(text[block.start : block.end].partition("\n")[0].rstrip())
            prose = Block("item", *trimmed(text, end, block.end), block.indent)
            block = replace(block, kind="heading", end=end, ordered=False, section=False, outer=-1)
            if mostly_instructs(prose.text(text)):
                labelled.append(block)
                block = prose
        elif block.kind == "item" and below and is_label(text, block, below):
            is_phase = block.number == 0 and below.number > 0  # "A. The dough", and numbers
            outer = -1 if block.ordered and is_phase else block.outer
            block = replace(block, kind="heading", ordered=False, outer=outer)
        labelled.append(block)
    return labelled


def find_labels(
    text: str, body: list[Block], title: str | None, *, first_step: int
) -> list[tuple[int, str | None]]:
    """Return where labels begin to apply, and the labels; None where one ends."""
    labels: list[tuple[int, str | None]] = []
    outer: str | None = None
    nested: Block | None = None
    holds = False  # for items that are no further in than the label
    for order, block in enumerate(body):
        words = " ".join(block.text(text).rstrip(": ").split())
        if block.kind == "heading":
            is_other = _KIND.match(words) is not None and any(label for _, label in labels)
            is_own = is_other or section_of(words) != "procedure"
            is_own = is_own and (words != title or not block.level)
            is_own = is_own and not words.startswith("Re: ")  # the title, in a forum
            label = _NUMBER.sub("", words) if is_own and words else None
            if block.outer < 0 or block.ordered:
                outer, nested = label, None
            else:
                nested, holds = block, _holds_at_its_indent(text, body, order)
            labels.append((block.start, label))
        elif block.kind == "paragraph" and heads_steps(text, body[order : order + 2]):
            above = body[order - 1] if order else None
            if _is_last_label(above, labels) and not words.startswith("For "):
                continue  # "To take it off:", right below the heading "Taking it off"
            outer, nested = None if _INTRODUCTION.search(words) else words, None
            labels.append((block.start, outer))
        elif block.section and outer:
            labels.append((block.start, None))
            outer = None
        elif outer and block.number == 1 and BEFORE.match(outer) and body[order - 1].kind == "item":
            labels.append((block.start, None))  # "Before you start", bullets, and 1, 2, 3
            outer = None
        elif nested and block.kind == "item" and block.indent <= nested.indent and not holds:
            labels.append((block.start, outer))
            nested = None
    alone = [block for block in body if block.kind == "heading" and block.level]
    if len(labels) == 1 and alone and labels[0][0] == alone[0].start <= first_step:
        return []  # a second title
    return labels


def _is_last_label(block: Block | None, labels: list[tuple[int, str | None]]) -> bool:
    """Return True if a block is a heading that is the last label."""
    if block is None or not labels or block.kind != "heading" or not block.level:
        return False
    start, label = labels[-1]
    return start == block.start and label is not None


def _holds_at_its_indent(text: str, body: list[Block], order: int) -> bool:
    """Return True if what stands below a label is no further in, and the label has a colon."""
    label, below = body[order], body[order + 1 : order + 2]
    has_colon = text[label.start : label.end].rstrip().endswith(":")
    return has_colon and not any(block.indent > label.indent for block in below)
