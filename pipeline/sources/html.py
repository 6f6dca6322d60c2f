"""A web page → plain text with the same headings, lists and paragraphs. Needs Beautiful Soup."""

from __future__ import annotations

import itertools
import re

from bs4 import Tag
from bs4.element import NavigableString, PreformattedString

from pipeline.sources.code_lines import code_in_line
from pipeline.sources.outline import NOTE_WORDS, Outline
from pipeline.sources.page_furniture import leave_out_furniture, main_part
from pipeline.sources.page_titles import HEADINGS, title_of
from pipeline.sources.page_tree import parsed
from pipeline.sources.recipe_data import described_procedure
from pipeline.sources.results import UnusableSource
from pipeline.sources.scripts import subscript, superscript
from pipeline.sources.tables import add_table

__all__ = ["html_text"]

_BLOCKS = frozenset(
    "address article blockquote body dd details div dl dt h1 h2 h3 h4 h5 h6 hr li main ol p pre"
    " section summary td th tr ul".split()
)
_BREAK = "\0"  # stands for a ``br`` until a paragraph is complete
_MOST_CARDS = 8  # links to a recipe have such a class too
_MOST_IN_HEADING = 8  # elements
_INLINE = {"div", "span", "a", "b"}  # in a heading that is made of blocks
_FEWEST_ROWS = 2
_MOST_DIGITS = 6  # of the number that a list begins with
# of plugins that put a recipe into a page of prose
_CARD = re.compile(
    r"wprm-recipe-container|tasty-recipes|mv-create-card|mv-recipe-card|recipe-card|"
    r"easyrecipe|zlrecipe-container|jetpack-recipe|wpurp-container",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"(?:fig(?:ure|\.)|video|movie|photo) \d+[a-z]?[.:|] ", re.IGNORECASE)
_NOTE = re.compile(rf"{NOTE_WORDS}s?\s?[:!] ?", re.IGNORECASE)
_WORD_BULLET = re.compile(r"\s*[o§][ \xa0]*\xa0{2}\s*")
_ICON = "\ufffc"  # stands for a picture within a line
_ICONS = re.compile(rf"(?: ?{_ICON})+(?=[ .,;:)]|\Z)|(?:{_ICON} ?)+")
_LEVEL = re.compile(r"\blst-kix_\w+-(?P<level>\d)\b")


def html_text(content: bytes) -> str:
    """Return what a reader of the page's main part sees. Raises UnusableSource if it is nothing.

    If the page describes one recipe in data for search engines, that is its text, and so is a guide
    if there is no other text. The encoding is the page's own. Navigation, lists of links, forms and
    pictures are left out, and tables except those of steps and of materials.
    """
    page = parsed(content)
    recipe = described_procedure(page, kind="Recipe")
    guide = described_procedure(page, kind="HowTo")  # often a summary of what the page says
    title, root = title_of(page), main_part(page)
    leave_out_furniture(root)
    heading = root.find("h1")
    title = (_one_line(heading.get_text()) if heading else "") or title
    if (card := _recipe_card(root)) is not None:
        root = card
        if recipe is not None and recipe.is_in(card.get_text()):
            recipe = None  # the card has more: equipment
    outline = Outline()
    if title and not root.find("h1"):
        outline.begin_heading()
        outline.add(title)
    _write_scripts(root)
    n_lines = outline.n_lines
    _add_blocks(root, outline)
    outline.number_what_follows()
    text = outline.text()
    if recipe is not None:
        return recipe.completed(text).outline(title).text()
    has_text = any(line and not line.startswith("#") for line in text.splitlines())
    if guide is not None and not has_text:
        return guide.outline(title).text()
    if outline.n_lines > n_lines:
        return text
    raise UnusableSource("is a page without text of its own; give the page that has the steps")


def _write_scripts(root: Tag) -> None:
    """Write what is raised or lowered in Unicode, with what is raised or lowered within it."""
    written: set[int] = set()
    for element in root.find_all(["sup", "sub"]):
        if id(element.parent) not in written:
            _write_in_line(element)
        written.add(id(element))


