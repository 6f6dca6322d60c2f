"""What stands around the text of a web page is left out: menus, boxes, controls, lists of links.

All of it is linear in the size of the page, which may be very deep.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from pipeline.sources.furniture_names import furniture_names, is_furniture, is_not_shown
from pipeline.sources.page_titles import (
    HEADINGS,
    keep_heading_of_header,
    leave_out_above_title,
    mark_headings,
)
from pipeline.text.headings import section_of

__all__ = ["leave_out_furniture", "main_part"]

_NOT_TEXT = frozenset("head iframe noscript script select style svg template".split())
_AROUND_TEXT = frozenset("nav header footer aside form".split())
_MARKS = frozenset("b div em i p span strong".split())  # that a link may stand in
_MOST_MARKS = 6
_MAY_BE_CONTROL = frozenset("a div label p small span".split())
_MOST_IN_CONTROL = 3  # words, and an icon or a box to tick
_CONTROL = re.compile(
    r"\W*(?:edit(?: source)?|copy|print|share|save|like|reply|download(?: (?:article|pdf))?|close|"
    r"add (?:a )?comment|jump to (?:the )?recipe|advertisement|sponsored|(?:show|read|see|view) "
    r"(?:more|less|all)|(?:expand|collapse)(?: all)?|back to top|skip to .*|was this helpful\?|"
    r"open in a new (?:tab|window)|mark as (?:done|complete)|pin it|subscribe|log ?in|"
    r"sign (?:in|up)|\d{1,2}:\d\d)\W*",
    re.IGNORECASE,
)


def main_part(page: BeautifulSoup) -> Tag:
    """Return the page's main part: the accepted answer to a question, or the article that has most
    of the text."""
    main = page.find("main") or page.body or page
    _remove(main, lambda element: element.name in _NOT_TEXT)
    if (answer := main.find(itemprop="acceptedAnswer")) is not None:
        return answer
    sizes = _text_sizes(main)
    articles = main.find_all("article")
    return next((part for part in articles if 2 * sizes[id(part)] > sizes[id(main)]), main)


def leave_out_furniture(root: Tag) -> None:
    """Remove from the page what is not its text, and what stands above its ``h1``."""
    mark_headings(root)
    for notes in root.find_all(class_="wprm-recipe-ingredient-notes"):
        if not notes.get_text().lstrip().startswith((",", "(")):
            notes.insert(0, ", ")
    keep_heading_of_header(root)
    sizes = _text_sizes(root)
    most = [element for element in root.find_all(True) if 2 * sizes[id(element)] > sizes[id(root)]]
    of_text = tuple({name for element in most for name in furniture_names(element)})
    kept = set(map(id, most))  # some software puts the whole page into a form
    with_parts, with_tables = _holders(root, ("li", *HEADINGS)), _holders(root, ("table",))
    _remove(
        root,
        lambda element: (
            id(element) not in kept
            and (
                element.name in _AROUND_TEXT
                or (element.name == "figure" and id(element) not in with_tables)
                or (element.name == "button" and not _is_whole_heading(element))
                or _is_control(element)
                or (is_not_shown(element) and _is_aside(element, with_parts))
                or is_furniture(element, of_text=of_text)
            )
        ),
    )
    for block in root.find_all(class_="tabbed-block"):
        for other in block.find_next_siblings(class_="tabbed-block"):
            other.extract()
    sections = _sections_of_lists(root)  # a guide may link to what it needs
    _remove(
        root,
        lambda element: _is_list_of_links(element) and sections[id(element)] != "materials",
    )
    for listed in root.find_all(["ol", "ul"]):
        _leave_out_numbers(listed)
    leave_out_above_title(root)


def _remove(root: Tag, is_left_out: Callable[[Tag], bool]) -> None:
    """Remove such elements below the root; those within another are removed with it."""
    chosen: list[Tag] = []
    stack: list[Tag] = [root]
    while stack:
        element = stack.pop()
        if element is not root and is_left_out(element):
            chosen.append(element)
        else:
            stack += [child for child in element.contents if isinstance(child, Tag)]
    for element in chosen:
        element.decompose()


def _text_sizes(root: Tag) -> dict[int, int]:
    """The number of characters in each element, by its identity."""
    sizes: dict[int, int] = {}
    stack: list[tuple[Tag, bool]] = [(root, False)]
    while stack:
        element, is_counted = stack.pop()
        tags = [child for child in element.contents if isinstance(child, Tag)]
        if is_counted:
            own = sum(len(child) for child in element.contents if isinstance(child, str))
            sizes[id(element)] = own + sum(sizes[id(tag)] for tag in tags)
        else:
            stack.append((element, True))
            stack += [(tag, False) for tag in tags]
    return sizes


def _is_control(element: Tag) -> bool:
    """Return True for a link, a label or the like that says no more than "Edit" or "Print"."""
    if element.name not in _MAY_BE_CONTROL or len(element.contents) > _MOST_IN_CONTROL:
        return False
    marks = [child for child in element.contents if isinstance(child, Tag)]
    words = [str(child) for child in element.contents if not isinstance(child, Tag)]
    has_words_only = not any(mark.contents for mark in marks)
    return has_words_only and _CONTROL.fullmatch("".join(words)) is not None


def _is_whole_heading(button: Tag) -> bool:
    """Return True if a heading has no words but those of a button, which unfolds what is below."""
    parents = itertools.islice(button.parents, _MOST_MARKS)
    heading = next((parent for parent in parents if parent.name in HEADINGS), None)
    words = button.get_text().split()
    return heading is not None and 2 * len(words) > len(heading.get_text().split())


def _holders(root: Tag, names: Sequence[str]) -> set[int]:
    """The identities of the elements of such names, and of those that hold them."""
    holders: set[int] = set()
    for part in root.find_all(names):
        for element in itertools.chain((part,), part.parents):
            if id(element) in holders:
                break
            holders.add(id(element))
    return holders


def _is_aside(element: Tag, with_parts: set[int]) -> bool:
    """Return True for another tab, and for what is shown on demand within a line, such as the
    explanation of a word.

    Sections that the reader unfolds are not shown either, but are parts of the text.
    """
    if element.get("role") == "tabpanel":  # another way to do what the open tab shows
        return True
    parents = itertools.islice(element.parents, _MOST_MARKS)
    return id(element) not in with_parts or any(parent.name in ("li", "p") for parent in parents)


def _sections_of_lists(root: Tag) -> dict[int, str | None]:
    """What the heading above each list announces, by the list's identity."""
    sections: dict[int, str | None] = {}
    section = None
    for node in root.descendants:
        if isinstance(node, Tag) and node.name in HEADINGS:
            section = section_of(" ".join(_own_words(node).split()))
        elif isinstance(node, Tag) and node.name in ("ol", "ul"):
            sections[id(node)] = section
    return sections


