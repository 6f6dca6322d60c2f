"""The blocks of a text by what they are: the procedure, its materials, variations, asides."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pipeline.domain.document import Material
from pipeline.text.action_verbs import acts
from pipeline.text.blocks import Block
from pipeline.text.entry_lists import amounts_first, without_groups
from pipeline.text.headings import Section, section_of
from pipeline.text.line_headings import BEFORE, mark_line_headings
from pipeline.text.material_entries import has_quantity, is_group, parse_material
from pipeline.text.materials import begins_list, entries_in_line, entries_of
from pipeline.text.nested_items import join_nested_items
from pipeline.text.paragraph_forms import (
    CLOSING,
    addresses_reader,
    heads_number,
    introduces,
    is_facts,
    is_signature,
    mostly_instructs,
    n_words,
    says_goodbye,
    states_first,
)
from pipeline.text.phrases import load_phrases
from pipeline.text.quantity_lists import (
    are_quantities,
    entries_of_lists,
    is_listing,
    lists_of_quantities,
    quantity_lists_among_steps,
    without_group_lines,
)
from pipeline.text.sentences import sentence_spans

__all__ = ["Parts", "sort_blocks"]

_PHASE = re.compile(
    r"(?:storage|storing|(?:waste )?disposal|maintenance|monitoring|reporting|quality control|"
    r"corrective actions?|escalation)\b",
    re.IGNORECASE,
)
_LOG = re.compile(r"(?:(?:\w+ )?log|readings|tasting):?\Z", re.IGNORECASE)
_MOST_IN_ENTRY = 6  # words of a line that may be a thing that is needed
_LONGEST_NAME = 8  # words of who signs, with a place or a number
_NO_ENTRY = re.compile(rf"{CLOSING.pattern}|\b(?:for|of|to|with|in|on)\Z")  # "Suitable for"
_LONGEST_HEAD = 8  # words of what announces a list in one line
_VARIATION = re.compile(r"variations?\b", re.IGNORECASE)


@dataclass(slots=True)
class Parts:
    """The blocks of a text by what they are. ``is_headed``: the steps stand under "Method"."""

    text: str
    body: list[Block] = field(default_factory=list)
    materials: tuple[Material, ...] = ()
    variations: list[Block] = field(default_factory=list)
    is_headed: bool = False


@dataclass(slots=True)
class _Sections:
    """The section that each block of a text stands in; ``announced`` is the block that began it."""

    text: str
    current: Section | None = None
    announced: Block | None = None
    previous: Block | None = None
    _above: Block | None = None  # the one before ``previous``
    groups: frozenset[int] = frozenset()  # where lines such as "To serve" begin
    lines: frozenset[int] = frozenset()  # where lines between "Ingredients" and "Method" begin
    phases: frozenset[int] = frozenset()  # where headings begin that are phases of the procedure

    def enter(self, block: Block, words: str) -> Section | None:
        """Return the section of the next block.

        A heading applies to everything up to the next one of its level, a paragraph to the list
        after it.
        """
        announced, previous = self.announced, self.previous
        by_heading = announced is not None and announced.kind == "heading"
        self._above, self.previous = previous, block
        if block.kind == "heading":
            own = None if block.start in self.phases else section_of(words)
            if own or not announced or not 0 < announced.level < block.level:
                self._begin(own, block)
        elif block.kind == "paragraph" and not by_heading:
            own = section_of(_last_sentence(words) if words.endswith(":") else words)
            own = None if block.start in self.phases else own
            own = own if block.lines == 1 or own == "materials" else None
            is_listed = self.current == "materials" and (
                block.start in self.groups
                or block.start in self.lines
                or (previous is announced and is_listing(words))
                or self.is_next_line(block, words)
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

    def is_next_line(self, block: Block, words: str) -> bool:
        """Return True for one entry right below the line that announces it: "Parts"."""
        above = self.announced
        is_next = above is not None and self.text[above.end : block.start].count("\n") == 1
        is_entry = block.lines == 1 and len(words.split()) <= _MOST_IN_ENTRY
        return is_next and is_entry and not words.endswith((".", "!", "?", ":"))

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
    blocks = _without_goodbye(text, _without_questions(text, blocks))
    mark_line_headings(text, blocks)
    parts = Parts(text)
    entries: list[str] = []
    prose: list[Block] = []  # among the materials
    sections = _Sections(
        text,
        groups=_groups(text, blocks),
        lines=_lines_to_procedure(text, blocks),
        phases=_phases(text, blocks) | _logs_to_fill_in(text, blocks),
    )
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
                words = without_group_lines(words)
                entries += entries_in_line(words) or [words]
            elif block is not sections.announced and is_paragraph:
                is_entry = block.start in sections.lines or sections.is_next_line(block, words)
                if is_entry or is_listing(words) or are_quantities(words.splitlines()):
                    entries += entries_of_lists(text, [block])
                else:
                    prose.append(block)
        elif inline := _entries_of_line(words, block):
            entries += inline
            listed = len(parts.body) if listed is None else listed
        elif section != "aside":
            parts.body.append(block)
    if start is not None and _has_steps(parts.body[start:]):
        first = next(order for order, block in enumerate(parts.body) if block.kind == "heading")
        above, below = parts.body[:first], parts.body[first:]
        entries += entries_of_lists(text, lists_of_quantities(text, above))
        # numbered items above the first heading are no introduction
        parts.body, parts.is_headed = _kept_above(text, above) + below, True
    elif listed is not None:
        parts.body = _without_greeting(text, parts.body, listed)
    parts.text, parts.body = join_nested_items(text, parts.body)
    entries += _take_quantities(text, parts)
    entries += _take_things(text, parts)
    if not _has_steps(parts.body):
        if not prose:
            return Parts(*join_nested_items(text, blocks))
        parts.body = prose
    materials = map(parse_material, amounts_first(without_groups(entries)))
    parts.materials = tuple(material for material in materials if material is not None)
    return parts


def _entries_of_line(words: str, block: Block) -> list[str]:
    """Return the entries of a paragraph, or of a bullet such as "Tools: a torch, tape"."""
    lines = words.splitlines()
    if block.kind == "paragraph" and len(lines) > 1 and all(map(begins_list, lines)):
        return [entry for line in lines for entry in entries_in_line(line)]
    is_bullet = block.kind == "item" and not block.ordered and begins_list(words)
    return entries_in_line(words) if is_bullet or block.kind == "paragraph" else []


def _without_questions(text: str, blocks: list[Block]) -> list[Block]:
    """Return the blocks without the numbered questions of a worksheet, if there are steps too."""
    are_questions = [block.kind == "item" and block.text(text).endswith("?") for block in blocks]
    kept: list[Block] = []
    position = 0
    while position < len(blocks):
        end = position
        while end < len(blocks) and blocks[end].kind == "item":
            end += 1
        if end - position < 2 or not all(are_questions[position:end]):
            kept += blocks[position : max(end, position + 1)]
        position = max(end, position + 1)
    is_procedure = any(mostly_instructs(block.text(text)) for block in kept)
    return kept if is_procedure and len(kept) > 1 else blocks


def _groups(text: str, blocks: list[Block]) -> frozenset[int]:
    """Where lines such as "To serve" begin that head entries, above the numbers or "Method"."""
    groups = [
        block.start
        for block, below in itertools.pairwise(blocks)
        if block.kind == "paragraph"
        and is_group(block.text(text).partition("\n")[0])
        and not CLOSING.search(block.text(text))
        and (block.lines > 1 or (below.kind == "item" and not CLOSING.search(below.text(text))))
    ]
    if not groups:
        return frozenset()
    last = max(
        (
            block.start
            for block in blocks
            if block.number == 1 or section_of(block.text(text)) == "procedure"
        ),
        default=0,
    )
    return frozenset(start for start in groups if start < last)


def _lines_to_procedure(text: str, blocks: list[Block]) -> frozenset[int]:
    """Where the lines begin between "Ingredients" and "Method" or another heading, if none of them
    is a sentence, and all are short if it is another heading."""
    below = itertools.dropwhile(lambda block: not _is_line_of(text, block, "materials"), blocks)
    next(below, None)
    lines: list[Block] = []
    are_short = True
    for block in below:
        if _is_line_of(text, block, "procedure") or (block.level and are_short):
            return frozenset(line.start for line in lines)
        if block.kind == "item" or block.lines > 1 or CLOSING.search(block.text(text)):
            break
        lines.append(block)
        are_short = are_short and n_words(text, [block]) <= _MOST_IN_ENTRY
    return frozenset()


def _is_line_of(text: str, block: Block, section: Section) -> bool:
    return block.kind != "item" and block.lines == 1 and section_of(block.text(text)) == section


def _phases(text: str, blocks: list[Block]) -> frozenset[int]:
    """Where headings such as "Storage" begin, if they head numbers as others of the text do, or
    numbers that continue those above."""
    heads = [
        block
        for block, below in itertools.pairwise(blocks)
        if block.kind == "heading" and below.number == 1 and mostly_instructs(below.text(text))
    ]
    named = [head for head in heads if _PHASE.match(head.text(text))]
    phases = {head.start for head in named if len(heads) > len(named)}
    number = 0
    for block, below in itertools.pairwise(blocks):
        if 1 < below.number == number + 1 and not block.ordered:
            phases.add(block.start)
        number = below.number or number
    return frozenset(phases)


def _logs_to_fill_in(text: str, blocks: list[Block]) -> frozenset[int]:
    """Where lines such as "Readings" or "Log" begin that stand above what to do."""
    return frozenset(
        block.start
        for block, below in itertools.pairwise(blocks)
        if _LOG.match(block.text(text)) and (below.ordered or _is_sentence_to_do(below.text(text)))
    )


def _is_sentence_to_do(words: str) -> bool:
    return CLOSING.search(words) is not None and mostly_instructs(words)


def _without_goodbye(text: str, blocks: list[Block]) -> list[Block]:
    """Return the blocks without a last paragraph that begins with a goodbye, above a signature."""
    last = len(blocks)
    while last > 1 and blocks[last - 1].kind == "paragraph" and _signs(blocks[last - 1].text(text)):
        last -= 1
    if last == len(blocks) > 2 and _may_be_name_below(text, *blocks[-2:]):
        last -= 1
    is_last = last > 1 and blocks[last - 1].kind == "paragraph"
    if is_last and says_goodbye(blocks[last - 1].text(text)):
        return blocks[: last - 1]
    return blocks


def _may_be_name_below(text: str, goodbye: Block, block: Block) -> bool:
    """Return True for a last line that is no sentence, below a goodbye: "Sr. Lee, ward 5"."""
    words = block.text(text)
    is_line = block.kind == goodbye.kind == "paragraph" and block.lines == 1
    is_short = len(words.split()) <= _LONGEST_NAME and not CLOSING.search(words)
    return is_line and is_short and not acts(words) and says_goodbye(goodbye.text(text))


def _signs(words: str) -> bool:
    return is_facts(words) or is_signature(words)


def _kept_above(text: str, above: list[Block]) -> list[Block]:
    """Return the numbered items with what heads them, and the instructions below "Before you
    start"."""
    kept: list[Block] = []
    opens = False
    for block, below in itertools.zip_longest(above, above[1:]):
        words = block.text(text)
        heads = below is not None and below.number == 1 and heads_number(text, [block, below])
        if block.kind == "paragraph":
            opens = block.lines == 1 and BEFORE.match(words) is not None
            block = replace(block, kind="heading") if opens or heads else block
        if block.ordered or opens or heads:
            kept.append(block)
    return kept if any(block.kind == "item" for block in kept) else []


