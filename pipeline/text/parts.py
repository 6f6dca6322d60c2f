"""The blocks of a text by what they are: the procedure, its materials, variations, asides."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field, replace

from pipeline.domain.document import Material
from pipeline.text.blocks import Block
from pipeline.text.headings import Section, is_day, is_sequel, section_of
from pipeline.text.material_entries import has_quantity, is_group, parse_material
from pipeline.text.materials import (
    begins_list,
    entries_in_line,
    entries_of,
    names_amount,
    without_group,
)
from pipeline.text.nested_items import join_nested_items
from pipeline.text.paragraph_forms import (
    CLOSING,
    addresses_reader,
    all_instruct,
    introduces,
    is_fact,
    is_facts,
    mostly_instructs,
    states_first,
)
from pipeline.text.sentences import sentence_spans

__all__ = ["Parts", "are_quantities", "quantity_lists", "sort_blocks", "with_sections"]

_VAGUE = re.compile(  # an entry without a number
    r"(?:an?|some|half|juice|zest|pinch|handful|knob|salt|pepper|oil|butter|water|sugar)\b"
    r"(?: \S+){0,7}\Z",
    re.IGNORECASE,
)
_MOST_TITLE_WORDS = 8
_BEFORE = re.compile(
    r"(?:(?:important )?(?:points |notes |things )?before "
    r"(?:you )?(?:start|begin|first use|use)(?:ing|ning)?|preparations?|set[- ]?up|"
    r"getting (?:ready|started))\W*\Z",
    re.IGNORECASE,
)
_TOOL = re.compile(r"(?:\w+ ){1,2}tool\s*\Z", re.IGNORECASE)  # an entry among others
_METHOD = re.compile(r"(?:method|directions|instructions|preparation): +(?=[A-Z])", re.IGNORECASE)
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
    """Return the blocks with lines such as "Ingredients" set apart from those around them.

    "Method" becomes a heading, as do "1. Purpose" and its like, and "Notes" and its like after the
    last number, below "Method" or in the second half of the text.
    """
    blocks = [part for block in blocks for part in _without_farewell(text, block)]
    titled = _titled(text, blocks)
    split = [
        part
        for block in blocks
        for whole in (_below_title(text, block) if block.start in titled else [block])
        for part in _apart(text, whole)
    ]
    for block, below in itertools.pairwise(split):
        if block.depth and below.kind == "paragraph" and _is_bare_line(text, block):
            block.kind = "heading"  # "2.3. RNA extraction", and prose below it
    numbered = [block for block in split if _numbered_section(text, block)]
    if len(numbered) > 1:
        split = [part for block in split for part in _headed(text, block)]
    last = max((order for order, block in enumerate(split) if block.ordered), default=0)
    begins = [order for order, block in enumerate(split) if block.ordered and block.number == 1]
    is_procedure = False
    for order, block in enumerate(split[:-1]):
        section = section_of(block.text(text))
        is_line = block.kind == "paragraph" and block.lines == 1
        is_late = is_procedure or 2 * block.start > len(text)
        is_outside = order > last or order + 1 in begins
        is_end = section == "aside" and is_late and is_outside
        if is_line and (section == "procedure" or is_end):
            block.kind = "heading"
        is_procedure = is_procedure or (block.kind == "heading" and section == "procedure")
    return split


def _without_farewell(text: str, block: Block) -> list[Block]:
    """Cut the last paragraph of "## Step 3" off if it is a goodbye: "That is it!"."""
    gap = text.rfind("\n\n", block.start, block.end) if block.section else -1
    last = text[gap : block.end].strip() if gap > block.start else ""
    if not last or not is_facts(last):
        return [block]
    start = block.end - len(text[gap : block.end].lstrip())
    return [replace(block, end=gap), Block("paragraph", start, block.end)]


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
    is_short = len(words.split()) < _MOST_TITLE_WORDS and not CLOSING.search(words)
    return is_line and is_short and section_of(words) is None and not is_fact(words)


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


def _below_title(text: str, block: Block) -> list[Block]:
    """Cut a paragraph below its first line."""
    title = text[block.start : block.end].splitlines(keepends=True)[0]
    return [
        replace(block, end=block.start + len(title.rstrip()), lines=1),
        replace(block, start=block.start + len(title), lines=block.lines - 1, is_note=False),
    ]


def _has_title_line(text: str, block: Block) -> bool:
    """Return True for a paragraph of sentences below a line like a title that is not wrapped."""
    if block.kind != "paragraph" or block.lines == 1:
        return False
    title, *rest = block.text(text).splitlines()
    words, below = title.split(), rest[0].split()
    is_bare = title.removesuffix(":")[-1:].isalnum()
    is_line = len(words) < _MOST_TITLE_WORDS and title[:1].isupper() and is_bare
    has_room = title.isupper() or len(title) + 1 + len(below[0]) < max(map(len, rest))
    is_text = rest[0].lstrip()[:1].isupper() and CLOSING.search(rest[-1]) is not None
    is_label = not is_fact(title) and section_of(title) is None
    return is_line and has_room and is_text and len(below) > 2 and is_label


def _apart(text: str, block: Block) -> list[Block]:
    """Cut a paragraph at its lines that announce a section, and above those that are a list."""
    if block.kind != "paragraph" or block.lines == 1:
        return [block]
    parts: list[Block] = []
    position, joins = block.start, False
    for line in _lines_with_methods_apart(text, block):
        start, position = position, position + len(line)
        end = start + len(line.rstrip())
        is_capital = line.strip()[:1].isupper()
        if start == block.start:
            is_alone = bool(section_of(line)) or is_day(line) or _heads_amounts(text, block)
        else:
            is_tool = _TOOL.match(line) is not None and parts[-1].lines > 0
            is_alone = is_capital and section_of(line) is not None and not is_tool
        is_list = is_capital and begins_list(line)
        is_text = end == block.end and _ends_amounts(text, block, start)
        if joins and not is_alone and not is_list and not is_text:
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
    is_entry = has_quantity(first) or _VAGUE.match(first) is not None
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


@dataclass(slots=True)
class _Sections:
    """The section that each block of a text stands in; ``announced`` is the block that began it."""

    current: Section | None = None
    announced: Block | None = None
    previous: Block | None = None
    _above: Block | None = None  # the one before ``previous``

    def enter(self, block: Block, words: str) -> Section | None:
        """Return the section of the next block.

        A heading applies to everything up to the next one of its level, a paragraph to the list
        after it.
        """
        announced, previous = self.announced, self.previous
        by_heading = announced is not None and announced.kind == "heading"
        self._above, self.previous = previous, block
        if block.kind == "heading":
            own = section_of(words)
            if own or not announced or not 0 < announced.level < block.level:
                self._begin(own, block)
        elif block.kind == "paragraph" and not by_heading:
            own = section_of(_last_sentence(words) if words.endswith(":") else words)
            own = own if block.lines == 1 or own == "materials" else None
            is_listed = self.current == "materials" and (
                (previous is announced and _is_listing(words))
                or are_quantities(words.splitlines())
                or (has_quantity(words) and block.lines == 1 and not CLOSING.search(words))
            )
            if own or not is_listed:
                self._begin(own, block)
        elif block.ordered and previous and previous is not announced and not previous.ordered:
            self._begin(None, block)  # "Ingredients", a list, and then what to do, numbered
        elif self.current == "materials" and not by_heading and self._is_over(block, words):
            self._begin(None, block)
        elif block.number and announced and announced.ordered and block.depth <= announced.depth:
            self._begin(None, block)  # "2. Scope", and then "3. Close the valve."
        return self.current

    def _is_over(self, block: Block, words: str) -> bool:
        """Return True for a bullet below a gap, if the materials above were lines of a paragraph,
        or were bullets too and it is an instruction with a full stop."""
        above = self._above
        if not block.is_apart or block.ordered or above is None or above is self.announced:
            return False
        if above.kind == "paragraph":
            return above.lines > 1
        return not above.is_apart and CLOSING.search(words) is not None and mostly_instructs(words)

    def _begin(self, section: Section | None, block: Block) -> None:
        self.current, self.announced = section, block if section else None


def _last_sentence(words: str) -> str:
    """Return "You need:" of "It is easy. You need:"."""
    spans = sentence_spans(words)
    return words[slice(*spans[-1])] if spans else words


def sort_blocks(text: str, blocks: list[Block]) -> Parts:
    """Sort the blocks into the procedure, materials, variations and what is left out.

    If nothing would remain, everything is the procedure.
    """
    for block, below in itertools.pairwise(blocks):
        is_line = block.kind == "paragraph" and block.lines == 1 and below.kind == "item"
        if is_line and not below.ordered and _BEFORE.match(block.text(text)):
            block.kind = "heading"
    for line in [*_headings_in_turn(text, blocks), *_headings_like_that_of_numbers(text, blocks)]:
        line.kind = "heading"
    parts = Parts(text)
    entries: list[str] = []
    prose: list[Block] = []  # among the materials
    sections = _Sections()
    start = listed = None  # where the procedure begins in the body, and where materials stood
    for block in blocks:
        words = block.text(text)
        section = sections.enter(block, words)
        is_paragraph = block.kind == "paragraph"
        if start is None and block.kind == "heading" and section_of(words) == "procedure":
            start = len(parts.body)
        if block.is_note or (is_paragraph and is_facts(words)):
            if _VARIATION.match(words) and not words.endswith(":"):
                parts.variations.append(block)
        elif section == "materials":
            listed = len(parts.body) if listed is None else listed
            if block.kind == "item":
                entries += entries_in_line(words) or [words]
            elif block is not sections.announced and is_paragraph:
                if _is_listing(words) or are_quantities(words.splitlines()):
                    entries += _lines_of(text, [block])
                else:
                    prose.append(block)
        elif inline := entries_in_line(words) if is_paragraph else []:
            entries += inline
            listed = len(parts.body) if listed is None else listed
        elif section != "aside":
            parts.body.append(block)
    if start is not None and _has_steps(parts.body[start:]):
        first = next(order for order, block in enumerate(parts.body) if block.kind == "heading")
        above, below = parts.body[:first], parts.body[first:]
        entries += _lines_of(text, _lists(text, above))
        # numbered items above the first heading are no introduction
        parts.body, parts.is_headed = _kept_above(text, above) + below, True
    elif listed is not None:
        parts.body = _without_greeting(text, parts.body, listed)
    parts.text, parts.body = join_nested_items(text, parts.body)
    entries += _take_quantities(text, parts)
    if not _has_steps(parts.body):
        if not prose:
            return Parts(*join_nested_items(text, blocks))
        parts.body = prose
    materials = (parse_material(entry) for entry in entries)
    parts.materials = tuple(material for material in materials if material is not None)
    return parts


def _kept_above(text: str, above: list[Block]) -> list[Block]:
    """Return the numbered items, and the instructions below "Before you start"."""
    kept: list[Block] = []
    opens = False
    for block in above:
        words = block.text(text)
        if block.kind == "paragraph":
            opens = block.lines == 1 and _BEFORE.match(words) is not None
            block = replace(block, kind="heading") if opens else block
        if block.ordered or opens:
            kept.append(block)
    return kept if any(block.kind == "item" for block in kept) else []


def _has_steps(blocks: list[Block]) -> bool:
    return any(block.kind != "heading" for block in blocks)


def _take_quantities(text: str, parts: Parts) -> list[str]:
    """Take lists of quantities out of the body, with what introduces them; return their entries."""
    quantities = quantity_lists(text, parts.body)
    taken = {block.start for block in quantities}
    taken |= {
        above.start
        for above, below in itertools.pairwise(parts.body)
        if below.start in taken and above.kind == "paragraph" and introduces(above.text(text))
    }
    parts.body = [block for block in parts.body if block.start not in taken]
    if quantities and not parts.is_headed:
        n_above = sum(block.start < quantities[0].start for block in parts.body)
        parts.body = _without_greeting(text, parts.body, n_above)
    return _lines_of(text, quantities)


def _lines_of(text: str, lists: list[Block]) -> list[str]:
    """The entries of the lists."""
    return [
        entry
        for block in lists
        for line in block.text(text).splitlines()
        for entry in entries_in_line(line)
        or _entries(line, is_alone=block.lines == 1 and block.kind == "paragraph")
    ]


def _without_greeting(text: str, body: list[Block], listed: int) -> list[Block]:
    """Return the body without paragraphs above the materials that speak to the reader."""
    above, below = body[:listed], body[listed:]
    if not _has_steps(below) or any(block.kind == "item" for block in above):
        return body
    kept = [
        block
        for block in above
        if block.kind == "heading"
        or not (addresses_reader(text, block) or states_first(text, block))
    ]
    return [*kept, *below]


def _is_listing(words: str) -> bool:
    """Return True if the lines of a paragraph are entries of a list, not sentences."""
    lines = words.splitlines()
    is_open = not any(map(CLOSING.search, lines))
    return (is_open and (len(lines) > 1 or has_quantity(lines[0]))) or _is_line_of_entries(words)


def quantity_lists(text: str, body: list[Block]) -> list[Block]:
    """Return the bullets and paragraphs that are lists of quantities; none if all are."""
    chosen = _lists(text, body)
    steps = [block for block in body if block.kind != "heading"]
    return chosen if len(chosen) < len(steps) else []


def _lists(text: str, body: list[Block]) -> list[Block]:
    """The bullets and paragraphs that are lists of quantities."""
    runs: list[list[Block]] = []
    previous: Block | None = None
    bullets = [block for block in body if block.kind == "item" and not block.ordered]
    is_loose = 2 * sum(block.is_apart for block in bullets) > len(bullets)  # gaps mean nothing
    for block in body:
        if block.kind == "item" and not block.ordered:
            begins = previous is None or previous.kind != "item" or previous.ordered
            if begins or (block.is_apart and not is_loose):
                runs.append([])
            runs[-1].append(block)
        elif block.kind == "paragraph" and block.lines > 1:
            runs.append([block])
        previous = block
    return [block for run in runs if _is_quantity_list(text, run) for block in run]


def _is_quantity_list(text: str, run: list[Block]) -> bool:
    return are_quantities([line for block in run for line in block.text(text).splitlines()])


def _entries(line: str, *, is_alone: bool) -> list[str]:
    """The entries of a line: several if most have an amount, or in a line that stands alone."""
    line = without_group(line)
    parts = entries_of(line)
    is_list = 2 * sum(map(has_quantity, parts)) > len(parts) and has_quantity(parts[-1])
    return parts if is_list or (is_alone and _is_line_of_entries(line)) else [line]


def _is_line_of_entries(words: str) -> bool:
    """Return True for one line of at least three short entries: "Beaker, tongs, a burner."."""
    parts = entries_of(words)
    return len(parts) > 2 and "\n" not in words and all(len(p.split()) < 6 for p in parts)


def are_quantities(lines: list[str]) -> bool:
    """Return True if most lines are entries with amounts, or one line is several of them."""
    if len(lines) == 1:
        lines = [entry for entry in entries_of(lines[0]) if "." not in entry.rstrip(".")]
        return len(lines) > 1 and all(map(has_quantity, lines))
    closed = sum(CLOSING.search(line) is not None for line in lines)
    headed = [line for line in lines if not is_group(line)]
    n_vague = sum(_VAGUE.match(line) is not None for line in headed)
    n_begun = sum(map(has_quantity, headed))
    if not closed and 5 * n_begun >= 2 * len(headed) > 0 and n_begun + n_vague == len(headed):
        return True
    least = 2 if all(len(line.split()) < 4 for line in headed) else 3  # of five
    return 5 * sum(map(names_amount, headed)) >= least * len(headed) > 5 * least * closed
