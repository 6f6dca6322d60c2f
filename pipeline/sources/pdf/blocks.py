"""Columns and tables, in the order of reading → headings, items and paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pipeline.sources.block_rules import is_caption
from pipeline.sources.blocks import ITEM, SENTENCE_END, Block, Table, kind_of
from pipeline.sources.pdf.line_words import has_margin_title, is_shouted, words_of
from pipeline.sources.pdf.lines import MARKER, Column, Line, Part
from pipeline.sources.pdf.paragraphs import Paragraph, paragraphs_of, usual_leading
from pipeline.sources.pdf.segments import Segment
from pipeline.sources.pdf.titles import BEFORE_TITLE
from pipeline.text.cut_words import is_compound
from pipeline.text.headings import section_of

__all__ = ["find_blocks"]

_BARE = re.compile(r"(\d{1,2})\s+(?=\S|\s)")
_NUMBERED = re.compile(r"\d{1,2}[.)]\s+\S")
_CONTINUED = re.compile(r"\s*[(–—-]\s*cont(?:inued|inues|\.|['’]d)\s*\)?\Z", re.IGNORECASE)
_CUT_CODE = ("-", "/", "_", "=", ",", "\\", "&")  # ends of a line of code that is wrapped
_EDGE = 4.0  # times the size, from the end of a wrapped line of code to the edge
_LARGER = 1.12  # times the size of the text, a heading
_SMALLER = 0.88  # times the size of the text, the smallest bold heading
_SMALL_PRINT = 0.82  # times the size of the text, labels of a drawing
_SMALLEST_SHOUT = 0.95  # of the size of the text
_MOST_HEADING_WORDS = 14
_MOST_HEADING_LINES = 3
_SHORTEST_RUN = 3  # numbers of a list that have no mark
_MOSTLY = 0.8  # of the numbered titles
_INDENT = 1.0  # of the size, of what stands below the title of a step
_SAME_SIZE = 0.6  # points
_FEWEST_WORDS_OF_LINE = 4


def find_blocks(parts: Sequence[Part]) -> list[Block | Table]:
    """Return the blocks of a document's columns and tables, which are in the order of reading."""
    columns = [part for part in parts if isinstance(part, Column)]
    lines = [line for column in columns for line in column.lines]
    _mark_numbers(lines)
    size = _usual_size(lines)
    leading = usual_leading(columns, size)
    paragraphs: list[Paragraph | Table] = []
    for part in parts:
        if isinstance(part, Table):
            paragraphs.append(part)
        else:
            paragraphs += paragraphs_of(part, size, leading)
    builder = _Builder(paragraphs, lines, size)
    blocks = [
        each if isinstance(each, Table) else builder.block(each)
        for each in _joined(paragraphs, size)
    ]
    _mark_first(blocks)
    return blocks


def _mark_first(blocks: Sequence[Block | Table]) -> None:
    begun: set[int] = set()
    for block in blocks:
        if isinstance(block, Block):
            block.is_first = block.page not in begun
        begun.add(block.page)


def _mark_numbers(lines: Sequence[Line]) -> None:
    """Put a full stop after the bare numbers of a list: 1, 2, 3 and so on, before other words."""
    run: list[tuple[int, Segment]] = []
    for line in lines:
        first, *others = line.segments
        bare = _BARE.match(first.text + ("  " if others else ""))
        if bare is None:
            continue
        is_bold = first.lead == len(bare[1])  # "1 Put the flour", with the 1 alone in bold
        if not (is_bold or (others and first.text == bare[1])):
            continue
        number = int(bare[1])
        if not run or number != run[-1][0] + 1:
            _end_run(run)
            run = []
        if run or number == 1:
            run.append((number, first))
    _end_run(run)


def _end_run(run: Sequence[tuple[int, Segment]]) -> None:
    for number, each in run if len(run) >= _SHORTEST_RUN else ():
        each.text = f"{number}.{each.text[len(str(number)) :]}"


