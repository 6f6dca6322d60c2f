"""The body of a Word document → headings, items, paragraphs and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pipeline.sources.blocks import ITEM, Block, Table, kind_of
from pipeline.sources.docx.runs import Words, words_of
from pipeline.sources.docx.styles import Styles, child, name_of, value
from pipeline.sources.outline import WARNING_WORDS
from pipeline.sources.tables import is_header
from pipeline.text.headings import section_of

__all__ = ["Body", "text_boxes"]

_MOST_COLUMNS = 63  # of a table, as in Word
_NOTE = re.compile(rf"\W*(?:\w+['’]s\s+)?(?:{WARNING_WORDS}|safety)s?\b", re.IGNORECASE)
_NUMBER = re.compile(r"[\dA-Z]{1,2}(?:\.\d{1,2})*[.)]?\Z")
_MARKED = re.compile(r"(?:\W|\d{1,2}[.)]\s|\(?[a-z][.)]\s)")
_MOST_HEADING_WORDS = 12
_NEXT_TO = 2.0  # letters, from the number of a title to its words
_LETTERS_OF_A_DEPTH = 4.0  # how far an item is indented in another
_DEEPEST_HEADING = 5  # level of bold words without a style
_LARGER = 1.12  # times the size of the text, a heading
_LAYOUT_ROWS = 4  # a table with fewer may be there for the layout alone
_FEWEST_ROWS = 2  # below a header
_WORDS_OF_A_PICTURE = 4  # on average, of its caption
_WORDS_NEXT_TO_A_PICTURE = 8
_LONG_CELL = 60  # words, more than a table has
_AMOUNTS = re.compile(r"amounts?\b", re.IGNORECASE)
_DELETED = ("del", "moveFrom", "pPr")
_LINES_OF_A_LIST = 3  # paragraphs of a cell


class Body:
    """Makes blocks of the elements of a body, a header or a cell."""

    def __init__(
        self, styles: Styles, paragraphs: Iterable[Any], *, reads_text_boxes: bool = False
    ) -> None:
        self._styles, self._reads_text_boxes = styles, reads_text_boxes
        self._words: dict[Any, Words] = {}  # of each paragraph: most are looked at several times
        self._size = _usual_size(map(self._words_of, paragraphs))
        self._counts: dict[tuple[str, int], int] = {}

    def blocks(self, container: Any) -> Iterator[Block | Table]:
        """Yield the blocks of all paragraphs and tables, also in content controls."""
        for element in _elements(container):
            if name_of(element) == "tbl":
                yield from self._table(element)
            else:
                yield from self._paragraph(element)
                if self._reads_text_boxes:
                    for box in text_boxes(element):
                        yield from self.blocks(box)

    def _words_of(self, element: Any) -> Words:
        if element not in self._words:
            self._words[element] = words_of(element, self._styles)
        return self._words[element]

    def _paragraph(self, element: Any) -> Iterator[Block | Table]:
        words = self._words_of(element)
        if not words.text or _is_contents(self._styles.name(element)):
            return
        level = self._styles.level(element)
        place = self._styles.list_place(element)
        if level is not None:
            number = self._count(place)
            is_numbered = place is not None and place[1] == 0 and not self._styles.is_bullet(*place)
            mark = f"{number}. " if is_numbered else ""
            yield Block("heading", mark + _on_one_line(words.text), level=level + 1)
        elif place is not None:
            yield self._item(words, *place)
        elif self._is_heading(words):
            yield Block("heading", _on_one_line(words.text), level=self._bold_level(words))
        elif tabbed := _tabbed_rows(words.text):
            above, rows = tabbed
            yield from (Block("paragraph", line) for line in above)
            yield Table(rows)
        else:
            yield from self._typed(words, element)

    def _count(self, place: tuple[str, int] | None) -> int:
        """Return the number of an item of a list, and count it."""
        if place is None:
            return 0
        list_id, depth = place
        first = self._styles.first_number(list_id, depth)
        number = self._counts.get(place, first - 1) + 1
        self._counts[place] = number
        for deeper in [other for other in self._counts if other[0] == list_id and other[1] > depth]:
            del self._counts[deeper]
        return number

    def _item(self, words: Words, list_id: str, depth: int) -> Block:
        number = self._count((list_id, depth))
        block = Block("item", _on_one_line(words.text), place=_LETTERS_OF_A_DEPTH * depth)
        block.item = "bullet" if self._styles.is_bullet(list_id, depth) else "number"
        block.number, block.lead, block.is_apart = number, words.lead, False
        return block

    def _is_heading(self, words: Words) -> bool:
        n_words = len(words.text.split())
        is_large = words.size > _LARGER * self._size > 0
        is_marked = _MARKED.match(words.text) is not None and not is_large
        is_sentence = words.text.endswith((".", ",", ";")) or "\n" in words.text
        number = words.text.rpartition("\t")[0]
        has_columns = number != "" and not _NUMBER.match(number)
        if n_words > _MOST_HEADING_WORDS or is_sentence or has_columns:
            return False
        return words.is_bold and not is_marked

    def _bold_level(self, words: Words) -> int:
        return 1 if words.size > 1.3 * self._size > 0 else _DEEPEST_HEADING

    def _typed(self, words: Words, element: Any) -> Iterator[Block]:
        """Lines of text, of which one may begin with a marker that was typed."""
        indent = _indent(element)
        for order, line in enumerate(words.text.split("\n")):
            text = " ".join(line.replace("\t", " ").split())
            if not text:
                continue
            lead = words.lead if order == 0 else 0
            block = Block("paragraph", text, lead=min(lead, len(text)), place=indent)
            block.is_italic = words.is_italic
            block.is_apart = order == 0
            match = ITEM.match(text)
            if match and (text[match.end() :] or match["marker"][-1:] in ".)"):
                block.kind, block.text = "item", text[match.end() :]
                block.marker, block.is_apart = match.group(), False
                block.item, block.number, block.depth = kind_of(match["marker"])
                block.lead = max(0, block.lead - match.end())
            yield block

    def _table(self, table: Any) -> Iterator[Block | Table]:
        rows = list(_rows(table))
        cells = [cell for row in rows for cell in row]
        if max(map(len, rows), default=0) < 2:
            yield from self._box(cells)
            return
        if self._are_sections(rows):
            for head, *below in zip(*rows, strict=True):
                yield Block("heading", self._cell_text(head), level=_DEEPEST_HEADING)
                for cell in below:
                    yield from self.blocks(cell)
            return
        if self._is_layout(rows):
            read: set[int] = set()
            for cell in cells:
                if id(cell) not in read:
                    read.add(id(cell))
                    yield from self.blocks(cell)
            return
        texts = [[self._cell_text(cell) for cell in row] for row in rows]
        if (column := _text_next_to_pictures(texts)) is not None:
            for row in rows:
                for block in self.blocks(row[column]):
                    if isinstance(block, Block) and block.is_title:
                        block.place -= _NEXT_TO  # what stands below is part of it
                    yield block
            return
        if any(any(row) for row in texts):
            yield Table(texts)

    def _box(self, cells: Sequence[Any]) -> Iterator[Block | Table]:
        """What stands in a box, unless it is a note."""
        for cell in cells:
            blocks = list(self.blocks(cell))
            first = next((block.text for block in blocks if isinstance(block, Block)), "")
            if not _is_note(first):
                yield from blocks

    def _are_sections(self, rows: Sequence[Sequence[Any]]) -> bool:
        """Return True if the first row names lists of materials, one above each column: "Tools"
        next to "Spare parts", but not "Ingredients" next to "Amounts"."""
        names = [self._cell_text(cell) for cell in rows[0]]
        heads = {None if _AMOUNTS.match(name) else section_of(name) for name in names}
        are_even = len({len(row) for row in rows}) == 1 < len(rows)
        return are_even and len(rows) < _LAYOUT_ROWS and heads == {"materials"}

    def _is_layout(self, rows: Sequence[Sequence[Any]]) -> bool:
        """Return True if cells hold lists, headings or long text, and no values."""
        if len(rows) >= _LAYOUT_ROWS:
            return False
        for cell in (cell for row in rows for cell in row):
            elements = list(_elements(cell))
            if any(name_of(element) == "tbl" for element in elements):
                return True
            n_words = sum(len(self._words_of(each).text.split()) for each in elements)
            n_items = sum(self._styles.list_place(each) is not None for each in elements)
            has_heading = any(self._styles.level(each) is not None for each in elements)
            if n_words > _LONG_CELL or n_items >= _LINES_OF_A_LIST or has_heading:
                return True
        return False

    def _cell_text(self, cell: Any) -> str:
        """The words of a cell; items in it are set apart with semicolons."""
        text = ""
        for block in self.blocks(cell):
            if isinstance(block, Table):
                continue
            if not block.text:
                continue
            is_next = block.kind == "item" and text and text[-1] not in ".;:,"
            text += ("; " if is_next else "\n") + block.text
        return text.strip()


def text_boxes(element: Any) -> Iterator[Any]:
    """The text boxes that hang on an element, each once: Word stores a second form for old
    versions."""
    for each in element:
        if name_of(each) == "txbxContent":
            yield each
        elif name_of(each) not in ("Fallback", "p"):
            yield from text_boxes(each)


def _tabbed_rows(text: str) -> tuple[list[str], list[list[str]]] | None:
    """Lines with tabs below a header as the rows of a table, and the lines above it."""
    rows = [
        [cell.strip() for cell in line.split("\t") if cell.strip()] for line in text.split("\n")
    ]
    first = next((order for order, row in enumerate(rows) if len(row) > 1), len(rows))
    above, table = rows[:first], rows[first:]
    if len(table) <= _FEWEST_ROWS or not all(map(is_header, table[0][:2])):
        return None
    lines = [cell for row in above for cell in row]
    return (lines, table) if all(len(row) <= len(table[0]) for row in table) else None


def _text_next_to_pictures(texts: Sequence[Sequence[str]]) -> int | None:
    """Return the column of sentences of a table that has pictures in the other; else None."""
    if len(texts) < 2 or {len(row) for row in texts} != {2} or all(map(is_header, texts[0])):
        return None
    means = [sum(len(row[column].split()) for row in texts) / len(texts) for column in (0, 1)]
    if min(means) > _WORDS_OF_A_PICTURE or max(means) < _WORDS_NEXT_TO_A_PICTURE:
        return None
    return means.index(max(means))


def _elements(container: Any) -> Iterator[Any]:
    """The paragraphs and tables of a body or a cell, also in content controls and insertions."""
    for each in container:
        if name_of(each) in ("p", "tbl"):
            if not (name_of(each) == "p" and _is_deleted(each)):
                yield each
        elif name_of(each) == "sdt":
            content = child(each, "sdtContent")
            if content is not None:
                yield from _elements(content)
        elif name_of(each) in ("ins", "smartTag", "customXml"):
            yield from _elements(each)


def _rows(table: Any) -> Iterator[list[Any]]:
    """The cells of each row; one over several columns is there once for each of them."""
    for row in _within(table, "tr"):
        if child(row, "trPr", "del") is not None:
            continue
        cells = []
        for cell in _within(row, "tc"):
            span = value(child(cell, "tcPr", "gridSpan")) or "1"
            merge = child(cell, "tcPr", "vMerge")
            continues = merge is not None and value(merge) in (None, "continue")
            content = [] if continues else cell
            cells += [content] * min(int(span) if span.isdecimal() else 1, _MOST_COLUMNS)
        if cells:
            yield cells


def _within(element: Any, name: str) -> Iterator[Any]:
    """The children with this name, also in content controls."""
    for each in element:
        if name_of(each) == name:
            yield each
        elif name_of(each) == "sdt":
            content = child(each, "sdtContent")
            if content is not None:
                yield from _within(content, name)


def _is_deleted(paragraph: Any) -> bool:
    """Return True for a paragraph of which the mark and all words are deleted."""
    mark = child(paragraph, "pPr", "rPr", "del")
    return mark is not None and not _has_runs(paragraph)


def _has_runs(element: Any) -> bool:
    """Return True for runs that are not deleted, also in links and content controls."""
    return any(
        name_of(each) == "r" or (name_of(each) not in _DELETED and _has_runs(each))
        for each in element
    )


def _is_contents(style: str) -> bool:
    names = style.lower()
    return names.startswith(("toc ", "caption", "footnote", "table of")) or "toc heading" in names


def _indent(paragraph: Any) -> float:
    """How far a paragraph is indented, in letters of ten points."""
    indent = child(paragraph, "pPr", "ind")
    left = value(indent, "left") or value(indent, "start") or "0"
    return float(left) / 200 if left.lstrip("-").isdecimal() else 0.0


def _is_note(words: str) -> bool:
    return _NOTE.match(words) is not None


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _usual_size(paragraphs: Iterable[Words]) -> float:
    """Return the size of most letters, 0 if no size is known."""
    sizes: dict[float, int] = {}
    for words in paragraphs:
        sizes[words.size] = sizes.get(words.size, 0) + len(words.text)
    return max(sizes, key=lambda size: sizes[size], default=0.0)
