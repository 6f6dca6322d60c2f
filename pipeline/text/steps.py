"""The procedure in a text: its title, its steps and what it needs.

If the text is a list, its items are the steps; in running text, every sentence is. Every step is a
slice of the text. Decisions a reader may wonder about:

- an item of several sentences, or of several paragraphs, is one step;
- nested items are steps of their own, after the item that contains them: each is an action, and
  joining them would put list markers into a step's text;
- headings, the paragraph that introduces a list, and what stands before "Method" are not steps;
- a heading within the procedure, or an item that only heads others ("Make the sauce:"), is the
  label of the steps below;
- lists under "Ingredients", "Tools" and the like, and lists of quantities, are materials;
- what stands under "Notes" and the like, or begins with "Note:", is left out;
- an item or sentence that begins with "or" is an alternative to the step before;
- a short list within long prose does not replace it: then both sentences and items are steps.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pipeline.domain.document import Material, Step
from pipeline.text.blocks import Block, find_blocks
from pipeline.text.headings import section_of
from pipeline.text.materials import entries_in_line, has_quantity, parse_material
from pipeline.text.sentences import sentence_spans

__all__ = ["Procedure", "find_procedure"]

Span = tuple[int, int]

_MAX_TITLE = 80
_ANNOUNCEMENT = re.compile(
    r"for\b|.*\b(?:steps?|instructions?|method|procedure|directions?|ingredients|follow\w*|need\w*)\b",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(r"\b(?:steps?|instructions?|follow\w*|need\w*|below)\b", re.IGNORECASE)
_CLOSING = re.compile(r"[.!?…。！？][\"'”’»)\]]*\Z")
_INLINE_MARKER = re.compile(r"\(?(?:(?i:step)\s+)?(?P<number>\d{1,2})(?:[.):]|\s+-)\s+")
_DETERMINER = re.compile(r"\b(?:the|an?|it|them|all|your|this|each)\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(
    r"(?:or|alternatively|alternative|variation|variant|option (?:[2-9]|[b-z]))\b(?!\s*\Z)",
    re.IGNORECASE,
)
_BARE_OR = re.compile(r"[-–—* ]*(?:or|alternatively)[-–—:* ]*\Z", re.IGNORECASE)
_VARIATION = re.compile(r"variations?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Procedure:
    """The title of a text, None without one, its steps, numbered from 1, and its materials."""

    title: str | None
    steps: tuple[Step, ...]
    materials: tuple[Material, ...] = ()


def find_procedure(text: str, *, title: str | None = None) -> Procedure:
    """Return title, steps and materials of ``text``; no steps if it holds no word.

    The title is the one given, or the first heading, or the first line if it clearly is one.
    """
    blocks = _with_sections(text, find_blocks(text))
    title_span = _title_span(text, blocks)
    if title_span is not None:
        blocks = _without_title(text, blocks, title_span)
        title = title or " ".join(text[slice(*title_span)].rstrip(": ").split())
    parts = _sorted(text, blocks)
    body = _with_labels(text, parts.body)
    spans = _list_spans(text, body, is_procedure=parts.is_headed) or _prose_spans(text, body)
    if not spans and title_span is not None:  # a title and nothing else is a sentence
        spans = [title_span]
    labels = _labels(text, body, title, first_step=spans[0][0] if spans else 0)
    steps = _steps(text, spans, labels, parts.variations, _bare_ors(text, body))
    return Procedure(title, tuple(steps), parts.materials)


@dataclass(slots=True)
class _Parts:
    """The blocks of a text by what they are. ``is_headed``: the steps stand under "Method"."""

    body: list[Block] = field(default_factory=list)
    materials: tuple[Material, ...] = ()
    variations: list[Block] = field(default_factory=list)
    is_headed: bool = False


def _steps(
    text: str,
    spans: Sequence[Span],
    labels: Sequence[tuple[int, str | None]],
    variations: Sequence[Block],
    bare_ors: Sequence[int],
) -> list[Step]:
    """Return the steps, alternatives attached to the step before them."""
    steps: list[Step] = []
    pending, ors = list(labels), list(bare_ors)
    others = [(block.start, block.text(text)) for block in variations]
    label = None
    for start, end in spans:
        while pending and pending[0][0] <= start:
            label = pending.pop(0)[1]
        while others and others[0][0] < start:
            _add_alternative(steps, others.pop(0)[1])
        words = text[start:end]
        follows_or = bool(ors) and ors[0] < start
        if follows_or:
            ors.pop(0)
        if steps and (follows_or or _ALTERNATIVE.match(words)):
            _add_alternative(steps, words)
        else:
            steps.append(Step(len(steps) + 1, words, start, label=label))
    for _, words in others:
        _add_alternative(steps, words)
    return steps


def _add_alternative(steps: list[Step], words: str) -> None:
    if steps:
        both = filter(None, [steps[-1].alternative, " ".join(words.split())])
        steps[-1] = replace(steps[-1], alternative="; ".join(both))


def _bare_ors(text: str, blocks: Sequence[Block]) -> list[int]:
    """Return where lines stand that say only "or": the next step is an alternative."""
    return [block.end for block in blocks if _BARE_OR.match(block.text(text))]


def _with_sections(text: str, blocks: list[Block]) -> list[Block]:
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


def _title_span(text: str, blocks: list[Block]) -> Span | None:
    """Return the span of the first heading, or else of a first line that looks like a title."""
    for block in blocks:
        if block.kind == "heading" and not block.ordered and block.text(text):
            if section_of(block.text(text)):
                break  # a text that begins with "Ingredients"
            return _trimmed(text, block.start, block.end)
    if not blocks or blocks[0].kind != "paragraph":
        return None
    first = blocks[0]
    lines = [line.strip() for line in first.text(text).splitlines()]
    line, rest = lines[0], lines[1:]
    if not _may_be_title(line, alone=not rest) or (not rest and len(blocks) == 1):
        return None
    if rest and not line.endswith("?"):
        stands_out = all(map(_CLOSING.search, rest)) or len(line) < 0.7 * max(map(len, rest))
        if not (stands_out and rest[0][:1].isupper() and any(map(_CLOSING.search, rest))):
            return None
    elif not rest and not _has_sentence(text, blocks):
        return None  # no line of this text has a full stop: the first is a step like the others
    return _trimmed(text, first.start, first.start + len(line))


def _has_sentence(text: str, blocks: list[Block]) -> bool:
    """Return True if the text has an item, or a paragraph with a full stop."""
    return any(
        block.kind == "item" or (block.kind == "paragraph" and not _is_bare(text, block))
        for block in blocks
    )


def _may_be_title(line: str, *, alone: bool) -> bool:
    if len(line) > _MAX_TITLE or len(line.split()) > 12 or not line[:1].isalnum():
        return False
    if line.endswith(":"):
        return alone and len(line.split()) < 4 and not _ANNOUNCEMENT.match(line)
    if section_of(line):
        return False
    if line.endswith("?"):
        return True
    return not re.search(r"[.!;,…]\Z", line)


def _without_title(text: str, blocks: list[Block], title: Span) -> list[Block]:
    """Return the blocks without the title, which may be the first line of a paragraph."""
    order = next(order for order, block in enumerate(blocks) if block.start >= title[0])
    block = blocks[order]
    rest = text[title[1] : block.end]
    if block.kind != "paragraph" or not rest.strip(" :\t\r\n"):
        return blocks[:order] + blocks[order + 1 :]
    start = title[1] + len(rest) - len(rest.lstrip(" :\t\r\n"))
    block = Block("paragraph", start, block.end, block.indent, lines=block.lines - 1)
    return [block, *blocks[order + 1 :]]


def _sorted(text: str, blocks: list[Block]) -> _Parts:
    """Sort the blocks into the procedure, materials, variations and what is left out.

    A heading applies to everything up to the next one of its level, a paragraph to the list after
    it. If nothing would remain, everything is the procedure.
    """
    parts = _Parts()
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
        if block.is_note:
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
    quantities = _quantities(text, parts.body)
    taken = {block.start for block in quantities}
    entries += [line for block in quantities for line in block.text(text).splitlines()]
    parts.body = [block for block in parts.body if block.start not in taken]
    if not any(block.kind != "heading" for block in parts.body):
        if not prose:
            return _Parts(blocks)
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
    return not any(map(_CLOSING.search, lines)) and (len(lines) > 1 or has_quantity(lines[0]))


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
    closed = sum(_CLOSING.search(line) is not None for line in lines)
    return len(lines) > 1 and 5 * sum(map(has_quantity, lines)) >= 3 * len(lines) > 15 * closed


def _with_labels(text: str, body: list[Block]) -> list[Block]:
    """Return the blocks with items that only head other items as headings."""
    labelled = []
    for order, block in enumerate(body):
        below = body[order + 1] if order + 1 < len(body) else None
        if block.kind == "item" and below and _is_label(text, block, below):
            block = replace(block, kind="heading", ordered=False)
        labelled.append(block)
    return labelled


def _is_label(text: str, block: Block, below: Block) -> bool:
    words = block.text(text)
    is_nested = below.kind == "item" and below.indent > block.indent
    if block.section or not words or below.kind == "heading":
        return False
    if words.endswith(":"):
        return len(words.split()) < 7 and below.kind == "item"
    return (
        is_nested
        and len(words.split()) < 4
        and not _CLOSING.search(words)
        and not _DETERMINER.search(words)
        and len(below.text(text).split()) > len(words.split())
    )


def _labels(
    text: str, body: list[Block], title: str | None, *, first_step: int
) -> list[tuple[int, str | None]]:
    """Return where labels begin to apply, and the labels; None where one ends."""
    labels: list[tuple[int, str | None]] = []
    outer: str | None = None
    nested: Block | None = None
    for order, block in enumerate(body):
        words = " ".join(block.text(text).rstrip(": ").split())
        if block.kind == "heading":
            is_label = section_of(words) != "procedure" and (words != title or not block.level)
            label = words if is_label and words else None
            if block.outer < 0 or block.ordered:
                outer, nested = label, None
            else:
                nested = block
            labels.append((block.start, label))
        elif block.kind == "paragraph" and _heads_steps(text, body[order : order + 2]):
            outer, nested = words, None
            labels.append((block.start, words))
        elif nested and _ends_label(text, block, nested):
            labels.append((block.start, outer))
            nested = None
    alone = [block for block in body if block.kind == "heading" and block.level]
    if len(labels) == 1 and alone and labels[0][0] == alone[0].start <= first_step:
        return []  # a second title
    return labels


def _ends_label(text: str, block: Block, label: Block) -> bool:
    """Return True if an item ends a label without a colon, which only nested items stand under."""
    has_colon = text[label.start : label.end].rstrip().endswith(":")
    return block.kind == "item" and block.indent <= label.indent and not has_colon


def _heads_steps(text: str, blocks: list[Block]) -> bool:
    """Return True if the first of two blocks is a paragraph like "For the filling:"."""
    words = blocks[0].text(text)
    if len(blocks) < 2 or len(words.split()) > 8 or _INSTRUCTION.search(words):
        return False
    if blocks[1].kind == "item":
        return _introduces(words) and not _BARE_OR.match(words)
    return blocks[1].kind == "paragraph" and _heads(text, blocks)


def _list_spans(text: str, blocks: list[Block], *, is_procedure: bool) -> list[Span]:
    """Return the spans of the items if the text is a list, else none.

    A list of three numbers under "Method" is, whatever prose there is.
    """
    items = [block for block in blocks if block.kind == "item" and block.text(text)]
    weight, n_numbered = 1, sum(block.ordered for block in items)
    if n_numbered > 1:
        items, weight = _numbered_items(text, blocks), 3
    if len(items) < 2:
        return []
    taken = {block.start for block in items}
    prose = [block for block in blocks if block.kind == "paragraph" and block.start not in taken]
    words = weight * _n_words(text, items)
    before = _n_words(text, [block for block in prose if block.start < items[0].start])
    after = _n_words(text, [block for block in prose if block.start > items[0].start])
    is_short = n_numbered < 3 and 4 * words < before
    if words < after or is_short:
        return _spans(text, items) if is_procedure and n_numbered > 2 else []
    return _spans(text, items)


def _numbered_items(text: str, blocks: list[Block]) -> list[Block]:
    """Return the items from the first numbered one to the last, with bullets and prose in between.

    Prose right after a number belongs to it; prose after nested bullets is an item of its own.
    Prose after the last number counts only if it follows the other numbers too: else it is a note.
    """
    numbered = [order for order, block in enumerate(blocks) if block.ordered]
    first, last = numbered[0], numbered[-1]
    explained = [order for order in numbered[:-1] if blocks[order + 1].kind == "paragraph"]
    items: list[Block] = []
    for order in range(first, len(blocks)):
        block = blocks[order]
        if order > last and block.kind != "item" and len(explained) < len(numbered) - 1:
            break
        if block.kind == "item":
            items.append(block)
        elif block.kind == "heading" and order > last:
            break
        elif block.kind == "paragraph" and not _introduces(block.text(text)):
            if blocks[order - 1].kind != "heading" and items[-1].ordered:
                items[-1] = Block("item", items[-1].start, block.end, ordered=True)
            else:
                items.append(block)
    return items


def _introduces(words: str) -> bool:
    """Return True if a paragraph only introduces what follows: "For the filling:"."""
    return words.endswith(":") or (len(words) < 40 and not _CLOSING.search(words))


def _prose_spans(text: str, blocks: list[Block]) -> list[Span]:
    """Return the sentences of all paragraphs, and the items between them."""
    spans: list[Span] = []
    for order, block in enumerate(blocks):
        if block.kind == "paragraph" and not _heads(text, blocks[order : order + 2]):
            spans += _inline_items(text, _sentences(text, block))
        elif block.kind == "item":
            spans += _item_spans(text, block)
    return spans


def _item_spans(text: str, item: Block) -> list[Span]:
    """Return a bullet as one step; a lone number begins a list within one line, or no list."""
    if not item.ordered:
        return _spans(text, [item])
    whole = Block("paragraph", item.outer, item.end, lines=item.lines)
    inline = _inline_items(text, _sentences(text, whole))
    return inline if inline and inline[0][0] > item.outer else _sentences(text, item)


def _heads(text: str, blocks: list[Block]) -> bool:
    """Return True if the first of two blocks is a heading without ``#``: few words above many."""
    words = blocks[0].text(text)
    if len(blocks) < 2 or _CLOSING.search(words) or blocks[0].lines > 1:
        return False
    below = blocks[1]
    return words.endswith(":") or (
        len(words.split()) < 5 and len(sentence_spans(below.text(text))) > 1
    )


