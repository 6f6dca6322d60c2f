"""What of the blocks of a document is left out, and what is of another kind than it looks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pipeline.sources.blocks import Block, Table
from pipeline.sources.outline import NOTE_WORDS
from pipeline.sources.tables import title_in
from pipeline.text.headings import is_component, section_of

__all__ = ["has_title", "put_right"]

_WARNINGS = "danger|attention|notice"
_CAPTION = re.compile(
    r"\W*(?:fig(?:ure|\.)?|photo|image|table|illustration)\s+[A-Z]?\d+"
    r"(?:\s?[.:–—-]|\Z|\s+[A-Z])",
    re.IGNORECASE,
)
_NOTE = re.compile(
    rf"\W*(?:\w+['’]s\s+)?(?:{NOTE_WORDS}|{_WARNINGS}|n\.?b)s?\s*(?:[:!–—]|-\s|\.\s)", re.IGNORECASE
)
_NOTE_TITLE = re.compile(
    rf"\W*(?:{NOTE_WORDS}|{_WARNINGS}|safety alert|did you know\?)\W*\Z", re.IGNORECASE
)
_SIGNAL_WORDS = r"(?:CRITICAL|CAUTION|WARNING|NOTE|PAUSE POINT|TROUBLESHOOTING|TIMING|TIP)\b"
_SIGNAL = re.compile(rf"\W{{1,3}}{_SIGNAL_WORDS}")  # "▲ CRITICAL STEP", as in journals of protocols
_AFTER_SIGNAL = re.compile(rf"\s+[!▲■●◆?]\s*{_SIGNAL_WORDS}.*", re.DOTALL)
_LEADERS = re.compile(r"(?:\.\s?){5,}\s*\w{0,4}\Z|(?:_\s?){5,}")  # of contents, and to fill in
_MAIL = re.compile(r"(?:from|to|b?cc|date|sent|subject|attach(?:ed|ments?))\s*:", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*[.)]?\s+)?")
_STEP = re.compile(r"step\s+(?P<number>\d{1,2})\s*[:.)–—-]\s*(?=\S)", re.IGNORECASE)
_LETTERED = re.compile(r"([A-H])[.)]\s+(?=\S)")
_SENTENCE_END = re.compile(r"[.!?:…;][\"'”’»)\]]*\Z")
_MOST_WORDS_OF_LABEL = 4  # in a drawing
_MOST_WORDS_OF_ENTRY = 14
_SHORTEST_RUN = 3  # numbers, or titles in the margin
_NEXT_TO = 2.0  # letters, from a number to the title next to it
_NINTH = 9  # letter, "i"

Blocks = Sequence[Block | Table]


def put_right(blocks: Iterable[Block | Table]) -> list[Block | Table]:
    """Return the blocks of a document as its reader takes them.

    Without notes, captions, the lines of a table of contents and the header of a mail. Numbers and
    titles that stand above or next to a paragraph make it an item, and so does a list of materials.
    """
    blocks = _without_contents(list(blocks))
    blocks = _with_title(_with_numbers_above(blocks))
    blocks = _without_remarks(_with_step_headings(blocks))
    texts = [block for block in blocks if isinstance(block, Block)]
    _number_margin_titles(texts)
    _take_letters_off(texts)
    _take_initials_back(texts)
    _lift_out_of_materials(blocks)
    _add_procedure(blocks)
    return list(_with_entries(_without_notes(blocks)))


def _without_contents(blocks: list[Block | Table]) -> list[Block | Table]:
    """Leave out lines that have the words of a heading further down, a table of contents."""
    below: set[str] = set()
    kept: list[Block | Table] = []
    for block in reversed(blocks):
        words = _NUMBERED.sub("", block.text).casefold() if isinstance(block, Block) else ""
        if isinstance(block, Block) and block.kind == "heading":
            below.add(words)
        elif words in below:
            continue
        kept.append(block)
    return kept[::-1]


def has_title(blocks: Blocks) -> bool:
    """Return True if a heading of the highest levels is no section such as "Ingredients"."""
    return any(
        isinstance(block, Block)
        and block.kind == "heading"
        and block.level < 2
        and section_of(block.text) is None
        for block in blocks
    )


def _with_title(blocks: list[Block | Table]) -> list[Block | Table]:
    """Put the title of a table ("Recipe name | Lentil soup") first if no heading is one."""
    titles = (title_in(block.rows) for block in blocks if isinstance(block, Table))
    title = None if has_title(blocks) else next(filter(None, titles), None)
    return [Block("heading", title, level=0), *blocks] if title else blocks


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
            if below.kind == "heading":  # a title, and what follows is part of its item
                below.lead = len(below.text)
                below.place -= _NEXT_TO
            below.kind, below.item, below.number = "item", "number", number
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
            block.kind, block.item, block.number = "item", "number", int(step["number"])
            block.text = block.text[step.end() :]
            block.lead, block.place = len(block.text), block.place - _NEXT_TO
    return blocks


def _without_remarks(blocks: list[Block | Table]) -> list[Block | Table]:
    """Leave out paragraphs in italics between two items."""
    kinds = [block.kind if isinstance(block, Block) else "" for block in blocks]
    return [
        block
        for order, block in enumerate(blocks)
        if not (
            isinstance(block, Block)
            and block.is_italic
            and kinds[order] == "paragraph"
            and "item" in kinds[order - 1 : order]
            and kinds[order + 1 : order + 2] == ["item"]
        )
    ]


def _number_margin_titles(blocks: Sequence[Block]) -> None:
    """Paragraphs with a title in the margin are steps, if there are several."""
    titled = [
        block
        for block in blocks
        if block.has_margin_title and block.kind == "paragraph" and not _MAIL.match(block.text)
    ]
    for number, block in enumerate(titled if len(titled) >= _SHORTEST_RUN else (), start=1):
        block.kind, block.item, block.number = "item", "number", number


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
            is_closed = section_of(block.text) in ("aside", "materials")
            heading = block if is_closed or is_component(block.text) else None
        elif heading and block.item == "number" and block.number == 1 and not block.is_entry:
            begins = block.is_first or block.column != heading.column
            if begins:
                blocks.insert(order, Block("heading", "Procedure", heading.level))
                return


def _without_notes(blocks: Blocks) -> Iterator[Block | Table]:
    """Leave out notes, also those with a title above, captions and the labels of drawings."""
    is_below_title = False
    for block in blocks:
        if isinstance(block, Table):
            is_below_title = False
            yield block
            continue
        block.text = _AFTER_SIGNAL.sub("", block.text)
        is_note = block.kind == "paragraph" and is_below_title
        is_title = block.kind != "item" and _NOTE_TITLE.match(block.text) is not None
        is_below_title = is_title
        if not (is_note or is_title or _is_left_out(block)):
            yield block


def _is_left_out(block: Block) -> bool:
    words = block.text.split()
    if block.has_margin_title and _MAIL.match(block.text):
        return True
    if block.is_small and len(words) <= _MOST_WORDS_OF_LABEL:
        return not _SENTENCE_END.search(block.text)
    if _LEADERS.search(block.text):
        return True
    if block.kind == "item":
        return False
    if _CAPTION.match(block.text) or _SIGNAL.match(block.text):
        return True
    if all(len(word) == 1 and word.isalpha() for word in words):
        return True
    return block.kind == "paragraph" and _NOTE.match(block.text) is not None


def _with_entries(blocks: Iterable[Block | Table]) -> Iterator[Block | Table]:
    """Short paragraphs under a heading of materials are the items of a list."""
    is_within = False
    for block in blocks:
        if isinstance(block, Block) and block.kind == "heading":
            is_group = is_within and is_component(block.text)
            is_within = section_of(block.text) == "materials" or is_group
        elif isinstance(block, Block) and is_within and block.kind == "paragraph":
            is_short = len(block.text.split()) <= _MOST_WORDS_OF_ENTRY
            if is_short and not _SENTENCE_END.search(block.text):
                block.kind, block.item, block.is_apart = "item", "bullet", False
        yield block
