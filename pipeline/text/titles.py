"""The title of a text: its first heading, or a first line that clearly is one."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence

from pipeline.text.blocks import Block
from pipeline.text.headings import is_time, section_of
from pipeline.text.material_entries import has_quantity
from pipeline.text.paragraph_forms import (
    CLOSING,
    Span,
    is_bare,
    is_fact,
    is_signature,
    mostly_instructs,
    trimmed,
)
from pipeline.text.quantity_lists import is_entry_line

__all__ = ["find_title", "without_title"]

_MAX_TITLE = 80
_MAX_QUESTION = 120
_MOST_OPENING = 12  # paragraphs of a site above a text
_LONGER_THAN_NAMES = 4  # words
_GUIDE = re.compile(r"\b(?:recipe|guide|how to|instructions)\b", re.IGNORECASE)
_STANDFIRST = 13  # words of a line that sums up a text, below its title
_MOST_PARTS = 2  # lines that may be a title and what belongs to it
_INTRODUCTION = "Introduction: "
_OPENING = 5  # paragraphs in which a title may stand
_MOST_ABOVE_KIND = 3  # paragraphs, such as the name of a hospital
_ANNOUNCEMENT = re.compile(
    r"for\b|.*\b(?:steps?|instructions?|method|procedure|directions?|ingredients|follow\w*|need\w*)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"^\s*(?:subject|betreff|objet|asunto|thread|recipe(?: name)?|"
    r"(?:(?:sop|document|recipe|protocol|procedure) )?title|"
    r"(?:item|dish|experiment(?: \d+)?|name of (?:the )?(?:recipe|dish|procedure)))"
    r"\s*:\s*(?:(?:re|aw|fwd?|wg)\s*:\s*)*(?P<words>\S.*?)\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_ENTITLED = re.compile(  # a field of a form
    r"^[ \t]*(?:(?:sop|document|procedure) )?title[ \t]*:[ \t]*(?P<words>\S.*?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_PREFIX = re.compile(r"(?:(?:re|fwd?|q|question)\s*:\s+)+", re.IGNORECASE)
_KIND = re.compile(  # of document, above its title
    r"(?:standard |safe )?(?:operating|work(?:ing)?|nursing|clinical|laboratory|lab|assembly|test)"
    r" (?:procedure|instructions?|protocol|guide(?:line)?|manual|exercise)s?"
    r"(?: (?:no\.? ?)?(?:[A-Z]+-)*[A-Z]*\d[\w.-]*(?: {2,}.*)?)?\Z|"
    r"(?:\w+ ){0,2}(?:information|leaflet|(?:information|fact) ?sheet)(?: (?:no\.? ?)?\d+)?\Z|"
    r"(?:user|owner['’]?s) (?:manual|guide)\Z|"
    r"(?:recipe|experiment|exercise|practical|lesson|form|document|protocol) ?"
    r"(?:no\.?|number|#)? ?\d+\Z",
    re.IGNORECASE,
)
_OPERATING = re.compile(
    r"(?:standard |safe )?(?:operating|work(?:ing)?) (?:procedure|instruction)s?\Z", re.IGNORECASE
)
_PROCEDURE_OF = re.compile(
    r"(?:procedure|instructions?|method|protocol|directions|steps) (?:for|to|of) \w+(?: \w+)+\Z",
    re.IGNORECASE,
)
_PROCEDURE = re.compile(r"\w (?:PROCEDURE|PROTOCOL|INSTRUCTIONS?|METHOD|CHECKLIST)\Z")
_SUBTITLE = re.compile(
    r"(?:\w+ ){0,3}(?:protocol|manual|guide|handbook|recipe|leaflet|instructions?)\Z|"
    r"(?:learn|find out) (?:how|what|why)\b",
    re.IGNORECASE,
)
_NOTES_OF = re.compile(r"(?!cook|chef|safety|side)\w+ (?:\w+ )?notes\Z|log\Z", re.IGNORECASE)
_ASIDE = re.compile(r"\(.*\)")  # a line below the title
_CODE = re.compile(r"\b[A-Z]{2,}-[A-Z0-9-]*\d")  # of a document
_NO_TITLE = re.compile(r"\d|[.,:]")
_GAP = re.compile(r"\S {5,}\S")  # between the left and the right of a header
_AIM = re.compile(r"(?:how )?to (?!the\b|an?\b|\d)\w", re.IGNORECASE)  # "To replace a fuse:"


def find_title(text: str, blocks: list[Block]) -> Span | None:
    """Return the span of the first heading, or else of a first line that looks like a title."""
    sections = [block for block in blocks if block.kind == "heading" and block.ordered]
    above_items = itertools.takewhile(lambda block: block.kind != "item", blocks[1:_OPENING])
    for block in above_items:
        named = _ENTITLED.search(text, block.start, block.end)
        if block.kind == "paragraph" and named:
            return named.span("words")
    blocks = _from_larger(blocks)
    for block in blocks:
        others = (other for other in sections if other.depth <= block.depth)
        is_only = block is blocks[0] and list(others) == [block]  # "8.3 Cleaning the filter"
        if block.kind == "heading" and (is_only or not block.ordered) and block.text(text):
            is_section = section_of(block.text(text)) and not _NOTES_OF.match(block.text(text))
            if is_time(block.text(text)):
                break
            if is_section and not _is_procedure_of(text, blocks, block):
                break
            if _is_one_of_several_lines(text, blocks, block):
                break  # "TURN ON" above some lines, and "TURN OFF" above others
            title = _line_below_kind(text, blocks, block) or block
            return trimmed(text, title.start, title.end)
    opening = list(itertools.takewhile(lambda block: block.kind == "paragraph", blocks))
    for block in opening[:_OPENING]:
        if named := _NAMED.search(text[block.start : block.end]):
            return block.start + named.start("words"), block.start + named.end("words")
    above = list(itertools.takewhile(lambda block: _is_facts(text, block), blocks[:-1]))
    kinds = [
        order
        for order, (block, below) in enumerate(itertools.pairwise(opening[:_MOST_ABOVE_KIND]))
        if _is_kind(text, block) and below.lines == 1
    ]
    return (
        (_first_line(text, blocks[kinds[0] + 1 :]) if kinds else None)
        or _below_site(text, blocks[len(above) :])
        or _first_line(text, blocks[len(above) :])
        or _line_above_section(text, opening, blocks)
        or _line_that_stands_out(text, opening, blocks)
    )


def _is_one_of_several_lines(text: str, blocks: Sequence[Block], block: Block) -> bool:
    """Return True for a line without a mark that is a heading as others of the text are."""
    if block is blocks[0] or block.level or block.ordered:
        return False
    first = text[blocks[0].start : blocks[0].end].splitlines()
    if blocks[0].kind == "paragraph" and len(first) > 1 and first[0].isupper():
        return True
    return any(
        other.kind == "heading"
        and not (other.level or other.ordered or section_of(other.text(text)))
        and other is not block
        for other in blocks
    )


def _from_larger(blocks: list[Block]) -> list[Block]:
    """Return the blocks without a first heading right above a higher one: the name of a place."""
    if len(blocks) < 2 or not blocks[0].kind == blocks[1].kind == "heading":
        return blocks
    return blocks[1:] if 0 < blocks[1].level < blocks[0].level else blocks


def _line_below_kind(text: str, blocks: Sequence[Block], head: Block) -> Block | None:
    """Return the line right below a heading such as "Standard operating procedure"."""
    below = blocks[blocks.index(head) + 1 :][:1]
    if not (_OPERATING.match(head.text(text)) and below and below[0].lines == 1):
        return None
    is_title = below[0].kind != "item" and _may_be_title(below[0].text(text), alone=True)
    return below[0] if is_title and not is_fact(below[0].text(text)) else None


def _is_kind(text: str, block: Block) -> bool:
    """Return True for a line that only names a kind of document, or ends with one."""
    last_line = block.text(text).rpartition("\n")[2]
    return _KIND.match(last_line.strip()) is not None


def _line_above_section(text: str, opening: list[Block], blocks: list[Block]) -> Span | None:
    """Return the line right above "Procedure" or the like, under the name of a laboratory."""
    above = itertools.takewhile(lambda block: not section_of(block.text(text)), opening)
    for block, below in zip(list(above)[1:_OPENING], blocks[2:], strict=False):
        words = block.text(text)
        is_title = _may_be_title(words, alone=True) and not is_fact(words)
        if block.lines == 1 and section_of(below.text(text)) and is_title:
            return trimmed(text, block.start, block.end)
    return None


def _line_that_stands_out(
    text: str, opening: Sequence[Block], blocks: Sequence[Block]
) -> Span | None:
    """Return a line among those of a site above the text: the first that stands there twice, else
    the first that is in capitals, or has a gap above and below."""
    if len(opening) == len(blocks):
        return None
    above = itertools.takewhile(lambda block: not section_of(block.text(text)), opening)
    lines: list[tuple[int, Span]] = []
    n_times = Counter(
        " ".join(line.split()).removeprefix(_INTRODUCTION) for line in text.splitlines()
    )
    for block in itertools.islice(above, _MOST_OPENING):
        start = block.start
        for line in text[block.start : block.end].splitlines(keepends=True):
            words = line.strip()
            is_title = " " in words and words[:1].isupper() and _may_be_title(words, alone=True)
            is_name = is_signature(words) and len(words.split()) < _LONGER_THAN_NAMES
            is_other = is_fact(words) or is_name or _ENTITLED.match(words)
            if is_title and not is_other:
                is_alone = block.lines == 1
                rank = 0 if n_times[words] > 1 else 1 if words.isupper() else 2 if is_alone else 3
                lines.append((rank, trimmed(text, start, start + len(line))))
            start += len(line)
    rank, span = min(lines, key=lambda each: each[0], default=(3, (0, 0)))
    return span if rank < 3 else None


def _below_site(text: str, blocks: Sequence[Block]) -> Span | None:
    """Return a line of the first paragraph that is longer than the names of a site's parts around
    it: "Advice", "Bathroom", "How to seal a bath"."""
    if not blocks or blocks[0].kind != "paragraph" or blocks[0].lines <= _MOST_PARTS:
        return None
    whole = text[blocks[0].start : blocks[0].end].splitlines(keepends=True)
    lines = list(itertools.takewhile(lambda line: not CLOSING.search(line.strip()), whole))
    has_more = any(block.kind != "paragraph" for block in blocks)
    if len(lines) < 2 or lines[0].isupper() or any(map(has_quantity, lines)) or not has_more:
        return None
    numbers = [_words_of_title(line.strip()) for line in lines]
    longest = numbers.index(max(numbers))
    words = lines[longest].strip()
    if mostly_instructs(words) and not (words.istitle() or _GUIDE.search(words)):
        return None
    is_one_word = len(lines[0].split()) == 1
    is_last = longest == len(lines) - 1
    if longest == 0 or numbers[longest] <= max(3, numbers[0] + 1):
        return None
    if not (is_one_word or is_last) and len(lines[-1].split()) < _STANDFIRST:
        return None
    start = blocks[0].start + sum(map(len, lines[:longest]))
    return trimmed(text, start, start + len(lines[longest]))


def _first_line(text: str, blocks: list[Block]) -> Span | None:
    """Return the first line if it looks like a title, or what follows a kind of document."""
    if not blocks or blocks[0].kind != "paragraph":
        return None
    first = blocks[0]
    lines = [line.strip() for line in first.text(text).splitlines()]
    order = _title_order(lines)
    line, *lines_below = lines[order:]
    if _KIND.match(line):  # "Standard operating procedure", above what it is for
        if lines_below and _may_be_title(lines_below[0], alone=False):
            start = text.index(lines_below[0], first.start)
            return trimmed(text, start, start + len(lines_below[0]))
        is_alone = not lines_below and blocks[1:2] != []
        if is_alone and blocks[1].kind == "paragraph" and blocks[1].lines == 1:
            return _first_line(text, blocks[1:])
    rest = [below for below in lines_below if not (is_fact(below) or _ASIDE.fullmatch(below))]
    if len(rest) == 1 and (is_signature(rest[0]) or _SUBTITLE.match(rest[0])):
        rest = []  # "Hill Top Farm", "Quick protocol"
    first_column, _, other = line.partition("   ")
    is_aside = _ASIDE.fullmatch(other.strip()) is not None
    if other.strip() and (_KIND.match(other.strip()) or is_fact(other) or is_aside):
        line = first_column.rstrip()  # "Chicken stock          Recipe no. 112"
    if not _may_be_title(line, alone=not rest) or (not rest and len(blocks) == 1):
        return None
    if rest and not line.endswith("?") and not is_entry_line(rest[0]):
        stands_out = all(map(CLOSING.search, rest)) or len(line) < 0.7 * max(map(len, rest))
        is_text = stands_out and rest[0][:1].isupper() and any(map(CLOSING.search, rest))
        is_shouted = line.isupper() and " " in line and _NO_TITLE.search(rest[0]) is not None
        is_shouted = is_shouted and not (len(rest) > 1 and CLOSING.search(rest[0]))
        is_shouted = is_shouted and not _is_title_alone(text, blocks[1:2])
        if not is_text and not is_shouted and not _heads_sections(text, blocks):
            return None
    elif not rest and not _has_sentence(text, blocks):
        return None  # no line of this text has a full stop: the first is a step like the others
    start = text.index(line, first.start)
    prefix = _PREFIX.match(line)
    return trimmed(text, start + (prefix.end() if prefix else 0), start + len(line))


def _is_title_alone(text: str, blocks: Sequence[Block]) -> bool:
    """Return True if a line below the first paragraph may be the title: that is a brand's then."""
    return any(
        block.kind == "paragraph"
        and block.lines == 1
        and not is_fact(block.text(text))
        and _may_be_title(block.text(text), alone=True)
        for block in blocks
    )


