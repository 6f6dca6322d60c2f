"""The title of a web page: in its head, in its first heading, or where some software puts it."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

__all__ = [
    "HEADINGS",
    "keep_headings_of_headers",
    "leave_out_above_title",
    "mark_headings",
    "own_words",
    "title_of",
]

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_TITLE_CLASSES = ["MsoTitle", "title"]  # of Word, of Google Docs
_POST_TITLES = ["entry-title", "post-title", "topic-title"]  # of blogs and forums
_SITE = re.compile(r"(?<=\S)\s+[|–—·»-]\s+[^|–—·»]+\Z")  # the name of a site, after a title


def own_words(element: Tag) -> str:
    """The words of a heading or the like, of which a part may be bold or a link."""
    parts: list[str] = []
    for child in element.contents:
        inner = child.contents if isinstance(child, Tag) else [child]
        parts += [str(words) for words in inner if isinstance(words, NavigableString)]
    return " ".join("".join(parts).split())


def title_of(page: BeautifulSoup) -> str:
    """Return the page's title without the name of the site ("Bread | Bakes"), or the first ``h1``
    that the title holds."""
    title = " ".join(page.title.get_text().split()) if page.title else ""
    headings = (" ".join(heading.get_text().split()) for heading in page.find_all("h1"))
    named = next((words for words in headings if words and words in title), None)
    return named or _SITE.sub("", title)


def mark_headings(root: Tag) -> None:
    """Make headings of what is one by its role, and an ``h1`` of what the class of some software
    says is the title."""
    for heading in root.find_all(role="heading"):
        level = str(heading.get("aria-level", ""))
        heading.name = f"h{level}" if f"h{level}" in HEADINGS else "h2"
    for title in root.find_all("p", class_=_TITLE_CLASSES):
        title.name = "h1"
    posts = root.find_all(HEADINGS, class_=_POST_TITLES, limit=2)
    if len(posts) == 1 and posts[0].get_text().strip():  # the first heading is the blog's
        for heading in root.find_all("h1"):
            heading.name = "div"
        posts[0].name = "h1"
    for title in root.find_all(id="title-text"):  # of Confluence, after the name of the space
        title.string = title.get_text().rpartition(" : ")[2]


def keep_headings_of_headers(root: Tag) -> None:
    """Put the first ``h1`` in the place of the ``header`` that it stands in, and the headings of
    sections in that of theirs.

    The header of a whole page with another ``h1`` is that of the site.
    """
    headings = root.find_all("h1", limit=2)
    header = headings[0].find_parent("header") if headings else None
    if header is not None:
        is_inside = any(parent is root for parent in header.parents)
        if is_inside and (root.name != "body" or len(headings) == 1):
            header.replace_with(headings[0])
    for header in root.find_all("header"):
        if header.parent is not None and header.parent.name == "section":
            header.replace_with(*header.find_all(HEADINGS, limit=2))


def leave_out_above_title(root: Tag) -> None:
    """Remove the words above the first ``h1`` if they are fewer than those below."""
    title = root.find("h1")
    if not isinstance(title, Tag) or not title.get_text().strip():
        return
    nodes = list(root.descendants)
    order = next(order for order, node in enumerate(nodes) if node is title)
    above, below = (
        [node for node in part if isinstance(node, NavigableString)]
        for part in (nodes[:order], nodes[order:])
    )
    if sum(map(len, above)) < sum(map(len, below)):
        for words in above:
            words.extract()
