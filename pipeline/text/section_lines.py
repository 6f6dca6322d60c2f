"""Lines that announce a section ("Ingredients", "Method:"), set apart from those around them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.text.blocks import Block
from pipeline.text.headings import is_day, is_sequel, section_of
from pipeline.text.material_entries import has_quantity
from pipeline.text.materials import begins_list
from pipeline.text.paragraph_forms import CLOSING, is_fact, is_facts
from pipeline.text.quantity_lists import VAGUE

__all__ = ["with_sections"]

_MOST_TITLE_WORDS = 8
_OPENING = 3  # blocks that may be a title and a subtitle
_PAIR = re.compile(r"\w+(?: \w+)?: \S")
_TITLED = re.compile(r"(?:T\.+){2,}")  # forms of lines: titles, each above sentences
_TOOL = re.compile(r"(?:\w+ ){1,2}tool\s*\Z", re.IGNORECASE)  # an entry among others
_CLOCK = re.compile(r"\d{1,2}\.[0-5]\d\s{2}")  # "16.20   Tubes into the shaker" in a log
_METHOD = re.compile(r"(?i:method|procedure|directions|instructions): +(?=[A-Z])")


def with_sections(text: str, blocks: list[Block]) -> list[Block]:
    """Return the blocks with lines such as "Ingredients" set apart from those around them.

    "Method" becomes a heading, as do "1. Purpose" and its like, and "Notes" and its like after the
    last number, below "Method" or in the second half of the text.
    """
    blocks = [part for block in blocks for part in _without_farewell(text, block)]
    titled = _titled(text, blocks)
    split = [
        line
        for block in blocks
        for whole in (_below_title(text, block) if block.start in titled else [block])
        for part in _apart(text, whole)
        for line in _titled_lines(text, part)
    ]
    for block, below in itertools.pairwise(split):
        is_timed = _CLOCK.match(text[block.outer : block.start]) is not None
        heads = block.depth and below.kind == "paragraph" and not is_timed
        if heads and _is_bare_line(text, block):
            block.kind = "heading"  # "2.3. RNA extraction", and prose below it
    numbered = [block for block in split if _numbered_section(text, block)]
    if len(numbered) > 1:
        split = [part for block in split for part in _headed(text, block)]
    last = max((order for order, block in enumerate(split) if block.ordered), default=0)
    begins = [order for order, block in enumerate(split) if block.ordered and block.number == 1]
    is_procedure = in_aside = False
    subtitle = _subtitle(text, split)
    for order, block in enumerate(split[:-1]):
        section = None if block is subtitle else section_of(block.text(text))
        is_line = block.kind == "paragraph" and block.lines == 1
        is_late = is_procedure or 2 * block.start > len(text)
        is_outside = order > last or order + 1 in begins
        is_end = section == "aside" and is_late and is_outside
        ends_aside = in_aside and section == "materials"
        if is_line and (section == "procedure" or is_end or ends_aside):
            block.kind = "heading"
        if block.kind == "heading":
            in_aside = section == "aside" and not block.level
        is_procedure = is_procedure or (block.kind == "heading" and section == "procedure")
    return split


def _subtitle(text: str, blocks: list[Block]) -> Block | None:
    """Return a line such as "Instructions for use" below the title, if materials and the procedure
    itself are announced further below."""
    sections = [section_of(block.text(text)) for block in blocks]
    top = next((n for n, each in enumerate(sections[:_OPENING]) if each == "procedure"), None)
    if top is None or "materials" not in sections[top + 1 :]:
        return None
    materials = sections.index("materials", top + 1)
    return blocks[top] if "procedure" in sections[materials:] else None


def _without_farewell(text: str, block: Block) -> list[Block]:
    """Cut the last paragraph of "## Step 3" off if it is a goodbye: "That is it!"."""
    gap = text.rfind("\n\n", block.start, block.end) if block.section else -1
    last = text[gap : block.end].strip() if gap > block.start else ""
    if not last or not is_facts(last):
        return [block]
    start = block.end - len(text[gap : block.end].lstrip())
    return [replace(block, end=gap), Block("paragraph", start, block.end)]


def _titled(text: str, blocks: list[Block]) -> set[int]:
    """Return where the paragraphs begin whose first line is a title of its own.

    It is in capitals, says "To serve" or the like, or is one of several of its kind.
    """
    titles = {
        block.start: text[block.start : block.end].splitlines()[0]
        for block, below in itertools.zip_longest(blocks[1:], blocks[2:])
        if _has_title_line(text, block) and not (below and below.ordered)
    }
    if len(titles) > 1:
        return set(titles)
    return {
        start
        for start, title in titles.items()
        if title.isupper() or title.endswith(":") or is_sequel(title)
    }


def _titled_lines(text: str, block: Block) -> list[Block]:
    """Cut a paragraph in which short lines stand above lines with a full stop, several times."""
    lines = text[block.start : block.end].splitlines(keepends=True)
    longest = max(map(len, lines), default=0)
    forms = "".join(_form(line, longest) for line in lines)
    if block.kind != "paragraph" or not _TITLED.fullmatch(forms):
        return [block]
    starts = list(itertools.accumulate(map(len, lines), initial=block.start))
    parts: list[Block] = []
    for line, form, start in zip(lines, forms, starts, strict=False):
        end = start + len(line.rstrip())
        if form == "T":
            parts.append(replace(block, kind="heading", start=start, end=end, lines=1))
        elif parts[-1].kind == "heading":
            parts.append(replace(block, start=start, end=end, lines=1))
        else:
            parts[-1] = replace(parts[-1], end=end, lines=parts[-1].lines + 1)
    return parts


def _form(line: str, longest: int) -> str:
    """Return "." for a line that ends with a full stop, "T" for a short one like a title, else
    "?"."""
    words = line.strip()
    if CLOSING.search(words):
        return "."
    is_short = len(words.split()) < _MOST_TITLE_WORDS and 2 * len(line) < longest
    return "T" if is_short and words[:1].isupper() and words[-1:].isalnum() else "?"


def _below_title(text: str, block: Block) -> list[Block]:
    """Cut a paragraph below its first line."""
    title, *rest = text[block.start : block.end].splitlines(keepends=True)
    is_bare = _is_shouted(title, rest) and not any(map(CLOSING.search, map(str.strip, rest)))
    return [
        replace(
            block,
            kind="heading" if is_bare else block.kind,
            end=block.start + len(title.rstrip()),
            lines=1,
        ),
        replace(block, start=block.start + len(title), lines=block.lines - 1, is_note=False),
    ]


def _has_title_line(text: str, block: Block) -> bool:
    """Return True for a paragraph of sentences below a line like a title that is not wrapped."""
    if block.kind != "paragraph" or block.lines == 1:
        return False
    title, *rest = block.text(text).splitlines()
    words, below = title.split(), rest[0].split()
    if not below:
        return False
    is_bare = title.removesuffix(":")[-1:].isalnum()
    is_line = len(words) < _MOST_TITLE_WORDS and title[:1].isupper() and is_bare
    has_room = title.isupper() or len(title) + 1 + len(below[0]) < max(map(len, rest))
    is_closed = CLOSING.search(rest[-1]) is not None
    is_text = rest[0].lstrip()[:1].isupper() and (is_closed or _is_shouted(title, rest))
    is_label = not is_fact(title) and section_of(title) is None
    return is_line and has_room and is_text and len(below) > 2 and is_label


def _is_shouted(title: str, below: Sequence[str]) -> bool:
    """Return True for a line of words in capitals above lines that are in none."""
    is_name = title.isupper() and " " in title.strip() and title.rstrip()[-1:].isalpha()
    return is_name and not any(map(str.isupper, below))


def _apart(text: str, block: Block) -> list[Block]:
    """Cut a paragraph at its lines that announce a section, and above those that are a list."""
    words = block.text(text)
    is_method = _METHOD.match(words) is not None and CLOSING.search(words) is not None
    if block.kind != "paragraph" or (block.lines == 1 and not is_method):
        return [block]
    parts: list[Block] = []
    position, joins, lists = block.start, False, False
    for line in _lines_with_methods_apart(text, block):
        start, position = position, position + len(line)
        end = start + len(line.rstrip())
        is_capital = line.strip()[:1].isupper()
        if start == block.start:
            is_alone = bool(section_of(line)) or is_day(line) or _heads_amounts(text, block)
        else:
            is_tool = _TOOL.match(line) is not None
            is_alone = is_capital and section_of(line) is not None and not is_tool
        is_list = is_capital and begins_list(line)
        is_pair = lists and _PAIR.match(line) is not None  # "Difficulty: easy", below "Tools: …"
        lists = lists or is_list
        is_text = end == block.end and _ends_amounts(text, block, start)
        if joins and not is_alone and not is_list and not is_text and not is_pair:
            parts[-1] = replace(parts[-1], end=end, lines=parts[-1].lines + 1)
        else:
            parts.append(replace(block, start=start, end=end, lines=1, is_note=False))
        joins = not is_alone
    parts[0].is_note = block.is_note
    return parts


def _lines_with_methods_apart(text: str, block: Block) -> list[str]:
    """The lines of a paragraph, cut below "Method:" where text follows on the same line."""
    lines: list[str] = []
    for line in text[block.start : block.end].splitlines(keepends=True):
        method = _METHOD.match(line)
        lines += [line[: method.end()], line[method.end() :]] if method else [line]
    return lines


def _heads_amounts(text: str, block: Block) -> bool:
    """Return True for a first line above two entries with amounts, and without one itself."""
    first, *rest = block.text(text).splitlines()
    entries = rest[:2]
    is_entry = has_quantity(first) or VAGUE.match(first) is not None
    return len(entries) > 1 and not is_entry and all(map(has_quantity, entries))


def _ends_amounts(text: str, block: Block, start: int) -> bool:
    """Return True for a last line of sentences below two entries with amounts."""
    above = text[block.start : start].splitlines()[-2:]
    last = text[start : block.end]
    is_text = CLOSING.search(last) is not None and not has_quantity(last)
    return is_text and len(above) > 1 and all(map(has_quantity, above))


def _is_bare_line(text: str, block: Block) -> bool:
    """Return True for an item of one line with few words and without a full stop."""
    words = block.text(text)
    is_short = block.kind == "item" and block.lines == 1 and len(words.split()) < 8
    return is_short and words != "" and not CLOSING.search(words)


def _numbered_section(text: str, block: Block) -> str | None:
    """Return the line of an item that is only the name of a section ("1. Purpose")."""
    if block.kind not in ("item", "heading") or not block.ordered or not block.text(text):
        return None
    line = text[block.start : block.end].splitlines(keepends=True)[0]
    return line if section_of(line) else None


def _headed(text: str, block: Block) -> list[Block]:
    """An item that names a section as a heading, and what stands in its other lines."""
    line = _numbered_section(text, block)
    if line is None:
        return [block]
    head = replace(block, kind="heading", end=block.start + len(line.rstrip()), lines=1)
    if block.lines == 1:
        return [head]
    start = block.start + len(line)
    return [head, Block("paragraph", start, block.end, block.indent, lines=block.lines - 1)]