def _own_words(heading: Tag) -> str:
    """The words of a heading, of which a part may be bold or a link."""
    parts = []
    for child in heading.contents:
        inner = child.contents if isinstance(child, Tag) else [child]
        parts += [str(words) for words in inner if isinstance(words, NavigableString)]
    return "".join(parts)


def _is_list_of_links(element: Tag) -> bool:
    items = _items_of(element) if element.name in ("ol", "ul") else []
    return items != [] and all(map(_is_link, items))


def _items_of(listed: Tag) -> list[Tag]:
    return [child for child in listed.contents if isinstance(child, Tag) and child.name == "li"]


def _is_link(item: Tag) -> bool:
    """Return True if there is nothing in an item but one link, as it is or within other marks."""
    node = item
    for _ in range(_MOST_MARKS):
        inner = [child for child in node.contents if isinstance(child, Tag) or str(child).strip()]
        if len(inner) != 1 or not isinstance(inner[0], Tag):
            return False
        node = inner[0]
        if node.name == "a":
            return True
        if node.name not in _MARKS:
            return False
    return False


def _leave_out_numbers(listed: Tag) -> None:
    """Remove the numbers that items begin with, if they are their own; such a list is numbered."""
    numbers = [_number_of(item) for item in _items_of(listed)]
    own = [
        words
        for order, words in enumerate(numbers, 1)
        if words is not None and words.strip().rstrip(".)") == str(order)
    ]
    if listed.name == "ul" and (len(own) < max(2, len(numbers))):
        return
    listed.name = "ol"
    for words in own:
        words.extract()


def _number_of(item: Tag) -> NavigableString | None:
    """The first words of an item, which may stand within marks, if they are only a number."""
    node = item
    for _ in range(_MOST_MARKS):
        first = next((c for c in node.contents if isinstance(c, Tag) or str(c).strip()), None)
        if isinstance(first, NavigableString):
            return first if first.strip().rstrip(".)").isdecimal() else None
        if not isinstance(first, Tag):
            return None
        node = first
    return None
