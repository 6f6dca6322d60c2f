"""The spans of the steps: the items of a list, or the sentences of running text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.text.action_verbs import acts, all_act
from pipeline.text.blocks import OPEN_WORDS, Block
from pipeline.text.headings import is_remark, is_sequel
from pipeline.text.line_headings import BEFORE
from pipeline.text.paragraph_forms import (
    CLOSING,
    Span,
    addresses_reader,
    all_instruct,
    heads,
    heads_number,
    heads_steps,
    introduces,
    is_signature,
    is_yield,
    may_instruct,
    mostly_instructs,
    n_words,
    states_first,
    trimmed,
)
from pipeline.text.prose_remarks import are_asides, without_remarks
from pipeline.text.sentences import sentence_spans

__all__ = [
    "list_spans",
    "prose_spans",
    "with_line_items",
    "without_closing_remarks",
    "without_prose_introduction",
]

_INLINE_MARKER = re.compile(r"\(?(?:(?i:step)\s+)?(?P<number>\d{1,2})(?:[.):]|\s+-)\s+")
_CLOCK = re.compile(
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.? )?\d{1,2}[:.]\d\d\b", re.IGNORECASE
)
_SHORT_LINE = 60
_MOST_OPEN_LINES = 5  # one line in so many may end with "on"
# of a line that continues in the next one, or has the end of a sentence within
_INSIDE = re.compile(rf"[,;(–—-]\Z|[.!?] +[A-Z]|(?:{OPEN_WORDS}|\bthen)\Z", re.IGNORECASE)
_CONTINUING = re.compile(  # "To freeze: …", "Then bake it.", "**When done:** …"
    r"\**(?:when|once) (?:you(?:['’]re| are) |(?:it|all)(?:['’]s| is) )?(?:done|finished|over)\b"
    r"|(?:to|for) (?!you\b)\w+(?: \w+){0,3}: ?\S|(?:then|finally|lastly|next|afterwards)\b,? \w",
    re.IGNORECASE,
)


_ADVICE = re.compile(  # of a paragraph that instructs, but not now
    r"\A[^.:]{3,60}: |"  # "Head tilt: vet, at once."
    r"\A\W*(?:top|have|serve|store|keep|enjoy|try|use|see|do not|don['’]t|never|always|remember|"
    r"call|contact|ask|email|visit|click|follow|read|check out|makes?|feel|note)\b"
    r"|\b(?:if|every|each time|always|never|your|will|can|may|might|should|would)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[A-Z][a-z]+(?: \S+){2,} \S*[.!]")  # in one line
_ADVICE_TO_ACT = re.compile(  # of one that begins with a verb of action
    r"\A\W*(?:top|leave (?:an?|your) (?:comment|review|note))\b|"
    r"\b(?:if|each time|always|never|enjoy|every (?:\d+|time|few|other|so|second|minute|hour|"
    r"day|night|morning|evening|week|month|year))\b|"
    r"\b(?:comments?|reviews?|photos?|links?|friends|newsletter|recipes?|instructions)\b",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"\W*(?:(?:it|they|this|these|leftovers)"
    r"(?:['’]s|['’]ll| is| are| will| keeps?| freezes?| tastes?)|you (?:can|could|may)|"
    r"keeps|freezes|tastes|good|great|best|perfect|delicious|lovely|nice|ideal) ",
    re.IGNORECASE,
)
_FIRST = re.compile(r"(?:first(?:ly)?|to begin with|to start with)\b,? \w", re.IGNORECASE)


def with_line_items(text: str, body: list[Block]) -> list[Block]:
    """Return the blocks with the lines of a paragraph as items if each ends with a full stop.

    From four lines on they are no accident; then neither are two lines of another paragraph.
    """
    fewest = 2 if any(len(_closed_lines(text, block)) > 3 for block in body) else 4
    blocks: list[Block] = []
    for block in body:
        lines = _closed_lines(text, block)
        if len(lines) >= fewest:
            starts = itertools.accumulate(map(len, lines[:-1]), initial=block.start)
            blocks += [
                Block("item", start, start + len(line.rstrip()), block.indent)
                for start, line in zip(starts, lines, strict=True)
            ]
        else:
            blocks.append(block)
    return blocks


def _is_open(words: str) -> bool:
    """Return True if no mark ends the words, so that they may be the title of what follows."""
    return words[-1:].isalnum()


def _closed_lines(text: str, block: Block) -> list[str]:
    """Return the lines of a paragraph, none if one does not end with a full stop and one does not
    begin with a time of day."""
    lines = text[block.start : block.end].splitlines(keepends=True)
    are_items = all(map(_is_closed_line, lines)) or all(map(_CLOCK.match, map(str.lstrip, lines)))
    return lines if block.kind == "paragraph" and are_items else []


def _is_closed_line(line: str) -> bool:
    opens = line.strip()[:1].isupper() or _CLOCK.match(line.strip()) is not None
    return opens and CLOSING.search(line.strip()) is not None


def without_prose_introduction(text: str, body: list[Block]) -> list[Block]:
    """Return the body of running text under headings without what stands above the first of them.

    It must be shorter than a third of the rest, and speak to the reader in its first sentence.
    """
    headings = [
        order
        for order, block in enumerate(body)
        if block.kind == "heading"
        or (block.kind == "paragraph" and heads_steps(text, body[order : order + 2]))
    ]
    if any(block.kind == "item" for block in body):
        return body
    if not headings:
        return _without_statements_above(text, body)
    if len(headings) < 2:
        return body
    above, below = body[: headings[0]], body[headings[0] :]
    is_short = 3 * n_words(text, above) < n_words(text, below)
    has_instructions = any(mostly_instructs(block.text(text)) for block in above)
    speaks = above != [] and (
        addresses_reader(text, above[0])
        or above[0].text(text).startswith("How to ")
        or not has_instructions
    )
    return below if is_short and speaks else body


def without_closing_remarks(text: str, body: list[Block]) -> list[Block]:
    """Return paragraphs without the last ones that are remarks ("It keeps for a week."), if most
    sentences above are actions."""
    if any(block.kind != "paragraph" for block in body):
        return body
    last = len(body)
    while last > 1 and _is_remark(body[last - 1].text(text)):
        last -= 1
    if last == len(body):
        return body
    sentences = [
        block.text(text)[slice(*span)]
        for block in body[:last]
        for span in sentence_spans(block.text(text))
    ]
    return body[:last] if 2 * sum(map(acts, sentences)) > len(sentences) else body


def _is_remark(words: str) -> bool:
    """Return True if each sentence of a paragraph begins as what is said of the result does."""
    spans = sentence_spans(words)
    return spans != [] and all(_REMARK.match(words[slice(*span)]) for span in spans)


def _without_statements_above(text: str, body: list[Block]) -> list[Block]:
    """Return paragraphs without those above "First, …", or the first ones that instruct nothing if
    most below them do."""
    first = next((n for n, block in enumerate(body) if _FIRST.match(block.text(text))), 0)
    instruct = any(may_instruct(block.text(text)) for block in body[:first])
    if first > 0 and not instruct and n_words(text, body[:first]) < n_words(text, body[first:]):
        return body[first:]
    above = list(itertools.takewhile(lambda block: not may_instruct(block.text(text)), body))
    below = body[len(above) :]
    is_short = n_words(text, above) < n_words(text, below)
    instructive = [mostly_instructs(block.text(text)) for block in below]
    return below if is_short and instructive and all(instructive) else body


def list_spans(text: str, blocks: list[Block], *, is_procedure: bool) -> list[Span]:
    """Return the spans of the items if the text is a list, else none.

    A list of three numbers under "Method" is, whatever prose there is.
    """
    items = [block for block in blocks if block.kind == "item" and block.text(text)]
    weight, n_numbered = 1, sum(block.ordered for block in items)
    if n_numbered > 1:
        items, weight = _numbered_items(text, blocks), 3
    else:
        items = _with_prose_sections(text, blocks)
    if sum(block.kind == "item" for block in items) < 2:
        return []
    taken = {block.start for block in items}
    prose = [block for block in blocks if block.kind == "paragraph" and block.start not in taken]
    words = weight * n_words(text, items)
    before = n_words(text, [block for block in prose if block.start < items[0].start])
    after = n_words(text, [block for block in prose if block.start > items[0].start])
    is_short = n_numbered < 3 and 4 * words < before
    if words < after or is_short:
        return _spans(text, items) if is_procedure and n_numbered > 2 else []
    return _spans(text, items)


def _numbered_items(text: str, blocks: list[Block]) -> list[Block]:
    """Return the items from the first numbered one to the last, with bullets and prose in between.

    Prose right after a number belongs to it; prose after nested bullets is an item of its own.
    Prose after the last number counts if it follows the other numbers too, or stands under a
    heading such as "Afterwards", or begins with "To freeze:"; else it is a note.
    """
    numbered = [
        order for order, block in enumerate(blocks) if block.ordered and block.kind == "item"
    ]
    first, last = numbered[0], numbered[-1]
    explained = [order for order in numbered[:-1] if blocks[order + 1].kind == "paragraph"]
    # what stands below "6. Assembly" belongs to it
    is_closed = any(CLOSING.search(blocks[order].text(text)) for order in numbered)
    are_steps = not _is_open(blocks[last].text(text)) or not (is_closed or explained)
    are_steps = are_steps and len(explained) < len(numbered) - 1  # else it explains the last one
    items = _instructions_above(text, blocks[:first])
    is_over = in_sequel = below_heading = False
    for order in range(first, len(blocks)):
        block, n_items = blocks[order], len(items)
        words = block.text(text)
        is_heading = block.kind == "heading" or (
            block.kind == "paragraph"
            and (introduces(words) or heads_number(text, blocks[order : order + 2]))
        )
        if order > last and is_heading:
            heads_list = words.endswith(":") and any(
                below.kind == "item" for below in blocks[order + 1 : order + 2]
            )
            is_section = (block.kind == "heading" or heads_list) and not is_remark(words)
            in_sequel = is_sequel(words) or (
                is_section and _instruct(text, _until_heading(blocks, order + 1))
            )
            is_over = is_over or not in_sequel
        elif (
            order > last
            and block.kind == "paragraph"
            and _continues(words, is_next=are_steps and _is_next(text, blocks, last, order))
        ):
            items.append(block)
        elif in_sequel or not (order > last and is_over):
            is_note = order > last and len(explained) < len(numbered) - 1 and not in_sequel
            is_note = is_note or (
                _ends_section(blocks, order, explained) and not _is_instruction(words)
            )
            if block.kind == "item":
                items.append(block)
            elif block.kind == "paragraph" and is_note:
                is_over = order > last
            elif block.kind == "paragraph" and not is_heading:
                if not below_heading and items[-1].ordered and not in_sequel:
                    if not are_asides(words):
                        items[-1] = replace(items[-1], end=block.end)
                elif not _numbers_run_on(items[-1], blocks, order) and (
                    not below_heading or all_instruct(words)
                ):
                    items.append(block)
        below_heading = block.kind == "heading" or (below_heading and len(items) == n_items)
    return items


def _is_next(text: str, blocks: Sequence[Block], last: int, order: int) -> bool:
    """Return True for the block right below another, with nothing left out ("Tips") in between."""
    return order == last + 1 and not text[blocks[last].end : blocks[order].start].strip()


def _continues(words: str, *, is_next: bool) -> bool:
    """Return True for a paragraph after the last number that is a step: "To freeze: …".

    is_next: it stands right below, where plain instructions belong to the procedure.
    """
    if _CONTINUING.match(words):
        return True
    return is_next and _is_instruction(words)


def _is_instruction(words: str) -> bool:
    """Return True for plain sentences that all instruct, now and not some time or other."""
    is_sentence = _SENTENCES.fullmatch(words) is not None and not _ADVICE.search(words)
    return (is_sentence and all_instruct(words)) or _is_action(words)


def _is_action(words: str) -> bool:
    """Return True for sentences that all begin with a verb of action: "Dry your hands."."""
    is_closed = words.rstrip("*_").endswith(".") and "\n\n" not in words
    return is_closed and all_act(words) and not _ADVICE_TO_ACT.search(words)


def _ends_section(blocks: Sequence[Block], order: int, explained: list[int]) -> bool:
    """Return True for a paragraph between the last number of a section and the next heading, if no
    other number has one below it."""
    above, below = blocks[order - 1], blocks[order + 1 : order + 2]
    is_end = above.ordered and above.kind == "item" and any(b.kind == "heading" for b in below)
    return is_end and above.number > 1 and explained == [order - 1]


def _with_prose_sections(text: str, blocks: list[Block]) -> list[Block]:
    """The bullets, and the paragraphs of sections without any that are instructions."""
    chosen: list[Block] = []
    for order, block in enumerate(blocks):
        if block.kind == "item" and block.text(text):
            chosen.append(block)
        elif block.kind == "heading" and not is_remark(block.text(text)):
            below = _until_heading(blocks, order + 1)
            if all(part.kind == "paragraph" for part in below) and _instruct(text, below):
                chosen += below
        elif block.kind == "paragraph" and heads_steps(text, blocks[order : order + 2]):
            below = blocks[order + 1 : order + 2]
            is_text = below[0].kind == "paragraph" and CLOSING.search(below[0].text(text))
            if chosen and is_text and _instruct(text, below):
                chosen += below
    return _with_action_around(text, blocks, chosen)


def _with_action_around(text: str, blocks: list[Block], bullets: list[Block]) -> list[Block]:
    """Add the paragraphs right above the first bullet, or above its heading, and right below the
    last one that are actions, if the bullets are mostly instructions."""
    if not _instruct(text, bullets):
        return bullets
    first, last = bullets[0].start, [block.start for block in blocks].index(bullets[-1].start)
    above = [block for block in blocks if block.start < first and block.kind != "heading"]
    is_next = last + 1 < len(blocks) and _is_next(text, blocks, last, last + 1)
    below = blocks[last + 1 : last + 2] if is_next else []
    return [
        *(block for block in above[-1:] if _is_paragraph_of_action(text, block)),
        *bullets,
        *(block for block in below if _is_paragraph_of_action(text, block)),
    ]


def _is_paragraph_of_action(text: str, block: Block) -> bool:
    return block.kind == "paragraph" and _is_action(" ".join(block.text(text).split()))


def _instructions_above(text: str, blocks: list[Block]) -> list[Block]:
    """The blocks above the first number that stand under a heading and are instructions, and the
    paragraph above all headings, if it is an action."""
    above = list(itertools.takewhile(lambda block: block.kind != "heading", blocks))
    items = [block for block in above[-1:] if _is_paragraph_of_action(text, block)]
    for order, block in enumerate(blocks):
        if block.kind != "heading":
            continue
        below, words = _until_heading(blocks, order + 1), block.text(text)
        is_list = any(part.kind == "item" for part in below)
        do_all = [part.kind == "item" or all_instruct(part.text(text)) for part in below]
        is_aim = words[:3].lower() == "to " or (BEFORE.match(words) and all(do_all))
        explains = is_remark(words) or (is_sequel(words) and not is_list and not is_aim)
        if explains or not _instruct(text, below):
            continue
        for part, instructs in zip(below, do_all, strict=True):
            is_prose = part.kind == "paragraph" and not introduces(part.text(text))
            is_prose = is_prose and (instructs or not (is_list or states_first(text, part)))
            if part.kind == "item" or is_prose:
                items.append(part)
    return items


def _until_heading(blocks: Sequence[Block], start: int) -> list[Block]:
    """Return the blocks from a place on up to the next heading."""
    end = start
    while end < len(blocks) and blocks[end].kind != "heading":
        end += 1
    return list(blocks[start:end])


def _instruct(text: str, blocks: list[Block]) -> bool:
    """Return True if most of the blocks are instructions."""
    instructive = [mostly_instructs(block.text(text)) for block in blocks]
    is_long = n_words(text, blocks) > 2 * len(blocks)  # "rice" and "naan bread" are things
    return instructive != [] and 2 * sum(instructive) > len(instructive) and is_long


def _numbers_run_on(item: Block, blocks: Sequence[Block], order: int) -> bool:
    """Return True if the next numbered item continues the numbers: a step between shifts it."""
    below = (blocks[after].number for after in range(order, len(blocks)) if blocks[after].ordered)
    return 0 < item.number == next(below, 0) - 1


def prose_spans(text: str, blocks: list[Block]) -> list[Span]:
    """Return the sentences of all paragraphs, and the items between them; no name at the end."""
    spans: list[Span] = []
    has_items = any(block.kind == "item" for block in blocks)
    is_signed = len(blocks) > 1 and is_signature(blocks[-1].text(text))
    if is_signed and CLOSING.search(blocks[-2].text(text)):
        blocks = blocks[:-1]
    for order, block in enumerate(blocks):
        if block.kind == "paragraph" and not heads(text, blocks[order : order + 2]):
            sentences = _sentences(text, block)
            sentences = sentences if spans else _from_first_on(text, sentences)
            spans += _inline_items(text, sentences)
        elif block.kind == "item":
            spans += _item_spans(text, block)
    if has_items:
        return spans
    kept = without_remarks([text[slice(*span)] for span in spans])
    return [span for span, keep in zip(spans, kept, strict=True) if keep]


def _from_first_on(text: str, sentences: list[Span]) -> list[Span]:
    """Return the sentences without those above "First, …" that instruct nothing."""
    words = [text[slice(*span)] for span in sentences]
    first = next((order for order, each in enumerate(words) if _FIRST.match(each)), 0)
    return sentences if any(map(may_instruct, words[:first])) else sentences[first:]


def _item_spans(text: str, item: Block) -> list[Span]:
    """Return a bullet as one step; a lone number begins a list within one line, or no list."""
    if not item.ordered:
        return _spans(text, [item])
    whole = Block("paragraph", item.outer, item.end, lines=item.lines)
    inline = _inline_items(text, _sentences(text, whole))
    return inline if inline and inline[0][0] > item.outer else _sentences(text, item)


def _sentences(text: str, block: Block) -> list[Span]:
    """Return the sentences of a paragraph, or its lines if each line is a sentence of its own."""
    lines = text[block.start : block.end].splitlines(keepends=True)
    ends = [block.end]
    if _are_sentences(lines):
        ends, position = [], block.start
        for line in lines:
            position += len(line)
            ends.append(position)
    spans: list[Span] = []
    start = block.start
    for end in ends:
        for first, last in sentence_spans(text[start:end]):
            words = text[start + first : start + last].strip()
            if spans and words[:1] == "(" and words[-1:] == ")":  # "(72 sts)"
                spans[-1] = (spans[-1][0], start + last)
            elif not (spans and is_yield(words)):  # "Makes 3 dozen."
                spans.append((start + first, start + last))
        start = end
    return spans


def _are_sentences(lines: list[str]) -> bool:
    """Return True if each line is a sentence of its own, by capitals or by what ends the lines."""
    if len(lines) < 2:
        return False
    if all(
        line.strip()[:1].isupper() and (len(line) < _SHORT_LINE or CLOSING.search(line.strip()))
        for line in lines
    ):
        return True
    is_ragged = min(map(len, lines[:-1])) < 0.6 * max(map(len, lines))  # wrapped lines are not
    is_short = is_ragged or max(map(len, lines)) < _SHORT_LINE
    n_open = sum(_INSIDE.search(line.strip()) is not None for line in lines[:-1])
    is_closed = any(line.rstrip().endswith((".", "…")) for line in lines)
    return is_short and not is_closed and _MOST_OPEN_LINES * n_open <= len(lines)


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


def _spans(text: str, blocks: list[Block]) -> list[Span]:
    spans = (trimmed(text, block.start, block.end) for block in blocks)
    return [span for span in spans if any(map(str.isalnum, text[slice(*span)]))]