def _sentences(text: str, block: Block) -> list[Span]:
    """Return the sentences of a paragraph, or its lines if each line is a sentence of its own."""
    lines = text[block.start : block.end].splitlines(keepends=True)
    ends = [block.end]
    if len(lines) > 1 and all(
        line.strip()[:1].isupper() and (len(line) < 60 or _CLOSING.search(line.strip()))
        for line in lines
    ):
        ends, position = [], block.start
        for line in lines:
            position += len(line)
            ends.append(position)
    spans, start = [], block.start
    for end in ends:
        spans += [(start + first, start + last) for first, last in sentence_spans(text[start:end])]
        start = end
    return spans


def _inline_items(text: str, spans: list[Span]) -> list[Span]:
    """Return the items of a list in one line ("1. Mix. Stir. 2. Bake."), or else the spans."""
    items: list[Span] = []
    for start, end in spans:
        marker = _INLINE_MARKER.match(text[start:end])
        if marker and int(marker["number"]) == len(items) + 1:
            items.append((start + marker.end(), end))
        elif items and not marker:
            items[-1] = (items[-1][0], end)
        else:
            return spans
    return items if len(items) > 1 else spans


def _is_bare(text: str, block: Block) -> bool:
    """Return True if no line of a paragraph ends with a full stop, question or exclamation mark."""
    return not any(_CLOSING.search(line.strip()) for line in block.text(text).splitlines())


def _n_words(text: str, blocks: list[Block]) -> int:
    return sum(len(block.text(text).split()) for block in blocks)


def _spans(text: str, blocks: list[Block]) -> list[Span]:
    spans = (_trimmed(text, block.start, block.end) for block in blocks)
    return [span for span in spans if any(map(str.isalnum, text[slice(*span)]))]


def _trimmed(text: str, start: int, end: int) -> Span:
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), start + len(words.rstrip())