def _write_in_line(element: Tag) -> None:
    """Put Unicode in the place of a raised or lowered part; the mark of a footnote is left out."""
    written = superscript if element.name == "sup" else subscript
    is_mark = element.name == "sup" and (
        "reference" in element.get_attribute_list("class")  # of MediaWiki
        or element.find("a", href=re.compile("^#")) is not None
    )
    words = "" if is_mark else written(element.get_text())
    for sibling in (element.previous_sibling, element.next_sibling):
        if type(sibling) is NavigableString:
            is_before = sibling is element.previous_sibling
            words = f"{sibling}{words}" if is_before else f"{words}{sibling}"
            sibling.extract()
    element.replace_with(words)


def _recipe_card(root: Tag) -> Tag | None:
    """Return the recipe that a plugin put into a page, if it has lists of its own.

    What links to other recipes may have such a class too.
    """
    for card in root.find_all(_is_card, limit=_MOST_CARDS):
        items = card.find_all("li", limit=3)
        if len(items) > 2 and any(item.find("a") is None for item in items):
            return card
    return None


def _is_card(element: Tag) -> bool:
    names = element.get_attribute_list("class")
    return any(isinstance(name, str) and _CARD.fullmatch(name) for name in names)


def _add_blocks(root: Tag, outline: Outline) -> None:
    """Add the blocks below ``root``; words between blocks are a paragraph."""
    pending: list[str] = []
    layouts = _tables_of_layout(root)
    stack: list[tuple[Tag | NavigableString, bool]] = [(root, False)]  # trees may be very deep
    while stack:
        node, ending = stack.pop()
        if isinstance(node, NavigableString):
            if not isinstance(node, PreformattedString):
                pending.append(str(node))
        elif ending:
            _add_pending(pending, outline)
            if node.name in ("ol", "ul"):
                for _ in range(1 + _level(node)):
                    outline.close_list()
            elif node.name in HEADINGS:
                outline.end_heading()
        elif node.name == "img":
            pending.append(_ICON)
        elif node.name == "br":
            pending.append(_BREAK)
        elif node.name == "table" and id(node) not in layouts:
            _add_pending(pending, outline)
            _add_table(node, outline)
        elif node.name in HEADINGS and (words := _words_of_blocks(node)):
            _add_pending(pending, outline)
            outline.begin_heading(int(node.name[1]))
            outline.add(words)
        else:
            if node.name in _BLOCKS:
                _add_pending(pending, outline)
                if node.name == "pre" and (outline.in_list or outline.awaits_more):
                    _add_code(node, outline)
                    continue
                _begin(node, outline)
                stack.append((node, True))
            stack += [
                (child, False)
                for child in reversed(node.contents)
                if isinstance(child, Tag | NavigableString)
            ]


def _add_code(code: Tag, outline: Outline) -> None:
    """Add a block of code to the item or the paragraph above it."""
    for line_end in code.find_all("br"):
        line_end.replace_with("\n")
    outline.add_code(code_in_line(code.get_text()))


def _tables_of_layout(root: Tag) -> set[int]:
    """The identities of the tables that have headings or other tables in their cells, or lists and
    no row of headers."""
    layouts: set[int] = set()
    has_headers: dict[int, bool] = {}
    stack: list[tuple[Tag, Tag | None]] = [(root, None)]
    while stack:
        element, table = stack.pop()
        if table is not None and (
            element.name in ("table", *HEADINGS)
            or (element.name in ("ol", "ul") and not has_headers[id(table)])
        ):
            layouts.add(id(table))
        inside = table
        if element.name == "table":
            inside, has_headers[id(element)] = element, _has_headers(element)
        stack += [(child, inside) for child in element.contents if isinstance(child, Tag)]
    return layouts


