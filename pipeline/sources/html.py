"""A web page → plain text with the same headings, lists and paragraphs. Needs Beautiful Soup."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag
from bs4.element import Comment, NavigableString

__all__ = ["page_text"]

_LEFT_OUT = (
    "script style noscript template nav header footer aside form button select svg table figure"
    " iframe head"
).split()
_BLOCKS = frozenset(
    "address article blockquote body dd div dl dt h1 h2 h3 h4 h5 h6 hr li main ol p pre section"
    " ul".split()
)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def page_text(content: bytes) -> str:
    """What a reader of the page's main part sees, in the notation of Markdown.

    The encoding is the page's own. Navigation, tables, forms and pictures are left out.
    """
    page = BeautifulSoup(content, "html.parser")
    lines: list[str] = []
    if page.title and (title := _words(page.title)) and not page.find("h1"):
        lines += [f"# {title}", ""]
    root = page.find("main") or page.find("article") or page.body or page
    if not isinstance(root, Tag):
        return ""
    for one in root.find_all(_LEFT_OUT):
        one.decompose()
    _Lines(lines).add(root)
    return "\n".join(lines).strip() + "\n"


class _Lines:
    """Collects the lines of a tree of blocks; words between blocks are a paragraph."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._words: list[str] = []
        self._lead = ""
        self._depth = 0

    def add(self, root: Tag) -> None:
        todo: list[tuple[Tag | NavigableString, bool]] = [(root, False)]  # trees may be very deep
        numbers: list[int | None] = []
        while todo:
            node, ending = todo.pop()
            if isinstance(node, NavigableString):
                if not isinstance(node, Comment):
                    self._words.append(str(node))
                continue
            name = node.name
            if ending:
                self._flush()
                if name in ("ol", "ul") and numbers:
                    numbers.pop()
                    self._depth -= 1
                    self._lines += [] if self._depth else [""]
                continue
            if name == "br":
                self._words.append("\n" if not self._lead and not self._depth else " ")
                continue
            if name in _BLOCKS:
                self._flush()
                if name in ("ol", "ul"):
                    numbers.append(1 if name == "ol" else None)
                    self._depth += 1
                elif name == "li":
                    self._lead = "  " * max(0, self._depth - 1) + _marker(numbers)
                elif name in _HEADINGS:
                    self._lead = "# "
                todo.append((node, True))
            todo += [
                (child, False)
                for child in reversed(node.contents)
                if isinstance(child, Tag | NavigableString)
            ]

    def _flush(self) -> None:
        text = "".join(self._words)
        self._words.clear()
        lines = [" ".join(line.split()) for line in text.split("\n")]
        words = " ".join(line for line in lines if line)
        if words:
            self._lines += [self._lead + words] if self._depth else [self._lead + words, ""]
            self._lead = "  " * self._depth


def _marker(numbers: list[int | None]) -> str:
    if not numbers or numbers[-1] is None:
        return "- "
    numbers[-1] += 1
    return f"{numbers[-1] - 1}. "


def _words(tag: Tag) -> str:
    return " ".join(tag.get_text().split())
