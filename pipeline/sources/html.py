"""A web page → plain text with the same headings, lists and paragraphs. Needs Beautiful Soup."""

from __future__ import annotations

import itertools
import re

from bs4 import BeautifulSoup, Tag
from bs4.element import Comment, NavigableString

from pipeline.sources.outline import Outline
from pipeline.sources.results import UnusableSource
from pipeline.sources.scripts import subscript, superscript
from pipeline.sources.tables import add_table
from pipeline.text.headings import section_of

__all__ = ["html_text"]

_LEFT_OUT = (
    "script style noscript template nav header footer aside form button select svg figure iframe"
    " head"
).split()
_BLOCKS = frozenset(
    "address article blockquote body dd div dl dt h1 h2 h3 h4 h5 h6 hr li main ol p pre section"
    " ul".split()
)
_BREAK = "\0"  # stands for a ``br`` until a paragraph is complete
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# classes and ids of what stands around the text of a page
_FURNITURE = re.compile(
    r"breadcrumbs?|side-?bar|footer|(?:site|page|entry)-footer|(?:nav|navbar|menu|pagination)|"
    r"related(?:-\w+)*|(?:cookie|consent|onetrust|newsletter|share|social|advert)s?(?:-\w+)*|"
    r"mw-(?:editsection|navigation|panel|head)|catlinks|navbox|toc|table-of-contents|"
    r"comments?(?:-(?:area|list|section|respond))?|respond|(?:post|entry)-meta|by-?line|"
    r"authors?|author-box|sr-only|screen-reader-text",
    re.IGNORECASE,
)


def html_text(content: bytes) -> str:
    """Return what a reader of the page's main part sees. Raises UnusableSource if it is nothing.

    The encoding is the page's own. Navigation, lists of links, forms and pictures are left out, and
    tables except those of steps and of materials.
    """
    page = BeautifulSoup(content, "html.parser")
    outline = Outline()
    root = page.find("main") or page.find("article") or page.body or page
    if isinstance(root, Tag):
        title = _one_line(page.title.get_text()) if page.title else ""
        _leave_out_furniture(root)
        if title and not root.find("h1"):
            outline.begin_heading()
            outline.add(title)
        for element in root.find_all(["sup", "sub"]):
            written = superscript if element.name == "sup" else subscript
            element.replace_with(written(element.get_text()))
        _add_blocks(root, outline)
        text = outline.text()
        if text.strip():
            return text
    raise UnusableSource("is a page without text of its own; give the page that has the steps")


def _leave_out_furniture(root: Tag) -> None:
    """Remove from the page what is not its text, and what stands above its ``h1``."""
    for title in root.find_all(class_="MsoTitle"):  # of Word
        title.name = "h1"
    for header in root.find_all("header"):
        heading = header.find("h1")
        if isinstance(heading, Tag) and (root.name != "body" or len(root.find_all("h1")) == 1):
            header.replace_with(heading)
    for element in root.find_all(_LEFT_OUT):
        element.decompose()
    most = len(root.get_text()) // 2
    for element in root.find_all(_is_furniture):
        if not element.decomposed and len(element.get_text()) <= most:
            element.decompose()
    for links in root.find_all(["ol", "ul"]):
        if not links.decomposed and _has_only_links(links):
            links.decompose()
    for numbered in root.find_all("ol"):
        _leave_out_numbers(numbered)
    _leave_out_above_title(root)


def _is_furniture(element: Tag) -> bool:
    names = [*(element.get_attribute_list("class")), element.get("id")]
    return any(isinstance(name, str) and _FURNITURE.fullmatch(name) for name in names)


def _has_only_links(listed: Tag) -> bool:
    """Return True for a list of links, unless they are what a guide needs."""
    items = listed.find_all("li", recursive=False)
    links = [item.find_all("a") for item in items]
    if not items or not all(
        len(of_item) == 1 and _one_line(of_item[0].get_text()) == _one_line(item.get_text())
        for item, of_item in zip(items, links, strict=True)
    ):
        return False
    heading = listed.find_previous(_HEADINGS)
    return heading is None or section_of(_one_line(heading.get_text())) != "materials"


def _leave_out_numbers(numbered: Tag) -> None:
    """Remove a number that an item begins with, if it is the item's own."""
    for number, item in enumerate(numbered.find_all("li", recursive=False), 1):
        first = next((words for words in item.find_all(string=True) if words.strip()), None)
        if first is not None and first.strip().rstrip(".") == str(number):
            first.extract()


def _leave_out_above_title(root: Tag) -> None:
    """Remove the words above the first ``h1`` if they are fewer than those below."""
    title = root.find("h1")
    if not isinstance(title, Tag) or not title.get_text().strip():
        return
    above = [words for words in title.find_all_previous(string=True) if root in words.parents]
    if 2 * sum(map(len, above)) < len(root.get_text()):
        for words in above:
            words.extract()


def _add_blocks(root: Tag, outline: Outline) -> None:
    """Add the blocks below ``root``; words between blocks are a paragraph."""
    pending: list[str] = []
    stack: list[tuple[Tag | NavigableString, bool]] = [(root, False)]  # trees may be very deep
    while stack:
        node, ending = stack.pop()
        if isinstance(node, NavigableString):
            if not isinstance(node, Comment):
                pending.append(str(node))
        elif ending:
            _add_pending(pending, outline)
            if node.name in ("ol", "ul"):
                outline.close_list()
        elif node.name == "br":
            pending.append(" " if outline.in_list else _BREAK)
        elif node.name == "table":
            _add_pending(pending, outline)
            _add_table(node, outline)
        else:
            if node.name in _BLOCKS:
                _add_pending(pending, outline)
                _begin(node.name, outline)
                stack.append((node, True))
            stack += [
                (child, False)
                for child in reversed(node.contents)
                if isinstance(child, Tag | NavigableString)
            ]


def _begin(name: str, outline: Outline) -> None:
    if name in ("ol", "ul"):
        outline.open_list(first=1 if name == "ol" else None)
    elif name == "li":
        outline.begin_item()
    elif name in _HEADINGS:
        outline.begin_heading(int(name[1]))


def _add_table(table: Tag, outline: Outline) -> None:
    """Add a table of steps or of materials."""
    rows = [
        [_one_line(cell.get_text(" ")) for cell in row.find_all(["th", "td"], recursive=False)]
        for row in table.find_all("tr")
    ]
    if not outline.in_list:
        add_table(rows, outline)


def _add_pending(pending: list[str], outline: Outline) -> None:
    """Add a paragraph, with a line for each that ``br`` ends; two of them end the paragraph."""
    lines = [_one_line(line) for line in "".join(pending).split(_BREAK)]
    pending.clear()
    joint = "\n" if outline.in_paragraph else " "
    for is_text, part in itertools.groupby(lines, key=bool):
        if is_text:
            outline.add(joint.join(part))


def _one_line(text: str) -> str:
    return " ".join(text.split())