def _title_order(lines: Sequence[str]) -> int:
    """Return which line may be the title: the first that states no fact, or the second if it
    stands below the name of a site or a department."""
    order = next((order for order, line in enumerate(lines) if not is_fact(line)), 0)
    is_below_site = len(lines) > 1 and lines[1].isupper() and _PROCEDURE.search(lines[1])
    is_below_department = len(lines) > 2 and _KIND.match(lines[1])
    is_header = _GAP.search(lines[0]) is not None
    names_document = is_header and _CODE.search(lines[0]) is not None
    is_below_header = len(lines) > 1 and is_header and (names_document or lines[1].isupper())
    is_below_header = is_below_header and not is_fact(lines[1])
    is_second = is_below_site or is_below_department or is_below_header
    return 1 if order == 0 and is_second else order


def _words_of_title(line: str) -> int:
    """Return how many words a line has that may be a title, else 0."""
    is_title = _may_be_title(line, alone=False) and ":" not in line and not is_fact(line)
    return len(line.split()) if is_title else 0


def _heads_sections(text: str, blocks: list[Block]) -> bool:
    """Return True if "Materials" or the like stands right below the first paragraph."""
    return len(blocks) > 1 and section_of(blocks[1].text(text)) is not None


def _is_facts(text: str, block: Block) -> bool:
    words = block.text(text)
    is_text = block.kind == "paragraph" and not _NAMED.search(text[block.start : block.end])
    return is_text and all(map(is_fact, words.splitlines()))


