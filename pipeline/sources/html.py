"""A web page → plain text with the same headings, lists and paragraphs. Needs Beautiful Soup."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag
from bs4.element import Comment, NavigableString

from pipeline.sources.outline import Outline
from pipeline.sources.results import UnusableSource
from pipeline.sources.scripts import subscript, superscript
from pipeline.sources.tables import add_table

__all__ = ["html_text"]

_LEFT_OUT = (
    "script style noscript template nav header footer aside form button select svg figure iframe"
    " head"
).split()
_BLOCKS = frozenset(
    "address article blockquote body dd div dl dt h1 h2 h3 h4 h5 h6 hr li main ol p pre section"
    " ul".split()
)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def html_text(content: bytes) -> str:
    """Return what a reader of the page's main part sees. Raises UnusableSource if it is nothing.

    The encoding is the page's own. Navigation, forms and pictures are left out, and tables except
    those of steps and of materials.
    """
    page = BeautifulSoup(content, "html.parser")
    outline = Outline()
    if page.title and (title := _one_line(page.title.get_text())) and not page.find("h1"):
        outline.begin_heading()
        outline.add(title)
    root = page.find("main") or page.find("article") or page.body or page
    if isinstance(root, Tag):
        for element in root.find_all(_LEFT_OUT):
            element.decompose()
        for element in root.find_all(["sup", "sub"]):
            written = superscript if element.name == "sup" else subscript
            element.replace_with(written(element.get_text()))
        _add_blocks(root, outline)
        text = outline.text()
        if text.strip():
            return text
    raise UnusableSource("is a page without text of its own; give the page that has the steps")


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
            pending.append(" ")
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
    words = _one_line("".join(pending))
    pending.clear()
    if words:
        outline.add(words)


def _one_line(text: str) -> str:
    return " ".join(text.split())