def _has_steps(blocks: list[Block]) -> bool:
    return any(block.kind != "heading" for block in blocks)


def _take_things(text: str, parts: Parts) -> list[str]:
    """Take lists that only name things, above the first step, out of the body with what heads
    them; return their entries."""
    entries: list[str] = []
    kept: list[Block] = []
    runs = itertools.groupby(
        parts.body, key=lambda block: block.kind == "item" and not block.ordered
    )
    is_over = False
    for is_list, group in runs:
        blocks = list(group)
        if is_list and not is_over and (own := _things(text, blocks)):
            entries += own
            if kept and kept[-1].kind == "paragraph" and introduces(kept[-1].text(text)):
                kept.pop()
            continue
        for block in blocks:
            is_over = is_over or block.ordered or is_list
            own = [] if is_over or block.kind != "paragraph" else _things_of_paragraph(text, block)
            entries += own
            if not own:
                kept.append(block)
    if not entries or not _has_steps(kept):
        return []
    parts.body = kept
    return entries


def _things(text: str, bullets: Sequence[Block]) -> list[str]:
    words = [block.text(text) for block in bullets]
    are_entries = len(words) > 1 and not any(
        "\n" in each or _NO_ENTRY.search(each) for each in words
    )
    return words if are_entries and load_phrases().name_things(words) else []


def _things_of_paragraph(text: str, block: Block) -> list[str]:
    """Return the lines of a paragraph, or the entries of a line such as "On the spot: a, b, c"."""
    lines = block.text(text).splitlines()
    if (
        len(lines) > 2
        and not any(map(_NO_ENTRY.search, lines))
        and load_phrases().name_things(lines)
    ):
        return entries_of_lists(text, [block])
    head, mark, rest = " ".join(lines).partition(":")
    entries = entries_of(rest) if mark and len(head.split()) <= _LONGEST_HEAD else []
    is_list = len(entries) > 2 and max(len(each.split()) for each in entries) <= _LONGEST_NAME
    return entries if is_list and load_phrases().name_things(entries) else []


def _take_quantities(text: str, parts: Parts) -> list[str]:
    """Take lists of quantities out of the body, with what introduces them; return their entries."""
    quantities = quantity_lists_among_steps(text, parts.body)
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
    return entries_of_lists(text, quantities)


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
