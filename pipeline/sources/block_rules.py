"""What of the blocks of a document is left out: notes, captions, contents, the header of a mail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pipeline.sources.block_kinds import with_entries, with_right_kinds
from pipeline.sources.blocks import SENTENCE_END, Block, Blocks, Table
from pipeline.sources.outline import WARNING_WORDS
from pipeline.sources.tables import title_in
from pipeline.text.headings import section_of

__all__ = ["has_title", "is_caption", "put_right"]

_CAPTION = re.compile(
    r"\W*(?:fig(?:ure|\.)?|photo|image|table|illustration)\s+[A-Z]?\d+"
    r"(?:\s?[.:–—-]|\Z|\s+(?-i:[A-Z]))",
    re.IGNORECASE,
)
_NOTE = re.compile(
    rf"\W*(?:\w+['’]s\s+)?(?:{WARNING_WORDS}|n\.?b)s?\s*(?:[:!–—]|-\s|\.\s)", re.IGNORECASE
)
_NOTE_TITLE = re.compile(
    rf"\W*(?:\w+['’]s\s+)?(?:{WARNING_WORDS}|safety alert|did you know\?)\W*\Z",
    re.IGNORECASE,
)
_SIGNAL_WORDS = r"(?:CRITICAL|CAUTION|WARNING|NOTE|PAUSE POINT|TROUBLESHOOTING|TIMING|TIP)\b"
_SIGNAL = re.compile(
    rf"\W{{1,3}}{_SIGNAL_WORDS}|[!⚠]\s+\S"
)  # "▲ CRITICAL STEP", as in journals of protocols
_AFTER_SIGNAL = re.compile(rf"\s+[!▲■●◆?]\s*{_SIGNAL_WORDS}.*", re.DOTALL)
_LEADERS = re.compile(r"(?:\.\s?){5,}\s*\w{0,4}\Z|(?:_\s?){5,}")  # of contents, and to fill in
_MAIL = re.compile(
    r"(?:from|to|b?cc|date|sent|subject|attach(?:ed|ments?)|importance|priority)\s*:", re.IGNORECASE
)
_SUBJECT = re.compile(r"subject\s*:\s*(?:(?:re|fwd?|aw)\s*:\s*)*(\S.*)", re.IGNORECASE | re.DOTALL)
_SHORTEST_HEADER, _LONGEST_HEADER = 3, 14  # lines
_ATTACHED = re.compile(r"\d+ attachments?\b.*|\S+\.(?:jpe?g|png|gif|pdf|docx?|xlsx?|zip);?\Z")
_TO_SIGN = re.compile(  # above a column at the side, and in it
    r"(?:(?:mech|insp|rii|qa|n/?a|initials?|signed|signature|checked by)\b\.?\s*)+\Z", re.IGNORECASE
)
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*[.)]?\s+)?")
_MOST_WORDS_OF_LABEL = 4  # in a drawing


def put_right(blocks: Iterable[Block | Table], *, titled: bool = False) -> list[Block | Table]:
    """Return the blocks of a document as its reader takes them; ``titled``: its title is known.

    Without notes, captions, the lines of a table of contents and the header of a mail. Numbers and
    titles that stand above or next to a paragraph make it an item, and so does a list of materials.
    """
    blocks = [block for block in _with_subject(list(blocks)) if not _is_of_mail(block)]
    blocks = _without_contents(blocks)
    blocks = blocks if titled else _with_title(blocks)
    blocks = _without_remarks(with_right_kinds(blocks))
    return list(with_entries(_without_notes(blocks)))


def _with_subject(blocks: list[Block | Table]) -> list[Block | Table]:
    """Put the subject of a mail or memo first, in the place of its header."""
    header = [
        (order, block.text)
        for order, block in enumerate(blocks[:_LONGEST_HEADER])
        if isinstance(block, Block) and block.kind == "paragraph" and _MAIL.match(block.text)
    ]
    matches = (_SUBJECT.match(text) for _, text in header)
    subject = next((match[1] for match in matches if match), None)
    if subject is None or len(header) < _SHORTEST_HEADER:
        return blocks
    end = header[-1][0] + 1
    return [Block("heading", subject, level=0), *blocks[end:]]


def _is_of_mail(block: Block | Table) -> bool:
    """Return True for a line of the header of a mail, or the name of an attached file."""
    if isinstance(block, Table):
        return False
    is_header = block.has_margin_title and _MAIL.match(block.text) is not None
    return is_header or _ATTACHED.match(block.text) is not None


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


def is_caption(words: str) -> bool:
    """Return True for the words below a figure or above a table: "Fig. 2. The filter"."""
    return _CAPTION.match(words) is not None


def _with_title(blocks: list[Block | Table]) -> list[Block | Table]:
    """Put the title of a table ("Recipe name | Lentil soup") first if no heading is one."""
    titles = (title_in(block.rows) for block in blocks if isinstance(block, Table))
    title = None if has_title(blocks) else next(filter(None, titles), None)
    return [Block("heading", title, level=0), *blocks] if title else blocks


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
        is_title = block.kind != "item" and _is_note_title(block.text)
        is_below_title = is_title
        if not (is_note or is_title or _is_left_out(block)):
            yield block


def _is_note_title(words: str) -> bool:
    return _NOTE_TITLE.match(words) is not None


def _is_left_out(block: Block) -> bool:
    words = block.text.split()
    if block.is_small and len(words) <= _MOST_WORDS_OF_LABEL:
        return not SENTENCE_END.search(block.text)
    if _LEADERS.search(block.text):
        return True
    if block.kind == "item":
        return False
    if _TO_SIGN.match(block.text):
        return True
    if is_caption(block.text) or _SIGNAL.match(block.text):
        return True
    if all(len(word) == 1 and word.isalpha() for word in words):
        return True
    return _NOTE.match(block.text) is not None or _is_note_title(block.text[: block.lead])