def _is_procedure_of(text: str, blocks: list[Block], block: Block) -> bool:
    """Return True for a first line like "Procedure for starting the boiler"."""
    return block is blocks[0] and _PROCEDURE_OF.match(block.text(text)) is not None


def _has_sentence(text: str, blocks: list[Block]) -> bool:
    """Return True if the text has an item, a heading, or a paragraph with a full stop or lines."""
    return any(
        block.kind == "item"
        or block.kind == "heading"
        or (block.kind == "paragraph" and (not is_bare(text, block) or block.lines > 1))
        for block in blocks
    )


def _may_be_title(line: str, *, alone: bool) -> bool:
    longest, most_words = (_MAX_QUESTION, 20) if line.endswith("?") else (_MAX_TITLE, 12)
    begins = line.lstrip("\"“'‘#")[:1].isalnum()
    if len(line) > longest or len(line.split()) > most_words or not begins:
        return False
    if line.endswith(":") and section_of(line) == "materials":
        return False
    if line.endswith(":"):
        is_short = len(line.split()) < 4 or _AIM.match(line) is not None
        return alone and is_short and not _ANNOUNCEMENT.match(line)
    if is_time(line) or (section_of(line) and not _NOTES_OF.match(line)):
        return False
    if line.endswith("?"):
        return True
    if alone and line.endswith("!") and len(line.split()) < 7:
        return True
    return not re.search(r"[.!;,…]\Z", line)


def without_title(text: str, blocks: list[Block], title: Span) -> list[Block]:
    """Return the blocks without the title, which may be the first line of a paragraph."""
    order = next(order for order, block in enumerate(blocks) if block.end > title[0])
    block = blocks[order]
    if order and any(_is_kind(text, above) for above in blocks[:order]):
        blocks, order = blocks[order:], 0
    rest = text[title[1] : block.end]
    aside = _ASIDE.match(rest.strip().partition("\n")[0])
    if aside and block.kind == "paragraph":
        rest = rest[rest.index(aside[0]) + len(aside[0]) :]
        title = (title[0], block.end - len(rest))
    if is_signature(rest.strip()) and block.kind == "paragraph":
        return blocks[:order] + blocks[order + 1 :]  # the name below a title
    if block.kind != "paragraph" or not rest.strip(" :\t\r\n"):
        return blocks[:order] + blocks[order + 1 :]
    start = title[1] + len(rest) - len(rest.lstrip(" :\t\r\n"))
    block = Block("paragraph", start, block.end, block.indent, lines=block.lines - 1)
    return [block, *blocks[order + 1 :]]