def _has_headers(table: Tag) -> bool:
    """Return True if all cells of the first row are headers, of two columns and two rows or more:
    a single row of lists is a page in columns."""
    parts = [child for child in table.contents if isinstance(child, Tag)]
    rows = [
        row
        for part in parts
        for row in ([part] if part.name == "tr" else part.contents)
        if isinstance(row, Tag) and row.name == "tr"
    ]
    if len(rows) <= _FEWEST_ROWS:
        return False
    cells = [child for child in rows[0].contents if isinstance(child, Tag)]
    return len(cells) > 1 and all(cell.name == "th" for cell in cells)


def _words_of_blocks(heading: Tag) -> str | None:
    """Return the words of a heading made of blocks ("Method 1" above "Using vinegar"), else None.

    A heading that was never closed holds the rest of the page, and is none of these.
    """
    inside: list[str] = []
    stack = [heading]
    while stack and len(inside) <= _MOST_IN_HEADING:  # ``descendants`` would go to the last one
        inner = [child for child in stack.pop().contents if isinstance(child, Tag)]
        inside += [child.name for child in inner]
        stack += inner
    if len(inside) > _MOST_IN_HEADING or "div" not in inside or set(inside) - _INLINE:
        return None
    return _one_line(heading.get_text(" ")) or None


def _begin(element: Tag, outline: Outline) -> None:
    name = element.name
    if name in ("ol", "ul"):
        start = str(element.get("start"))
        first = int(start) if start.isdecimal() and len(start) < _MOST_DIGITS else 1
        for _ in range(_level(element)):
            outline.open_list(first=None)
        outline.open_list(first=first if name == "ol" else None)
    elif name == "summary":
        outline.begin_heading(6)
    elif name == "li" and "stepsection" in element.get_attribute_list("class"):
        outline.begin_heading(6)  # of DITA: between the steps of one list
    elif name == "li":
        outline.begin_item()
    elif name in HEADINGS and not outline.begins_item:
        outline.begin_heading(int(name[1]))


def _level(listed: Tag) -> int:
    """How deep a list of Google Docs is nested, by its class: it stands next to the outer one."""
    names = " ".join(map(str, listed.get_attribute_list("class")))
    level = _LEVEL.search(names)
    return int(level["level"]) if level else 0


def _add_table(table: Tag, outline: Outline) -> None:
    """Add a table of steps or of materials."""
    rows = [
        [_words_of_cell(cell) for cell in row.find_all(["th", "td"], recursive=False)]
        for row in table.find_all("tr")
    ]
    add_table(rows, outline)


def _words_of_cell(cell: Tag) -> str:
    """The words of a cell on one line, with semicolons between the items of a list."""
    parts = [""]
    for node in cell.descendants:
        if isinstance(node, Tag) and node.name == "li":
            parts.append("; " if parts[-1].strip(" ;") else "")
        elif isinstance(node, Tag) and (node.name in _BLOCKS or node.name == "br"):
            parts.append(" ")
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            parts.append(str(node))
    return _one_line("".join(parts)).replace(" ;", ";").replace(":;", ":")


def _add_pending(pending: list[str], outline: Outline) -> None:
    """Add a paragraph, with a line for each that ``br`` ends; two of them end the paragraph.

    In an item such lines are one, without those that begin with "Note:" or the like.
    """
    lines = [_line_of(line) for line in "".join(pending).split(_BREAK)]
    pending.clear()
    if outline.in_list:
        first = lines[:1] if outline.begins_item else []
        rest = [line for line in lines[len(first) :] if not _NOTE.match(line)]
        lines = [" ".join(filter(None, [*first, *rest]))]
    joint = "\n" if outline.in_paragraph else " "
    for is_text, part in itertools.groupby(lines, key=bool):
        words = joint.join(part)
        if is_text and not _CAPTION.match(words):
            outline.add(words)


def _line_of(text: str) -> str:
    """The words on one line; an item of an inner list of Word has its bullet and is indented."""
    bullet = _WORD_BULLET.match(text)
    return f"  - {_one_line(text[bullet.end() :])}" if bullet else _one_line(text)


def _one_line(text: str) -> str:
    """The words with single spaces, and none where a picture stood before a full stop."""
    return _ICONS.sub("", " ".join(text.split())).strip()
