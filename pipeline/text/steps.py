"""The procedure in a text: its title and its steps.

If the text is a list, its items are the steps; in running text, every sentence is. Every step is a
slice of the text. Decisions a reader may wonder about:

- an item of several sentences, or of several paragraphs, is one step;
- nested items are steps of their own, after the item that contains them: each is an action, and
  joining them would put list markers into a step's text;
- headings, and the paragraph that introduces a list, are not steps;
- lists under "Ingredients", "Tools", "Notes" and the like are not steps;
- a short list within long prose does not replace it: then both sentences and items are steps.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.domain.document import Step
from pipeline.text.blocks import Block, find_blocks
from pipeline.text.sentences import sentence_spans

__all__ = ["Procedure", "find_procedure"]

Span = tuple[int, int]

_MAX_TITLE = 80
_ASIDE = re.compile(  # below such a heading is what is needed, noted or cited, not what is done
    r"(?:(?:\w+ ){0,2}(?:ingredients|materials|equipment|tools|supplies|reagents|contents|notes?|"
    r"tips|references|sources|see also|warnings?|safety|troubleshooting|nutrition)"
    r"|(?:what )?you(?:'ll| will)?(?: also)? need)"
    r"(?:,? (?:and|&) \w+)?(?: for .*| \(.*\))?\s*:?\Z",
    re.IGNORECASE,
)
_ANNOUNCEMENT = re.compile(
    r"for\b|.*\b(?:steps?|instructions?|method|procedure|directions?|ingredients|follow\w*|need\w*)\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"[.!?…。！？][\"'”’»)\]]*\Z")
_INLINE_MARKER = re.compile(r"\(?(?:(?i:step)\s+)?(?P<number>\d{1,2})(?:[.):]|\s+-)\s+")


@dataclass(frozen=True, slots=True)
class Procedure:
    """The title of a text, None without one, and its steps, numbered from 1."""

    title: str | None
    steps: tuple[Step, ...]


def find_procedure(text: str) -> Procedure:
    """Return the title and the steps of ``text``; no steps if it holds no word.

    The title is the first heading, or the first line if it clearly is one.
    """
    blocks = find_blocks(text)
    title_span = _title_span(text, blocks)
    spans = _step_spans(text, blocks, title_span)
    steps = tuple(
        Step(number, text[start:end], start) for number, (start, end) in enumerate(spans, start=1)
    )
    if title_span is None:
        return Procedure(None, steps)
    return Procedure(" ".join(text[slice(*title_span)].rstrip(": ").split()), steps)


def _step_spans(text: str, blocks: list[Block], title: Span | None) -> list[Span]:
    if title is not None:
        blocks = _without_title(text, blocks, title)
    blocks = _without_asides(text, blocks)
    spans = _list_spans(text, blocks) or _prose_spans(text, blocks)
    if not spans and title is not None:  # a title and nothing else is a sentence
        return [title]
    return spans


def _title_span(text: str, blocks: list[Block]) -> Span | None:
    """Return the span of the first heading, or else of a first line that looks like a title."""
    for block in blocks:
        if block.kind == "heading" and not block.ordered and block.text(text):
            return _trimmed(text, block.start, block.end)
    if not blocks or blocks[0].kind != "paragraph":
        return None
    first = blocks[0]
    lines = [line.strip() for line in first.text(text).splitlines()]
    line, rest = lines[0], lines[1:]
    if not _may_be_title(line, alone=not rest) or (not rest and len(blocks) == 1):
        return None
    if rest:
        stands_out = all(map(_CLOSING.search, rest)) or len(line) < 0.7 * max(map(len, rest))
        if not (stands_out and rest[0][:1].isupper() and any(map(_CLOSING.search, rest))):
            return None
    elif all(_is_bare(text, block) for block in blocks if block.kind == "paragraph") and not any(
        block.kind == "item" for block in blocks
    ):
        return None  # no line of this text has a full stop: the first is a step like the others
    return _trimmed(text, first.start, first.start + len(line))


def _may_be_title(line: str, *, alone: bool) -> bool:
    if len(line) > _MAX_TITLE or len(line.split()) > 12 or not line[:1].isalnum():
        return False
    if line.endswith(":"):
        return alone and len(line.split()) < 4 and not _ANNOUNCEMENT.match(line)
    if _ASIDE.match(line):
        return False
    if line.endswith("?"):
        return alone
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


def _without_asides(text: str, blocks: list[Block]) -> list[Block]:
    """Return the blocks without lists of ingredients, tools or notes, unless there is nothing else.

    A heading applies to everything up to the next heading, a paragraph to the list after it.
    """
    kept: list[Block] = []
    announced: Block | None = None
    previous: Block | None = None
    for block in blocks:
        by_heading = announced is not None and announced.kind == "heading"
        changes_list = block.ordered and previous is not None and not previous.ordered
        if block.kind == "heading" or (block.kind == "paragraph" and not by_heading):
            announced = block if _ASIDE.match(block.text(text)) else None
        elif block.kind == "item" and changes_list and previous and previous.kind == "item":
            announced = None  # "Ingredients", bullets, and then what to do, numbered
        if announced is None:
            kept.append(block)
        previous = block
    return kept if any(block.kind != "heading" for block in kept) else blocks


def _list_spans(text: str, blocks: list[Block]) -> list[Span]:
    """Return the spans of the items if the text is a list, else none."""
    items = [block for block in blocks if block.kind == "item" and block.text(text)]
    weight = 1
    if sum(block.ordered for block in items) > 1:
        items, weight = _numbered_items(text, blocks), 3
    if len(items) < 2:
        return []
    taken = {block.start for block in items}
    prose = [block for block in blocks if block.kind == "paragraph" and block.start not in taken]
    words = weight * _n_words(text, items)
    before = _n_words(text, [block for block in prose if block.start < items[0].start])
    after = _n_words(text, [block for block in prose if block.start > items[0].start])
    return [] if words < after or 4 * words < before else _spans(text, items)


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