def _usual_size(lines: Sequence[Line]) -> float:
    sizes: Counter[float] = Counter()
    for line in lines:
        for each in line.segments:
            sizes[round(2 * each.size) / 2] += len(each.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _joined(paragraphs: Sequence[Paragraph | Table], size: float) -> list[Paragraph | Table]:
    """Join what continues in the next column or on the next page."""
    joined: list[Paragraph | Table] = []
    for each in paragraphs:
        last = joined[-1] if joined else None
        if isinstance(each, Table):
            if isinstance(last, Table) and _is_next_page(last, each):
                _add_rows(last, each)
            else:
                joined.append(each)
        elif isinstance(last, Paragraph) and _continues(last, each, size):
            last.lines += each.lines
        elif isinstance(above := _above_table(joined), Paragraph) and _is_rest(above, each, size):
            above.lines += each.lines
        else:
            joined.append(replace(each, lines=list(each.lines)))
    return joined


def _continues(last: Paragraph, paragraph: Paragraph, size: float) -> bool:
    """Return True if a paragraph of another column is the rest of the one before it."""
    if last.column is paragraph.column or paragraph.is_item:
        return False
    if _is_heading(last, size) or _is_heading(paragraph, size):
        return False
    if abs(last.lines[-1].size - paragraph.lines[0].size) >= _SAME_SIZE:
        return False
    above, below = words_of(last.lines[-1]), words_of(paragraph.lines[0])
    return not SENTENCE_END.search(above) and (
        below[:1].islower() or len(above.split()) > _FEWEST_WORDS_OF_LINE
    )


def _above_table(joined: Sequence[Paragraph | Table]) -> Paragraph | Table | None:
    """Return what stands above the last table and its caption, if nothing is below it."""
    if not joined or not isinstance(joined[-1], Table):
        return None
    above = list(joined[-3:-1])
    if above and isinstance(above[-1], Paragraph) and is_caption(words_of(above[-1].lines[0])):
        above.pop()
    return above[-1] if above else None


def _is_rest(above: Paragraph, paragraph: Paragraph, size: float) -> bool:
    """Return True if a sentence runs around a table."""
    if paragraph.is_item or _is_heading(above, size) or _is_heading(paragraph, size):
        return False
    before = words_of(above.lines[-1])
    is_open = not SENTENCE_END.search(before) and len(before.split()) > _FEWEST_WORDS_OF_LINE
    return is_open and words_of(paragraph.lines[0])[:1].islower()


def _is_next_page(table: Table, below: Table) -> bool:
    """Return True if a table continues at the top of the next page."""
    is_as_wide = abs(table.x0 - below.x0) < 2 and abs(table.x1 - below.x1) < 2
    has_as_many = len(table.rows[0]) == len(below.rows[0])
    return is_as_wide and has_as_many and below.page == table.page + 1


def _add_rows(table: Table, below: Table) -> None:
    """Add the rows of the next page, without a header that is there again."""
    rows = below.rows[table.rows[0] == below.rows[0] :]
    if rows and not rows[0][0] and any(rows[0]):
        table.rows[-1] = _with_rest(table.rows[-1], rows.pop(0))
    table.rows += rows
    table.page = below.page


def _with_rest(row: Sequence[str], rest: Sequence[str]) -> list[str]:
    """A row with what of it stands on the next page."""
    return [
        f"{cell}{_joint(cell, more)}{more}".strip() for cell, more in zip(row, rest, strict=True)
    ]


def _joint(cell: str, more: str) -> str:
    """What stands between two parts of a cell: nothing, a space, or what is between items."""
    if not cell or not more or cell.endswith("-"):
        return ""
    return " " if cell[-1] in ".;:," or more[:1].islower() else "; "


def _is_heading(paragraph: Paragraph, size: float) -> bool:
    text = " ".join(map(words_of, paragraph.lines))
    n_words, n_lines = len(text.split()), len(paragraph.lines)
    own_size, is_bold = paragraph.style
    if n_words > _MOST_HEADING_WORDS or not any(map(str.isalpha, text)):
        return False
    is_sentence = text.endswith((".", ",", ";"))
    if own_size > _LARGER * size and n_lines <= _MOST_HEADING_LINES:
        return not is_sentence or n_words < 6
    is_alone = n_lines == 1 and paragraph.is_apart
    if is_shouted(text) and is_alone and own_size >= _SMALLEST_SHOUT * size:
        return True
    return is_bold and own_size >= _SMALLER * size and not is_sentence and n_lines <= 2


class _Builder:
    """Makes blocks of paragraphs, by what is usual in their document."""

    def __init__(
        self, paragraphs: Sequence[Paragraph | Table], lines: Sequence[Line], size: float
    ) -> None:
        segments = [each for line in lines for each in line.segments]
        n_code = sum(len(each.text) for each in segments if each.code)
        self._has_code = 2 * n_code < sum(len(each.text) for each in segments)
        self._words = Counter(
            word.strip(".,;:()") for each in segments for word in each.text.split()
        )
        self._size = size
        titles = [
            ITEM.sub("", words_of(each.lines[0]), count=1)
            for each in paragraphs
            if isinstance(each, Paragraph) and each.is_item and _is_heading(each, size)
        ]
        self._has_sections = any(map(section_of, titles))
        self._have_indented_text = _have_indented_text(paragraphs, size)
        styles = {
            each.style
            for each in paragraphs
            if isinstance(each, Paragraph) and _is_heading(each, size)
        }
        self._levels = {
            style: level for level, style in enumerate(sorted(styles, reverse=True), start=1)
        }

    def block(self, paragraph: Paragraph) -> Block:
        first = paragraph.lines[0]
        block = Block("paragraph", self._text(paragraph), is_apart=paragraph.is_apart)
        block.place = (first.x0 - paragraph.column.x0) / self._size
        block.page, block.column = first.page, id(paragraph.column)
        block.is_small = first.size < _SMALL_PRINT * self._size
        if self._has_code and all(line.code for line in paragraph.lines):
            block.kind, block.text = "code", _code(paragraph)
        elif _is_heading(paragraph, self._size) and not self._is_step_title(paragraph):
            block.kind, block.text = "heading", _heading(block.text)
            block.level = self._levels[paragraph.style]
        elif paragraph.is_item and (match := ITEM.match(block.text)):
            block.kind, block.marker = "item", match.group()
            block.text = block.text[match.end() :]
            block.item, block.number, block.depth = kind_of(match[1])
            block.lead = _item_lead(paragraph, block)
        else:
            block.has_margin_title = has_margin_title(first)
            block.lead = _lead(paragraph, block.text)
        return block

    def _is_step_title(self, paragraph: Paragraph) -> bool:
        """Return True for "1. Open the brake" in bold, unless titles with numbers are sections."""
        is_larger = paragraph.style[0] > _LARGER * self._size
        is_numbered = _NUMBERED.match(words_of(paragraph.lines[0])) is not None
        if not (paragraph.is_item and is_numbered) or self._has_sections:
            return False
        return not is_larger or self._have_indented_text

    def _text(self, paragraph: Paragraph) -> str:
        text = ""
        for line in paragraph.lines:
            text = self._with_line(text, words_of(line))
        return " ".join(text.split())

    def _with_line(self, text: str, line: str) -> str:
        """Add a line; a word that was cut at its end is whole again."""
        if text.endswith("\u00ad"):
            return text[:-1] + line
        before = text[-2:-1]
        if text.endswith(("-", "‐")) and line[:1].islower() and before.isalpha():
            start = text[:-1].rpartition(" ")[2].lstrip("(“\"'")
            end = line.split(maxsplit=1)[0].strip(".,;:()”\"'")
            return text + line if is_compound(start, end, self._words) else text[:-1] + line
        is_joined = (text.endswith("–") and before.isalnum()) or text.endswith("/")
        if is_joined or (text.endswith(("-", "‐")) and before.isalnum()):
            return text + line  # "L-/DOPA"
        return f"{text} {line}"


def _have_indented_text(paragraphs: Sequence[Paragraph | Table], size: float) -> bool:
    """Return True if what stands below numbered titles is indented, as parts of their items."""
    indented = [
        below.lines[0].x0 > each.lines[0].x0 + _INDENT * size
        for each, below in zip(paragraphs, paragraphs[1:], strict=False)
        if isinstance(each, Paragraph)
        and isinstance(below, Paragraph)
        and each.is_item
        and each.style[0] > _LARGER * size
    ]
    return bool(indented) and sum(indented) >= _MOSTLY * len(indented)


def _heading(text: str) -> str:
    """The words of a heading, with a mark after its number and nothing before a title."""
    text = text.strip(" *=~") or text  # "* * * END OF TASK * * *"
    if number := _BARE.match(text):
        text = f"{number[1]}. {text[number.end() :]}"
    text = _CONTINUED.sub("", text)
    return BEFORE_TITLE.sub("", text) or text


def _code(paragraph: Paragraph) -> str:
    """Lines of code; one that was wrapped at the edge is whole again."""
    text, is_cut = "", True
    for line in paragraph.lines:
        text += words_of(line) if is_cut else f"\n{words_of(line)}"
        is_at_edge = line.x1 > paragraph.column.x1 - _EDGE * line.size
        is_cut = is_at_edge and text.endswith(_CUT_CODE)
    return text


def _item_lead(paragraph: Paragraph, block: Block) -> int:
    """How many characters of an item are bold from its beginning, after the marker."""
    if all(line.bold for line in paragraph.lines):
        return len(block.text)
    first, *others = paragraph.lines[0].segments
    if others and MARKER.match(first.text):
        return others[0].lead
    return max(0, first.lead - len(block.marker))


def _lead(paragraph: Paragraph, text: str) -> int:
    """How many characters of a paragraph are bold from its beginning; none if all are."""
    bold = [line.bold for line in paragraph.lines]
    if all(bold):
        return 0
    lead = paragraph.lines[0].segments[0].lead
    if bold[0]:
        n_bold = bold.index(False)
        lead = len(" ".join(words_of(line) for line in paragraph.lines[:n_bold]))
    return lead + (lead > 0 and text[lead : lead + 1] == ":")
